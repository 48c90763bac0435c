"""Every sign is held by the contract: what a penalty, a floor or a failure costs is below 0, what a bonus brings above.

`docs/reference/rules.md` says what each parameter is; 0 is always none.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.contract.bodies import bodies_of
from tests.contract.builders import Body
from tests.contract.document import DOCUMENT, WITH_BODY
from tests.http.failures import problem_in
from tests.http.wire import Answer

COSTS = {
    *("nil.failed", "nil.blind_failed", "nil.double_failed", "special_bids.ten.failed", "special_bids.slam.failed"),
    *("scoring.bag_penalty", "game.floor", "game.forfeit_penalty"),
}
EITHER = {"scoring.overtrick_points"}
NEVER_NONE = {"bidding.minimum", "blind_bid.minimum", "blind_bid.made_multiplier", "blind_bid.failed_multiplier"}
NEVER_NONE |= {"game.target"}
SCHEMAS = DOCUMENT["components"]["schemas"]


def numbers_in(component: str, place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the place of each parameter that is a number with bounds."""
    for name, schema in SCHEMAS[component]["properties"].items():
        inner = schema.get("$ref", "").rpartition("/")[2]
        if inner.endswith("Parameters"):
            yield from numbers_in(inner, (*place, name))
        elif schema.get("type") == "integer" and "minimum" in schema:
            yield (*place, name)


NUMBERS = [*numbers_in("Parameters")]


def overriding(place: tuple[str, ...], value: Any) -> Body:
    overrides: Any = value
    for name in reversed(place):
        overrides = {name: overrides}
    if place[0] == "special_bids" and place[-1] == "failed":
        overrides["special_bids"][place[1]]["made"] = 200
    return {"name": "pagat", "overrides": overrides}


def asked(client: FlaskClient, path: str, body: Body) -> Answer:
    return Answer.of(client.post(path, json=body))


def test_every_sign_is_named_here() -> None:
    assert {".".join(place) for place in NUMBERS} >= COSTS | EITHER | NEVER_NONE


@pytest.mark.parametrize("place", NUMBERS, ids=".".join)
def test_a_number_has_the_signs_that_mean_something(place: tuple[str, ...], client: FlaskClient) -> None:
    name = ".".join(place)
    right, wrong = (-1, 1) if name in COSTS else (1, -1)
    for value in (right, 0):
        answer = asked(client, "/v1/rulesets/resolve", {"ruleset": overriding(place, value)})
        is_taken = value or name not in NEVER_NONE
        assert (json.loads(answer.body).get("type") != "/problems/contract-violation") == bool(is_taken)
    answer = asked(client, "/v1/rulesets/resolve", {"ruleset": overriding(place, wrong)})
    if name in EITHER:
        assert answer.status == 200
        return
    (error,) = problem_in(answer, client, 422, "contract-violation")["errors"]
    assert error["pointer"] == "#/ruleset/overrides/" + "/".join(place)
    assert error["detail"].endswith(f": write {right}.")


@pytest.mark.parametrize("points", [-10, -1, 0, 1])
def test_an_overtrick_may_cost_or_bring_points(points: int, client: FlaskClient) -> None:
    request = {"ruleset": overriding(("scoring", "overtrick_points"), points)}
    assert asked(client, "/v1/rulesets/resolve", request).status == 200


@pytest.mark.parametrize(
    ("value", "detail"),
    [
        (100, "100 is above the maximum, 0: write -100."),
        ("100", "This must be an integer, not a string. Write -100, without quotes."),
        ({"points": 100}, "This must be an integer, not an object. Write -100."),
        ("-100", "This must be an integer, not a string. Write -100, without quotes."),
        (20_000, "20000 is above the maximum, 0."),
        (-20_000, "-20000 is below the minimum, -10000."),
    ],
)
def test_the_fix_is_a_number_that_is_taken(value: Any, detail: str, client: FlaskClient) -> None:
    answer = asked(client, "/v1/rulesets/resolve", {"ruleset": overriding(("nil", "failed"), value)})
    assert [each["detail"] for each in problem_in(answer, client, 422, "contract-violation")["errors"]] == [detail]


def references_in(value: Any, pointer: str) -> Iterator[tuple[Any, str | int, str]]:
    """Yield each place of a ruleset in a body: what holds it, its name there, and its pointer."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        if name == "ruleset":
            yield value, name, f"{pointer}/{name}"
        elif name == "rulesets":
            yield from ((inner, index, f"{pointer}/{name}/{index}") for index in range(len(inner)))
        else:
            yield from references_in(inner, f"{pointer}/{name}")


WITH_RULESET = sorted(
    each.name for each in WITH_BODY if each.body and any([*references_in([*bodies_of(each.name).values()], "")])
)


@pytest.mark.parametrize("name", WITH_RULESET)
def test_a_reward_for_failing_is_refused_wherever_a_ruleset_is_sent(name: str, client: FlaskClient) -> None:
    operation = next(each for each in WITH_BODY if each.name == name)
    original = next(body for body in bodies_of(name).values() if [*references_in(body, "#")])
    body = copy.deepcopy(original)
    holder, key, pointer = next(references_in(body, "#"))
    holder[key] = overriding(("nil", "failed"), 100)
    errors = problem_in(asked(client, operation.path, body), client, 422, "contract-violation")["errors"]
    failed = {"code": "maximum", "detail": "100 is above the maximum, 0: write -100."}
    assert {**failed, "pointer": f"{pointer}/overrides/nil/failed"} in errors


def test_so_it_is_in_a_line_of_a_batch_and_in_a_text(client: FlaskClient) -> None:
    sheet = next(body for body in bodies_of("scoreRound").values())
    line = json.dumps({**sheet, "ruleset": overriding(("game", "floor"), 200)})
    answer = Answer.of(client.post("/v1/rounds/score/batch", data=line, content_type="application/octet-stream"))
    (error,) = json.loads(answer.body)["problem"]["errors"]
    assert error["detail"] == "200 is above the maximum, 0: write -200."
    text = "ruleset pagat scoring.bag_penalty=100\nN E S W; dealer W\nN 2 > E 5 > S nil > W 1\n"
    answer = asked(client, "/v1/records/read", {"text": text})
    (error,) = problem_in(answer, client, 422, "unreadable-text")["errors"]
    assert error["detail"].endswith("100 is above the maximum, 0: write -100.")


def test_a_count_of_a_record_is_no_rule_whose_sign_is_known(client: FlaskClient) -> None:
    """-1 may stand for no bid, or for a nil, in somebody's program."""
    sheet = copy.deepcopy(next(body for body in bodies_of("scoreRound").values() if "bids" in body))
    sheet["bids"][0]["tricks"] = -1
    errors = problem_in(asked(client, "/v1/rounds/score", sheet), client, 422, "contract-violation")["errors"]
    assert [each["detail"] for each in errors] == ["-1 is below the minimum, 0."]
