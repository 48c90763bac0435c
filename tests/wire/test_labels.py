"""Labels: the client's own texts, which come back with the answer and change nothing else in it."""

from __future__ import annotations

import json

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, in_game, row
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without
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


@pytest.mark.parametrize(
    ("labels", "pointer", "code"),
    [
        ({str(number): "" for number in range(11)}, "#/labels", "maxProperties"),
        ({"": "no name"}, "#/labels/", "propertyNames"),
        ({"n" * 65: "a long name"}, "#/labels/" + "n" * 65, "propertyNames"),
        ({"table": "v" * 129}, "#/labels/table", "maxLength"),
        ({"table": 4}, "#/labels/table", "type"),
        ([], "#/labels", "type"),
        (None, "#/labels", "type"),
    ],
)
def test_labels_are_few_and_short(labels: object, pointer: str, code: str) -> None:
    """Contract, Labels: at most 10, names of 1 to 64 characters, values of at most 128."""
    for body, where in (
        ({**SHEET, "labels": labels}, ("scoreRound", "")),
        (game(row(0, 7), {**row(1, 7), "labels": labels}), ("auditGame", "/rounds/1")),
    ):
        problem = ask(where[0], body, 422)
        (error,) = problem["errors"]
        assert (error["pointer"], error["code"]) == (pointer.replace("#", "#" + where[1]), code)
    allowed = {f"{'n' * 63}{number}": "\U0001f0a1" * 128 for number in range(10)}
    assert ask("scoreRound", {**SHEET, "labels": allowed})["labels"] == allowed


def test_labels_with_other_faults_are_reported_with_them() -> None:
    """Design, failures: every violation at once, in the order of their places."""
    body = {**without(SHEET, "tricks_won"), "labels": {"": "", "x" * 65: 1}}
    found = [(each["pointer"], each["code"]) for each in ask("scoreRound", body, 422)["errors"]]
    assert sorted(found) == sorted(
        [
            ("#/tricks_won", "required"),
            ("#/labels/", "propertyNames"),
            ("#/labels/" + "x" * 65, "propertyNames"),
            ("#/labels/" + "x" * 65, "type"),
        ]
    )


def test_a_name_or_value_of_labels_is_no_reference() -> None:
    """Labels are not looked up: names of players, of members and of cards mean nothing in them."""
    labels = {"ruleset": "nello", "labels": "labels", "__proto__": "ana", "#/bids": json.dumps(LABELS)}
    answer = ask("auditRound", {**legal_round(), "labels": labels})
    assert answer["labels"] == labels
    assert answer["ruling_id"] == ask("auditRound", legal_round())["ruling_id"]
