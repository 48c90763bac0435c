"""What every failure has in common, whatever failed."""

from __future__ import annotations

import re
from typing import Any

from flask.testing import FlaskClient

from tests.http.wire import Answer

# 50 errors, each with a pointer of at most some 900 characters, a code and a sentence, stay below this.
LONGEST = 60_000
# The tests make long input by repeating a few characters; none of it may come back at length.
REPEATED = re.compile(rb"(.{1,6})\1{127}", re.DOTALL)


def problem_in(answer: Answer, client: FlaskClient, status: int, slug: str) -> dict[str, Any]:
    """Return the problem in an answer, which has to be of this type and in every way as problems are."""
    assert answer.status == status, answer.body[:1000]
    assert answer.headers["content-type"] == "application/problem+json"
    assert len(answer.body) <= LONGEST, f"{len(answer.body)} bytes"
    assert not REPEATED.search(answer.body), "long input is repeated"
    assert b"<html" not in answer.body.lower()
    assert b"Traceback" not in answer.body
    problem: dict[str, Any] = answer.json()
    assert problem.keys() <= {"type", "title", "status", "detail", "instance", "errors", "errors_truncated"}
    assert problem["type"] == f"/problems/{slug}"
    assert problem["status"] == status
    assert answer.headers["x-request-id"] in problem["instance"]
    assert problem["detail"]
    explained = client.get(problem["type"])
    assert explained.status_code == 200
    assert explained.get_json()["status"] == status
    assert explained.get_json()["type"] == problem["type"]
    assert explained.get_json()["title"] == problem["title"]
    errors = problem.get("errors", [])
    assert len(errors) <= 50
    for error in errors:
        assert error.keys() == {"pointer", "code", "detail"}
        assert error["pointer"].startswith("#")
        assert error["pointer"].isascii()
        assert error["detail"]
    return problem


def places(problem: dict[str, Any]) -> set[tuple[str, str]]:
    """Return what is wrong and where."""
    return {(error["pointer"], error["code"]) for error in problem.get("errors", [])}
