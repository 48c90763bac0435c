"""The whole ruling, from the proof to the sheet, in the members that the service answers with."""

from __future__ import annotations

from typing import Any

from tests.naive.calls import hear
from tests.naive.corrections import revokes
from tests.naive.penalties import Penalties, penalise
from tests.naive.referee import Referee
from tests.naive.scorer import Adjustment, score_sides
from tests.naive.sheet import Scorer, differences, sheet_findings
from tests.naive.taint import affected_from, alternatives

Json = dict[str, Any]

NOTES = {"bid_raised", "revoke_corrected", "late_accusation"}


def rule(record: Json, parameters: Json) -> Json:
    """Rule on a record (the body of a request, its ruleset apart) by the parameters of a ruleset."""
    referee = Referee(record, parameters)
    judged = referee.judge()
    complete: bool = judged["complete"]
    proved, open_questions = revokes(referee, complete=complete)
    called = hear(referee, proved)
    withdrawn = [(each.code, each.pointer) for each in proved if "withdrawn" in each.pointer]
    findings = [(code, pointer) for code, pointer, *_ in referee.findings]
    findings += withdrawn
    findings += [key for key, _ in called.findings]
    wrong, unsure = sheet_findings(referee, None if judged["scores"] is None else _scorer(referee))
    findings += wrong
    undecided = [(code, pointer) for code, pointer, *_ in referee.undecided] + open_questions + unsure
    penalties = penalise(referee, called, scored=judged["scores"] is not None)
    as_ruled = _as_ruled(referee, penalties, judged["scores"])
    established = {(each.code, each.pointer): each.established for each in proved if not each.taken_back}
    return {
        "verdict": _verdict(referee, findings, undecided),
        "complete": complete,
        "tricks_won": judged["tricks_won"],
        "findings": [(*key, established.get(key)) for key in findings],
        "undecided": undecided,
        "affected_from": affected_from(findings),
        "alternatives": alternatives(referee, findings),
        "accusations": [(each.result, sorted(each.findings)) for each in called.answers]
        if "accusations" in record
        else None,
        "penalties": penalties.entries,
        "as_played": judged["scores"],
        "as_ruled": as_ruled,
        "differences": differences(referee, as_ruled),
    }


def _verdict(referee: Referee, findings: list[tuple[str, str]], undecided: list[tuple[str, str]]) -> str:
    if referee.void:
        return "void"
    if any(code not in NOTES for code, _ in findings):
        return "irregular"
    return "undetermined" if undecided else "clean"


def _scorer(referee: Referee, adjustments: dict[str, Adjustment] | None = None) -> Scorer:
    won = {player: referee.winners.count(player) for player in referee.table.players}
    return lambda before: score_sides(referee.table, referee.bidding, won, before, referee.parameters, adjustments)


def _as_ruled(referee: Referee, penalties: Penalties, as_played: dict[str, Json] | None) -> dict[str, Json] | None:
    before: dict[str, Json] = referee.record.get("before", {})
    if referee.void:
        return {side: _void(before.get(side, {}), referee, side) for side in referee.table.sides}
    return None if as_played is None else _scorer(referee, penalties.adjustments)(before)


def _void(before: Json, referee: Referee, side: str) -> Json:
    """Return the score of a round that does not count."""
    return {
        "points": 0,
        "score": before.get("score", 0),
        "bags_after": before.get("bags", 0),
        "sets": before.get("sets", 0),
        "revokes": before.get("revokes", 0),
        "tricks": sum(referee.winners.count(player) for player in referee.table.sides[side]),
        "tricks_adjustment": 0,
    }
