"""Who held which cards, as far as the record proves it: proved, disproved or undecided.

The question is always whether a player held a card of a set X when he played. U are the cards of the pack that are in
no list and not shown in the log; r is the number of the player's cards that are unknown at that moment; c is the number
of places for unknown cards elsewhere.

- proved: a card of X is in his listed hand (of cards that he may have passed on: more than he can have passed), or he
  plays one later or takes one back, or U has more cards of X than there is room for elsewhere;
- disproved: none of these, and r is 0 or U has no card of X;
- undecided otherwise. A card on which the record contradicts itself proves nothing, nor does a count of a hand with
  such a card: no count can say which of its player's plays is wrong.

The definitions are in docs/reference/rules.md, "Proof". With the record and the rules, what is known of the hands makes
a `ReplayContext`, which a replay turns into a `Replay`.
"""

from __future__ import annotations

import itertools
from enum import Enum
from typing import Final, NamedTuple

from service.spades.cards import BIT, UNREAD, mask_of
from service.spades.findings import Finding, Location, StopWhen
from service.spades.record.log import Log, LoggedCard, hand_sizes, lay_there, shown_in
from service.spades.record.model import At, Broken, Knowledge, RoundRecord, TrickResult, Withdrawn
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset


class Proof(Enum):
    """Whether a player held a card of a set."""

    SHOWN = "proved by a card that is listed or shown"
    COUNTED = "proved by counting"
    KEPT = "proved by more cards of the list than can have been passed on"
    DISPROVED = "disproved"
    UNDECIDED = "undecided"
    CONFLICTING = "undecided: the player's own cards contradict each other"


PROVED: Final = frozenset({Proof.SHOWN, Proof.COUNTED, Proof.KEPT})


class Hand(NamedTuple):
    """What is known of a hand at some moment of the play, after the card that is judged."""

    holding: int
    """What is left of the certain cards."""
    doubt: int
    """What is left of the doubtful cards."""
    unknown_plays: int
    """The number of earlier tricks in which the log lacks the player's card, or shows one that can't be his: a card
    that the log does not show may have gone there."""
    room: int
    """How many cards the hand has besides the certain ones that are shown later."""
    shown_later: int
    """The cards that the log shows and that can't have gone to a trick without the player's card: still in the hand
    until they are played."""
    may_lie: int
    """What may have lain on the table from an earlier trick, and so out of the hand."""


def held_in(known: Knowledge, seat: int, wanted: int, hand: Hand) -> Proof:
    """Return whether a player held a card of ``wanted`` (a mask) at some moment of the play."""
    later = hand.holding & hand.shown_later
    # A hand with no room besides the cards that are shown later holds no others.
    unshown = hand.holding & ~later if hand.room > 0 else 0
    unknown = known.unknown[seat] if hand.room > 0 else 0
    if later & wanted or (unshown & wanted).bit_count() > hand.unknown_plays:
        return Proof.SHOWN
    if known.may_be_passed and hand.room > 0:
        listed, most = known.may_be_passed[seat]
        if ((listed | unshown) & wanted).bit_count() > most + hand.unknown_plays:
            return Proof.CONFLICTING if known.contradicted[seat] else Proof.KEPT
    if hand.doubt & wanted:
        return Proof.CONFLICTING
    possible = (known.unseen & wanted).bit_count()
    if unknown and possible > known.elsewhere[seat] + hand.unknown_plays:
        return Proof.CONFLICTING if known.contradicted[seat] else Proof.COUNTED
    return Proof.UNDECIDED if (unshown | hand.may_lie) & wanted or (unknown and possible) else Proof.DISPROVED


def with_conflicts(
    questions: tuple[Finding, ...], findings: tuple[Finding, ...], known: Knowledge
) -> tuple[Finding, ...]:
    """Return open questions, each with the errors that keep it open: about the player, or about cards he may hold."""
    if all(question.conflicts_with is None for question in questions):
        return questions
    errors = [
        (index, error.seat, 0 if error.card is None else BIT[error.card])
        for index, error in enumerate(findings)
        if error.severity == "error" and error.properties.doubts_hand
    ]
    conflicts = [
        tuple([index for index, about, card in errors if about == seat or card & doubtful])
        for seat, doubtful in enumerate(known.doubtful)
    ]
    return tuple(
        [
            question
            if question.conflicts_with is None or question.seat is None
            else question._replace(conflicts_with=conflicts[question.seat])
            for question in questions
        ]
    )


