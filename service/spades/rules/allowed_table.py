"""A table that a ruleset allows: for one number of players, the pack and how many players make a side."""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.cards import SPADES
from service.spades.rules.pack import Pack, pack_for
from service.spades.rules.parameters import Parameters

_COUNTS_FOR_PARTNERS: Final = (4, 6)


class AllowedTable(NamedTuple):
    """The pack for one number of players, and the number of players on each side (1 or 2)."""

    pack: Pack
    side_size: int

    @property
    def sides(self) -> int:
        """How many sides play."""
        return self.pack.players // self.side_size

    @property
    def can_be_seated(self) -> bool:
        """Whether this number of players can form such sides."""
        return self.side_size == 1 or self.pack.players in _COUNTS_FOR_PARTNERS

    @property
    def can_be_dealt(self) -> bool:
        """Whether the players can form such sides and the pack is large enough for their hands."""
        return self.can_be_seated and self.pack.hand_size > 0 and self.pack.leftover >= 0

    def spades_in(self, hands: int) -> range:
        """Return how many spades this many hands can hold together. Promoted cards are spades."""
        cards, spades = hands * self.pack.hand_size, self.pack.suits[SPADES].bit_count()
        return range(max(0, cards - self.pack.non_spades.bit_count()), min(cards, spades) + 1)


def allowed_tables(parameters: Parameters) -> tuple[AllowedTable, ...]:
    """Return the table for each number of players that the ruleset allows, also if it can't be seated or dealt."""
    side_size = 2 if parameters.table.sides == "partnership" else 1
    return tuple(AllowedTable(pack_for(parameters.deck, count), side_size) for count in parameters.table.players)
