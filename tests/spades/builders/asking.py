"""The service's way from a body to its answer, without a server or a framework.

The only module of these tests that knows how operations are run.
"""

from __future__ import annotations

import orjson

from service.operations import runner
from service.problems import Problem, body_of
from tests.spades.builders.cards import Json


def answer(operation: str, body: Json) -> tuple[int, Json]:
    """Return the status and the JSON with which an operation (by its ``operationId``) answers a body."""
    try:
        value = runner.answer(operation, orjson.dumps(body))
    except Problem as problem:
        return problem.kind.status, orjson.loads(orjson.dumps(body_of(problem, None)))
    return 200, orjson.loads(orjson.dumps(value))


def ask(operation: str, body: Json, status: int = 200) -> Json:
    """Return the answer to a body, which has to come with this status."""
    answered, content = answer(operation, body)
    assert answered == status, content
    return content


def ruling(body: Json) -> Json:
    """Return the ruling on a round record, which has to be readable."""
    return ask("auditRound", body)


def only(body: Json, *found: tuple[str, str]) -> Json:
    """Return the ruling, which has exactly these findings (code and pointer) and leaves nothing undecided."""
    ruled = ruling(body)
    assert [(each["code"], each["pointer"]) for each in ruled["findings"]] == list(found)
    assert ruled["undecided"] == []
    return ruled


def faults(body: Json, operation: str = "auditRound") -> list[tuple[str, str]]:
    """Return pointer and code of each fault that keeps a record from being read; none if it can be."""
    status, content = answer(operation, body)
    if status == 200:
        return []
    assert (status, content["type"]) == (422, "/problems/unreadable-record"), content
    return [(each["pointer"], each["code"]) for each in content["errors"]]
