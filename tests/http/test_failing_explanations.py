"""Explaining a fault never fails: whatever an explanation raises, the plain fault is answered, logged and counted."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http import dead_ends, reply, responders
from service.operations import operation
from service.wire import strict_json
from service.wire.faults import refusals
from tests.http.bodies import AUDIT, AUDIT_BATCH, STANDINGS, auditing
from tests.http.failures import places, problem_in
from tests.http.reads import JSON, got, posted
from tests.http.wire import Answer
from tests.runtime.test_metrics import counting, named

FAILURES = (KeyError("seven of nine"), RecursionError("seven of nine"), MemoryError("seven of nine"))
FAILED = "explanations_failed_total"
Break = Callable[[object, str], None]


@pytest.fixture(params=FAILURES, ids=lambda failure: type(failure).__name__)
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Break:
    """Return what makes a function of a module raise."""

    def fail(*_: Any, **__: Any) -> object:
        raise request.param

    return lambda module, name: monkeypatch.setattr(module, name, fail)


def plainly(answer: Answer, client: FlaskClient, status: int, slug: str) -> dict[str, Any]:
    """Return the problem in an answer, which says nothing of what failed."""
    assert b"seven of nine" not in answer.body
    return problem_in(answer, client, status, slug)


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """Return the only message in the log, which comes with the exception."""
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info
    return record.getMessage()


def test_violations_are_answered_by_their_places_and_keywords(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    body = auditing(players="[]", dealer="5", nonsense="1")
    explained = problem_in(posted(client, body, AUDIT), client, 422, "contract-violation")
    broken(refusals, "in_words")
    with counting() as change:
        answer = posted(client, body, AUDIT)
    problem = plainly(answer, client, 422, "contract-violation")
    assert places(problem) == places(explained) >= {("#/dealer", "type"), ("#/nonsense", "additionalProperties")}
    assert problem["detail"] == f"{len(problem['errors'])} violations."
    assert {each["detail"] for each in problem["errors"]} >= {"This violates the keyword type of the schema."}
    assert change.counted[named(FAILED, operation="auditRound")] == 1
    assert logged(caplog) == f"request {answer.headers['x-request-id']}: an explanation failed"


def test_a_line_of_a_batch_is_answered_and_counted_by_itself(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    broken(refusals, "in_words")
    with counting() as change:
        answer = posted(client, b"\n".join([auditing(), b"{}", auditing(), b"{}"]), AUDIT_BATCH, "application/x-ndjson")
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert [line["status"] for line in lines] == [200, 422, 200, 422]
    assert all(line["problem"]["errors"] for line in lines if line["status"] == 422)
    assert change.counted[named(FAILED, operation="auditRoundBatch")] == 2
    request_id = answer.headers["x-request-id"]
    messages = [record.getMessage() for record in caplog.records]
    assert messages == [f"request {request_id}, line {line}: an explanation failed" for line in (2, 4)]


def test_a_body_that_is_no_json_is_answered_by_its_first_mistake(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    broken(strict_json, "looks_like")
    answer = posted(client, b'{"ruleset": }', AUDIT)
    assert plainly(answer, client, 400, "not-json")["detail"] == "Expecting value at line 1, column 13."
    assert logged(caplog)


def test_a_batch_of_which_nobody_can_say_what_it_looks_like_is_answered_line_by_line(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    broken(responders, "batch_looks_like")
    with counting() as change:
        answer = posted(client, auditing(), AUDIT_BATCH, "application/x-ndjson")
    assert json.loads(answer.body)["status"] == 200
    assert change.counted[named(FAILED, operation="auditRoundBatch")] == 1
    assert logged(caplog)


def test_a_path_a_method_and_a_name_that_lead_nowhere_are_answered_without_what_is_near(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("no_path", "no_method"):
        broken(dead_ends.DeadEnds, name)
    broken(operation, "name_meant")
    plainly(got(client, "/v1/roundz"), client, 404, "not-found")
    assert plainly(got(client, AUDIT), client, 405, "method-not-allowed")
    unknown = plainly(got(client, "/v1/rulesets/pagaat"), client, 404, "not-found")
    assert unknown["detail"] == "There is no ruleset 'pagaat'. GET /v1/rulesets lists them all."
    assert len(caplog.records) == 3


def test_a_problem_whose_page_fails_is_answered_as_json(
    broken: Break, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    broken(reply, "failure_page")
    answer = Answer.of(client.post(AUDIT, data=b"{}", content_type=JSON, headers={"Accept": "text/html"}))
    assert places(plainly(answer, client, 422, "contract-violation"))
    assert logged(caplog)


def test_the_shape_of_a_standing_is_guessed_only_from_names(client: FlaskClient) -> None:
    """A team that is an object was once taken for the name of one, which was answered by a 500."""
    body = b'{"results":[{"standing":[{"team":{},"score":1}]}]}'
    problem = problem_in(posted(client, body, STANDINGS), client, 422, "contract-violation")
    assert ("#/results/0/standing", "type") in places(problem)
