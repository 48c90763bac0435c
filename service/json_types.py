"""The type of a JSON value: what a body holds after it has been parsed, and what an answer holds before it is written.

It is `Any`, because a recursive type would ask for a check at every step into a value that the contract has checked.
The name says which `Any` is JSON.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
