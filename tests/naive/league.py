"""A league table by the letter of the contract: each team is compared with every other, one tie-break after the other.

Works on the request itself, and shares no code with the service.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

Json = dict[str, Any]
DEFAULT_ORDER = ["league_points", "head_to_head", "points_difference", "points_for"]
DEFAULT_POINTS = {"win": 2, "draw": 1, "loss": 0, "forfeit_loss": 0, "bye": 0}


def naive_rows(request: Json) -> list[Json]:
    """Return the rows of the table of a request that has results only."""
    request = _in_one_order(request)
    # An answer that leaves the standing open counts for nothing, and nobody knows who played.
    request["results"] = [each for each in request["results"] if "standing" in each or "result" in each]
    played = [each for each in request["results"] if each.get("finished", True) and "result" not in each]
    sides = {id(each): _sides(request, each) for each in request["results"]}
    names = {name for of_result in sides.values() for side in of_result.values() for name in side}
    names |= {*request.get("teams", []), *request.get("byes", [])}
    names |= {each["team"] for each in request.get("adjustments", [])}
    league = _League(played, sides, DEFAULT_POINTS | request.get("league_points", {}), request)
    order = request.get("order", DEFAULT_ORDER)
    rows = {name: _row(name, league) for name in names}
    keys: dict[str, list[Any]] = {name: [] for name in names}
    for tie_break in order:
        before = {name: list(key) for name, key in keys.items()}
        for name in names:
            equals = {other for other in names if before[other] == before[name]}
            keys[name].append(_value(tie_break, name, equals, rows, league))
    for name, row in rows.items():
        row["place"] = 1 + sum(keys[other] > keys[name] for other in names)
    listed = sorted(rows.values(), key=lambda row: (row["place"], row["team"].lower()))
    for above, row in pairwise(listed):
        if row["place"] != above["place"]:
            pairs = zip(order, keys[above["team"]], keys[row["team"]], strict=True)
            row["decided_by"] = next(tie_break for tie_break, upper, lower in pairs if upper != lower)
    return listed


def _in_one_order(request: Json) -> Json:
    """Return a request in which players are named in alphabetical order where a team has them in several."""
    orders: dict[str, set[str]] = {}
    for name in _texts(request):
        orders.setdefault(_alphabetical(name), set()).add(name)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {renamed(name): renamed(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        several = isinstance(value, str) and len(orders[_alphabetical(value)]) > 1
        return _alphabetical(value) if several else value

    made: Json = renamed(request)
    return made


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in [*value, *(value.values() if isinstance(value, dict) else ())]:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value


def _alphabetical(name: str) -> str:
    return "+".join(sorted(name.split("+"), key=str.lower))


class _League(NamedTuple):
    """The games that count, who is on each side of each, by its identity, and what outcomes count."""

    played: list[Json]
    sides: dict[int, dict[str, list[str]]]
    points: Json
    request: Json

    def side_of(self, name: str, result: Json) -> str | None:
        """Return the side of a game on which somebody is, if on any."""
        return next((side for side, names in self.sides[id(result)].items() if name in names), None)

    def games_of(self, name: str) -> list[tuple[str, Json]]:
        """Return the games of one row, each with the side on which it took part."""
        return [(side, each) for each in self.played if (side := self.side_of(name, each)) is not None]


def _sides(request: Json, result: Json) -> dict[str, list[str]]:
    """Return the rows that stand for each side of a game: the team, or its players."""
    teams: list[Json] = [{"name": each} if isinstance(each, str) else each for each in result.get("teams", [])]
    sides = result.get("standing", [each["name"] for each in teams])
    if request.get("table_of", "teams") == "teams":
        return {side: [side] for side in sides}
    named = {each["name"]: each["players"] for each in teams if "players" in each}
    return {side: named[side] if side in named else side.split("+") for side in sides}


def ended(name: str, result: Json) -> str:
    """Return how a game ended for a team."""
    scores = {team: totals["score"] for team, totals in result["standing"].items()}
    if "winners" in result:
        winners = result["winners"]
    else:
        in_it = [team for team in scores if team not in result.get("forfeited_by", [])]
        winners = [team for team in in_it if all(scores[team] >= scores[other] for other in in_it)]
    if name in winners:
        return "win" if winners == [name] else "draw"
    if result.get("reason") == "forfeit" and name in result.get("forfeited_by", [name]):
        return "forfeit_loss"
    return "loss"


def _row(name: str, league: _League) -> Json:
    own = league.games_of(name)
    how = [ended(side, each) for side, each in own]
    for_ = sum(each["standing"][side]["score"] for side, each in own)
    against = sum(t["score"] for side, each in own for other, t in each["standing"].items() if other != side)
    byes = league.request.get("byes", []).count(name)
    adjusted = sum(each["league_points"] for each in league.request.get("adjustments", []) if each["team"] == name)
    return {
        "team": name,
        "played": len(own),
        "won": how.count("win"),
        "drawn": how.count("draw"),
        "lost": how.count("loss") + how.count("forfeit_loss"),
        "forfeits": how.count("forfeit_loss"),
        "league_points": sum(league.points[each] for each in how) + byes * league.points["bye"] + adjusted,
        "points_for": for_,
        "points_against": against,
        "points_difference": for_ - against,
        **{
            count: sum(each["standing"][side].get(count, 0) for side, each in own)
            for count in ("bags", "sets", "revokes")
        },
        "byes": byes,
        "adjusted": adjusted,
    }


def _value(tie_break: str, name: str, equals: set[str], rows: dict[str, Json], league: _League) -> Any:
    row = rows[name]
    if tie_break == "win_rate":
        return Fraction(row["won"]) / row["played"] + Fraction(row["drawn"], 2) / row["played"] if row["played"] else 0
    if tie_break.startswith("fewest_"):
        return -row[tie_break.removeprefix("fewest_")]
    if tie_break == "points_against":
        return -row["points_against"]
    if not tie_break.startswith("head_to_head"):
        return row[tie_break]
    value = 0
    for side, each in league.games_of(name):
        sides = league.sides[id(each)]
        met = [other for other in sides if other != side and equals & set(sides[other])]
        if not met:
            continue
        if tie_break == "head_to_head":
            value += league.points[ended(side, each)]
        else:
            value += each["standing"][side]["score"] - sum(each["standing"][other]["score"] for other in met)
    return value