class ReplayContext(NamedTuple):
    """Everything that a replay needs; its methods say where in the record a hand or a card is found."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    known: Knowledge
    whole_log: bool = True
    """Whether the log begins with the first trick; False for one trick judged by itself."""
    single_number: int | None = None
    """The number, from 1, of a trick judged by itself, if it is known."""
    stop_when: StopWhen | None = None
    """If the record is a mended one: what ends the replay (`findings.Contradiction`)."""
    log: Log | None = None
    """The log of the record, if it has been searched already."""

    def lay_there(self, withdrawn: Withdrawn, moment: At) -> Broken:
        """Return whether a card that was taken back still lay there at a moment of a later trick."""
        return lay_there(self.record, self.ruleset.parameters.calls.established, withdrawn, moment)

    def spent_before(self) -> tuple[int, ...]:
        """Return for each seat the index of the first trick to which it had no card left: its list is played out.

        It is the size of his hand if that never happens: the log shows another card of that player later, or his hand
        is not listed, or not rightly (if lists don't agree with each other, one that is too short is wrong).
        """
        sizes, listed = hand_sizes(self.record, self.pack), self.known.listed
        if not self.whole_log and not self.pack.has_equal_hands:
            sizes = (self.pack.hand_size,) * len(sizes)  # who was dealt how many is not known of a trick by itself
        shorter = [
            whole and mask.bit_count() < size
            for whole, mask, size in zip(self.known.complete, listed, sizes, strict=True)
        ]
        if True not in shorter and all(len(set(trick.seats)) == len(trick.seats) for trick in self.record.tricks):
            return sizes  # nobody plays a whole hand before the last trick
        agreed = sum(listed).bit_count() == sum(mask.bit_count() for mask in listed) == self.pack.dealt
        tricks = self.record.tricks[: self.pack.hand_size]
        shown = shown_in(tricks, self.pack.players).by_seat
        last = [
            max((index for index, trick in enumerate(tricks, 1) if seat in trick.seats), default=0)
            for seat in range(len(sizes))
        ]
        return tuple(
            [
                (max(sizes[seat], last[seat]) if listed[seat] & ~shown[seat] else last[seat])
                if whole and (agreed or listed[seat].bit_count() >= sizes[seat] or not self.whole_log)
                else sizes[seat]
                for seat, whole in enumerate(self.known.complete)
            ]
        )

    def is_over(self) -> bool:
        """Return whether the round was played to its end: every trick is there, with one card of every player.

        If a wrong count does not void the round (`penalties.wrong_count`), a player who was dealt too few cards
        can't play to the last tricks: the others play them without him, or the play ends there.
        """
        if not (self.whole_log or self.single_number == 1):
            return False
        size, tricks, players = self.pack.hand_size, self.record.tricks, range(self.pack.players)
        played_on = not self.ruleset.parameters.penalties.count_voids
        sizes = hand_sizes(self.record, self.pack)
        spent = self.spent_before() if played_on else sizes
        if min(spent) == size:
            return len(tricks) == size and all(trick.is_whole(len(players)) for trick in tricks)
        for index, trick in enumerate(tricks):
            held = [seat for seat in players if spent[seat] > index]
            if sorted(trick.seats) != held:
                return False
        ended_early = any(end < dealt for end, dealt in zip(spent, sizes, strict=True))
        return len(tricks) == size or (ended_early and 0 < min(spent) <= len(tricks) < size)

    def barred_by(self, seat: int, card: int) -> Location | None:
        """Return the list that shows that no pass can have brought a card to a hand, None if one can."""
        if not self.known.barred or not self.known.barred[seat] & BIT[card]:
            return None
        for other, hand in enumerate(self.record.hands):
            if other != seat and card in (hand or ()):
                return ("hands", other)
        for index, exchange in enumerate(self.record.exchanges or ()):
            if exchange.taker != seat and card in exchange.cards:
                return ("exchanges", index)
        return ("set_aside",) if card in (self.record.set_aside or ()) else ("hands", seat)

    def listed_elsewhere(self, seat: int, card: int) -> Location | None:
        """Return the location of another list that has this card, None if there is none."""
        for other, listed in enumerate(self.known.listed):
            if other != seat and listed & BIT[card]:
                return hand_location(self, other, BIT[card])
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
        if not self.known.complete[seat]:
            return ("exchanges",)
        certain = self.known.certain[seat]
        for index, trick in enumerate(self.record.tricks[: self.pack.hand_size]):
            if seat not in trick.seats and index < logged.trick:
                return ("tricks", index, "plays")
            for play, (player, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                if player == seat and not certain & BIT[card]:
                    return ("tricks", index, "plays", play)
        doubted = (index for index, card in enumerate(hand) if not certain & BIT[card])
        return ("hands", seat, *itertools.islice(doubted, 1))

    def passed_on(self, seat: int, card: int) -> Location | None:
        """Return the exchange in which a player passed this card on, None if he did not or it may have come back."""
        if self.known.may_return and self.known.may_return[seat] & BIT[card]:
            return None
        for index, exchange in enumerate(self.record.exchanges or ()):
            if exchange.giver == seat and card in exchange.cards:
                return ("exchanges", index)
        return None


def number_of(context: ReplayContext, trick: int) -> int | None:
    """Return the number of the trick at this index of the log, None if it is not known."""
    return trick + 1 if context.whole_log else context.single_number


def brought_by(record: RoundRecord, seat: int, held: int) -> Location | None:
    """Return the exchange that brought a player a card of ``held`` (a mask), None if none did."""
    for index, exchange in enumerate(record.exchanges or ()):
        if exchange.taker == seat and held & mask_of(exchange.cards):
            return ("exchanges", index)
    return None


def hand_location(context: ReplayContext, seat: int, held: int) -> Location:
    """Return where a known hand is found: its list, or the exchange or draw that brought a card of ``held``."""
    brought = None if context.known.complete[seat] else brought_by(context.record, seat, held)
    if brought is not None:
        return brought
    if seat not in context.record.drawn_hands:
        return ("hands", seat)
    for index, draw in enumerate(context.record.draws or ()):
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
    """How many tricks of the log are over: all of them, unless the last one lacks a card."""
    lists_refuted: bool
    """Whether a player showed a card that he is not certain to have held, or a trick lacks a card."""
    claimed: tuple[int, ...] = ()
    """The seats to which a claim gives the tricks that are left, trick by trick; they count in ``tricks_won``."""

    def with_claim(self, seats: tuple[int, ...], *, complete: bool) -> Replay:
        """Return the round if a claim gives the tricks that are left to these seats; with them it may be complete."""
        won = list(self.tricks_won)
        for seat in seats:
            won[seat] += 1
        return self._replace(tricks_won=tuple(won), complete=complete, claimed=seats)
