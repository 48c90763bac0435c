"""Leagues for the tests of tables: results in a line each, known tables, and random seasons."""

from __future__ import annotations

import re
from random import Random

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json

_RESULT = re.compile(r"(\w+) (-?\d+):(-?\d+) (\w+)")
TIE_BREAKS = (
    *("league_points", "won", "win_rate", "points_difference", "points_for", "points_against"),
    *("head_to_head", "head_to_head_difference", "fewest_bags", "fewest_sets", "fewest_revokes"),
)


def results(text: str) -> list[Json]:
    """Return the results of games between two teams: ``Bears 500:400 Lions``."""
    return [
        {"standing": {home: {"score": int(scored)}, away: {"score": int(conceded)}}}
        for home, scored, conceded, away in _RESULT.findall(text)
    ]


def table(request: Json) -> list[Json]:
    """Return the rows of a league's table."""
    rows: list[Json] = ask("makeLeagueTable", request)["rows"]
    return rows


def places(request: Json) -> list[tuple[int, str]]:
    return [(row["place"], row["team"]) for row in table(request)]


def order_of(request: Json) -> list[tuple[str, str]]:
    """Return the teams in order, each with what puts it below the one above."""
    return [(row["team"], row.get("decided_by", "")) for row in table(request)]


def random_league(rng: Random, *, sides: int = 2) -> Json:
    """Return the results of a season between few teams with few scores, so that many of them are equal."""
    teams = ["Bears", "Lions", "Wolves", "Hawks", "Foxes", "Otters"][: rng.randint(max(2, sides), 6)]
    given = [_random_result(rng, rng.sample(teams, rng.randint(2, sides))) for _ in range(rng.randint(0, 12))]
    request: Json = {"results": given, "order": [rng.choice(TIE_BREAKS) for _ in range(rng.randint(1, 5))]}
    if rng.random() < 0.5:
        del request["order"]
    if rng.random() < 0.5:
        request["teams"] = teams
    if rng.random() < 0.5:
        request["league_points"] = {name: rng.randint(-1, 3) for name in ("win", "draw", "loss", "forfeit_loss", "bye")}
    if rng.random() < 0.3:
        request["byes"] = [rng.choice(teams) for _ in range(rng.randint(0, 3))]
        request["adjustments"] = [{"team": teams[0], "league_points": -1, "reason": "late"}]
        request["teams"] = teams
    return request


def random_club(rng: Random) -> Json:
    """Return the results of evenings at which partners rotate, with byes, walkovers, and points taken off."""
    names = ["ana", "ben", "cy", "dee", "eve", "fay"]
    given = []
    for _ in range(rng.randint(0, 10)):
        one, two, three, four = rng.sample(names, 4)
        result = _random_result(rng, [f"{one}+{two}", rng.choice((f"{three}+{four}", "Bears", three))])
        teams = [{"name": "Bears", "players": [three, four]}]
        if "Bears" in result.get("standing", ()):
            result["teams"] = teams
        elif "Bears" in result.get("teams", ()):
            result["teams"] = [*result["teams"][:1], *teams]
        given.append(result)
    points = {name: rng.randint(-1, 3) for name in ("win", "draw", "loss", "forfeit_loss", "bye") if rng.random() < 0.5}
    adjusted = [{"team": rng.choice(names), "league_points": rng.randint(-2, 1), "reason": "late"} for _ in range(2)]
    return {
        "table_of": "players",
        "teams": names,
        "results": given,
        "order": [rng.choice(TIE_BREAKS) for _ in range(rng.randint(1, 5))],
        "byes": [rng.choice(names) for _ in range(rng.randint(0, 3))],
        "adjustments": adjusted[: rng.randint(0, 2)],
        "league_points": points,
    }


def _random_result(rng: Random, playing: list[str]) -> Json:
    if rng.random() < 0.1:
        return {"result": "no_contest", "teams": playing}
    playing = ["+".join(rng.sample(each, len(each))) for each in (team.split("+") for team in playing)]
    standing = {team: {"score": rng.choice((-50, 400, 500)), "bags": rng.randint(0, 1)} for team in playing}
    standing[playing[0]] |= {"sets": rng.randint(0, 1), "revokes": rng.randint(0, 1)}
    result: Json = {"standing": standing}
    kind = rng.randrange(8)
    if kind == 0:
        result |= {"finished": False}
    elif kind == 1:
        result |= {"winners": rng.sample(playing, rng.randint(0, len(playing)))}
    elif kind == 2:
        result |= {
            "reason": "forfeit",
            "winners": playing[:1],
            **({"forfeited_by": playing[1:2]} if len(playing) > 2 else {}),
        }
    elif kind == 3:
        result |= {"reason": "forfeit", "forfeited_by": playing[1:2]}
    return result
