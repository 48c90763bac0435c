"""What a replay needs: the record, the rules, the contracts, and what the record shows of the hands."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, mask_of
from service.spades.deal.model import Contract
from service.spades.findings import Location
from service.spades.play.evidence import Knowledge
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset


class ReplayContext(NamedTuple):
    """Everything that a replay needs; its methods say where in the record a hand or a card is found."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    contracts: tuple[Contract, ...]
    known: Knowledge
    complete_hands: tuple[bool, ...]
    """For each seat whether its hand is listed whole, so that it held no card outside the list."""
    whole_log: bool = True
    """Whether the log begins with the first trick; False for one trick judged by itself."""
    single_number: int | None = None
    """The number, from 1, of a trick judged by itself, if it is known."""
    spades_decided_by: Location = ("hands",)
    """What would decide whether spades were broken."""

    def number_of(self, trick: int) -> int | None:
        """Return the number of the trick at this index of the log, None if it is not known."""
        return trick + 1 if self.whole_log else self.single_number

    def is_first(self, trick: int) -> bool:
        """Return whether the trick at this index of the log is the first of its round."""
        return self.number_of(trick) == 1

    def spent_before(self) -> tuple[int, ...]:
        """Return for each seat the index of the first trick to which it had no card left: its list is played out.

        It is the hand size if that never happens: the log shows another card of that player later, or his hand is not
        listed.
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
        """Return whether the round was played out: every trick is there, each with one card of every player.

        If a wrong count does not void the round (`irregularities.wrong_count`), a player who was dealt too few cards
        can't play to the last tricks: the others play them without him, or the play ends there.
        """
        if not (self.whole_log or self.single_number == 1):
            return False
        size, tricks, players = self.pack.hand_size, self.record.tricks, range(self.pack.players)
        played_on = self.ruleset.parameters.irregularities.wrong_count == "offender_set"
        spent = self.spent_before() if played_on else (size,) * len(players)
        for index, trick in enumerate(tricks):
            held = [seat for seat in players if spent[seat] > index]
            if sorted(trick.seats) != held:
                return False
        return len(tricks) == size or 0 < min(spent) <= len(tricks) < size

    def listed_elsewhere(self, seat: int, card: int) -> Location | None:
        """Return the location of another list that has this card, None if there is none."""
        for other, listed in enumerate(self.known.listed):
            if other != seat and listed & BIT[card]:
                return self.hand_location(other, BIT[card])
        return ("set_aside",) if card in (self.record.set_aside or ()) else None

    def decided_by(self, seat: int) -> Location:
        """Return what would show this hand: its list, or the exchanges that may have changed it."""
        if self.record.hands[seat] is not None and not self.complete_hands[seat]:
            return ("exchanges",)
        return ("hands", seat)

    def passed_on(self, seat: int, card: int) -> Location | None:
        """Return the exchange in which a player passed this card on, None if he did not."""
        for index, exchange in enumerate(self.record.exchanges or ()):
            if exchange.giver == seat and card in exchange.cards:
                return ("exchanges", index)
        return None

    def hand_location(self, seat: int, held: int) -> Location:
        """Return where a known hand is found: its list, or the exchange or draw that brought a card of ``held``."""
        if not self.complete_hands[seat]:
            for index, exchange in enumerate(self.record.exchanges or ()):
                if exchange.taker == seat and held & mask_of(exchange.cards):
                    return ("exchanges", index)
        if seat not in self.record.drawn_hands:
            return ("hands", seat)
        for index, draw in enumerate(self.record.draws or ()):
            if draw.seat == seat and held & mask_of(draw.kept):
                return ("draws", index)
        return ("draws",)
