"""The ruling on a record as it is written, from the proof to the sheet, in the members that the service answers with.

What a slip of the pen may have done to it is not asked here.
"""

from __future__ import annotations

from typing import Any

from tests.naive.calls import hear
from tests.naive.corrections import Revoke, revokes
from tests.naive.declared import is_forfeit_known, with_adjustments, with_forfeits
from tests.naive.penalties import Penalties, penalise
from tests.naive.referee import Referee
from tests.naive.scorer import Adjustment, score_sides
from tests.naive.sheet import Scorer, differences, sheet_findings
from tests.naive.taint import affected_from, alternatives

Json = dict[str, Any]


def judged(record: Json, parameters: Json) -> tuple[Referee, Json]:
    """Return the referee of a record, who has judged it, and what came of that."""
    referee = Referee(record, parameters)
    return referee, referee.judge()


def rule_as_written(referee: Referee, judgement: Json, read: list[Revoke] | None = None) -> Json:
    """Rule on a record that was judged; ``read`` are all revokes of a reading of which only some are stated."""
    record = referee.record
    complete: bool = judgement["complete"]
    proved, open_questions = revokes(referee)
    if referee.corrected is not None:
        proved = [
            each
            for each in proved
            if not each.taken_back or referee.offence(each.code, each.pointer) in referee.corrected
        ]
    called = hear(referee, proved, read)
    withdrawn = [(each.code, each.pointer) for each in proved if "withdrawn" in each.pointer]
    findings = [(code, pointer) for code, pointer, *_ in referee.findings]
    findings += withdrawn
    findings += [key for key, _ in called.findings]
    wrong, unsure = sheet_findings(referee, None if judgement["scores"] is None else scorer_of(referee))
    findings += wrong
    undecided = [(code, pointer) for code, pointer, *_ in referee.undecided] + open_questions + unsure
    ways = penalise(referee, called, scored=judgement["scores"] is not None)
    before: dict[str, Json] = record.get("before", {})
    ruled = [_as_ruled(referee, each, judgement["scores"], before) for each in ways]
    as_ruled = ruled[0] if ruled[0] == ruled[1] else None
    undecided += called.questions + [
        ("end_of_play_open", each.pointer) for each in proved if each.established is None and not each.taken_back
    ]
    established = {(each.code, each.pointer): each.established for each in proved if not each.taken_back}
    severities = {referee.severity(*key) for key in findings}
    return {
        "verdict": verdict(severities, void=referee.void, undecided=bool(undecided)),
        "complete": complete,
        "tricks_won": judgement["tricks_won"],
        "findings": [(*key, established.get(key)) for key in findings],
        "severities": {key: referee.severity(*key) for key in findings},
        "undecided": undecided,
        "affected_from": affected_from(findings),
        "alternatives": alternatives(referee, findings),
        "accusations": [(each.result, sorted(each.findings)) for each in called.answers]
        if "accusations" in record
        else None,
        "penalties": [entry for entry in ways[0].entries if entry in ways[1].entries],
        "as_played": judgement["scores"],
        "as_ruled": as_ruled,
        "redealt": all(each.void for each in ways),
        "perhaps_redealt": referee.bidding.may_be_thrown_in or any(each.void for each in ways),
        "pairs": [(judgement["scores"], each) for each in (ruled if as_ruled is None else ruled[:1])],
        "differences": differences(
            referee,
            as_ruled,
            lambda before: _as_ruled(referee, ways[0], judgement["scores"], before) or {},
        ),
    }


def verdict(severities: set[str], *, void: bool, undecided: bool) -> str:
    """Return the verdict on findings of these severities."""
    if void:
        return "void"
    if "offence" in severities:
        return "irregular"
    if "error" in severities:
        return "inconsistent"
    return "undetermined" if undecided else "clean"


def scorer_of(referee: Referee, adjustments: dict[str, Adjustment] | None = None) -> Scorer:
    if referee.bidding.thrown_in:
        return referee.nothing_scored
    won = {player: referee.winners.count(player) for player in referee.table.players}
    declared = referee.record.get("adjustments", [])
    return lambda before: score_sides(
        referee.table, referee.bidding, won, before, referee.parameters, adjustments, declared
    )


def _as_ruled(
    referee: Referee, penalties: Penalties, as_played: dict[str, Json] | None, before: dict[str, Json]
) -> dict[str, Json] | None:
    if referee.void or penalties.void:
        scores = referee.nothing_scored(before)
    elif as_played is None:
        return None
    else:
        scores = scorer_of(referee, penalties.adjustments)(before)
    out = {side for _, side, effect, _ in penalties.entries if effect == "game"}
    known = "before" in referee.record
    if not is_forfeit_known(out, referee.parameters["game"], known=known):
        return None
    return with_forfeits(with_adjustments(scores, []), out, referee.parameters["game"], known=known) if out else scores
