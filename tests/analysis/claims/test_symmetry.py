"""Neither the names of the players nor their seats make a difference, nor which of the plain suits is which."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contract.corpus import BODIES
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, Json

CLAIMS = BODIES["judgeClaim"]
RENAMED = dict(zip(FOUR, ("Zoë", "a b", "x+y", "{0}"), strict=True))
AT_TABLES_OF_FOUR = [name for name, body in CLAIMS.items() if tuple(body["players"]) == FOUR]


def judged(body: Json) -> Json:
    """Return the judgement without what quotes the request."""
    found = ask("judgeClaim", body)
    return {name: value for name, value in found.items() if name not in {"ruling_id", "ruleset", "labels"}}


def renamed(value: Any) -> Any:
    """Return a value in which every player, and every side without a name of its own, has another name."""
    text = json.dumps(value)
    for name, other in RENAMED.items():
        quoted = json.dumps(other)[1:-1]
        text = (
            text.replace(f'"{name}"', f'"{quoted}"')
            .replace(f'"{name}+', f'"{quoted}+')
            .replace(f'+{name}"', f'+{quoted}"')
        )
    return json.loads(text)


def without_sentences(value: Any) -> Any:
    if isinstance(value, list):
        return [without_sentences(each) for each in value]
    if isinstance(value, dict):
        return {name: without_sentences(each) for name, each in value.items() if name != "detail"}
    return value


@pytest.mark.parametrize("name", AT_TABLES_OF_FOUR)
def test_names_make_no_difference(name: str) -> None:
    body = CLAIMS[name]
    assert without_sentences(judged(renamed(body))) == renamed(without_sentences(judged(body)))


@pytest.mark.parametrize("name", [name for name in AT_TABLES_OF_FOUR if "teams" not in CLAIMS[name]])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_seats_make_no_difference(name: str, turn: int) -> None:
    """Who sits where around the table changes only in which order players and sides are listed."""
    body, players = CLAIMS[name], [*FOUR[turn:], *FOUR[:turn]]
    teams = [{"name": "ana+cy", "players": ["ana", "cy"]}, {"name": "ben+dee", "players": ["ben", "dee"]}]
    named = {"teams": teams, **body}
    turned = judged({**named, "players": players})
    assert _sorted(turned) == _sorted(judged(named))


def _sorted(value: Any) -> Any:
    """Return a value with its lists of players and of sides in one order."""
    if isinstance(value, list):
        ordered = [_sorted(each) for each in value]
        is_line = all(isinstance(each, dict) and "card" in each for each in ordered)
        return ordered if is_line else sorted(ordered, key=lambda each: json.dumps(each, sort_keys=True))
    if isinstance(value, dict):
        return {name: _sorted(each) for name, each in value.items()}
    return value


@pytest.mark.parametrize("name", AT_TABLES_OF_FOUR)
def test_plain_suits_make_no_difference(name: str) -> None:
    """Which cards a line shows may differ; what is proved does not."""
    body = CLAIMS[name]
    text = json.dumps({"hands": body["hands"], "claim": body["claim"], "plays": body.get("plays", [])})
    for old, new in (("C", "#"), ("D", "C"), ("H", "D"), ("#", "H")):
        for rank in "23456789TJQKA":
            text = text.replace(f'"{rank}{old}"', f'"{rank}{new}"')
    turned, plain = judged({**body, **json.loads(text)}), judged(body)
    for each in ("certain", "by_statement", "best_play"):
        assert turned[each]["tricks"] == plain[each]["tricks"]
        assert turned[each]["result"] == plain[each]["result"]
    assert [nil["detail"] for nil in turned.get("nils", [])] == [nil["detail"] for nil in plain.get("nils", [])]
    assert turned.get("scores") == plain.get("scores")
