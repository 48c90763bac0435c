"""A case: a record with the rules to judge it by, and what it tells of the hands."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, mask_of
from service.spades.deal.model import Contract
from service.spades.play.evidence import Knowledge
from service.spades.pointers import pointer_to
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset


class Case(NamedTuple):
    """Everything that a replay rests on."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    contracts: tuple[Contract, ...]
    known: Knowledge
    complete_hands: tuple[bool, ...]
    """For each seat whether its hand is listed whole, so that a card outside the list was not held."""

    def spent_before(self) -> tuple[int, ...]:
        """Return for each seat the first trick, from 0, to which it had no card left: its list is played out.

        Never where the log shows another card of that player later, or where his hand is not listed: then it is the
        number of tricks of a round.
        """
        size = self.pack.hand_size
        return tuple([self._spent(seat) if whole else size for seat, whole in enumerate(self.complete_hands)])

    def _spent(self, seat: int) -> int:
        left, spent = self.known.listed[seat], 0
        for index, trick in enumerate(self.record.tricks[: self.pack.hand_size]):
            for each, card in zip(trick.seats, trick.cards, strict=True):
                if each == seat:
                    left &= ~BIT[card]
                    spent = index + 1
        return self.pack.hand_size if left else spent

    def is_over(self) -> bool:
        """Tell whether the round was played out: every trick of it is there, each with one card of every player.

        Where a wrong count does not void the round (`irregularities.wrong_count`), who was dealt too few cards can't
        play to the last tricks: the others play them without him, or the play ends there.
        """
        size, tricks, players = self.pack.hand_size, self.record.tricks, range(self.pack.players)
        stands = self.ruleset.parameters.irregularities.wrong_count == "offender_set"
        spent = self.spent_before() if stands else (size,) * len(players)
        for index, trick in enumerate(tricks):
            held = [seat for seat in players if spent[seat] > index]
            if sorted(trick.seats) != held:
                return False
        return len(tricks) == size or 0 < min(spent) <= len(tricks) < size

    def listed_elsewhere(self, seat: int, card: int) -> str | None:
        """Return the pointer to another list that has this card, if one does."""
        for other, listed in enumerate(self.known.listed):
            if other != seat and listed & BIT[card]:
                return self.hand_pointer(other, BIT[card])
        return "#/set_aside" if card in (self.record.set_aside or ()) else None

    def decided_by(self, seat: int) -> str:
        """Return the pointer to what would tell this hand: its list, or the exchange that may have changed it."""
        if self.record.hands[seat] is not None and not self.complete_hands[seat]:
            return "#/exchanges"
        return pointer_to("hands", self.record.table.players[seat])

    def gave(self, seat: int, card: int) -> str | None:
        """Return the pointer to the exchange in which a player passed this card away, if he did."""
        for place, exchange in enumerate(self.record.exchanges or ()):
            if exchange.giver == seat and card in exchange.cards:
                return pointer_to("exchanges", place)
        return None

    def hand_pointer(self, seat: int, held: int) -> str:
        """Return the pointer to a hand that is known: its list, or the turn in which such a card was drawn."""
        if not self.complete_hands[seat]:
            for place, exchange in enumerate(self.record.exchanges or ()):
                if exchange.taker == seat and held & mask_of(exchange.cards):
                    return pointer_to("exchanges", place)
        if seat not in self.record.drawn_hands:
            return pointer_to("hands", self.record.table.players[seat])
        for place, draw in enumerate(self.record.draws or ()):
            if draw.seat == seat and held & mask_of(draw.kept):
                return pointer_to("draws", place)
        return "#/draws"
