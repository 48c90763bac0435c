"""What a director decided about a round of a game, and who came in for whom before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.spades.english import quoted
from service.spades.record.lookup import Reader
from service.spades.record.model import NO_DECISIONS, Decisions, PointsAdjustment
from service.spades.seating import why_not_seated, with_substitute

_MEMBERS: Final = ("adjustments", "void", "forfeited_by", "reason")


def read_decisions(reader: Reader, request: Mapping[str, Any]) -> Decisions:
    """Return what was decided about a round, and note a reason that is missing, or that gives the reason of nothing."""
    if not any(member in request for member in _MEMBERS):
        return NO_DECISIONS
    void, forfeited_by, reason = request.get("void", False), request.get("forfeited_by"), request.get("reason")
    if (reason is None or not reason.strip()) and (void or forfeited_by is not None):
        what = "void" if void else "forfeited"
        reader.fault("reason_missing", f'Say why the round is {what}: add "reason": "…".', "reason")
    elif reason is not None and not void and forfeited_by is None:
        detail = (
            "A reason belongs to a round that is void or in which the game is forfeited, and this one is neither:"
            ' leave it out, or add "void": true or "forfeited_by".'
        )
        reader.fault("reason_alone", detail, "reason")
    for index, each in enumerate(request.get("adjustments", ())):
        if not each["reason"].strip():
            reader.fault("reason_missing", "Say why the points are given or taken.", "adjustments", index, "reason")
    adjustments = tuple(
        PointsAdjustment(reader.side(each["team"], "adjustments", index, "team"), each["points"], each["reason"])
        for index, each in enumerate(request.get("adjustments", ()))
    )
    forfeiting = None if forfeited_by is None else reader.side(forfeited_by, "forfeited_by")
    return Decisions(adjustments, void, forfeiting, reason)


def read_substitutions(reader: Reader, substitutions: Sequence[Mapping[str, str]], round_number: int) -> None:
    """Seat each substitute in turn, for this round and those after it; one who may not be is noted."""
    for index, each in enumerate(substitutions):
        leaver, newcomer = each["out"], each["in"]
        faults_before = len(reader.faults)
        seat = reader.seat(leaver, "substitutions", index, "out")
        if len(reader.faults) > faults_before:
            continue
        refusal = why_not_seated(reader.table, seat, newcomer)
        if refusal is not None:
            reader.fault(*refusal, "substitutions", index, "in")
            if refusal[0] == "duplicate_player":
                continue
            # Seated all the same: one name that can't be taken is one fault, wherever it occurs.
        reader.table = with_substitute(reader.table, seat, newcomer)
        reader.gone[leaver] = f"left in round {round_number}, when {quoted(newcomer)} came in"
        reader.gone.pop(newcomer, None)
