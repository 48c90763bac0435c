"""Named tuples made by position, by C alone: their classes, `_make` and `_replace` run interpreted code.

Nothing counts their members but a test.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=tuple[Any, ...])


def by_position(kind: type[Kind]) -> Callable[[tuple[Any, ...]], Kind]:
    """Return what makes a named tuple of this class, and no class below it, of a tuple with all its members."""
    return MethodType(tuple.__new__, kind)
