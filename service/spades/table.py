"""Players, seats and sides: names outside the core, numbers inside.

A seat is a player's index in ``players``, which lists them clockwise; a side is an index in ``Table.sides``. Partners
sit opposite each other: four players make two pairs, six make three (docs/rules.md, A2).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """A partnership, or a player alone."""

    name: str
    seats: tuple[int, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where and who plays with whom."""

    players: tuple[str, ...]
    seat: Mapping[str, int]
    """The seat of each player, by name."""
    sides: tuple[Side, ...]
    side: Mapping[str, int]
    """The index of each side, by name."""
    side_of: tuple[int, ...]
    """For each seat the index of its side."""
    order: tuple[tuple[int, ...], ...]
    """``order[first]``: all seats clockwise from this one."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of this player's side."""
        return tuple(each for each in self.sides[self.side_of[seat]].seats if each != seat)

    def team_of(self, seat: int) -> str:
        """Return the name of this player's side."""
        return self.sides[self.side_of[seat]].name


def in_turn(order: tuple[int, ...], acted: Container[int], seat: int) -> bool:
    """Return whether this seat acts in turn, given the order of seats and those that have acted.

    The first seat is in turn, and so is any seat whose predecessor has acted: the player after somebody who jumped
    the queue has not jumped it (Laws of Whist, law 67).
    """
    index = order.index(seat)
    return index == 0 or order[index - 1] in acted
