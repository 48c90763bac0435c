"""Labels: the client's own texts, which come back with the answer and change nothing else in it."""

from __future__ import annotations

import json

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, in_game, row
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import legal_round

LABELS = {"table": "4", "evening": "21 November", "\u00e9tage": ""}
SHEET = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], **row(0, 7)}
BODIES: dict[str, Json] = {
    "auditRound": legal_round(),
    "scoreRound": SHEET,
    "scoreGame": game(row(0, 7), row(1, 6)),
    "auditGame": game(row(0, 7), in_game(legal_round(), dealer="ana")),
}


@pytest.mark.parametrize("operation", BODIES)
def test_labels_come_back_and_change_nothing(operation: str) -> None:
    """Design, labels: echoed, and no part of the ruling id."""
    plain = ask(operation, BODIES[operation])
    labelled = ask(operation, {**BODIES[operation], "labels": LABELS})
    assert labelled.pop("labels") == LABELS
    assert labelled == plain
    assert "labels" not in plain


@pytest.mark.parametrize("operation", ["scoreGame", "auditGame"])
def test_each_round_of_a_game_has_labels_of_its_own(operation: str) -> None:
    body = BODIES[operation]
    first, second = body["rounds"]
    plain = ask(operation, body)
    labelled = ask(operation, {**body, "rounds": [{**first, "labels": LABELS}, second]})
    assert labelled["rounds"][0].pop("labels") == LABELS
    assert labelled == plain


def test_the_labels_are_between_the_ruleset_and_the_ruling() -> None:
    answer = ask("auditRound", {**legal_round(), "labels": LABELS})
    assert list(answer)[:5] == ["ruling_id", "engine_version", "ruleset", "labels", "verdict"]


def test_no_labels_are_left_out() -> None:
    """Design: no member of an answer is an empty object."""
    assert "labels" not in ask("auditRound", {**legal_round(), "labels": {}})


@pytest.mark.parametrize("operation", ["checkBids", "listLegalPlays", "judgeTrick", "resolveRuleset"])
def test_what_is_no_round_has_no_labels(operation: str) -> None:
    problem = ask(operation, {"labels": LABELS}, 422)
    assert ("#/labels", "additionalProperties") in {(each["pointer"], each["code"]) for each in problem["errors"]}


def test_a_name_or_value_of_labels_is_no_reference() -> None:
    """Labels are not looked up: names of players, of members and of cards mean nothing in them."""
    labels = {"ruleset": "nello", "labels": "labels", "__proto__": "ana", "#/bids": json.dumps(LABELS)}
    answer = ask("auditRound", {**legal_round(), "labels": labels})
    assert answer["labels"] == labels
    assert answer["ruling_id"] == ask("auditRound", legal_round())["ruling_id"]
