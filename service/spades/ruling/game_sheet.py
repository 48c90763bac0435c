"""The sheet of a game, compared with the rulings on its rounds: its first wrong figure, and the totals that are off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, get_args

from service.spades.findings import Finding, Verdict
from service.spades.record.model import GameRecord, Reported
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.claims import ClaimJudge
from service.spades.ruling.game import play_game
from service.spades.ruling.model import GameRuling, PlayedRound, Ruling, SheetCause, SheetError, SheetShift, verdict_of
from service.spades.ruling.score_sheet import FIGURES
from service.spades.scoring.model import BAG_LINES, DECIDED_LINES, SideScore
from service.spades.sentence import say

_TOTALS: Final = frozenset({"score", "bags"})
"""The rows of a sheet that run on from round to round."""
_WHY: Final[Mapping[SheetCause, str]] = MappingProxyType(
    {
        "tricks": "tricks_counted_wrongly",
        "bags": "bags_left_out",
        "points": "points_are_wrong",
        "carry": "total_does_not_continue",
        "penalty": "penalties_left_out",
    }
)

_ANYWAY: Final[Mapping[str, SheetCause]] = MappingProxyType(
    {"sheet_points_anyway": "points", "sheet_score_anyway": "carry"}
)
"""The causes of figures that are wrong from any standing, by what is said of them."""


def audit_game(game: GameRecord, ruleset: Ruleset, claims: ClaimJudge) -> GameRuling:
    """Rule on a game, and compare what its sheet claims with the scores as ruled.

    A total that is off by as much as on the line before is no new error. ``claims`` is as in `audit`.
    """
    played = play_game(game, ruleset, claims)
    rounds: list[PlayedRound] = []
    verdicts: set[Verdict] = set()
    offsets: dict[tuple[str, int], int] = {}
    for played_round in played.rounds:
        ruling = _without_carried_errors(played_round.ruling, offsets)
        rounds.append(played_round._replace(ruling=ruling))
        # That a round is void is nobody's offence.
        is_void = ruling.does_not_count
        verdicts.add(verdict_of(ruling.findings, ruling.undecided) if is_void else ruling.verdict)
        verdicts |= {"undetermined"} if played_round.has_open_figure else set()
        offsets |= _sheet_offsets(played_round.record.reported, played_round.ruling)
    rows = ("points", "bags", "score") if ruleset.parameters.bags.limit else ("points", "score")
    return GameRuling(
        played=played._replace(rounds=tuple(rounds)),
        verdict=min(verdicts, key=get_args(Verdict).index, default="clean"),
        first_error=next(_errors(rounds, rows), None),
        shifts=tuple(_shifts(rounds)),
    )


def _without_carried_errors(ruling: Ruling, offsets: Mapping[tuple[str, int], int]) -> Ruling:
    """Return a ruling without the findings on totals that are off by as much as on the line before: no new errors."""

    def is_new(finding: Finding) -> bool:
        row, evidence = finding.properties.sheet_row, finding.evidence
        if row not in _TOTALS or evidence is None or finding.side is None:
            return True
        if evidence.reported is None or evidence.counted is None:
            return True
        return evidence.reported - evidence.counted != offsets.get((row, finding.side), 0)

    return ruling.having(tuple(filter(is_new, ruling.findings)), ruling.undecided) if ruling.findings else ruling


def _sheet_offsets(reported: Reported | None, ruling: Ruling) -> dict[tuple[str, int], int]:
    """Return by how much the totals of this round on the sheet are off, for each row and side."""
    if reported is None or ruling.as_ruled is None:
        return {}
    sides = ruling.table.sides
    return {
        (row, side.side): figures[sides[side.side].name] - FIGURES[row](side)
        for row, figures in (("score", reported.score or {}), ("bags", reported.bags or {}))
        for side in ruling.as_ruled
        if sides[side.side].name in figures
    }


def _shifts(played: Sequence[PlayedRound]) -> Iterator[SheetShift]:
    for number, record, ruling, *_ in played:
        for (row, side), offset in _sheet_offsets(record.reported, ruling).items():
            if row == "score" and offset and ruling.as_ruled is not None:
                score = ruling.as_ruled[side].after.score
                yield SheetShift(number, side, score + offset, score)


def _errors(played: Sequence[PlayedRound], rows: tuple[str, ...]) -> Iterator[SheetError]:
    """Yield the wrong values of these rows, round by round; in a round, a total comes after what it is made of."""
    for index, played_round in enumerate(played):
        number, record, ruling, *_ = played_round
        yield from _wrong_sum(index, played_round)
        if record.reported is None:
            continue
        yield from _wrong_tricks(index, played_round)
        as_played = ruling.as_played or (None,) * len(ruling.table.sides)
        for row in rows:
            values: Mapping[str, int] = getattr(record.reported, row) or {}
            for side_played, as_ruled in zip(as_played, ruling.as_ruled or (), strict=False):
                team = ruling.table.sides[as_ruled.side].name
                value, expected = values.get(team), FIGURES[row](as_ruled)
                if value is not None and value != expected:
                    points = None if record.reported.points is None else record.reported.points.get(team)
                    cause = _cause(row, value, (side_played, as_ruled), points)
                    is_incomplete = _leaves_out_decisions(row, value, side_played)
                    key = "decisions_left_out" if is_incomplete else _WHY[cause]
                    counts_void = ruling.does_not_count and cause != "bags" and points != as_ruled.points
                    why = "round_is_void" if counts_void else key
                    facts = {"round": number, "side": as_ruled.side, "reported": value, "expected": expected}
                    detail = say("first_wrong_value", **facts, why=say(why))
                    location = ("rounds", index, "reported", row, team)
                    yield SheetError(number, location, value, expected, cause, detail)
        yield from _wrong_anyway(index, played_round)


def _leaves_out_decisions(row: str, value: int, as_played: SideScore | None) -> bool:
    """Return whether a value is the one without what was decided about the round."""
    if as_played is None or row == "bags":
        return False
    decided = sum(line.points for line in as_played.lines if line.code in DECIDED_LINES)
    step = value if row == "points" else value - as_played.before.score
    return bool(decided) and step == as_played.points - decided


def _wrong_sum(index: int, played: PlayedRound) -> Iterator[SheetError]:
    """Yield the tricks of a row that don't add up, as one value: the sum that they make."""
    for finding in played.ruling.findings:
        evidence = finding.evidence
        if finding.location == ("tricks_won",) and evidence is not None:
            total, size = evidence.reported or 0, evidence.counted or 0
            detail = say("first_wrong_sum", round=played.number, total=total, size=size)
            yield SheetError(played.number, ("rounds", index, "tricks_won"), total, size, "tricks", detail)


