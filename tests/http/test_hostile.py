"""Bounded runs of the requests that nobody would write (`hostile.py`), and that what is wrong is noticed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask import Flask
from marshmallow.fields import Constant
from schemathesis import GenerationMode

from service import create_app
from service.media_types import NDJSON
from service.operations import runner
from service.operations.operation import Computation
from service.problems import Problem
from service.settings import Settings
from service.spades.errors import Fault, UnreadableRecord
from tests.contract.document import OPERATIONS, WITH_BODY, Described, keywords_of
from tests.http.hostile import (
    EVIL,
    LONG,
    MISSING,
    SPELLINGS,
    TREES,
    TYPES,
    VALUES,
    Dice,
    Expected,
    Fuzzed,
    Question,
    UnexpectedAnswerError,
    anywhere,
    as_it_should,
    generated,
    hold,
    look_at,
    misspelled,
    once_each,
    places_of,
    violations,
    with_value,
)
from tests.http.reads import failing
from tests.http.wire import Answer

PROBLEM = "application/problem+json"


def held(app: Flask, questions: Iterator[Question]) -> Fuzzed:
    fuzzed = Fuzzed()
    hold(app, questions, fuzzed)
    return fuzzed


def test_every_keyword_of_the_contract_is_held_at_every_place(app: Flask) -> None:
    for operation in WITH_BODY:
        fuzzed = held(app, violations(operation, Random(operation.name), 1))
        assert fuzzed.wrong == []
        assert set(fuzzed.codes) == keywords_of(operation)


def test_no_place_may_be_spelled_as_no_json(app: Flask) -> None:
    lot = Random(1)
    fuzzed = held(app, (question for operation in WITH_BODY for question in misspelled(operation, lot, 1)))
    assert fuzzed.wrong == []
    assert set(fuzzed.codes) == set(SPELLINGS.values())
    assert fuzzed.answers.keys() == {(operation.name, 400) for operation in WITH_BODY}


def test_every_member_may_be_of_any_type_and_long(app: Flask) -> None:
    """Two values at each place, drawn by lot, and pages and sheets asked for as often as JSON."""
    lot = Random(1)
    fuzzed = held(
        app, once_each(lambda: [lot.choice(TYPES), lot.choice((*TYPES, *LONG, EVIL, [EVIL], {EVIL: EVIL}))], lot=lot)
    )
    assert fuzzed.wrong == []
    for operation in WITH_BODY:
        assert fuzzed.answers[operation.name, 422] > fuzzed.answers[operation.name, 200] > 0
    # A kit as lines is asked for by its examples.
    of_200 = {each for operation in WITH_BODY for each in operation.answers} - {NDJSON}
    assert {kind for _, kind in fuzzed.kinds} >= of_200


def test_anything_may_be_sent_anywhere(app: Flask) -> None:
    fuzzed = held(app, islice(anywhere(VALUES, 1), 300))
    hold(app, islice(Dice(1).questions(), 600), fuzzed)
    generated(app, 1, 1, fuzzed)
    assert fuzzed.wrong == []
    assert {name for name, _ in fuzzed.answers} == {each.name for each in OPERATIONS}
    assert {status for _, status in fuzzed.answers} >= {200, 400, 404, 415, 422}


@pytest.mark.long
@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda each: each.name)
def test_every_member_may_have_any_value(operation: Described, app: Flask) -> None:
    lot = Random(operation.name)
    fuzzed = held(app, once_each(lambda: lot.sample([*VALUES, *LONG], 5), [operation], lot))
    hold(app, violations(operation, lot, 8), fuzzed)
    hold(app, misspelled(operation, lot, 5), fuzzed)
    assert fuzzed.wrong == []
    assert fuzzed.answers.total() > 500


@pytest.mark.long
@pytest.mark.parametrize("start", range(2, 4))
def test_anything_may_be_sent_anywhere_by_the_thousand(start: int, app: Flask) -> None:
    fuzzed = held(app, islice(anywhere(VALUES, start), 5_000))
    hold(app, islice(Dice(start).questions(), 5_000), fuzzed)
    generated(app, 2, start, fuzzed)
    assert fuzzed.wrong == []
    assert {name for name, status in fuzzed.answers if status == 200} == {each.name for each in OPERATIONS}


# That what is wrong is noticed


def test_the_same_start_asks_the_same() -> None:
    first, again, other = (list(islice(Dice(start).questions(), 300)) for start in (1, 1, 2))
    assert first == again != other


def test_the_places_of_a_body_are_those_that_are_filled_and_those_that_might_be() -> None:
    body = {"ruleset": "pagat", "players": ["ana"], "bids": [{"player": "ana", "tricks": 3}]}
    places = set(places_of(TREES["scoreRound"], body))
    assert places >= {(), ("ruleset",), ("players", 0), ("bids", 0, "tricks"), ("bids", 0, "kind"), ("before",)}
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
    fuzzed = held(failing(monkeypatch).application, islice(Dice(1).questions(), 300))
    assert fuzzed.wrong
    assert all(each.startswith(("scoreRound", "listRulesets")) for each in fuzzed.wrong)


def judging_tricks(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Flask:
    """Return an application in which tricks are judged otherwise."""
    handler = runner.HANDLERS["judgeTrick"]
    assert isinstance(handler, Computation)
    monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, "judgeTrick": replace(handler, **changes)})
    return create_app(Settings())


JUDGED: Any = runner.HANDLERS["judgeTrick"]


def fails(_: object) -> object:
    raise LookupError


def conflicts(_: object) -> object:
    raise Problem("method-not-allowed", "Not here.")


@pytest.mark.parametrize(
    ("changes", "noticed"),
    [
        ({"compute": fails}, "500"),
        ({"compute": conflicts}, "405"),
        ({"answer_schema": type(JUDGED.answer_schema).from_dict({"reason": Constant(5)})()}, "not a TrickAnswer"),
        ({"answer_schema": type(JUDGED.answer_schema)(exclude=("detail",))}, "not a TrickAnswer"),
    ],
    ids=["fails", "undocumented status", "wrong type", "missing member"],
)
def test_a_wrong_answer_is_noticed(changes: dict[str, Any], noticed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = held(judging_tricks(monkeypatch, **changes), islice(Dice(1).questions(), 300)).wrong
    assert wrong
    assert all(each.startswith("judgeTrick") for each in wrong)
    assert any(noticed in each for each in wrong)


def test_what_the_contract_allows_may_be_refused_for_what_it_says_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(refusal: Exception) -> list[str]:
        def read(*_: Any, **__: Any) -> object:
            raise refusal

        reads = type(JUDGED.request_schema)()
        monkeypatch.setattr(reads, "load", read)
        fuzzed = Fuzzed()
        generated(judging_tricks(monkeypatch, request_schema=reads), 1, 1, fuzzed)
        return fuzzed.wrong

    assert refused(UnreadableRecord([Fault("#", "player_count", "Nobody can read this.")])) == []
    assert any("what the contract allows is refused" in each for each in refused(Problem("contract-violation", "No.")))


def test_what_the_contract_forbids_may_not_be_answered() -> None:
    for operation in OPERATIONS:
        as_it_should(operation, GenerationMode.POSITIVE, 200, None)
        as_it_should(operation, GenerationMode.NEGATIVE, 422, None)
        with pytest.raises(UnexpectedAnswerError, match="what the contract forbids"):
            as_it_should(operation, GenerationMode.NEGATIVE, 200, None)


def problem(status: int, detail: str = "No.", **members: Any) -> tuple[dict[str, str], bytes]:
    body = {"type": "/problems/contract-violation", "title": "No.", "status": status, "detail": detail, **members}
    return {"content-type": PROBLEM}, json.dumps(body).encode()


FAULT = {"pointer": "#/players", "code": "type", "detail": "No."}
HTML, PAGE_POLICY = "text/html", {"content-security-policy": "default-src 'none'"}
UNEXPECTED: dict[str, Callable[[], tuple[int, dict[str, str], bytes, str]]] = {
    "when to try again": lambda: (503, *problem(503), ""),
    "repeats long input": lambda: (422, *problem(422, "ab" * 900), ""),
    "no type at": lambda: (422, *problem(422, errors=[{**FAULT, "pointer": "#/dealer"}]), "contract-violation"),
    "and not not-json": lambda: (422, *problem(422, errors=[FAULT]), "not-json"),
    "is not documented": lambda: (200, {"content-type": "image/png"}, b"", ""),
    "a page is not whole": lambda: (200, {"content-type": HTML} | PAGE_POLICY, b"<p>", ""),
    "has an element script": lambda: (200, {"content-type": HTML} | PAGE_POLICY, b"<p><script></script></p>", ""),
}


@pytest.mark.parametrize("said", UNEXPECTED)
def test_an_answer_that_is_not_as_expected_is_noticed(said: str) -> None:
    (score,) = (each for each in WITH_BODY if each.name == "scoreRound")
    status, headers, body, slug = UNEXPECTED[said]()
    expected = Expected(slug, ("players",), "type") if slug else None
    with pytest.raises(UnexpectedAnswerError, match=said):
        look_at(Question(score, expected=expected), Answer(status, headers, body))
    right = problem(422, errors=[FAULT])
    look_at(Question(score, expected=Expected("contract-violation", ("players",), "type")), Answer(422, *right))
