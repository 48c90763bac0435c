"""What the cards of one suit that are left come to, whatever the other suits are.

A position has few sets of cards left in a suit, and meets each of them thousands of times: what they prove is found out
once. Two sets are alike if, from the highest card to the lowest, the same seats hold them.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import SPADES, cards_in
from service.spades.solver.compact import Compact


class SuitPattern(NamedTuple):
    """The cards left in a suit."""

    like: int
    """The first set met that is like this one, as a mask: equal sets of cards and sets that are alike have the same."""
    choices: tuple[int, ...]
    """For each seat a mask of one card of each run of touching cards in its hand."""
    tops: tuple[int, ...]
    """For each seat the number of its cards above all cards of the others."""
    shortest: tuple[int, ...]
    """For each seat the cards of the other hand that has the fewest."""
    counted_below: bool
    """Whether every card of the counted seats is below every card of the others."""
    others_below: bool
    """Whether every card of the others is below every card of the counted seats."""
    counted_sure: int
    """The tricks that these cards win for the counted seats however all cards are played; 0 but for spades."""
    others_sure: int
    """The same for the other seats."""


class SuitPatterns:
    """The patterns of one suit, made when they are first asked for."""

    def __init__(self, compact: Compact, suit: int, counted: frozenset[int]) -> None:
        self.mask: int = compact.suits[suit]
        self._is_trump = suit == SPADES
        self._owner = compact.owner
        self._players = compact.players
        self._counted = counted
        self.known: dict[int, SuitPattern] = {}
        """The patterns made so far, by the cards left in the suit."""
        self._like: dict[tuple[int, ...], int] = {}

    def learn(self, left: int) -> SuitPattern:
        """Make the pattern of the cards left in this suit, and keep it as known."""
        made = self.known[left] = self._make(left)
        return made

    def _make(self, left: int) -> SuitPattern:
        bits = cards_in(left)[::-1]
        owners = tuple([self._owner[bit] for bit in bits])
        lengths = [owners.count(seat) for seat in range(self._players)]
        sides = [owner in self._counted for owner in owners]
        highest = owners[0] if owners else -1
        run = next((index for index, owner in enumerate(owners) if owner != highest), len(owners))
        return SuitPattern(
            like=self._like.setdefault(owners, left),
            choices=tuple([self._choices(bits, seat) for seat in range(self._players)]),
            tops=tuple([run if seat == highest else 0 for seat in range(self._players)]),
            shortest=tuple([min(lengths[:seat] + lengths[seat + 1 :]) for seat in range(self._players)]),
            counted_below=sorted(sides) == sides,
            others_below=sorted(sides, reverse=True) == sides,
            counted_sure=self._sure(owners, sides, of=True),
            others_sure=self._sure(owners, sides, of=False),
        )

    def _choices(self, bits: tuple[int, ...], seat: int) -> int:
        """Return the highest card of each run of cards, from high to low, that this seat holds."""
        chosen, before = 0, -1
        for bit in bits:
            owner = self._owner[bit]
            if owner == seat != before:
                chosen |= 1 << bit
            before = owner
        return chosen

    def _sure(self, owners: tuple[int, ...], sides: list[bool], *, of: bool) -> int:
        """Return the tricks that a side wins with these trumps in any case.

        The n highest trumps of one hand are played to n tricks, and each of these that is lost takes a higher trump
        of the other side.
        """
        if not self._is_trump:
            return 0
        most, above = 0, 0
        held = [0] * self._players
        for owner, side in zip(owners, sides, strict=True):
            if side is of:
                held[owner] += 1
                most = max(most, held[owner] - above)
            else:
                above += 1
        return most
