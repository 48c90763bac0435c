"""A round as it was recorded: players as seats, cards as indices, each item knowing its place in the record.

Nothing here judges: a record is evidence, and reading it never depends on whether the rules were kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from service.spades.table import Table


class Bid(NamedTuple):
    """A bid in the order in which it was made: by a player (``seat``) or by a side as a whole (``seat`` None)."""

    place: int
    seat: int | None
    side: int
    tricks: int
    blind: bool


class Trick(NamedTuple):
    """The plays of a trick in order, as parallel seats and cards, and who the record says led and won it."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    leader: int | None = None
    winner: int | None = None


class At(NamedTuple):
    """A moment of the play: how many plays of which trick, from 0, lay on the table."""

    trick: int
    plays: int


class Withdrawn(NamedTuple):
    """A card that was taken back: the play it stands at and its place among those withdrawn there, all from 0."""

    trick: int
    place: int
    position: int
    card: int
    at: At | None
    """When it was taken back; None where the record does not say, which is taken as in time."""


class Accusation(NamedTuple):
    """A call that a player revoked, of one trick (from 0) or of any."""

    place: int
    by: int
    against: int
    trick: int | None
    at: At | None
    """When it was made; None for after the round."""


class Reported(NamedTuple):
    """What the score sheet claims, by the names it uses; None for what it does not tell."""

    tricks_won: Mapping[str, int] | None
    points: Mapping[str, int] | None
    score: Mapping[str, int] | None
    bags: Mapping[str, int] | None
    """The running count of bags after the round."""


class Exchange(NamedTuple):
    """Cards that one player passed to another after the bidding."""

    giver: int
    taker: int
    cards: tuple[int, ...]


class Draw(NamedTuple):
    """The cards that a player drew in one turn, and which of them he kept."""

    seat: int
    cards: tuple[int, ...]
    kept: tuple[int, ...]


class Standing(NamedTuple):
    """A side's running totals: points, bags, how often it was set, how often it revoked."""

    score: int = 0
    bags: int = 0
    sets: int = 0
    revokes: int = 0


class RoundRecord(NamedTuple):
    """What there is of one round, finished or not."""

    table: Table
    bids: tuple[Bid, ...]
    tricks: tuple[Trick, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    """For each seat the cards dealt, or None where the hand is not known."""
    dealer: int | None = None
    round_number: int | None = None
    set_aside: tuple[int, ...] | None = None
    exchanges: tuple[Exchange, ...] | None = None
    """Cards passed between partners; None where the record does not say whether any were."""
    draws: tuple[Draw, ...] | None = None
    """How two players drew their hands, turn by turn; None where the record does not say."""
    drawn_hands: frozenset[int] = frozenset()
    """The seats whose hand is not listed, but made by their draws."""
    before: tuple[Standing, ...] | None = None
    """For each side its standing before the round; None where the record does not say."""
    withdrawn: tuple[Withdrawn, ...] = ()
    """The cards taken back, in the order of the log."""
    accusations: tuple[Accusation, ...] | None = None
    """The revokes that were called; None where the record does not say."""
    reported: Reported | None = None
    opener: int | None = None
    """Who is to bid first, where the rounds before tell it and no dealer does."""


class RoundResult(NamedTuple):
    """A finished round as a score sheet has it: bids and tricks won."""

    table: Table
    bids: tuple[Bid, ...]
    side_tricks: tuple[int, ...]
    seat_tricks: tuple[int | None, ...]
    """For each seat its tricks; None where the sheet only gives those of the side."""
    dealer: int | None = None
    round_number: int | None = None
    before: tuple[Standing, ...] | None = None
    opener: int | None = None
    """Who is to bid first, where the rounds before tell it and no dealer does."""
    reported: Reported | None = None


class TrickRecord(NamedTuple):
    """One trick by itself, and what is known about it."""

    table: Table
    trick: Trick
    hands: tuple[tuple[int, ...] | None, ...]
    """For each seat what it held before the trick, or None where that is not known."""
    expected: int | None
    """Who was to lead."""
    number: int | None
    broken: bool | None
    """Whether spades had been broken before."""


class GameRecord(NamedTuple):
    """The rounds of a game as a score sheet has them."""

    table: Table
    rounds: tuple[RoundResult, ...]
    first_dealer: int | None
    before: tuple[Standing, ...] | None


class AuditedGame(NamedTuple):
    """The rounds of a game, each as a record or as a row of the score sheet."""

    table: Table
    rounds: tuple[RoundRecord | RoundResult, ...]
    first_dealer: int | None
    before: tuple[Standing, ...] | None


class Holdings(NamedTuple):
    """Who is known to hold what when the first card is led; one entry a seat."""

    known: tuple[int, ...]
    complete: tuple[bool, ...]
    """Whether ``known`` is the whole hand, or only the cards that are certain to be in it."""
    repeated: int
    """Cards that are listed more than once."""
    wrong_size: tuple[bool, ...]


class TrickResult(NamedTuple):
    """What became of a trick; seats and card indices, None where the record does not tell."""

    number: int
    leader: int | None
    led_suit: int | None
    winner: int | None
    winning_card: int | None
    broken: Broken
    """Whether spades are broken after this trick."""


class Broken(IntEnum):
    """Whether spades have been broken, as far as the record tells."""

    NO = 0
    MAYBE = 1
    YES = 2


class Moment(NamedTuple):
    """The moment at which a card is to be played."""

    plays: tuple[int, ...]
    """The cards of the trick so far."""
    trick_number: int
    broken: bool
    """Whether spades have been broken before this trick."""
