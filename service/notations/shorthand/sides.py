"""The sides that a game names: players alone, or partners. No ruleset has both at one table, so no text may either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from service.notations.shorthand.table import Table
from service.spades.english import quoted

At = TypeVar("At")
"""Where a name is: a place of a text, or a path into a record."""


class NamedSides(Generic[At]):
    """Collects the names of sides, and finds those that are of one player although other sides have several."""

    def __init__(self) -> None:
        self._alone: list[tuple[At, str, Table]] = []
        self._of_partners: str | None = None

    def note(self, name: str, table: Table, at: At, *, is_side: bool) -> None:
        """Note a name; one of a player counts only if it ``is_side``, that is, if a side is meant there."""
        named = next(filter(table.is_of_partners, (name, *table.teams)), None)
        self._of_partners = self._of_partners or named
        if is_side and not table.is_of_partners(name):
            self._alone.append((at, name, table))

    def not_sides(self) -> Iterator[tuple[At, str]]:
        """Yield where a player is named and a side was meant, with a sentence that says what to write."""
        for at, name, table in self._alone if self._of_partners is not None else ():
            why = f"{quoted(name)} is one player, and {quoted(self._of_partners or '')} a side of several"
            side = table.side_with(name)
            yield at, f"{why}: write {quoted(side)}, the side of {name}." if side else f"{why}: write a side's name."
