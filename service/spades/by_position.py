"""Named tuples made by position, by C alone: their classes, `_make` and `_replace` run interpreted code.

Nothing counts their members but a test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

Kind = TypeVar("Kind", bound=tuple[Any, ...])

_TAKES_ALL_AT_ONCE: Final[Any] = type("_TakesAllAtOnce", (tuple,), {"__slots__": (), "__new__": tuple.__new__})
"""Ahead of a named tuple among the bases of a class, this makes what that makes of a tuple, as `tuple` does."""


def by_position(kind: type[Kind]) -> Callable[[tuple[Any, ...]], Kind]:
    """Return what makes a named tuple of a tuple with all its members: a class below its own, as quick as `tuple`."""
    made: Callable[[tuple[Any, ...]], Kind] = type(kind.__name__, (_TAKES_ALL_AT_ONCE, kind), {"__slots__": ()})
    return made
