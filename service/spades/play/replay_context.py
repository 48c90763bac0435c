"""What a replay needs: the record, the rules, the contracts, what the record shows of the hands; and what it yields."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from service.spades.cards import BIT, UNREAD, mask_of
from service.spades.deal.model import Contract
from service.spades.findings import Finding, Location
from service.spades.play.evidence import Knowledge
from service.spades.record.log import LoggedCard
from service.spades.record.model import RoundRecord, TrickResult
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
    strict: bool = False
    """Whether an error in the record ends the replay (`record.reporter.Contradiction`)."""

    def number_of(self, trick: int) -> int | None:
        """Return the number of the trick at this index of the log, None if it is not known."""
        return trick + 1 if self.whole_log else self.single_number

    def is_first(self, trick: int) -> bool:
        """Return whether the trick at this index of the log is the first of its round."""
        return self.number_of(trick) == 1

    def leader_of(self, trick: int) -> int | None:
        """Return who led the trick at this index as the record says; None if it doesn't, or may lack its lead.

        The last trick may be unfinished. It may lack its lead if it has the cards of all players but one, in turn.
        """
        tricks, players = self.record.tricks, self.pack.players
        if trick >= len(tricks) or not tricks[trick].seats or not tricks[trick].is_lead_recorded:
            return None
        seats = tricks[trick].seats
        if len(seats) < players:
            in_turn = seats == self.record.table.order[seats[0]][: len(seats)]
            if trick < len(tricks) - 1 or (in_turn and 1 < len(seats) == players - 1):
                return None
        return seats[0] if len(set(seats)) == len(seats) else None

    def spent_before(self) -> tuple[int, ...]:
        """Return for each seat the index of the first trick to which it had no card left: its list is played out.

        It is the hand size if that never happens: the log shows another card of that player later, or his hand is not
        listed, or not rightly: of lists that don't agree with each other one that is too short is wrong.
        """
        size, listed = self.pack.hand_size, self.known.listed
        if all(len(set(trick.seats)) == len(trick.seats) for trick in self.record.tricks) and all(
            mask.bit_count() >= size for mask in listed
        ):
            return (size,) * len(listed)  # nobody plays a whole hand before the last trick
        agreed = sum(listed).bit_count() == sum(mask.bit_count() for mask in listed) == size * self.pack.players
        return tuple(
            [
                self._spent(seat)
                if whole and (agreed or listed[seat].bit_count() >= size or not self.whole_log)
                else size
                for seat, whole in enumerate(self.complete_hands)
            ]
        )

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
        if min(spent) == size:
            return len(tricks) == size and all(
                len(each.seats) == len(set(each.seats)) == len(players) for each in tricks
            )
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
        if card not in (self.record.set_aside or ()):
            return None
        turns = [index for index, draw in enumerate(self.record.draws or ()) if card in draw.cards]
        return ("draws", turns[0]) if turns else ("set_aside",)

    def decided_by(self, logged: LoggedCard) -> Location:
        """Return what would show which cards a player held at a play.

        It is the list of his hand or, if that is whole, the exchanges that may have changed it, or the first entry of
        the log or of the list that leaves his cards in doubt.
        """
        seat, hand = logged.seat, self.record.hands[logged.seat]
        if hand is None or UNREAD in hand:
            return ("hands", seat)
        if not self.complete_hands[seat]:
            return ("exchanges",)
        certain = self.known.certain[seat]
        for index, trick in enumerate(self.record.tricks[: self.pack.hand_size]):
            if seat not in trick.seats and index < logged.trick:
                return ("tricks", index, "plays")
            for play, (each, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                if each == seat and not certain & BIT[card]:
                    return ("tricks", index, "plays", play)
        doubted = (index for index, card in enumerate(hand) if not certain & BIT[card])
        return ("hands", seat, *itertools.islice(doubted, 1))

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


class Replay(NamedTuple):
    """The play of a record, judged."""

    tricks: tuple[TrickResult, ...]
    tricks_won: tuple[int, ...]
    """For each seat the number of tricks that it won."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool
    """Whether every trick of the round is there, each with one card of every player that had one left."""
    finished: int
    """How many tricks of the log are over: all, but for a last one that lacks a card."""
    surprised: bool
    """Whether a player showed a card that he is not certain to have held, or a trick lacks a card."""
    claimed: tuple[int, ...] = ()
    """The seats to which a claim gives the tricks that are left, trick by trick; they count in ``tricks_won``."""

    def with_claim(self, seats: tuple[int, ...], *, complete: bool) -> Replay:
        """Return the round if a claim gives the tricks that are left to these seats; with them it may be complete."""
        won = list(self.tricks_won)
        for seat in seats:
            won[seat] += 1
        return self._replace(tricks_won=tuple(won), complete=complete, claimed=seats)


def tricks_won(players: int, results: list[TrickResult]) -> tuple[int, ...]:
    """Return how many of these tricks each seat won."""
    won = [0] * players
    for _, _, _, winner, _, _ in results:
        if winner is not None:
            won[winner] += 1
    return tuple(won)