def _wrong_anyway(index: int, played: PlayedRound) -> Iterator[SheetError]:
    """Yield the figures that are wrong though the standing before is unknown, if it is known what they should be."""
    for finding in played.ruling.findings:
        evidence, key = finding.evidence, finding.detail[0].key
        if key not in _ANYWAY or evidence is None or evidence.reported is None or evidence.counted is None:
            continue
        cause, value, expected = _ANYWAY[key], evidence.reported, evidence.counted
        facts = {"round": played.number, "side": finding.side or 0, "reported": value, "expected": expected}
        detail = say("first_wrong_value", **facts, why=say(_WHY[cause]))
        yield SheetError(played.number, ("rounds", index, *finding.location), value, expected, cause, detail)


def _wrong_tricks(index: int, played: PlayedRound) -> Iterator[SheetError]:
    counted_wrong = {finding.location for finding in played.ruling.findings if finding.code == "wrong_tricks_won"}
    for location, reported, ruled in played.ruling.differences or ():
        if location[1] == "tricks_won":
            cause: SheetCause = "tricks" if location in counted_wrong else "penalty"
            facts = {"round": played.number, "reported": reported, "expected": ruled}
            detail = say("first_wrong_tricks", **facts, why=say(_WHY[cause]))
            yield SheetError(played.number, ("rounds", index, *location), reported, ruled, cause, detail)


def _cause(row: str, value: int, scores: tuple[SideScore | None, SideScore], points: int | None) -> SheetCause:
    """Return the cause of a value that is not the one as ruled, as far as the sheet shows it.

    ``scores`` are the side's as played and as ruled, ``points`` what the sheet gives it for the round. A round without
    a score as played is void; a sheet that counts anything for it overlooks that. If the sheet's points for the round
    are right, or missing, then a wrong score is itself the error.
    """
    as_played, as_ruled = scores
    if as_played is None:
        return "carry" if row == "score" and points == as_ruled.points else "penalty"
    if value == FIGURES[row](as_played):
        return "penalty"
    if row == "bags":
        return "bags"
    # The points of the round by this value: the value itself, or the step that it makes from the score before.
    step = value if row == "points" else value - as_played.before.score
    if row == "score" and points in {as_played.points, as_ruled.points}:
        return "carry"
    for_bags = sum(line.points for line in as_played.lines if line.code in BAG_LINES)
    if for_bags and step == as_played.points - for_bags:
        return "bags"
    return "points" if row == "points" or points is not None else "carry"
