"""Named tuples made at half the cost, for the few kinds of which a round has several."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

_Record = TypeVar("_Record", bound=tuple[Any, ...])


def maker(kind: type[_Record]) -> Callable[[tuple[Any, ...]], _Record]:
    """Return what makes a named tuple of this kind of its members, which come as one plain tuple, every one of them.

    It is what ``kind(...)`` comes to behind a call of its own; nothing checks how many members there are.
    """
    return partial(tuple.__new__, kind)
