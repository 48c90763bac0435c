"""The types of a score: its lines, a side, a round, a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.parameters.bids import Kind
from service.spades.deal.contracts import Contract
from service.spades.record.model import Standing
from service.spades.sentence import Sentence

Fate: TypeAlias = Literal["as_played", "set", "no_points", "lost", "credited"]
"""What becomes of a contract: counted as played; or, by a penalty, set whatever the side took; without points if made;
lost, so that every trick of the bid is missing; or credited, as if exactly made."""

LINE_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "contract_made": "The side took at least as many tricks as its contract.",
        "contract_set": "The side took fewer tricks than its contract, or is set however many it took.",
        "contract_without_points": "The contract was made, but a penalty takes its points.",
        "contract_credited": "The side is credited with its contract for another side's offence.",
        "overtricks": "Tricks beyond the contract.",
        "trick_points": "The tricks of a round that is played without bids.",
        "nil_made": "A nil bidder took no tricks.",
        "nil_failed": "A nil bidder took a trick, or a penalty makes the nil fail.",
        "blind_nil_made": "A blind nil bidder took no tricks.",
        "blind_nil_failed": "A blind nil bidder took a trick, or a penalty makes the nil fail.",
        "nil_without_points": "A nil was made, but a penalty takes its points.",
        "double_nil_made": "Both partners bid nil, and neither took a trick.",
        "double_nil_failed": "Both partners bid nil, and at least one of the nils failed.",
        "linked_set": "A nil and its partner's contract stand or fall together, and one of them fell.",
        "failed_nil_tricks": "The tricks of a failed nil bidder, scored as overtricks.",
        "special_made": "A contract that has points of its own, in place of the ordinary ones, was made.",
        "special_set": "A contract that has points of its own, in place of the ordinary ones, was set.",
        "bonus": "A contract of this size brings points on top of its own.",
        "bonus_lost": "A contract of this size costs points on top of its own if it is set.",
        "bag_penalty": "The side's bags reached the limit.",
        "bag_points_cancelled": "The points that those bags had earned are taken back.",
        "bag_credit": "Another side's bags reached the limit.",
        "boston": "The side took every trick without having bid it.",
        "unbid_tricks": "The side took so many tricks without having bid them.",
        "penalty": "The points that penalties take from the side, or give it.",
        "adjustment": "A director gave the side points or tricks, or took them; tricks are a line of 0 points.",
        "forfeit": "The points of a forfeit of the game: for the side that forfeits it, or for another one.",
    }
)
"""Every code that a line of a score may have, with its meaning."""

BAG_LINES: Final = frozenset({"bag_penalty", "bag_points_cancelled", "bag_credit"})
"""The lines of a penalty for bags, and of what it brings: they depend on the bags from before the round."""

DECIDED_LINES: Final = frozenset({"adjustment", "forfeit"})
"""The lines that follow from what was decided about a round, not from its bids and tricks."""


class Line(NamedTuple):
    """One step of a score: its code, its points, and the reason in a sentence."""

    code: str
    points: int
    detail: Sentence


class NilResult(NamedTuple):
    """The result of one nil; ``seat`` None is a nil bid by a side as a whole."""

    seat: int | None
    kind: Kind
    tricks: int
    made: bool
    """Whether the bidder took no tricks, and no penalty makes the nil fail."""


def is_bid_by(bidder: int | None, seats: frozenset[int]) -> bool:
    """Return whether a bid is one of these seats' own; a bid by the side as a whole (None) is everybody's."""
    return bool(seats) if bidder is None else bidder in seats


ContractResult: TypeAlias = tuple[bool, int, Fate]
"""The result of a contract: whether it was made, with how many overtricks, and what became of it."""


class Adjustment(NamedTuple):
    """What the penalties of a round change in the score of one side; the defaults change nothing."""

    tricks: int = 0
    """Tricks taken away (below 0) or added."""
    contract: Fate = "as_played"
    failed_nils: frozenset[int] = frozenset()
    """The seats whose nil fails, whatever they took."""
    void_nils: frozenset[int] = frozenset()
    """The seats whose nil scores nothing if it was made."""
    revokes: int = 0
    """The number of revokes to add to the side's standing."""
    void: bool = False
    """Whether the round counts for nothing."""
    forfeits: bool = False
    """Whether the side forfeits the game."""
    points: int = 0
    """Points taken away (below 0) or added."""
    loses_tricks: bool = False
    """Whether a penalty took tricks that the side had won, whatever it was given for another's."""


NO_ADJUSTMENT: Final = Adjustment()


class SideScore(NamedTuple):
    """The score of one side in one round; ``points`` is the sum of ``lines``, the step from ``before`` to ``after``."""

    side: int
    contract: Contract
    tricks: int
    """Its tricks, after those that a director or a penalty took or gave."""
    contract_tricks: int
    """The tricks that count towards the contract (step 4)."""
    made: bool
    nils: tuple[NilResult, ...]
    boston: bool
    wins_game: bool
    """Whether it wins the game by a contract, or by so many tricks, whatever the score."""
    bags: int
    """Bags gained in this round, before any penalty takes them off."""
    lines: tuple[Line, ...]
    points: int
    before: Standing
    after: Standing
    tricks_adjustment: int = 0
    """The tricks that penalties took (below 0) or added."""
    tricks_decided: int = 0
    """The tricks that a director took (below 0) or gave."""


EndReason: TypeAlias = Literal[
    "target", "floor", "sets_limit", "consecutive_sets_limit", "round_limit", "time", "boston", "contract", "forfeit"
]


class Outcome(NamedTuple):
    """Whether a game is over, who has won it and why; or why another round is needed."""

    winners: tuple[int, ...]
    """The sides that have won; none while the game goes on, or if all have lost it."""
    reason: EndReason | None
    detail: Sentence
    over: bool = False
    """Whether the game is over for one of several reasons, nobody knows which."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.over or self.reason is not None


class NextRound(NamedTuple):
    """The round that comes next."""

    round_number: int
    dealer: int | None
    first_bidder: int | None
    openers: tuple[int, ...] = ()
    """Those of whom one bids first, if the game may stand in several ways that differ in that."""
