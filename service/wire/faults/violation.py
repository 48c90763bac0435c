"""A violation of the contract as the schema engine found it, and the order in which faults are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from service.json_types import Json
from service.wire.faults.schema_tree import Path

_MOST_DIGITS = 9

PlaceKey: TypeAlias = tuple[tuple[int, int, str], ...]


class Violation(NamedTuple):
    """One member or item of a body that violates one keyword of its schema."""

    path: Path
    keyword: str
    """The JSON Schema keyword."""
    facts: Mapping[str, Any]
    """What the engine says of it, such as the ``limit`` of a ``maximum`` or the ``options`` of an ``enum``."""
    value: Json
    """The value that is checked against the keyword: for a member that is missing or unknown, the object around it."""


class Explained(NamedTuple):
    """A violation in words."""

    detail: str
    advice: str = ""
    topic: str = ""
    """What the advice is about; an answer has one advice on each topic."""


def place_key(parts: Iterable[str | int]) -> PlaceKey:
    """Return what sorts places in the order in which people read a body: items by number, members by name."""
    return tuple(_part_key(part) for part in parts)


def _part_key(part: str | int) -> tuple[int, int, str]:
    if isinstance(part, int):
        return 0, part, ""
    is_number = len(part) <= _MOST_DIGITS and part.isascii() and part.isdigit()
    return (0, int(part), "") if is_number else (1, 0, part)
