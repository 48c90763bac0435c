"""Who sits at the table in the round that is being written, and the names of the sides, which stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class TableNow:
    """The seats of one game, round after round."""

    def __init__(self, players: Sequence[str], sides: Mapping[str, Sequence[str]]) -> None:
        self.players = list(players)
        self._first = tuple(players)
        self._first_sides = sides
        self._partners = {member for members in sides.values() for member in members}

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Those who play for each side of several players, or of one with a name of its own."""
        now = dict(zip(self._first, self.players, strict=True))
        return {side: tuple(now[name] for name in members) for side, members in self._first_sides.items()}

    def replace(self, out: str, coming: str) -> str | None:
        """Seat somebody in a player's place; return why that cannot be, or None."""
        if out not in self.players:
            return "Who leaves does not sit at the table then."
        if coming in self.players:
            return "Who comes in sits at the table already."
        self.players[self.players.index(out)] = coming
        return None

    def has_figures(self, name: str) -> bool:
        """Return whether points under this name would be read as those of a side of the game."""
        if name in self._first_sides:
            return True
        is_alone = name in self._first and name not in self._partners
        # A side of one keeps the name of its first player, who may have come back to another seat.
        return is_alone and (name not in self.players or self.players[self._first.index(name)] == name)

    def player_meant(self, name: str) -> str | None:
        """Return the player or the side that a bid or tricks under this name belong to; None if there is nobody."""
        if name in self.players or name in self._first_sides:
            return name
        return self.players[self._first.index(name)] if self.has_figures(name) else None
