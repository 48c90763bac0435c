"""A second engine for the vectors: the naive referee of the tests, which shares no code with the service's judgement.

It knows records in full form at tables whose hands are dealt, and says less than the service does: what it answers is
compared, member by member, with what a vector states; the rest of the statement is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.spades.rules.ruleset import NAMES, nested, plain, value_of
from service.wire.ruleset_json import resolve_once
from tests.conformance.decided import Shape, pruned
from tests.naive.game import score_alone
from tests.naive.game_sheet import audit_game
from tests.naive.game_ways import score_game
from tests.naive.league import naive_rows
from tests.naive.ruling import rule
from tests.spades.builders.cards import Json

_FOUND: Shape = dict.fromkeys(("code", "pointer"))
_SIDE: Shape = dict.fromkeys(("team", "points")) | {"after": dict.fromkeys(("score", "bags", "sets"))}
_RULED: Shape = dict.fromkeys(("team", "points")) | {"after": dict.fromkeys(("score", "bags", "sets", "revokes"))}
_PENALTY: Shape = dict.fromkeys(("team", "effect", "tricks"))
_ENDING: Shape = dict.fromkeys(("standing", "finished", "winners", "reason", "next"))
_ROUND: Shape = {"findings": _FOUND, "penalties": _PENALTY}
SHAPES: Mapping[str, Shape] = {
    "scoreRound": {"teams": _SIDE, "findings": _FOUND},
    "auditRound": dict.fromkeys(("verdict", "complete", "tricks_won", "affected_from"))
    | {
        "findings": _FOUND,
        "undecided": _FOUND,
        "penalties": _PENALTY,
        "as_played": _SIDE,
        "as_ruled": _RULED,
        "accusations": {"result": None},
        "differences": dict.fromkeys(("pointer", "reported", "ruled")),
    },
    "scoreGame": _ENDING | {"rounds": {"teams": _SIDE} | _ROUND},
    "auditGame": _ENDING
    | {
        "verdict": None,
        "rounds": {"verdict": None, "complete": None, "as_ruled": _RULED} | _ROUND,
        "first_error": dict.fromkeys(("round", "reported", "expected", "cause")),
        "shifts": dict.fromkeys(("round", "team", "reported", "expected")),
    },
    "makeLeagueTable": {"rows": dict.fromkeys(("place", "team", "league_points", "decided_by"))},
}
"""What the referee answers, by operation."""


class UnansweredError(Exception):
    """The referee does not know this kind of request."""


def answered(operation: str, request: Json) -> tuple[Json, Shape]:
    """Return the referee's answer to a request and the members that it has; raises `UnansweredError`."""
    if operation not in SHAPES or not _is_known(operation, request):
        raise UnansweredError(operation)
    if operation == "makeLeagueTable":
        return {"rows": naive_rows(request)}, SHAPES[operation]
    parameters = _parameters(request["ruleset"])
    body = {name: value for name, value in request.items() if name not in {"ruleset", "labels"}}
    if operation == "scoreRound":
        ruled = score_alone(body, parameters)
        return {"teams": _sides(ruled["as_ruled"]), "findings": _found(ruled["findings"])}, SHAPES[operation]
    if operation == "auditRound":
        return _audit(rule(body, parameters))
    if operation == "scoreGame":
        return _scored(score_game(body, parameters))
    return _audited(audit_game(body, parameters))


def stated(shape: Shape, statement: Any) -> Any:
    """Return the part of a vector's statement that an engine with these members can be held to."""
    return pruned(shape, statement)


def _parameters(reference: Json | str) -> Json:
    values = resolve_once(reference).parameters
    return nested({name: plain(value_of(values, name)) for name in NAMES})


def _is_known(operation: str, request: Json) -> bool:
    """Tell whether a request is written in the form that the referee reads."""
    if operation == "makeLeagueTable":
        return "results" in request and "games" not in request
    if any(set("/~%") & set(player) for player in request["players"]):
        return False  # it splits pointers without looking at what is escaped in them
    rounds = request.get("rounds", [request])
    if any(passed["from"] == passed["to"] for each in rounds for passed in each.get("exchanges", ())):
        return False  # what a player passes to himself says nothing
    rows = _parameters(request["ruleset"])["penalties"].values()
    if any(row["remedy"] == "choice" for row in rows):
        return False
    unread = {"bids_by_player", "blind_bidders", "draws", "claim", "misdeal_called_by", "remedies"}
    if any(unread & each.keys() or ("bids" not in each and not each.get("void")) for each in rounds):
        return False
    tricks = [trick for each in rounds for trick in each.get("tricks", ())]
    return all("plays" in trick and trick.keys() <= {"plays", "leader", "winner"} for trick in tricks)


