"""Who sits at a table and the names that its sides may have; what the parts of a text may have."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, combinations
from types import MappingProxyType
from typing import NamedTuple

OF_A_RECORD = ("hands", "set_aside", "draws", "exchanges", "accusations", "claim")
"""The members that a round with its tricks may have, but no row of a score sheet."""


class Table(NamedTuple):
    """The players in the order of their seats, and the names of the teams that the text declares."""

    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The players of each team with a name of its own, as the text names them."""
    first_players: tuple[str, ...] = ()
    """Who sat in the seats at first, if anybody has been replaced: sides keep their names."""

    @property
    def _of_sides(self) -> tuple[str, ...]:
        """The players after whom sides without a name of their own are called."""
        return self.first_players or self.players

    @property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side that has no name of its own, by the name that it then has: ``ana+cy``."""
        sides = (combinations(self._of_sides, size) for size in range(2, len(self.players) + 1))
        return {"+".join(side): side for side in chain.from_iterable(sides)}

    @property
    def team_names(self) -> tuple[str, ...]:
        """Every name that a side may have; that of a single player is their own."""
        return (*self.teams, *self.joined, *self._of_sides)

    def after(self, player: str) -> str:
        """Return the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def side_of(self, player: str) -> str:
        """Return the name of a player's side if it has no other player: that of the first player in the seat."""
        return self._of_sides[self.players.index(player)]

    def is_of_partners(self, name: str) -> bool:
        """Return whether a name is that of a side of several players."""
        return len(self.teams.get(name, ())) > 1 or (name not in self.teams and name in self.joined)

    def side_with(self, player: str) -> str | None:
        """Return the name of the side of a player, or of one who left the seat, if partners sit opposite each other."""
        named = next((name for name, players in self.teams.items() if player in players), None)
        seats = self._of_sides
        if named is not None or player not in seats or len(seats) % 2:
            return named
        place = seats.index(player) % (len(seats) // 2)
        return "+".join(seats[place :: len(seats) // 2])

    def replaced(self, out: str, coming: str) -> Table:
        """Return the table after somebody has taken a player's seat."""
        players = tuple(coming if player == out else player for player in self.players)
        return Table(players, self.teams, self._of_sides)
