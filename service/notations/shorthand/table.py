"""Who sits at a table and the names that its sides may have; what the parts of a text may have."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

OF_A_RECORD = ("hands", "set_aside", "draws", "exchanges", "accusations")
"""The members that a round with its tricks may have, but no row of a score sheet."""


class Table(NamedTuple):
    """The players in the order of their seats, and the names of the teams that the text declares."""

    players: tuple[str, ...]
    teams: tuple[str, ...] = ()

    @property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side that has no name of its own, by the name that it then has: ``ana+cy``."""
        sizes = range(2, len(self.players) + 1)
        return {"+".join(side): side for size in sizes for side in combinations(self.players, size)}

    @property
    def team_names(self) -> tuple[str, ...]:
        """Every name that a side may have; that of a single player is their own."""
        return (*self.teams, *self.joined, *self.players)

    def after(self, player: str) -> str:
        """Return the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]
