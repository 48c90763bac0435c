"""A position at a table."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.rules.ruleset import Ruleset
from service.spades.solver.position import Game, Position, game_of
from service.spades.table import Table


class Situation(NamedTuple):
    """A position at a table, and the ruleset that it is played by."""

    ruleset: Ruleset
    table: Table
    position: Position

    @property
    def game(self) -> Game:
        """The rules of play, as the solver asks for them."""
        return game_of(self.ruleset, len(self.table.players))

    def side_of(self, seat: int) -> frozenset[int]:
        """Return the seats of this player's side."""
        return frozenset(self.table.sides[self.table.side_of[seat]].seats)
