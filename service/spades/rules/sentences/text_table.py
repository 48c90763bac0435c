"""The form of the tables of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

TextTable: TypeAlias = Mapping[str, Mapping[object, str]]
"""For each dotted parameter name its texts, by the parameter's value."""

ELSE: Final = "else"
"""The key of the text for every value without a text of its own."""
