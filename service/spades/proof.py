"""Proof of who held what, in three values: proved, disproved, or undecided on this record.

For a player and a set of cards X at some play, with U the cards of the pack that nobody is listed with and nobody
shows, r how many of the player's cards are unknown, and c how many other places there are for unknown cards:

- proved: X is in his listed hand, or he plays a card of X later, or more cards of U are in X than fit elsewhere;
- disproved: he plays no X later, and r is 0 or U holds no card of X;
- undecided otherwise, and wherever the only evidence is a card on which his own cards contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from service.spades.cards import Pack, mask_of
from service.spades.deal import Holdings, Log
from service.spades.record import RoundRecord


class Verdict(Enum):
    """Whether a player held a card of a set."""

    PROVED = "proved"
    COUNTED = "proved by counting"
    DISPROVED = "disproved"
    UNDECIDED = "undecided"
    CONFLICTING = "undecided: the player's own cards contradict each other"


PROVED = frozenset({Verdict.PROVED, Verdict.COUNTED})


class Broken(IntEnum):
    """Whether spades have been broken, as far as the record tells."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the whole record tells about each hand at the start of play; one entry a seat."""

    certain: tuple[int, ...]
    """Cards that the player held: listed without conflict, or shown."""
    doubtful: tuple[int, ...]
    """Cards that the player is listed with, on which the record contradicts itself."""
    unseen: int
    """U: the cards of the pack that nobody is listed with and nobody shows."""
    unknown: tuple[int, ...]
    """r: how many cards of the player's hand are not known."""
    elsewhere: tuple[int, ...]
    """c: how many places for unknown cards there are outside this player's hand."""
    settled: bool = False
    """Whether every hand is known and none is in doubt: what a player is not certain to have held, he did not hold."""

    def held(self, seat: int, holding: int, wanted: int) -> Verdict:
        """Judge whether a player, with ``holding`` left of the certain cards, held a card of ``wanted``."""
        if holding & wanted:
            return Verdict.PROVED
        if self.doubtful[seat] & wanted:
            return Verdict.CONFLICTING
        possible = (self.unseen & wanted).bit_count()
        if not self.unknown[seat] or not possible:
            return Verdict.DISPROVED
        return Verdict.COUNTED if possible > self.elsewhere[seat] else Verdict.UNDECIDED


def knowledge(record: RoundRecord, pack: Pack, holdings: Holdings, log: Log) -> Knowledge:
    """Gather what the record tells about every hand, the log looked through for what each player shows."""
    shown = log.shown
    listed = 0
    for known in holdings.known:
        listed |= known
    aside = mask_of(record.set_aside or ())
    certain, doubtful, unknown = [], [], []
    for seat, (known, whole) in enumerate(zip(holdings.known, holdings.complete, strict=True)):
        played = shown.by_seat[seat] & pack.cards
        if whole:
            kept = known & played & ~(holdings.repeated & shown.twice)
            if not (played & ~known or holdings.wrong_size[seat]):
                kept |= known & ~holdings.repeated
            certain.append(kept)
            doubtful.append(known & ~kept)
            unknown.append(max(0, pack.hand_size - (known | played).bit_count()))
        else:
            others = listed & ~known
            kept = known | (played & ~others & ~aside & ~shown.twice)
            certain.append(kept)
            doubtful.append(played & ~kept)
            unknown.append(max(0, pack.hand_size - kept.bit_count()))
    hidden = sum(unknown) + max(0, pack.leftover - len(record.set_aside or ()))
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        unseen=pack.cards & ~listed & ~shown.all & ~aside,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - each for each in unknown),
    )


def trusted(holdings: Holdings) -> Knowledge | None:
    """Return the same where every hand is listed without a fault, so that the log adds nothing; else None.

    It holds as long as every card is played by the player who is listed with it.
    """
    if not all(holdings.complete) or holdings.repeated or any(holdings.wrong_size):
        return None
    nothing = (0,) * len(holdings.known)
    return Knowledge(
        certain=holdings.known, doubtful=nothing, unseen=0, unknown=nothing, elsewhere=nothing, settled=True
    )
