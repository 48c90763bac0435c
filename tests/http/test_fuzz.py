"""A bounded run of the fuzzer, and that it notices what it looks for; ``python -m tests.http.fuzz`` runs longer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from schemathesis import GenerationMode

from service import create_app
from service.operations import runner
from service.operations.operation import Computation
from service.problems import Problem
from service.settings import Settings
from service.spades.errors import Fault, UnreadableRecord
from tests.contract.document import OPERATIONS
from tests.http.fuzz import UnexpectedAnswerError, as_it_should, fuzz

REQUESTS = 1_500


def test_nothing_fails_and_nothing_is_answered_that_the_document_does_not_say(app: Flask) -> None:
    fuzzed = fuzz(app, REQUESTS, 1)
    assert fuzzed.wrong == []
    assert fuzzed.requests == REQUESTS
    answered = {name for name, status in fuzzed.answers if status == 200}
    assert answered == {operation.name for operation in OPERATIONS}
    refused = {status for _, status in fuzzed.answers if status != 200}
    assert refused >= {400, 404, 415, 422}


def test_the_same_start_asks_the_same(app: Flask) -> None:
    first, again, other = (fuzz(app, 300, start).answers for start in (1, 1, 2))
    assert first == again != other


Spoil = Callable[[Computation[Any]], Computation[Any]]


def broken(spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Return an application in which the answer about a trick is wrong."""
    handler = runner.HANDLERS["judgeTrick"]
    assert isinstance(handler, Computation)
    monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, "judgeTrick": spoil(handler)})
    return create_app(Settings())


def finding(change: Callable[[Any], Any]) -> Spoil:
    """Return a spoiler that changes the result of judging a trick."""
    return lambda handler: replace(handler, compute=lambda asked: change(handler.compute(asked)))


def without_detail(handler: Computation[Any]) -> Computation[Any]:
    """Return a handler that writes no detail, which every answer has."""
    return replace(handler, answer_schema=type(handler.answer_schema)(exclude=("detail",)))


def fails(_: object) -> object:
    raise LookupError


def conflicts(_: object) -> object:
    raise Problem("method-not-allowed", "Not here.")


@pytest.mark.parametrize(
    ("spoil", "noticed"),
    [
        (finding(fails), "500"),
        (finding(conflicts), "405"),
        (finding(lambda found: found._replace(reason=5)), "not a TrickAnswer"),
        (without_detail, "not a TrickAnswer"),
    ],
    ids=["fails", "undocumented status", "wrong type", "missing member"],
)
def test_a_wrong_answer_is_noticed(spoil: Spoil, noticed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = fuzz(broken(spoil, monkeypatch), 500, 1).wrong
    assert wrong
    assert all(each.startswith("judgeTrick") for each in wrong)
    assert any(noticed in each for each in wrong)


def test_what_the_document_allows_may_be_refused_for_what_it_says_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = runner.HANDLERS["judgeTrick"]
    assert isinstance(handler, Computation)

    def load(refusal: Exception) -> Flask:
        def read(*_: Any, **__: Any) -> object:
            raise refusal

        reads = type(handler.request_schema)()
        monkeypatch.setattr(reads, "load", read)
        spoilt = replace(handler, request_schema=reads)
        monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, "judgeTrick": spoilt})
        return create_app(Settings())

    fault = UnreadableRecord([Fault("#", "unreadable", "Nobody can read this.")])
    assert fuzz(load(fault), 500, 1).wrong == []
    wrong = fuzz(load(Problem("contract-violation", "Not today.")), 500, 1).wrong
    assert any("what the document allows is refused" in each for each in wrong)


def test_what_the_document_forbids_may_not_be_answered() -> None:
    for operation in OPERATIONS:
        as_it_should(operation, GenerationMode.POSITIVE, 200, None)
        as_it_should(operation, GenerationMode.NEGATIVE, 422, None)
        if operation.body is not None:
            with pytest.raises(UnexpectedAnswerError, match="what the document forbids"):
                as_it_should(operation, GenerationMode.NEGATIVE, 200, None)
