"""A league table by the letter of the contract: each team is compared with every other, one tie-break after the other.

Works on the request itself, and shares no code with the service.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
DEFAULT_ORDER = ["league_points", "head_to_head", "points_difference", "points_for"]
DEFAULT_POINTS = {"win": 2, "draw": 1, "loss": 0, "forfeit_loss": 0}


def naive_rows(request: Json) -> list[Json]:
    """Return the rows of the table of a request that has results only."""
    played = [each for each in request["results"] if each.get("finished", True)]
    names = {name for each in request["results"] for name in each["standing"]} | set(request.get("teams", []))
    points = DEFAULT_POINTS | request.get("league_points", {})
    order = request.get("order", DEFAULT_ORDER)
    rows = {name: _row(name, played, points) for name in names}
    keys: dict[str, list[Any]] = {name: [] for name in names}
    for tie_break in order:
        before = {name: list(key) for name, key in keys.items()}
        for name in names:
            equals = {other for other in names if before[other] == before[name]}
            keys[name].append(_value(tie_break, name, equals, rows, played, points))
    for name, row in rows.items():
        row["place"] = 1 + sum(keys[other] > keys[name] for other in names)
    listed = sorted(rows.values(), key=lambda row: (row["place"], row["team"].lower()))
    for above, row in pairwise(listed):
        if row["place"] != above["place"]:
            pairs = zip(order, keys[above["team"]], keys[row["team"]], strict=True)
            row["decided_by"] = next(tie_break for tie_break, upper, lower in pairs if upper != lower)
    return listed


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


def _row(name: str, played: list[Json], points: Json) -> Json:
    own = [each for each in played if name in each["standing"]]
    how = [ended(name, each) for each in own]
    for_ = sum(each["standing"][name]["score"] for each in own)
    against = sum(t["score"] for each in own for team, t in each["standing"].items() if team != name)
    return {
        "team": name,
        "played": len(own),
        "won": how.count("win"),
        "drawn": how.count("draw"),
        "lost": how.count("loss") + how.count("forfeit_loss"),
        "forfeits": how.count("forfeit_loss"),
        "league_points": sum(points[each] for each in how),
        "points_for": for_,
        "points_against": against,
        "difference": for_ - against,
        **{count: sum(each["standing"][name].get(count, 0) for each in own) for count in ("bags", "sets", "revokes")},
    }


def _value(tie_break: str, name: str, equals: set[str], rows: dict[str, Json], played: list[Json], points: Json) -> Any:
    row = rows[name]
    if tie_break == "win_rate":
        return Fraction(row["won"]) / row["played"] + Fraction(row["drawn"], 2) / row["played"] if row["played"] else 0
    if tie_break.startswith("fewest_"):
        return -row[tie_break.removeprefix("fewest_")]
    if tie_break == "points_against":
        return -row["points_against"]
    if not tie_break.startswith("head_to_head"):
        return row["difference" if tie_break == "points_difference" else tie_break]
    between = [each for each in played if name in each["standing"] and len(equals & each["standing"].keys()) > 1]
    if tie_break == "head_to_head":
        return sum(points[ended(name, each)] for each in between)
    own = sum(each["standing"][name]["score"] for each in between)
    return own - sum(
        each["standing"][team]["score"] for each in between for team in equals - {name} if team in each["standing"]
    )
