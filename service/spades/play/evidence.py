"""Proof of who held what, in three values: proved, disproved, or undecided on this record.

For a player and a set of cards X at some play, with U the cards of the pack that nobody is listed with and nobody
shows, r how many of the player's cards are then unknown, and c how many other places there are for unknown cards:

- proved: X is in his listed hand, or he plays a card of X later or takes one back, or more cards of U are in X than
  fit elsewhere;
- disproved: he plays no X later, and r is 0 or U holds no card of X;
- undecided otherwise, and wherever the only evidence is a card on which his own cards contradict each other, or the
  count of a hand in which they do: which of his plays is not what it says, and when, no count can tell.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from service.spades.cards import mask_of
from service.spades.record.log import Log
from service.spades.record.model import Holdings, RoundRecord
from service.spades.rules.pack import Pack


class Verdict(Enum):
    """Whether a player held a card of a set."""

    PROVED = "proved"
    COUNTED = "proved by counting"
    DISPROVED = "disproved"
    UNDECIDED = "undecided"
    CONFLICTING = "undecided: the player's own cards contradict each other"


PROVED = frozenset({Verdict.PROVED, Verdict.COUNTED})


class Hand(NamedTuple):
    """What is known of a hand at some moment of the play, after the card that is judged."""

    holding: int
    """What is left of the certain cards."""
    doubt: int
    """What is left of the doubtful ones."""
    lost: int
    """In how many tricks before the log lacks the player's card, or shows one that can't be his: an unshown card may
    have gone there."""
    room: int
    """How many cards are left beside the certain ones that are shown later."""
    later: int
    """The cards that the log shows and that can't have gone to a trick which lacks one: still there if not played."""


class Knowledge(NamedTuple):
    """What the whole record tells about each hand at the start of play; one entry a seat."""

    certain: tuple[int, ...]
    """Cards that the player held: listed without conflict, or shown."""
    doubtful: tuple[int, ...]
    """Cards that the player is listed with or shows, on which the record contradicts itself."""
    listed: tuple[int, ...]
    """Cards that the player is listed with when play starts, by his hand or by an exchange, in doubt or not."""
    later: tuple[int, ...]
    """The certain cards that the log shows: until they are played they are in the hand, whatever else is unknown."""
    unseen: int
    """U: the cards of the pack that nobody is listed with and nobody shows."""
    unknown: tuple[int, ...]
    """r: how many cards of the player's hand are not known."""
    elsewhere: tuple[int, ...]
    """c: how many places for unknown cards there are outside this player's hand."""
    torn: tuple[bool, ...]
    """Whether the player's own cards contradict the record: then counting can't tell which of them he did not have."""
    settled: bool = False
    """Whether every hand is known and none is in doubt: what a player is not certain to have held, he did not hold."""

    def held(self, seat: int, wanted: int, hand: Hand) -> Verdict:
        """Judge whether a player held a card of ``wanted`` at some moment of the play."""
        later = hand.holding & hand.later
        # Beside the cards that are shown later there may be no room for any other.
        unshown = hand.holding & ~later if hand.room > 0 else 0
        unknown = self.unknown[seat] if hand.room > 0 else 0
        if later & wanted or (unshown & wanted).bit_count() > hand.lost:
            return Verdict.PROVED
        if hand.doubt & wanted:
            return Verdict.CONFLICTING
        possible = (self.unseen & wanted).bit_count()
        if unknown and possible > self.elsewhere[seat] + hand.lost:
            return Verdict.CONFLICTING if self.torn[seat] else Verdict.COUNTED
        return Verdict.UNDECIDED if unshown & wanted or (unknown and possible) else Verdict.DISPROVED


def knowledge(record: RoundRecord, pack: Pack, holdings: Holdings, log: Log) -> Knowledge:
    """Gather what the record tells about every hand, the log looked through for what each player shows."""
    shown = log.shown
    listed = 0
    for known in holdings.known:
        listed |= known
    aside = mask_of(record.set_aside or ())
    certain, doubtful, later, unknown, torn = [], [], [], [], []
    for seat, (known, whole) in enumerate(zip(holdings.known, holdings.complete, strict=True)):
        played = shown.by_seat[seat] & pack.cards
        if whole:
            kept = known & played & ~(holdings.repeated & shown.twice)
            if not (played & ~known or holdings.wrong_size[seat]):
                kept |= known & ~holdings.repeated
        else:
            kept = known & ~(holdings.repeated & shown.twice) | (played & ~(listed & ~known) & ~aside & ~shown.twice)
        certain.append(kept)
        doubtful.append((known | played) & ~kept)
        torn.append(bool(doubtful[-1]) or played != shown.by_seat[seat])
        later.append(kept & played)
        unknown.append(max(0, pack.hand_size - kept.bit_count()))
    hidden = sum(unknown) + max(0, pack.leftover - (aside & pack.cards & ~holdings.repeated).bit_count())
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        listed=holdings.known,
        later=tuple(later),
        unseen=pack.cards & ~listed & ~shown.all & ~aside,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - each for each in unknown),
        torn=tuple(torn),
    )


def trusted(holdings: Holdings) -> Knowledge | None:
    """Return the same where every hand is listed without a fault, so that the log adds nothing; else None.

    It holds as long as every trick has one card of every player, each played by who is listed with it.
    """
    known, complete, repeated, wrong_size = holdings
    if False in complete or repeated or True in wrong_size:
        return None
    nothing = (0,) * len(known)
    return Knowledge(known, nothing, known, known, 0, nothing, nothing, (False,) * len(known), settled=True)
