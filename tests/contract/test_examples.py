"""Every example in the document is true: the service gives the answers and the problems shown."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import PROBLEM
from service.operations import runner
from service.operations.operation import Computation
from service.operations.runner import HANDLERS
from service.wire.contract import OPENAPI_FILE
from tests.contract.document import DOCUMENT, JSON, LINES, OCTETS, OPERATIONS, WITH_BODY, Described
from tests.contract.renew_examples import renewed

REQUESTS = [(operation, name) for operation in OPERATIONS for name in operation.questions]
REQUEST_IDS = [f"{operation.name}-{name}" for operation, name in REQUESTS]

SHEET: Mapping[str, Any] = {
    "ruleset": "pagat",
    "players": ["ana", "ben", "cy", "dee"],
    "bids": [{"player": player, "tricks": 3} for player in ("ana", "ben", "cy", "dee")],
    "tricks_won": {"ana+cy": 6, "ben+dee": 7},
}


def bidding(first: Mapping[str, Any]) -> dict[str, Any]:
    """Return the score sheet with a different first bid."""
    return {**SHEET, "bids": [first, *SHEET["bids"][1:]]}


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
    "contract": {"json": bidding({"player": "ana", "tricks": 99})},
    "unreadable": {"json": bidding({"player": "eve", "tricks": 3})},
    "severalLevels": {
        "json": {
            **SHEET,
            "ruleset": {"name": "pagat", "overrides": {"bag_limit": 5}},
            "bids": [
                {"player": "ana", "tricks": 3},
                {"player": "Ben", "tricks": 3},
                {"player": "cy", "tricks": "2"},
                {"player": "dee", "tricks": 3},
            ],
        }
    },
    "ruleset": {"json": {**SHEET, "ruleset": {"name": "pagat", "overrides": {"bidding": {"minimum": 14}}}}},
    "text": {
        "path": "/v1/records/read",
        "json": {"format": "shorthand", "text": "N E S W\nN 2 E 5 S nil W 1\nN QD 1H 5D 3D\n"},
    },
    "unwritable": {
        "path": "/v1/records/write",
        "json": {"format": "shorthand", "record": {**SHEET, "dealer": "eve"}},
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


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


class TestRequests:
    def test_it_is_accepted(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for operation, name in REQUESTS:
            with subtests.test(f"{operation.name}-{name}"):
                response = operation.ask(client, name)
                assert response.status_code == 200, response.text
                assert response.mimetype == next(iter(operation.answers))
                assert set(operation.content["responses"]["200"]["headers"]) <= set(response.headers.keys())

    def test_it_is_answered_in_every_media_type(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for operation, name in REQUESTS:
            with subtests.test(f"{operation.name}-{name}"):
                for kind in operation.answers:
                    response = operation.ask(client, name, headers={"Accept": kind})
                    assert (response.status_code, response.mimetype) == (200, kind)
                    assert (kind in {JSON, LINES[1]}) or response.mimetype_params == {"charset": "utf-8"}
                    assert set(operation.content["responses"]["200"]["headers"]) <= set(response.headers.keys())

    @pytest.mark.parametrize("operation", WITH_BODY, ids=lambda each: each.name)
    def test_requests_and_answers_come_in_pairs(self, operation: Described) -> None:
        assert operation.body is not None
        assert operation.answer is not None
        requests, answers = operation.body["examples"], operation.answer["examples"]
        assert list(answers) == list(requests)
        assert [each["summary"] for each in answers.values()] == [each["summary"] for each in requests.values()]

    def test_the_answer_is_the_example_of_the_same_name(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for operation, name in REQUESTS:
            with subtests.test(f"{operation.name}-{name}"):
                shown = (operation.answer or operation.answers.get(LINES[0], {})).get("examples", {})
                assert operation.body is None or name in shown
                if name in shown:
                    answered = operation.ask(client, name)
                    assert exactly(answered.json or answered.text) == exactly(shown[name]["value"])

    @pytest.mark.parametrize(
        ("operation", "name"), [(each, name) for each, name in REQUESTS if "304" in each.content["responses"]]
    )
    def test_a_current_copy_is_not_sent_again(self, client: FlaskClient, operation: Described, name: str) -> None:
        etag = operation.ask(client, name).headers["ETag"]
        again = operation.ask(client, name, headers={"If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")


class TestProblems:
    def test_every_example_has_its_request(self) -> None:
        assert set(DOCUMENTED) == set(PROBLEMS) | IN_FRONT

    @pytest.mark.parametrize("name", PROBLEMS)
    def test_it_is_produced(self, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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


class TestRenewal:
    def test_the_examples_are_up_to_date(self, client: FlaskClient) -> None:
        """If this fails, run ``python -m tests.contract.renew_examples`` and read the diff."""
        text = OPENAPI_FILE.read_text(encoding="utf-8")
        assert renewed(text, client) == text

    def test_it_fills_an_empty_example_and_changes_nothing_else(self, client: FlaskClient) -> None:
        text = OPENAPI_FILE.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        start = next(place for place, line in enumerate(lines) if "engine_version: " in line) - 2
        assert lines[start].strip() == "value:"
        indent = len(lines[start]) - len(lines[start].lstrip())
        end = next(
            place
            for place, line in enumerate(lines)
            if place > start and line.strip() and len(line) - len(line.lstrip()) <= indent
        )
        emptied = [*lines[:start], f"{' ' * indent}value: {{}}\n", *lines[end:]]
        assert renewed("".join(emptied), client) == text
