"""From a body to its answer without HTTP: the same JSON, the same problems."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.operations import runner
from service.operations.operation import Computation
from service.operations.runner import answer, runner_of
from service.problems import Problem, body_of
from service.settings import Settings
from tests.contract.corpus import bodies_of
from tests.contract.document import WITH_BODY, Described

SINGLE = [each for each in WITH_BODY if isinstance(runner.HANDLERS[each.name], Computation)]


def run(operation_id: str, body: bytes) -> dict[str, Any]:
    """Return an answer as JSON has it, a problem without its id."""
    try:
        written: dict[str, Any] = orjson.loads(orjson.dumps(answer(operation_id, body)))
    except Problem as problem:
        return body_of(problem, None)
    return written


@pytest.mark.parametrize("operation", SINGLE, ids=lambda each: each.name)
def test_a_body_is_answered_as_over_http(operation: Described, client: FlaskClient) -> None:
    bodies = [orjson.dumps(body) for body in bodies_of(operation.name).values()]
    for body in [*bodies, b"{", b"{}", b"[]", b'{"ruleset": "nowhere"}']:
        over_http = client.post(operation.path, data=body, content_type="application/json").get_json()
        over_http.pop("instance", None)
        assert run(operation.name, body) == over_http


@pytest.mark.parametrize("operation_id", ["listRulesets", "auditRoundBatch"])
def test_only_a_computation_has_a_runner(operation_id: str) -> None:
    with pytest.raises(LookupError):
        runner_of(operation_id)
    with pytest.raises(LookupError):
        runner.computation("nonsense")


def test_a_runner_is_made_once_for_each_settings() -> None:
    assert runner_of("scoreRound") is runner_of("scoreRound")
    small = runner_of("scoreRound", Settings(body_values=3))
    assert small is not runner_of("scoreRound")
    with pytest.raises(Problem, match="too-large"):
        small.answer(b"[0, 0, 0, 0, 0]")
    assert runner_of("scoreGame").max_bytes == Settings().game_bytes


def test_two_spellings_of_a_ruleset_are_answered_alike() -> None:
    """In whichever order the overrides come, and whichever spelling came first."""
    nil, reordered = b'"made": {"points": 70}, "exchange": 1', b'"exchange": 1, "made": {"points": 70}'
    one = b'{"ruleset": {"name": "pagat", "overrides": {"bids": {"nil": {%b}}, "game": {"target": 400}}}}' % nil
    other = b'{"ruleset": {"overrides": {"game": {"target": 400}, "bids": {"nil": {%b}}}, "name": "pagat"}}' % reordered
    assert orjson.dumps(answer("resolveRuleset", one)) == orjson.dumps(answer("resolveRuleset", other))
