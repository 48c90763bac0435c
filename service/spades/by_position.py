"""Named tuples made by position, where a round has several or each card that is judged needs one.

`tuple.__new__`, bound as a method, is all C: the class itself, `_make` and `_replace` run interpreted code, and
`functools.partial` hands its arguments on through a tuple more. Nothing counts the members but
`tests/spades/test_made_by_position.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=tuple[Any, ...])


def by_position(kind: type[Kind]) -> Callable[[tuple[Any, ...]], Kind]:
    """Return what makes a named tuple of this class of a tuple with all its members."""
    return MethodType(tuple.__new__, kind)
