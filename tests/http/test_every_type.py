"""Bounded runs of the requests in which members are of every type, and that what is wrong is noticed."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask import Flask

from tests.contract.document import OPERATIONS, WITH_BODY, Described
from tests.http.every_type import (
    MISSING,
    TREES,
    TYPES,
    VALUES,
    Dice,
    Question,
    anywhere,
    hold,
    look_at,
    once_each,
    places_of,
    with_value,
)
from tests.http.fuzz import Fuzzed, UnexpectedAnswerError
from tests.http.reads import failing
from tests.http.wire import Answer

OF_EACH = pytest.mark.parametrize("operation", WITH_BODY, ids=lambda each: each.name)


@OF_EACH
def test_every_member_may_be_of_any_type(operation: Described, app: Flask) -> None:
    """Two of the types at each place, drawn by lot."""
    fuzzed, lot = Fuzzed(), Random(operation.name)
    hold(app, once_each(lambda: lot.sample(TYPES, 2), [operation]), fuzzed)
    assert fuzzed.wrong == []
    assert fuzzed.answers[operation.name, 422] > fuzzed.answers[operation.name, 200] > 0


def test_anything_may_be_sent_anywhere(app: Flask) -> None:
    fuzzed = Fuzzed()
    hold(app, islice(anywhere(VALUES, 1), 300), fuzzed)
    hold(app, islice(Dice(1).questions(), 600), fuzzed)
    assert fuzzed.wrong == []
    assert {name for name, _ in fuzzed.answers} == {each.name for each in OPERATIONS}
    assert {status for _, status in fuzzed.answers} >= {200, 400, 404, 415, 422}


@pytest.mark.long
@OF_EACH
def test_every_member_may_have_any_value(operation: Described, app: Flask) -> None:
    fuzzed = Fuzzed()
    hold(app, once_each(lambda: VALUES, [operation]), fuzzed)
    assert fuzzed.wrong == []
    assert fuzzed.requests > 1_000


@pytest.mark.long
@pytest.mark.parametrize("start", range(2, 6))
def test_anything_may_be_sent_anywhere_by_the_thousand(start: int, app: Flask) -> None:
    fuzzed = Fuzzed()
    hold(app, islice(anywhere(VALUES, start), 5_000), fuzzed)
    hold(app, islice(Dice(start).questions(), 5_000), fuzzed)
    assert fuzzed.wrong == []


def test_the_places_of_a_body_are_those_that_are_filled_and_those_that_might_be() -> None:
    body = {"ruleset": "pagat", "players": ["ana"], "bids": [{"player": "ana", "tricks": 3}]}
    places = set(places_of(TREES["scoreRound"], body))
    assert places >= {(), ("ruleset",), ("players", 0), ("bids", 0, "tricks"), ("bids", 0, "blind"), ("before",)}
    assert places >= {("nonsense",), ("bids", 0, "nonsense")}
    assert max(Counter(places_of(TREES["scoreRound"], body)).values()) == 1


def test_a_value_is_put_in_its_place_and_nowhere_else() -> None:
    body: dict[str, Any] = {"a": [{"b": 1}, 2], "c": {}}
    assert with_value(body, ("a", 0, "b"), None) == {"a": [{"b": None}, 2], "c": {}}
    assert with_value(body, ("a", 0, "b"), MISSING) == {"a": [{}, 2], "c": {}}
    assert with_value(body, ("a", 1), MISSING) == {"a": [{"b": 1}], "c": {}}
    assert with_value(body, ("c", "new"), []) == {"a": [{"b": 1}, 2], "c": {"new": []}}
    assert with_value(body, (), 5) == 5
    assert body == {"a": [{"b": 1}, 2], "c": {}}


def test_a_failure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzzed = Fuzzed()
    hold(failing(monkeypatch).application, islice(Dice(1).questions(), 300), fuzzed)
    assert fuzzed.wrong
    assert all(each.startswith(("scoreRound", "listRulesets")) for each in fuzzed.wrong)


@pytest.mark.parametrize("status", [429, 503])
def test_a_refusal_that_says_not_when_to_try_again_is_noticed(status: int) -> None:
    body = {"type": "/problems/unavailable", "title": "Not now.", "status": status, "detail": "Not now."}
    headers = {"content-type": "application/problem+json"}
    question = Question(WITH_BODY[0])
    look_at(question, Answer(status, {**headers, "retry-after": "1"}, json.dumps(body).encode()))
    with pytest.raises(UnexpectedAnswerError, match="when to try again"):
        look_at(question, Answer(status, headers, json.dumps(body).encode()))
