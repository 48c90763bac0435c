"""Who held which cards, as far as the record proves it: proved, disproved or undecided.

The question is always whether a player held a card of a set X when he played. U are the cards of the pack that are in
no list and not shown in the log; r is the number of the player's cards that are unknown at that moment; c is the number
of places for unknown cards elsewhere.

- proved: a card of X is in his listed hand, or he plays one later or takes one back, or U has more cards of X than
  there is room for elsewhere;
- disproved: none of these, and r is 0 or U has no card of X;
- undecided otherwise. A card on which the record contradicts itself proves nothing, nor does a count of a hand with
  such a card: no count can say which of its player's plays is wrong.

The definitions are in docs/rules.md, "Proof".
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from service.spades.cards import BIT, mask_of
from service.spades.findings import Finding
from service.spades.record.log import Log
from service.spades.record.model import Holdings, RoundRecord
from service.spades.rules.pack import Pack


class Proof(Enum):
    """Whether a player held a card of a set."""

    SHOWN = "proved by a card that is listed or shown"
    COUNTED = "proved by counting"
    DISPROVED = "disproved"
    UNDECIDED = "undecided"
    CONFLICTING = "undecided: the player's own cards contradict each other"


PROVED: Final = frozenset({Proof.SHOWN, Proof.COUNTED})
_SHOWN, _DISPROVED = Proof.SHOWN, Proof.DISPROVED  # looked up once: what is asked most


class Hand(NamedTuple):
    """What is known of a hand at some moment of the play, after the card that is judged."""

    holding: int
    """What is left of the certain cards."""
    doubt: int
    """What is left of the doubtful cards."""
    lost: int
    """The number of earlier tricks in which the log lacks the player's card, or shows one that can't be his: a card
    that the log does not show may have gone there."""
    room: int
    """How many cards the hand has besides the certain ones that are shown later."""
    later: int
    """The cards that the log shows and that can't have gone to a trick without the player's card: still in the hand
    until they are played."""


class Knowledge(NamedTuple):
    """What the whole record shows of each hand at the start of play, per seat; cards are masks."""

    certain: tuple[int, ...]
    """Cards that the player held: listed without conflict, or shown."""
    doubtful: tuple[int, ...]
    """Cards that the player is listed with or shows, on which the record contradicts itself."""
    listed: tuple[int, ...]
    """Cards that the player is listed with when play starts, in his hand or in an exchange, doubtful ones included."""
    later: tuple[int, ...]
    """The certain cards that the log shows: they are in the hand until they are played, whatever else is unknown."""
    unseen: int
    """U: the cards of the pack that are in no list and not shown."""
    unknown: tuple[int, ...]
    """r: the number of unknown cards in the player's hand."""
    elsewhere: tuple[int, ...]
    """c: the number of places for unknown cards outside the player's hand."""
    contradicted: tuple[bool, ...]
    """Whether the record contradicts itself about the player's cards: counting can't say which of them he did not
    have."""
    settled: bool = False
    """Whether every hand is known beyond doubt: a card that a player is not certain to have held, he did not hold."""

    def held(self, seat: int, wanted: int, hand: Hand) -> Proof:
        """Return whether a player held a card of ``wanted`` (a mask) at some moment of the play."""
        if self.settled:
            return _SHOWN if hand.holding & wanted else _DISPROVED
        later = hand.holding & hand.later
        # A hand with no room besides the cards that are shown later holds no others.
        unshown = hand.holding & ~later if hand.room > 0 else 0
        unknown = self.unknown[seat] if hand.room > 0 else 0
        if later & wanted or (unshown & wanted).bit_count() > hand.lost:
            return Proof.SHOWN
        if hand.doubt & wanted:
            return Proof.CONFLICTING
        possible = (self.unseen & wanted).bit_count()
        if unknown and possible > self.elsewhere[seat] + hand.lost:
            return Proof.CONFLICTING if self.contradicted[seat] else Proof.COUNTED
        return Proof.UNDECIDED if unshown & wanted or (unknown and possible) else Proof.DISPROVED


def knowledge_from_log(record: RoundRecord, pack: Pack, holdings: Holdings, log: Log) -> Knowledge:
    """Return what the record shows of every hand: its lists, and the cards that each player shows in the log."""
    shown = log.shown
    listed = 0
    for known in holdings.known:
        listed |= known
    aside = mask_of(record.set_aside or ())
    certain, doubtful, later, unknown, contradicted = [], [], [], [], []
    for seat, (known, whole) in enumerate(zip(holdings.known, holdings.complete, strict=True)):
        played = shown.by_seat[seat] & pack.cards
        if whole:
            kept = known & played & ~(holdings.repeated & shown.conflicting)
            if not (played & ~known or holdings.wrong_size[seat]):
                kept |= known & ~holdings.repeated
        else:
            undisputed = played & ~(listed & ~known) & ~aside & ~shown.conflicting
            if record.hands[seat] is not None and (known | undisputed).bit_count() > pack.hand_size:
                undisputed &= known  # more cards than the list has room for: which are his can't be told
            kept = known & ~(holdings.repeated & shown.conflicting) | undisputed
        certain.append(kept)
        doubtful.append((known | played) & ~kept)
        contradicted.append(bool(doubtful[-1]) or played != shown.by_seat[seat])
        later.append(kept & played)
        agreed = whole and kept == known  # also a hand of a wrong size
        unknown.append(0 if agreed else max(0, pack.hand_size - kept.bit_count()))
    hidden = sum(unknown) + max(0, pack.leftover - (aside & pack.cards & ~holdings.repeated).bit_count())
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        listed=holdings.known,
        later=tuple(later),
        unseen=pack.cards & ~listed & ~shown.all & ~aside,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - each for each in unknown),
        contradicted=tuple(contradicted),
    )


def knowledge_from_lists(holdings: Holdings) -> Knowledge | None:
    """Return what the lists alone show of every hand; None unless every hand is listed without a fault.

    This holds as long as every trick has one card of every player, each played by the player listed with it.
    """
    known, complete, repeated, _, miscounted = holdings
    if False in complete or repeated or miscounted:
        return None
    nothing = (0,) * len(known)
    return Knowledge(known, nothing, known, known, 0, nothing, nothing, (False,) * len(known), settled=True)


def with_conflicts(finding: Finding, findings: tuple[Finding, ...], known: Knowledge) -> Finding:
    """Return an open question with the errors that keep it open: about the player, or about cards he may hold."""
    if finding.conflicts_with is None or finding.seat is None:
        return finding
    doubtful = known.doubtful[finding.seat]
    return finding._replace(
        conflicts_with=tuple(
            index
            for index, other in enumerate(findings)
            if other.properties.doubts_hand
            and (other.seat == finding.seat or (other.card is not None and doubtful & BIT[other.card]))
        ),
    )
