"""A scored round says how its game stands after it, if the request says how it stood before."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import row
from tests.spades.builders.cards import Json

PLAYERS = ["ana", "ben", "cy", "dee"]
STANDS = ("finished", "winners", "reason", "forfeited_by", "detail", "next")


def sheet(ruleset: object = "pagat", **members: object) -> Json:
    return {"ruleset": ruleset, "players": PLAYERS, "dealer": "dee", **row(0, 7), **members}


def stands(answer: Json) -> Json:
    return {name: answer[name] for name in STANDS if name in answer}


@pytest.mark.parametrize(
    "ruleset", ["pagat", "nello", "four-player", {"name": "pagat", "overrides": {"game": {"round_limit": 4}}}]
)
@pytest.mark.parametrize("score", [0, 300, 440, 499, -480])
@pytest.mark.parametrize("number", [2, 4, 11])
def test_it_is_what_the_game_says(ruleset: object, score: int, number: int) -> None:
    before = {"ana+cy": {"score": score, "bags": 4}, "ben+dee": {"score": 440, "sets": 1}}
    of_round = ask("scoreRound", sheet(ruleset, before=before, round_number=number))
    of_game = ask(
        "scoreGame",
        {
            "ruleset": ruleset,
            "players": PLAYERS,
            "first_dealer": "dee",
            "before": before,
            "first_round_number": number,
            "rounds": [row(0, 7)],
        },
    )
    assert stands(of_round) == stands(of_game)
    brief = ask("scoreRound", sheet(ruleset, before=before, round_number=number, answer="brief"))
    assert brief["finished"] is of_game["finished"]
    assert brief.get("winners", []) == of_game["winners"]
    assert brief.get("reason") == of_game.get("reason")


def test_what_decides_it_has_to_be_known() -> None:
    limited = {"name": "pagat", "overrides": {"game": {"round_limit": 4}}}
    assert stands(ask("scoreRound", sheet(round_number=3))) == {}
    assert stands(ask("scoreRound", sheet(limited, before={}))) == {}
    assert stands(ask("scoreRound", sheet(before={}, away={"eve+fay": {"score": 510}}))) == {}
    without_number = stands(ask("scoreRound", sheet(before={})))
    assert without_number["finished"] is False
    assert "next" not in without_number


def test_a_page_says_it_in_a_sentence(client: FlaskClient) -> None:
    body = sheet(before={"ana+cy": {"score": 480}}, round_number=9)
    page = client.post("/v1/rounds/score", json=body, headers={"Accept": "text/markdown"}).get_data(as_text=True)
    assert ask("scoreRound", body)["detail"].startswith("ana+cy wins with ")
    assert "ana\\+cy wins with " in page or "ana+cy wins with " in page
