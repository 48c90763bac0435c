"""Every sign is held by the contract: what a penalty, a floor or a failure costs is below 0, what a bonus brings above.

`docs/reference/rules.md` says what each parameter is; 0 is always none.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.spades.rules.ruleset import nested
from service.wire.contract import operations
from tests.contract.corpus import bodies_of
from tests.contract.document import DOCUMENT
from tests.contract.request_text import Body
from tests.http.failures import problem_in
from tests.http.wire import Answer

SCHEMAS = DOCUMENT["components"]["schemas"]


def numbers_in(component: str, place: str = "") -> Iterator[str]:
    """Yield the name of each number with bounds: a parameter, or a member of a worth or of a row of contracts."""
    for name, schema in SCHEMAS[component]["properties"].items():
        yield from numbers_of(schema, f"{place}{name}")


def numbers_of(schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if "$ref" in schema:
        component = schema["$ref"].rpartition("/")[2]
        inner = SCHEMAS[component]
        if "items" in inner:
            yield from numbers_of(inner["items"], place)
        elif "properties" in inner and component not in {"CardsByPlayerCount", "NumberByPlayerCount"}:
            yield from numbers_in(component, f"{place}.")
    elif schema.get("type") == "integer" and "minimum" in schema:
        yield place


NUMBERS = {*numbers_in("Parameters")}
COSTS = {name for name in NUMBERS if ".failed." in name}
COSTS |= {name for name in NUMBERS if name.startswith("penalties.") and name.endswith(".points")}
COSTS |= {"bags.penalty", "game.floor", "game.forfeit_penalty"}
EITHER = {"bids.number.overtrick", "bids.blind.overtrick"}
NEVER_NONE = {"bids.number.least", "bids.blind.least", "game.target"}
(RESOLVING,) = (each for each in operations(DOCUMENT) if each.operation_id == "resolveRuleset")


def overriding(place: str, value: Any) -> Body:
    overrides: Body = nested({place: value})
    if "contracts" in overrides:
        overrides["contracts"] = [{"made": {}, **overrides["contracts"]}]
    return {"name": "pagat", "overrides": overrides}


def asked(client: FlaskClient, path: str, body: Body) -> Answer:
    return Answer.of(client.post(path, json=body))


def test_there_are_numbers_of_each_sign() -> None:
    assert len(NUMBERS) > 60
    assert NUMBERS >= COSTS | EITHER | NEVER_NONE
    assert {"bids.blind_nil.failed.points", "contracts.failed.per_missing_trick", "penalties.revoke.points"} <= COSTS


def test_every_number_has_the_signs_that_mean_something() -> None:
    """An overtrick may cost or bring points."""
    taken = {
        (name, sign)
        for name in NUMBERS
        for sign in (-1, 0, 1)
        if RESOLVING.accepts({"ruleset": overriding(name, sign)})
    }
    expected = {(name, -1 if name in COSTS else 1) for name in NUMBERS}
    expected |= {(name, -1) for name in EITHER} | {(name, 0) for name in NUMBERS - NEVER_NONE}
    assert taken == expected


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
    answer = asked(client, "/v1/rulesets/resolve", {"ruleset": overriding("bids.nil.failed.points", value)})
    assert [each["detail"] for each in problem_in(answer, client, 422, "contract-violation")["errors"]] == [detail]


def test_a_cost_above_0_is_refused_in_a_line_of_a_batch_and_in_a_text(client: FlaskClient) -> None:
    sheet = next(body for body in bodies_of("scoreRound").values())
    line = json.dumps({**sheet, "ruleset": overriding("game.floor", 200)})
    answer = Answer.of(client.post("/v1/rounds/score/batch", data=line, content_type="application/octet-stream"))
    (error,) = json.loads(answer.body)["problem"]["errors"]
    assert error["detail"] == "200 is above the maximum, 0: write -200."
    text = "ruleset pagat bags.penalty=100\nN E S W; dealer W\nN 2 > E 5 > S nil > W 1\n"
    answer = asked(client, "/v1/records/read", {"text": text})
    (error,) = problem_in(answer, client, 422, "unreadable-text")["errors"]
    assert error["detail"].endswith("100 is above the maximum, 0: write -100.")


def test_a_count_of_a_record_is_no_rule_whose_sign_is_known(client: FlaskClient) -> None:
    """-1 may stand for no bid, or for a nil, in somebody's program."""
    sheet = copy.deepcopy(next(body for body in bodies_of("scoreRound").values() if "bids" in body))
    sheet["bids"][0]["tricks"] = -1
    errors = problem_in(asked(client, "/v1/rounds/score", sheet), client, 422, "contract-violation")["errors"]
    assert [each["detail"] for each in errors] == ["-1 is below the minimum, 0."]
