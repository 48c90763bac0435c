"""The members of an answer that the rules decide: no sentences, ids, digests and versions, and no index into a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Shape: TypeAlias = dict[str, Any]
"""For each member that is decided the shape of its value, of each item of a list; None for the value as it is."""

UNORDERED = (
    *("alternatives", "changes", "closed", "deck", "differences", "errors", "excludes", "findings", "forfeited_by"),
    *("illegal", "left_out", "legal", "legal_cards", "lines", "nils", "offences", "only_here", "open", "options"),
    *("penalties", "readings", "rulesets", "shifts", "undecided", "winners"),
)
"""The lists whose order is no part of the rules."""


def _all(*names: str, **shapes: Shape) -> Shape:
    return dict.fromkeys(names) | shapes


_FINDING = _all(
    *("code", "severity", "pointer", "trick", "player", "team", "card", "legal_cards", "established"),
    alternatives=_all("card", "winner"),
)
_FOUND: Shape = {
    "findings": _FINDING,
    "undecided": _all("code", "severity", "pointer", "player", "team", "card", "trick"),
}
_BID = _all("player", "tricks", "counts_as", "kind")
_SIDE = _all(
    *("team", "players", "contract", "tricks", "tricks_adjustment", "made", "boston", "bags", "points", "after"),
    bids=_BID,
    nils=_all("player", "blind", "tricks", "made"),
    lines=_all("code", "points"),
)
_PENALTY = _all("team", "effect", "tricks")
_RULING = _all(
    *("verdict", "complete", "tricks_won", "affected_from"),
    **_FOUND,
    tricks=_all("number", "leader", "led_suit", "winner", "winning_card", "spades_broken"),
    as_played=_SIDE,
    as_ruled=_SIDE,
    accusations=_all("accusation", "result"),
    claim=_all("by", "team", "tricks", "left", "result", "test", "given"),
    penalties=_PENALTY,
    differences=_all("pointer", "reported", "ruled"),
    readings=_all(
        *("slip", "verdict", "points"),
        changes=_all("pointer", "recorded", "suggested"),
        offences=_all("code", "player", "team", "trick"),
    ),
)
_ENDING = _all("standing", "finished", "winners", "reason", "forfeited_by", "next")
_ROUND = _all("number", "dealer", "void")
_SCORED_ROUND: Shape = {"teams": _SIDE, "findings": _FINDING}
_GAME_SCORED: Shape = {**_ENDING, "rounds": {**_ROUND, **_SCORED_ROUND, "penalties": _PENALTY}}
_GAME_AUDITED = _ENDING | _all(
    "verdict",
    "standings",
    rounds=_ROUND | _RULING,
    first_error=_all("round", "pointer", "reported", "expected", "cause"),
    shifts=_all("round", "team", "reported", "expected"),
)
_QUESTION = _all("result", "tricks")
"""How many positions were searched, and which line of play was found, is the engine's own affair."""
_SPAN = _all("team", "at_least", "at_most")
_OPTION = _all("name", "excludes", "parameters")
_PARAMETER = _all("parameter")
SHAPES: Mapping[str, Shape] = {
    "scoreRound": _SCORED_ROUND,
    "auditRound": _RULING,
    "compareRound": _all(
        results=_all(
            *("verdict", "complete", "offences", "errors", "undecided"),
            penalties=_PENALTY,
            teams=_all("team", "players", "tricks", "as_played", "as_ruled"),
        ),
        differences=_all("subject", "team", "values"),
    ),
    "estimateBid": {"counts": _all("method", "total", lines=_all("cards", "tricks"))},
    "checkBids": _FOUND
    | _all(
        "next_bidder",
        teams=_all("team", "contract", bids=_BID),
        open=_all("tricks", "kind", condition=_all("code")),
        closed=_all("tricks", "up_to", "kind", "code"),
    ),
    "listLegalPlays": _all(
        "legal",
        illegal=_all("cards", "code"),
    ),
    "judgeTrick": _all("winner", "winning_card", "led_suit", "reason", "spades_broken") | _FOUND,
    "nextInRound": _all(
        *("turn", "may_look", "draw", "exchange", "legal", "led_suit", "trick", "spades_broken", "decided_by"),
        *("finished", "void_by"),
        bids=_all("tricks", "kind", condition=_all("code")),
        closed=_all("tricks", "up_to", "kind", "code"),
        illegal=_all("cards", "code"),
    ),
    "judgeClaim": _all(
        *("side", "claimed", "accepted_by", "result"),
        **dict.fromkeys(("certain", "by_statement", "best_play"), _QUESTION),
        nils=_all("player", "blind", best_play=_all("result"), every_line=_all("result")),
        scores=_all("tricks", "claimed", teams=_SIDE),
    ),
    "scoreGame": _GAME_SCORED,
    "auditGame": _GAME_AUDITED,
    "makeLeagueTable": _all(
        "order",
        rows=_all(
            *("place", "team", "played", "won", "drawn", "lost", "forfeits", "league_points", "points_for"),
            *("points_against", "difference", "bags", "sets", "revokes", "decided_by"),
        ),
        left_out=_all("pointer"),
    ),
    "listRulesets": {"rulesets": _all("name", "players")},
    "getRuleset": _all("name", "parameters", "tables", options=_OPTION),
    "getRulebook": _all("name", sections={"rules": _all("parameter", "applies")}),
    "resolveRuleset": _all("player_count", "hand_size", "deck", "parameters"),
    "compareRulesets": _all(
        "same",
        differences=_PARAMETER,
        consequences=_PARAMETER,
        packs=_all("players", packs=_all("hand_size", "cards_in_play", "set_aside", "only_here")),
    ),
    "listFindingCodes": {"findings": _all("code", "severity", "part")},
    "getFindingCode": _all("code", "severity", "part", governed_by=_PARAMETER, penalised_by=_PARAMETER),
}
PROBLEM = _all("type", "status", errors=_all("pointer", "code"))

# What an answer lacks is a statement, too: that there is no score, no winner, no end.
_TELLING_BY_ABSENCE = {
    "auditRound": ("as_played", "as_ruled", "affected_from", "readings", "differences"),
    "auditGame": ("first_error", "reason", "next"),
    "scoreGame": ("reason", "next"),
    "checkBids": ("next_bidder",),
    "judgeTrick": ("winner", "winning_card", "spades_broken"),
    "nextInRound": ("turn", "legal", "spades_broken", "finished", "void_by"),
}


def decided(operation: str, answer: Any) -> Any:
    """Return the parts of an answer that the rules decide; null for a member whose absence says something."""
    if operation.endswith("Batch"):
        single = operation.removesuffix("Batch")
        return [_line(single, each) for each in answer]
    absent = {name: None for name in _TELLING_BY_ABSENCE.get(operation, ()) if name not in answer}
    return pruned(SHAPES[operation], answer) | absent


def _line(operation: str, answered: Any) -> Any:
    head = {"line": answered["line"], "status": answered["status"]}
    if "result" in answered:
        return head | {"result": decided(operation, answered["result"])}
    return head | {"problem": pruned(PROBLEM, answered["problem"])}


def pruned(shape: Shape | None, value: Any) -> Any:
    """Return the parts of a value that a shape has."""
    if shape is None or value is None:
        return value
    if isinstance(value, list):
        return [pruned(shape, each) for each in value]
    return {name: pruned(inner, value[name]) for name, inner in shape.items() if name in value}
