"""The types of a ruling: on a round, on a row of a score sheet, on a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from service.spades.catalogue.parameters.penalties import Remedy
from service.spades.findings import Finding, Location, Verdict
from service.spades.record.model import RoundRecord, RoundResult, Standing, TrickResult
from service.spades.ruling.claims import RuledClaim
from service.spades.scoring.model import NextRound, Outcome, SideScore
from service.spades.sentence import Sentence
from service.spades.slips.suspects import Change, SlipCode
from service.spades.table import Table

Value = TypeVar("Value")
Effect: TypeAlias = Literal["tricks", "contract", "nil", "points", "game", "round", "choice"]
"""What a penalty changes."""

CallResult: TypeAlias = Literal["upheld", "refuted", "undecidable", "invalid"]
"""What became of a call; ``invalid``: it names no trick, and a call must."""

FiguresFrom: TypeAlias = Literal["readings", "sheet"]
"""On what the figures of a ruling on several readings rest: on all of them, or on those that agree with the sheet."""
SheetCause: TypeAlias = Literal["tricks", "bags", "points", "carry", "penalty"]
"""What is behind a wrong value on the sheet of a game."""


class RemedyChoice(NamedTuple):
    """A remedy that the wronged side may choose, and the score as ruled with it; None if it is not known."""

    remedy: Remedy
    as_ruled: tuple[SideScore, ...] | None


class Penalty(NamedTuple):
    """One consequence of one finding for one side."""

    finding: int
    """The index of the finding among those of the ruling."""
    side: int
    effect: Effect
    tricks: int | None
    """For an effect on tricks, the number that is really taken (below 0) or added; None for any other."""
    parameter: str
    """The parameter that gives the offence a penalty."""
    detail: tuple[Sentence, ...]
    further_parameters: tuple[str, ...] = ()
    """The other parameters behind it: what a revoke costs, if the offence costs the same; how many tricks."""
    points: int | None = None
    """For a penalty in points, those taken (below 0) or given; None for any other."""
    choices: tuple[RemedyChoice, ...] = ()
    """What the wronged side may choose, if the record does not say what it chose."""


class Circumstances(NamedTuple):
    """The circumstances that decide, besides the ruleset, whether an offence is penalised."""

    called: frozenset[int] | None
    """The indices of the findings that were called in time, None if the audit itself is the call."""
    void: bool
    """Whether the round is void."""
    finished: bool
    """Whether the round has a score: until it has one, later tricks may still decide what an offence costs."""
    counts: bool
    """Whether the round counts (`Figures.counts`)."""
    may_be_void: bool = False
    """Whether that is open: nothing is then stated to cost anything."""
    chosen: Mapping[int, Remedy] = MappingProxyType({})
    """What the wronged sides chose, by the index of the finding."""


class CalledInTime(NamedTuple):
    """The indices of the revokes that were called in time."""

    surely: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    """These, and those of which it depends on how play ended after the log."""


def _by_any(calls: Iterable[CalledInTime]) -> CalledInTime:
    """Return what was called in time by any of these calls."""
    surely, perhaps = zip(*calls, strict=True)
    return CalledInTime(frozenset[int]().union(*surely), frozenset[int]().union(*perhaps))


class AccusationAnswer(NamedTuple):
    """The answer to one accusation, by its index in the record."""

    accusation: int
    result: CallResult
    findings: tuple[int, ...]
    """The indices of the findings that answer it."""
    detail: Sentence
    remedy: Remedy | None = None
    """What the side that called chose: None if it said nothing of that, or called wrongly, which is its own offence."""
    in_time: tuple[CalledInTime, ...] = ()
    """What it called in time, by each reading or by the record alone: whoever calls too late chooses nothing."""


class Calls(NamedTuple):
    """The answers to all calls, and the findings and the open questions that they add."""

    answers: tuple[AccusationAnswer, ...] = ()
    findings: tuple[Finding, ...] = ()
    undecided: tuple[Finding, ...] = ()

    def in_readings(self, indices: Iterable[int]) -> Calls:
        """Return these calls as if a record had no readings but those at these indices."""
        answers = [
            each._replace(in_time=tuple([each.in_time[index] for index in indices if each.in_time]))
            for each in self.answers
        ]
        return self._replace(answers=tuple(answers))

    @property
    def called_in(self) -> tuple[CalledInTime, ...]:
        """What any call named in time, by each reading or by the record alone; none if nothing was called."""
        by_call = [answer.in_time for answer in self.answers if answer.in_time]
        return tuple([_by_any(calls) for calls in zip(*by_call, strict=True)])

    def chosen_in(self, reading: int, *, goes_on: bool) -> dict[int, set[Remedy]]:
        """Return what those chose who called each revoke in time, in one reading and with one end of play."""
        chosen: dict[int, set[Remedy]] = {}
        for answer in self.answers:
            if answer.remedy is not None:
                in_time = answer.in_time[reading]
                for finding in in_time.perhaps if goes_on else in_time.surely:
                    chosen.setdefault(finding, set()).add(answer.remedy)
        return chosen

    @property
    def called(self) -> frozenset[int]:
        """The revokes that were called in time however the record is read, and however play ended."""
        return frozenset(in_all([called.surely for called in self.called_in]))

    @property
    def perhaps_called(self) -> frozenset[int]:
        """The other revokes that may have been called in time."""
        return frozenset[int]().union(*[called.perhaps for called in self.called_in]) - self.called

    @property
    def open_by_end(self) -> frozenset[int]:
        """Those of them of which that depends on how play ended."""
        return frozenset[int]().union(*[called.perhaps - called.surely for called in self.called_in]) - self.called


VOID_OR_NOT: Final = frozenset({"round_thrown_in", "misdeal_not_due"})
"""The questions on which it depends whether a round is void."""


def agreed(values: Sequence[Value]) -> Value | None:
    """Return what all of these are; None if they differ, or if there are none."""
    return values[0] if values and values.count(values[0]) == len(values) else None


def in_all(lists: Sequence[Collection[Value]]) -> tuple[Value, ...]:
    """Return what is in all of these, in the order of the first; nothing if there are none."""
    return tuple([value for value in lists[0] if all(value in other for other in lists)]) if lists else ()


class SheetDifference(NamedTuple):
    """A value of the sheet that is not the one as ruled."""

    location: Location
    reported: int
    ruled: int


class OfferedReading(NamedTuple):
    """What a record that contradicts itself may have been meant to say: one slip mended, and the ruling on the rest."""

    slip: SlipCode
    changes: tuple[Change, ...]
    verdict: Verdict
    offences: tuple[Finding, ...]
    points: tuple[int, ...] | None
    """For each side, its points as the cards fell; None if the round has no score then."""
    detail: Sentence


class Ruling(NamedTuple):
    """The answer to a record, or to a row of a score sheet."""

    record: RoundRecord | RoundResult
    """With every lead that it left out."""
    verdict: Verdict
    complete: bool
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tricks: tuple[TrickResult, ...] | None
    """None for a row of a sheet, which has none."""
    tricks_won: tuple[int | None, ...]
    """For each seat; None if a sheet has only those of the side."""
    side_tricks: tuple[int, ...]
    as_played: tuple[SideScore, ...] | None
    """The score as the cards fell; None if the round is not complete."""
    affected_from: int | None = None
    answers: tuple[AccusationAnswer, ...] | None = None
    """The answers to the accusations; None if the record has no list of them."""
    penalties: tuple[Penalty, ...] = ()
    as_ruled: tuple[SideScore, ...] | None = None
    """The score after the penalties; a void round has one too, without points."""
    differences: tuple[SheetDifference, ...] | None = None
    """None if nothing was reported."""
    readings: tuple[OfferedReading, ...] | None = None
    """Those that are shown, at most eight; None if the record is taken as written, or no single slip mends it."""
    claim: RuledClaim | None = None
    """None if the play did not end with a claim."""
    figures_from: FiguresFrom | None = None
    """What the score rests on: it is the same in all readings, or in those that agree with the score sheet. None if the
    record is taken as written, or no score as ruled is stated."""
    possible_scores: tuple[tuple[SideScore, ...], ...] = ()
    """Of its readings' scores as ruled, one for each different end: the standing, and who wins the game by the round;
    empty if one of them is not known."""
    limit_reached: bool = False
    """Whether there were more readings than are tried for one record."""
    voided_by_some: bool = False
    """Whether the round is dealt again in a way in which it may have gone, if not in all of them."""

    @property
    def table(self) -> Table:
        """Who sits where and who plays with whom."""
        return self.record.table

    @property
    def may_be_void(self) -> bool:
        """Whether it is open if the round is void for its bids or for a misdeal."""
        return self.verdict != "void" and any(question.code in VOID_OR_NOT for question in self.undecided)

    @property
    def does_not_count(self) -> bool:
        """Whether the round counts for nothing in its game: it is void, or a penalty voids it."""
        return self.verdict == "void" or any(penalty.effect == "round" for penalty in self.penalties)

    def having(self, findings: tuple[Finding, ...], undecided: tuple[Finding, ...]) -> Ruling:
        """Return this ruling with these findings and open questions, and the verdict on them."""
        verdict = "void" if self.verdict == "void" else verdict_of(findings, undecided)
        return self._replace(findings=findings, undecided=undecided, verdict=verdict)


def verdict_of(findings: tuple[Finding, ...], undecided: tuple[Finding, ...]) -> Verdict:
    """Return the verdict on these findings and open questions of a round that is not void."""
    severities = {finding.severity for finding in findings}
    if "offence" in severities:
        return "irregular"
    if "error" in severities:
        return "inconsistent"
    return "undetermined" if undecided else "clean"


class SheetError(NamedTuple):
    """The first value on the sheet of a game that is wrong; ``round`` is the number of its round."""

    round: int
    location: Location
    """In the request of the game."""
    reported: int
    expected: int
    cause: SheetCause
    detail: Sentence


class SheetShift(NamedTuple):
    """A running score on the sheet that is not the one as ruled; ``round`` is the number of its round."""

    round: int
    side: int
    reported: int
    expected: int


class PlayedRound(NamedTuple):
    """A round of a game: its record with what follows from the rounds before it, and the ruling on it."""

    number: int
    """As on a sheet: void rounds count, unlike in the number of its record."""
    record: RoundRecord | RoundResult
    ruling: Ruling
    unsettled: int | None = None
    """The index of the round, this or an earlier one, that leaves open which standing comes before or after this round;
    None if both are known, or are as far as this round goes."""
    has_open_figure: bool = False
    """Whether a figure of the sheet could not be compared."""

    @property
    def forfeited_by(self) -> tuple[int, ...]:
        """The sides that lose the game in this round, by their forfeit or by a penalty."""
        by_penalty = {penalty.side for penalty in self.ruling.penalties if penalty.effect == "game"}
        lost_by = self.record.decisions.lost_by
        return tuple(sorted(by_penalty if lost_by is None else {*by_penalty, lost_by}))


class PlayedGame(NamedTuple):
    """The rounds of a game, ruled on one after the other, and the standing of the game after them."""

    table: Table
    """As it is after the last substitution."""
    rounds: tuple[PlayedRound, ...]
    standing: tuple[Standing, ...] | None
    """As ruled; None if a round without a score leaves it unknown, or its rounds leave several."""
    outcome: Outcome
    """What holds of every standing that the game may have."""
    next_round: NextRound | None
    """None after the end, or if the number of the round is not known."""
    standings: tuple[tuple[Standing, ...], ...] = ()
    """Every standing that the game may have, if they are several and known."""

    @property
    def forfeited_by(self) -> tuple[int, ...]:
        """The sides that forfeited the game, none if anything else ended it."""
        if self.outcome.reason != "forfeit":
            return ()
        return next(last for last in reversed(self.rounds) if not last.record.decisions.game_over).forfeited_by


class ScoredRow(NamedTuple):
    """A row of a score sheet that has a score."""

    ruling: Ruling
    game: PlayedGame | None
    """As it stands after the row; None if nobody knows how it stood before, or what else ends it."""


class GameRuling(NamedTuple):
    """The answer to a game: its rounds, and the errors of its sheet."""

    played: PlayedGame
    verdict: Verdict
    first_error: SheetError | None
    shifts: tuple[SheetShift, ...]
