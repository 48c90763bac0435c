"""The positions in which a claim may have been made: every way in which the cards left may lie, by the record.

A hand that is listed, or shown by the log, is known. Cards of the pack that are in no list and not shown may be in any
hand with room for them, but not in that of a player who has not followed suit to a lead of their suit: nobody is taken
to have revoked unless the record proves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from service.analysis.solver.position import Position, faults_of
from service.spades.cards import BIT, UNREAD, cards_in, mask_of, united
from service.spades.findings import Finding
from service.spades.pauses import Pause
from service.spades.play.turn_order import leader_by_seat
from service.spades.record.log import RoundContext, has_trick_in_progress
from service.spades.record.model import Broken, Knowledge, RoundClaim, RoundRecord, TrickResult
from service.spades.rules.pack import Pack

MOST_POSITIONS: Final = 300
"""The most positions in which one claim is judged."""
_MOST_TRIALS: Final = 5_000
"""The most ways of filling a hand that are tried, those included that leave no cards for another."""
_TRIALS_A_STEP: Final = 512
"""How many of them take about as long as a record that is judged."""


class CardsLeft(NamedTuple):
    """What is known of the cards at the end of a log, as masks."""

    known: tuple[int, ...]
    """For each seat, the cards that it is known to have left."""
    room: tuple[int, ...]
    """For each seat, how many of its cards left are not known."""
    allowed: tuple[int, ...]
    """For each seat, which of the cards that nobody is known to have may be in its hand."""
    leader: int
    plays: tuple[int, ...]
    """The cards of the trick in progress, in turn from the leader."""
    broken: tuple[bool, ...]
    """Whether spades are broken; both if that is not known."""
    is_first_trick: bool

    def outstanding(self, seat: int) -> int:
        """Return the cards that may be in any other hand."""
        others = 0
        for other, known in enumerate(self.known):
            if other != seat:
                others |= known | (self.allowed[other] if self.room[other] else 0)
        return others


def cards_left(
    context: RoundContext[RoundRecord],
    known: Knowledge,
    results: tuple[TrickResult, ...],
    findings: tuple[Finding, ...],
    claim: RoundClaim,
) -> CardsLeft | None:
    """Return what a log leaves, None if it contradicts itself, lacks a card, or does not show whose turn it is.

    The claimer is taken to hold the cards that he has stated.
    """
    record = context.record
    if any(known.doubtful) or any(known.contradicted) or any(UNREAD in trick.cards for trick in record.tricks):
        return None
    players = len(record.table.players)
    if not all(trick.is_whole(players) for trick in record.tricks[:-1]):
        return None
    done = len(record.tricks) - has_trick_in_progress(record)
    leader = results[done - 1].winner if done else leader_by_seat(context.ruleset.parameters, record)
    plays: tuple[int, ...] = ()
    if done < len(record.tricks):
        seats, plays = record.tricks[done].seats, record.tricks[done].cards
        if not seats or seats != record.table.order[seats[0]][: len(seats)]:
            return None
        leader = seats[0]
    if leader is None:
        return None
    held = list(known.certain)
    for trick in record.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            held[seat] &= ~BIT[card]
    room = list(known.unknown)
    stated = mask_of(claim.statement) & ~held[claim.seat]
    held[claim.seat] |= stated
    room[claim.seat] -= stated.bit_count()
    if room[claim.seat] < 0:
        return None
    state = results[done - 1].broken if done else Broken.NO
    return CardsLeft(
        known=tuple(held),
        room=tuple(room),
        allowed=tuple([known.unseen & ~stated & ~cards for cards in _suits_shown_out(context, findings)]),
        leader=leader,
        plays=plays,
        broken=(True, False) if state is Broken.MAYBE else (state is Broken.YES,),
        is_first_trick=not done,
    )


def possible_positions(left: CardsLeft, pack: Pack, pause: Pause) -> tuple[Position, ...] | None:
    """Return every position that the cards left allow, None if there are too many to try, or none is possible.

    ``pause`` is called from time to time.
    """
    positions: list[Position] = []
    try:
        for hands in _Deals(left, pause).dealt(list(left.known), 0):
            positions += [
                Position(hands, left.leader, left.plays, broken, left.is_first_trick) for broken in left.broken
            ]
            if len(positions) > MOST_POSITIONS:
                return None
    except _TooMany:
        return None
    if any(faults_of(position, pack) for position in positions):
        return None
    return tuple(positions) or None


def _suits_shown_out(context: RoundContext[RoundRecord], findings: tuple[Finding, ...]) -> tuple[int, ...]:
    """Return for each seat the cards of the suits to which it has not followed, except where it is proved to revoke."""
    record, pack = context.record, context.pack
    revokes = {(finding.trick, finding.seat) for finding in findings if finding.code == "revoke"}
    lacking = [0] * pack.players
    for number, trick in enumerate(record.tricks, 1):
        if trick.cards:
            led = pack.suit[trick.cards[0]]
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                if pack.suit[card] != led and (number, seat) not in revokes:
                    lacking[seat] |= pack.suits[led]
    return tuple(lacking)


class _TooMany(Exception):  # noqa: N818 - no error: there is no answer
    """The unknown cards may lie in too many ways."""


class _Deals:
    """Deals the unknown cards in every possible way, until `_MOST_TRIALS` have been tried."""

    def __init__(self, left: CardsLeft, pause: Pause) -> None:
        self.left, self.pause = left, pause
        self.trials = 0

    def dealt(self, hands: list[int], seat: int) -> Iterator[tuple[int, ...]]:
        """Yield every way of filling the hands from this seat on."""
        room = self.left.room
        while seat < len(hands) and not room[seat]:
            seat += 1
        if seat == len(hands):
            yield tuple(hands)
            return
        taken = united(hands)
        for cards in _chosen(cards_in(self.left.allowed[seat] & ~taken), room[seat]):
            self.trials += 1
            if self.trials > _MOST_TRIALS:
                raise _TooMany
            if not self.trials % _TRIALS_A_STEP:
                self.pause()
            hands[seat] |= cards
            yield from self.dealt(hands, seat + 1)
            hands[seat] &= ~cards


def _chosen(cards: tuple[int, ...], count: int, start: int = 0) -> Iterator[int]:
    """Yield the mask of every choice of this many cards."""
    if not count:
        yield 0
        return
    for index in range(start, len(cards) - count + 1):
        for rest in _chosen(cards, count - 1, index + 1):
            yield BIT[cards[index]] | rest
