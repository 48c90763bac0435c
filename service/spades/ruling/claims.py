"""The ruling on the claim with which the play of a round ended, and who makes it.

A claim takes a search, which no other audit reaches: whoever asks for an audit brings a `ClaimJudge`
(`service.analysis.claims`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias

from service.spades.findings import Finding
from service.spades.proof.facts import Facts
from service.spades.record.model import RoundClaim
from service.spades.sentence import Sentence

ClaimTest: TypeAlias = Literal["certain", "by_statement", "best_play"]
"""What a claim is held to, by the values of `claims.test`."""
ClaimResult: TypeAlias = Literal["accepted", "proved", "disproved", "undecided", "not_allowed"]


class RuledClaim(NamedTuple):
    """The ruling on the claim with which the play of a round ended."""

    seat: int
    claimed: int
    """The tricks claimed for the claimer's side, of the ``left`` that were left."""
    left: int
    size: int
    """All the tricks of the round."""
    result: ClaimResult
    test: ClaimTest | None
    """The question that decided it; None if it was accepted, or no claim is allowed."""
    given: tuple[int, ...] | None
    """The seats that get the tricks left, trick by trick; None if that is not decided."""
    detail: tuple[Sentence, ...]
    line: tuple[tuple[int, int], ...]
    """The seats and cards of a line of play that shows the result; none if it needs none."""
    on_table: tuple[tuple[int, int], ...]
    """Those that lay on the table where the line begins, in the trick with the number ``line_from``."""
    positions: int
    """The positions that were searched."""

    @property
    def line_from(self) -> int:
        """The number of the first trick that was left."""
        return self.size - self.left + 1


class ClaimedRound(NamedTuple):
    """The facts of a round after its claim, what became of that, and what is found about it."""

    facts: Facts
    claim: RuledClaim
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


class ClaimJudge(Protocol):
    """Rules on claims."""

    def pause(self) -> object:
        """Let something else be done; called from time to time."""

    def rule_on(self, facts: Facts, claim: RoundClaim, *, share: int = 1, in_doubt: bool = False) -> ClaimedRound:
        """Rule on the claim of a round, with a ``share``-th part of what may be searched.

        ``in_doubt``: whether readings of the record decide it differently, so that nobody can say whether it holds.
        """

    def for_each_of(self, rounds: int) -> ClaimJudge:
        """Return a judge for one round of a game that has this many: it searches no more than the share of a round."""


def split_as_reported(facts: Facts, before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tricks won by each seat, those of partners as the sheet divides them where that can be.

    Partners take the tricks of a claim together, and a sheet may count them for either; ``before`` are those won in
    play.
    """
    table, reported, won = facts.context.table, facts.context.record.reported, list(facts.play.tricks_won)
    if not facts.play.claimed or reported is None or reported.tricks_won is None:
        return facts.play.tricks_won
    for side in table.sides:
        figures = [reported.tricks_won.get(player, 0) for player in side.players]
        fits = all(figure >= before[seat] for figure, seat in zip(figures, side.seats, strict=True))
        if fits and sum(figures) == sum(won[seat] for seat in side.seats):
            for seat, figure in zip(side.seats, figures, strict=True):
                won[seat] = figure
    return tuple(won)
