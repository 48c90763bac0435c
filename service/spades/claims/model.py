"""The types of a claim that is judged with all hands open: the position, what is asked, and what was found."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from service.spades.positions.situation import Situation
from service.spades.record.model import RoundResult
from service.spades.scoring.model import SideScore
from service.spades.sentence import Sentence
from service.spades.solver.claims import Answer, Claim, Result
from service.spades.solver.question import ClaimTest
from service.spades.table import Table

Acceptance: TypeAlias = Literal[ClaimTest, "not_allowed"]
"""By which question a ruleset accepts a claim (`irregularities.claims`)."""


class ClaimToJudge(NamedTuple):
    """A claim, and all that is known of the round around it."""

    situation: Situation
    claim: Claim
    budget: int
    """The positions that each question may search."""
    so_far: RoundResult | None = None
    """The bids, and the tricks won before the trick in progress; None without bids."""
    has_score: bool = False
    """Whether the tricks won so far are known, so that every outcome has a score."""

    @property
    def table(self) -> Table:
        """Who sits where."""
        return self.situation.table


class NilJudgement(NamedTuple):
    """What becomes of a nil whose bidder has won no trick so far."""

    seat: int
    blind: bool
    best_play: Answer
    """If his side plays perfectly for the nil, and all others against it."""
    every_line: Answer
    """However all cards are played."""
    fewest: int
    """How many tricks he is proved to take in every line."""
    detail: Sentence


class ClaimOutcome(NamedTuple):
    """What the round scores if the claimer's side takes a number of the tricks left."""

    tricks: int
    claimed: bool
    """Whether it is the number claimed."""
    detail: Sentence
    """Who gets the tricks left, or why nobody can tell."""
    sides: tuple[SideScore, ...] | None
    """The score of every side; None if nobody can tell who takes the other tricks."""


class ClaimJudgement(NamedTuple):
    """What was found about a claim."""

    side: int
    """The claimer's side."""
    claimed: int
    accepted_by: Acceptance
    result: Result
    """By the question that the ruleset accepts claims by; disproved if it accepts none."""
    detail: tuple[Sentence, ...]
    certain: Answer
    by_statement: Answer
    best_play: Answer
    nils: tuple[NilJudgement, ...] | None
    """Every nil that is still possible; None without bids."""
    outcomes: tuple[ClaimOutcome, ...] | None
    """None without bids or the tricks won so far."""

    @property
    def accepted(self) -> Answer:
        """The answer to the question that the ruleset accepts claims by; to `certain` if it accepts none."""
        match self.accepted_by:
            case "by_statement":
                return self.by_statement
            case "best_play":
                return self.best_play
            case _:
                return self.certain
