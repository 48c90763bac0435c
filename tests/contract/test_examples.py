"""Every example in the document is true: the service gives the answers and the problems shown."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import PROBLEM
from service.operations import runner
from service.operations.operation import Computation
from service.operations.runner import HANDLERS
from service.wire.contract import OPENAPI_FILE, ContractError, load_document
from tests.contract.corpus import Request, kept_for
from tests.contract.document import DOCUMENT, JSON, LINES, OCTETS, WITH_BODY
from tests.contract.renew_examples import renewed

SHEET: Mapping[str, Any] = {
    "ruleset": "pagat",
    "players": ["ana", "ben", "cy", "dee"],
    "bids": [{"player": player, "tricks": 3} for player in ("ana", "ben", "cy", "dee")],
    "tricks_won": {"ana+cy": 6, "ben+dee": 7},
}


def bidding(first: Mapping[str, Any], *more: Mapping[str, Any], **members: Any) -> dict[str, Any]:
    """Return the score sheet with other first bids."""
    return {**SHEET, **members, "bids": [first, *more, *SHEET["bids"][1 + len(more) :]]}


# The problems that only a proxy in front of the service answers.
IN_FRONT = {"tooMany", "unavailable"}

# The request that leads to each of the other problems, by the name of its example.
PROBLEMS: Mapping[str, Mapping[str, Any]] = {
    "notJson": {"data": b'{"ruleset":"pagat"; "players":[]}'},
    "unauthorized": {"json": SHEET},
    "cutShort": {
        "path": "/v1/rounds/score/batch",
        "data": b"{}",
        "content_type": OCTETS,
        "environ_overrides": {"CONTENT_LENGTH": "3"},
    },
    "array": {"path": "/v1/rounds/score/batch", "data": b"[{}, {}]", "content_type": OCTETS},
    "notFound": {"path": "/v1/rulesets/bridge", "method": "GET"},
    "tooLarge": {"data": b" " * 32_769},
    "headerTooLong": {"path": "/v1/rulesets", "method": "GET", "headers": {"If-None-Match": "x" * 1025}},
    "mediaType": {"data": b"{}", "content_type": "application/x-www-form-urlencoded"},
    "coding": {"json": SHEET, "headers": {"Content-Encoding": "br"}},
    "contract": {"json": bidding({"player": "ana", "tricks": 99})},
    "unreadable": {"json": bidding({"player": "eve", "tricks": 3})},
    "severalFaults": {
        "json": bidding(
            SHEET["bids"][0],
            {"player": "ben", "tricks": 3},
            {"player": "cy", "tricks": "2"},
            ruleset={"name": "pagat", "overrides": {"bag_limit": 5}},
        )
    },
    "ruleset": {"json": {**SHEET, "ruleset": {"name": "pagat", "overrides": {"bids": {"number": {"least": 14}}}}}},
    "text": {
        "path": "/v1/records/read",
        "json": {"notation": "shorthand", "text": "N E S W\nN 2 E 5 S nil W 1\nN QD 1H 5D 3D\n"},
    },
    "unwritable": {
        "path": "/v1/records/write",
        "json": {"notation": "shorthand", "record": {**SHEET, "dealer": "eve"}},
    },
    "internal": {"json": SHEET},
}

DOCUMENTED = {
    name: example["value"]
    for response in DOCUMENT["components"]["responses"].values()
    for name, example in response.get("content", {}).get(PROBLEM, {}).get("examples", {}).items()
}


def exactly(value: Any) -> str:
    """Return a JSON value as text in which 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, indent=1)


def faults_of(client: FlaskClient, request: Request) -> Iterator[str]:
    """Yield in which media types the answer is another one than the document says, and how."""
    operation = request.operation
    headers = {*operation.content["responses"]["200"]["headers"]} - {"Content-Encoding"}  # for who takes one
    for kind in (None, *operation.answers):
        response = request.ask(client, headers={} if kind is None else {"Accept": kind})
        expected = (200, kind or next(iter(operation.answers)))
        if (response.status_code, response.mimetype) != expected or headers - {*response.headers.keys()}:
            yield f"{kind}: {response.status} {response.mimetype}"
        if expected[1] not in {JSON, LINES[1]} and response.mimetype_params != {"charset": "utf-8"}:
            yield f"{kind}: {response.mimetype_params}"


def test_every_example_is_answered_in_every_media_type(client: FlaskClient) -> None:
    asked = kept_for("example")
    assert [(each.operation.name, each.name, fault) for each in asked for fault in faults_of(client, each)] == []


def test_requests_and_answers_come_in_pairs() -> None:
    for operation in WITH_BODY:
        shown = [
            [(name, each["summary"]) for name, each in (content or {})["examples"].items()]
            for content in (operation.body, operation.answer)
        ]
        assert shown[0] == shown[1], operation.name


def test_the_examples_are_up_to_date_and_no_others_are_kept(client: FlaskClient) -> None:
    """If this fails, run ``python -m tests.contract.renew_examples`` and read the diff."""
    should = dict(renewed(client))
    kept = [file for file in (OPENAPI_FILE.parent / "contract" / "examples").rglob("*") if file.is_file()]
    assert {file: file.read_bytes() for file in kept} == should


def test_an_example_whose_file_is_gone_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text('value: {externalValue: "contract/examples/gone.json"}\n', encoding="utf-8")
    with pytest.raises(ContractError, match=r"openapi\.yaml names an example that can't be read: .*/gone\.json"):
        load_document(file)


@pytest.mark.parametrize("name", sorted(DOCUMENTED.keys() - IN_FRONT))
def test_every_problem_is_produced(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if name == "unauthorized":
        keys = tmp_path / "keys"
        keys.write_text(f"league:{'0' * 64}\n")
        monkeypatch.setenv("SPADES_API_KEYS_FILE", str(keys))
    if name == "internal":
        monkeypatch.setattr(runner, "HANDLERS", broken())
    asked = {"path": "/v1/rounds/score", "method": "POST", "content_type": JSON, **PROBLEMS[name]}
    response = create_app().test_client().open(**asked)
    problem = response.json
    assert response.mimetype == PROBLEM
    assert isinstance(problem, dict)
    assert response.status_code == problem["status"]
    assert problem.pop("instance") == f"urn:request:{response.headers['X-Request-Id']}"
    assert exactly(problem) == exactly(DOCUMENTED[name])


def broken() -> Mapping[str, Any]:
    """Return the handlers, one of which fails with an unexpected exception."""

    def fail(_: object) -> object:
        message = "on purpose"
        raise LookupError(message)

    handler = HANDLERS["scoreRound"]
    assert isinstance(handler, Computation)
    return {**HANDLERS, "scoreRound": dataclasses.replace(handler, compute=fail)}