def _audit(ruled: Json) -> tuple[Json, Shape]:
    if not ruled["plain"]:
        # The doubts about a record that may have a slip in it can be stated in more than one way.
        return {"verdict": ruled["verdict"]}, {"verdict": None}
    answer = {
        **{name: ruled[name] for name in ("verdict", "complete", "tricks_won")},
        "findings": _found(ruled["findings"]),
        "undecided": _found(ruled["undecided"]),
        "penalties": _penalties(ruled["penalties"]),
    }
    for name in ("as_played", "as_ruled"):
        answer |= {} if ruled[name] is None else {name: _sides(ruled[name])}
    if ruled["affected_from"] is not None:
        answer["affected_from"] = ruled["affected_from"]
    if ruled["accusations"] is not None:
        answer["accusations"] = [{"result": result} for result, _ in ruled["accusations"]]
    if ruled["differences"] is not None:
        members = ("pointer", "reported", "ruled")
        answer["differences"] = [dict(zip(members, each, strict=True)) for each in ruled["differences"]]
    return answer, SHAPES["auditRound"]


def _scored(ruled: Json) -> tuple[Json, Shape]:
    rounds = [
        {
            "teams": _sides(each["as_ruled"], after=each["standing_known"]),
            "findings": [_in_round(number, one) for one in _found(each["findings"])],
        }
        | ({"penalties": _penalties(each["penalties"])} if each["penalties"] else {})
        for number, each in enumerate(ruled["rounds"])
    ]
    return _ending(ruled) | {"rounds": rounds}, _game_shape("scoreGame", ruled)


def _audited(ruled: Json) -> tuple[Json, Shape]:
    rounds = [
        {
            "verdict": each["verdict"],
            "complete": each["complete"],
            "findings": [_in_round(number, one) for one in _found(each["findings"])],
            "penalties": _penalties(each["penalties"]),
        }
        | ({} if each["as_ruled"] is None else {"as_ruled": _sides(each["as_ruled"], after=each["standing_known"])})
        for number, each in enumerate(ruled["rounds"])
    ]
    answer = _ending(ruled) | {"verdict": ruled["verdict"], "rounds": rounds}
    answer["shifts"] = [
        {"round": number, "team": team, "reported": reported, "expected": expected}
        for number, team, reported, expected in ruled["shifts"]
    ]
    if ruled["first_error"] is not None:
        number, _, reported, expected, cause = ruled["first_error"]
        answer["first_error"] = {"round": number, "reported": reported, "expected": expected, "cause": cause}
    return answer, _game_shape("auditGame", ruled)


def _game_shape(operation: str, ruled: Json) -> Shape:
    """Return what is answered about a game; where a round has more than one reading, only how the game stands."""
    shape = SHAPES[operation]
    if not all(each["plain"] for each in ruled["rounds"]):
        return {name: inner for name, inner in shape.items() if name != "rounds"}
    return shape


def _ending(ruled: Json) -> Json:
    return {name: ruled[name] for name in _ENDING if ruled[name] is not None}


def _found(found: list[Any]) -> list[Json]:
    return [{"code": code, "pointer": pointer} for code, pointer, *_ in found]


def _in_round(number: int, found: Json) -> Json:
    """Return a finding with its pointer into the game instead of into its round."""
    rest = found["pointer"].removeprefix("#")
    return found | {"pointer": f"#/rounds/{number}{rest}"}


def _penalties(entries: list[Any]) -> list[Json]:
    return [
        {"team": team, "effect": effect} | ({} if tricks is None else {"tricks": tricks})
        for _, team, effect, tricks in entries
    ]


def _sides(scores: dict[str, Json] | None, *, after: bool = True) -> list[Json]:
    """Return the scores of the sides; if the standing before the round is not known, there is none after it."""
    sides = []
    for team, side in (scores or {}).items():
        written = {"team": team, "points": side["points"]}
        if after:
            more = {name: side[name] for name in ("sets", "revokes") if name in side}
            written["after"] = {"score": side["score"], "bags": side["bags_after"], **more}
        sides.append(written)
    return sides
