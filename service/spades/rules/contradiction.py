"""The types of a contradiction between parameters, and of the tables that it is looked for at."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import SPADES
from service.spades.rules.pack import Pack

_PARTNERSHIP_COUNTS = (4, 6)


class Contradiction(NamedTuple):
    """Parameters that can't all hold, the one most likely to be at fault first, and why."""

    names: tuple[str, ...]
    code: str
    detail: str


def found(detail: str, *names: str) -> Contradiction:
    """Return a contradiction between these parameters."""
    return Contradiction(names, "contradiction", f"{' and '.join(names)}: {detail}")


class Seating(NamedTuple):
    """A table that the ruleset allows: the pack that it plays with, and how many players make a side."""

    pack: Pack
    seats: int

    @property
    def sits(self) -> bool:
        """Whether so many players can sit like that."""
        return self.seats == 1 or self.pack.players in _PARTNERSHIP_COUNTS

    @property
    def stands(self) -> bool:
        """Whether so many players can sit like that and have hands."""
        return self.sits and self.pack.hand_size > 0 and self.pack.leftover >= 0

    def spades_in(self, hands: int) -> range:
        """Return how many spades that many hands can hold together; a promoted card is one."""
        cards, spades = hands * self.pack.hand_size, self.pack.suits[SPADES].bit_count()
        return range(max(0, cards - self.pack.non_spades.bit_count()), min(cards, spades) + 1)
