"""The JSON Schemas at `/schemas/`: each stands alone, and takes and refuses what the contract does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.wire.exchange import BRIEF
from tests.contract.corpus import bodies_of
from tests.contract.document import OPERATIONS, SCHEMAS
from tests.http.reads import got

# Each schema with its component, the operation whose body or answer it describes, and whether it is the answer.
DESCRIBED: Mapping[str, tuple[str, str, bool]] = {
    "round-record.json": ("RoundRecord", "auditRound", False),
    "ruling.json": ("Ruling", "auditRound", True),
    "game-record.json": ("AuditedGameRequest", "auditGame", False),
    "game-ruling.json": ("GameRuling", "auditGame", True),
}
BY_NAME = {each.name: each for each in OPERATIONS}


def schema(client: FlaskClient, name: str) -> Any:
    return got(client, f"/schemas/{name}").json()


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (inner for key, inner in value.items() if key == "$ref")
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


@pytest.mark.parametrize("name", DESCRIBED)
def test_it_is_a_schema_that_stands_alone(name: str, client: FlaskClient) -> None:
    answer = got(client, f"/schemas/{name}")
    assert answer.headers["content-type"] == "application/schema+json"
    assert got(client, f"/schemas/{name}", If_None_Match=answer.headers["etag"]).status == 304
    said = answer.json()
    assert said["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert said["$id"] == f"/schemas/{name}"
    assert said["title"]
    Draft202012Validator.check_schema(said)
    assert {each.removeprefix("#/$defs/") for each in references(said)} == set(said["$defs"])
    assert "components" not in answer.body.decode()


@pytest.mark.parametrize("name", DESCRIBED)
def test_it_is_the_component_of_the_contract(name: str, client: FlaskClient) -> None:
    said, component = schema(client, name), SCHEMAS[DESCRIBED[name][0]]
    for key in set(component) - {"properties"}:
        assert said[key] == component[key]
    assert list(said["properties"]) == list(component["properties"])
    for each in said["$defs"]:
        assert said["$defs"][each].keys() == SCHEMAS[each].keys()


@pytest.mark.parametrize("name", DESCRIBED)
def test_it_takes_what_the_contract_shows(name: str, client: FlaskClient) -> None:
    _, operation, is_answer = DESCRIBED[name]
    described = BY_NAME[operation]
    content = described.answer if is_answer else described.body
    assert content is not None
    shown = [each["value"] for each in content["examples"].values()]
    samples = list(bodies_of(operation).values())
    if is_answer:
        samples = [client.post(described.path, json=body).get_json() for body in samples]
    # The schema of an answer is that of a full one.
    shown, samples = ([each for each in some if each.get("answer") != BRIEF] for some in (shown, samples))
    validator = Draft202012Validator(schema(client, name))
    assert len(shown) >= 1
    assert [error.message for each in [*shown, *samples] for error in validator.iter_errors(each)] == []


@pytest.mark.parametrize("name", [name for name, (_, _, is_answer) in DESCRIBED.items() if not is_answer])
def test_it_refuses_what_the_contract_refuses(name: str, client: FlaskClient) -> None:
    described = BY_NAME[DESCRIBED[name][1]]
    body = next(iter(bodies_of(described.name).values()))
    validator = Draft202012Validator(schema(client, name))
    members: list[dict[str, Any]] = [{"player": []}, {"players": ["ana"]}, {"ruleset": 5}]
    for member in members:
        assert not validator.is_valid({**body, **member})
        assert client.post(described.path, json={**body, **member}).status_code == 422
    nothing: list[Any] = [{}, [], "record"]
    for wrong in nothing:
        assert not validator.is_valid(wrong)
        assert client.post(described.path, json=wrong).status_code == 422
