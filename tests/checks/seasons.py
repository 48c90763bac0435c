"""Seasons at random: legal rounds, scored by the naive scorer (`tests.naive`), and sheets that are kept rightly."""

from __future__ import annotations

import json
from random import Random

from tests.naive.compare import parameters_of
from tests.naive.deals import played, seated
from tests.naive.game import Game, Json
from tests.naive.games import OF_THE_GAME

PRESETS = ("four-player", "pagat", "msn-zone", "openspiel", "classic-partnership", "solo-five-bags", "cutthroat")
OF_A_ROW = ("bids", "dealer", "reported")


def game(seed: int, preset: str | None = None, *, rows: float = 0.5, rounds: int = 8) -> Json:
    """Return a game of legal rounds until its end, at most so many; ``rows`` is the share of those without cards."""
    rng = Random(seed)
    preset = rng.choice(PRESETS) if preset is None else preset
    parameters = parameters_of(preset)
    body, table = seated(rng, parameters)
    body = {"ruleset": preset, **body, "first_dealer": rng.choice(table.players), "rounds": []}
    course = Game(body, parameters)
    while len(body["rounds"]) < rounds and course.reason is None:
        record = played(rng, course.told({}), parameters)
        if record is None:
            continue
        each = {name: value for name, value in record.items() if name not in OF_THE_GAME}
        ruling = course.play(each, is_last=False)
        won, scores = ruling["tricks_won"], ruling["as_played"]
        each["reported"] = {
            "points": {side: score["points"] for side, score in scores.items()},
            "score": {side: score["score"] for side, score in scores.items()},
            "bags": {side: score["bags_after"] for side, score in scores.items()},
        }
        if rng.random() < rows:
            each = {**{name: each[name] for name in OF_A_ROW if name in each}, "tricks_won": won}
        body["rounds"].append(each)
    return body


def season(seed: int, games: int, preset: str | None = None, *, rows: float = 0.5) -> list[Json]:
    """Return games, each of them another."""
    return [game(seed * 10_000 + number, preset, rows=rows) for number in range(games)]


def written(lines: list[Json]) -> bytes:
    """Return requests as lines of JSON."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)
