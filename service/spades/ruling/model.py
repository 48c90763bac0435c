"""The types of a ruling: on a round, on a row of a score sheet, on a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from service.spades.findings import Finding, Rule, Verdict
from service.spades.record.model import Standing, TrickResult
from service.spades.scoring.model import Adjustment, Next, Outcome, SideScore
from service.spades.table import Table

Effect: TypeAlias = Literal["tricks", "contract", "nil", "points", "game", "round"]
"""What a penalty changes."""


class Penalty(NamedTuple):
    """One consequence of one finding for one side."""

    finding: int
    """The place of the finding among those of the ruling."""
    side: int
    effect: Effect
    tricks: int | None
    """Of an effect on tricks: how many are really taken (below 0) or added."""
    rule: Rule
    """The parameter by which the offence costs this."""
    detail: str
    further_rules: tuple[Rule, ...] = ()
    """The other parameters that make it what it is: what a revoke costs, where the offence costs the same, and the
    one that sets the number of tricks."""


class Penalised(NamedTuple):
    """The penalties of a round, and for each side what they change in its score."""

    penalties: tuple[Penalty, ...]
    adjustments: tuple[Adjustment, ...]


Result: TypeAlias = Literal["upheld", "refuted", "undecidable"]


class AccusationAnswer(NamedTuple):
    """The answer to one accusation, by its place in the record."""

    accusation: int
    result: Result
    findings: tuple[int, ...]
    """The places of the findings that answer it."""
    detail: str


class Difference(NamedTuple):
    """A value of the sheet that is not the one as ruled."""

    pointer: str
    reported: int
    ruled: int


class Correction(NamedTuple):
    """A card of the record, and what would stand in its place."""

    pointer: str
    recorded: str
    suggested: str
    detail: str


class Ruling(NamedTuple):
    """The answer to a record, or to a row of a score sheet."""

    table: Table
    verdict: Verdict
    complete: bool
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tricks: tuple[TrickResult, ...] | None
    """None for a row of a sheet, which has none."""
    tricks_won: tuple[int | None, ...]
    """For each seat; None where a sheet only has those of the side."""
    side_tricks: tuple[int, ...]
    as_played: tuple[SideScore, ...] | None
    """The score as the cards fell; None where the round is not complete."""
    affected_from: int | None = None
    answers: tuple[AccusationAnswer, ...] | None = None
    """The answers to the accusations; None where none was asked about."""
    penalties: tuple[Penalty, ...] = ()
    as_ruled: tuple[SideScore, ...] | None = None
    """The score after the penalties; of a void round there is one too, which is nothing."""
    differences: tuple[Difference, ...] | None = None
    """None where nothing was reported."""
    correction: Correction | None = None

    def keeping(self, wanted: Callable[[Finding], bool]) -> Ruling:
        """Return this ruling with those findings of the sheet, which come last, that are wanted."""
        findings = tuple(filter(wanted, self.findings))
        return self if len(findings) == len(self.findings) else self._with(findings)

    def followed_by(self, finding: Finding) -> Ruling:
        """Return this ruling with one more finding."""
        return self._with((*self.findings, finding))

    def _with(self, findings: tuple[Finding, ...]) -> Ruling:
        verdict = "void" if self.verdict == "void" else verdict_of(findings, self.undecided)
        return self._replace(findings=findings, verdict=verdict)

    def moved(self, move: Callable[[str], str]) -> Ruling:
        """Return this ruling with every pointer moved to where the record stands in a larger request."""
        told, right = self.differences, self.correction
        return self._replace(
            findings=tuple(each.moved(move) for each in self.findings),
            undecided=tuple(each.moved(move) for each in self.undecided),
            differences=told and tuple(each._replace(pointer=move(each.pointer)) for each in told),
            correction=right and right._replace(pointer=move(right.pointer)),
        )


def verdict_of(findings: tuple[Finding, ...], undecided: tuple[Finding, ...]) -> Verdict:
    """Return the verdict on these findings and open questions, where the round is not void."""
    if findings and any(finding.gravity != "note" for finding in findings):
        return "irregular"
    return "undetermined" if undecided else "clean"


Cause: TypeAlias = Literal["tricks", "bags", "points", "carry", "penalty"]


class SheetError(NamedTuple):
    """The first value on the sheet that is wrong; its round from 0."""

    round: int
    pointer: str
    reported: int
    expected: int
    cause: Cause
    detail: str


class SheetShift(NamedTuple):
    """A running score on the sheet that is not the one as ruled; its round from 0."""

    round: int
    team: str
    reported: int
    expected: int


class AuditedRound(NamedTuple):
    """The ruling on one round, and who dealt it."""

    dealer: int | None
    ruling: Ruling
    standing_known: bool
    """Whether the standing before it is: else its score is as from nothing."""


class GameRuling(NamedTuple):
    """The answer to a game."""

    verdict: Verdict
    rounds: tuple[AuditedRound, ...]
    first_error: SheetError | None
    shifts: tuple[SheetShift, ...]
    standing: tuple[Standing, ...] | None
    """As ruled; None where a round without a score leaves it unknown."""
    outcome: Outcome
    next: Next | None
