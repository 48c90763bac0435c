"""The limits that a program can read: those of the settings, of the contract, and of the proxy."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.problems import MAX_ERRORS
from service.settings import RateLimit, Settings, SettingsError, settings_from
from service.wire.contract import load_document
from tests.contract.document import SCHEMAS
from tests.http.bodies import GAME, SCORE, example, game, scoring
from tests.http.reads import got, posted


def limits(settings: Settings) -> Any:
    return got(create_app(settings).test_client(), "/v1/limits").json()


def test_they_are_those_of_the_settings() -> None:
    told = limits(Settings(11_111, 222, 333_333, 4_444, 5_555_555, 666))
    assert told["request"] == {"bytes": 11_111, "values": 222}
    assert (told["game"]["bytes"], told["game"]["values"]) == (333_333, 4_444)
    assert told["batch"] == {"bytes": 5_555_555, "lines": 666}
    assert "rate" not in told


def test_they_are_those_of_the_contract(client: FlaskClient) -> None:
    told = got(client, "/v1/limits").json()
    assert told["errors"] == MAX_ERRORS
    assert told["game"]["rounds"] == SCHEMAS["GameRequest"]["properties"]["rounds"]["maxItems"]
    document = copy.deepcopy(load_document())
    schemas = document["components"]["schemas"]
    schemas["Players"]["maxItems"] = 5
    schemas["PlayerId"]["maxLength"] = 32
    schemas["Labels"]["maxProperties"] = 7
    schemas["Labels"]["propertyNames"]["maxLength"] = 9
    schemas["Labels"]["additionalProperties"]["maxLength"] = 99
    schemas["RoundRecord"]["properties"]["tricks"]["maxItems"] = 40
    schemas["AuditedGameRequest"]["properties"]["rounds"]["maxItems"] = 50
    schemas["PositionBudget"]["maximum"] = 70
    changed = got(create_app(Settings(), document).test_client(), "/v1/limits").json()
    assert changed["game"]["rounds"] == 50
    assert changed["search"] == {"positions": 70}
    assert changed["record"] == {
        "players": 5,
        "tricks": 40,
        "name_length": 32,
        "labels": 7,
        "label_name_length": 9,
        "label_length": 99,
    }


def test_what_they_allow_is_accepted_and_one_more_is_not(client: FlaskClient) -> None:
    told = got(client, "/v1/limits").json()
    assert posted(client, scoring().ljust(told["request"]["bytes"])).status == 200
    assert posted(client, scoring().ljust(told["request"]["bytes"] + 1)).status == 413
    record = told["record"]
    for extra, status in ((0, 200), (1, 422)):
        name, label = "x" * (record["name_length"] + extra), "y" * (record["label_length"] + extra)
        body = json.dumps(example(SCORE, "made")).replace('"ana"', json.dumps(name)).replace("ana+", f"{name}+")
        assert posted(client, body.encode()).status == status
        labels = {f"{index:x>{record['label_name_length']}}": label for index in range(record["labels"])}
        assert posted(client, json.dumps({**example(SCORE, "made"), "labels": labels}).encode()).status == status
    labels = {str(index): "" for index in range(record["labels"] + 1)}
    assert posted(client, json.dumps({**example(SCORE, "made"), "labels": labels}).encode()).status == 422
    assert posted(client, game(told["game"]["rounds"] + 1), GAME).status in {413, 422}


def test_the_rate_is_that_of_the_proxy() -> None:
    assert limits(Settings(rate_limit=RateLimit(50, 1)))["rate"] == {"requests": {"quota": 50, "window": 1}}
    both = limits(Settings(rate_limit=RateLimit(50, 1), batch_rate_limit=RateLimit(30, 60)))["rate"]
    assert both == {"requests": {"quota": 50, "window": 1}, "batches": {"quota": 30, "window": 60}}


def test_the_service_counts_nothing_and_adds_no_policy() -> None:
    """Whoever counts says so: nginx, whose header would otherwise be there twice."""
    client = create_app(Settings(rate_limit=RateLimit(1, 60))).test_client()
    answers = [got(client, "/v1/limits") for _ in range(5)]
    assert {answer.status for answer in answers} == {200}
    assert all("ratelimit-policy" not in answer.headers for answer in answers)


def test_a_malformed_rate_is_refused(subtests: pytest.Subtests) -> None:
    for name in ["SPADES_RATE_LIMIT", "SPADES_BATCH_RATE_LIMIT"]:
        for value in ["", "50", "50;w=0", "0;w=1", "50;w=1s", "50/s", " 50;w=1", "50;w=1\n", "q=50;w=1", "\u0665;w=1"]:
            said = f"{name} must be a number of requests and a number of seconds"
            with subtests.test(name=name, value=value), pytest.raises(SettingsError, match=said):
                settings_from({name: value})


def test_a_rate_is_read() -> None:
    read = settings_from({"SPADES_RATE_LIMIT": "50;w=1", "SPADES_BATCH_RATE_LIMIT": "30;w=60"})
    assert (read.rate_limit, read.batch_rate_limit) == (RateLimit(50, 1), RateLimit(30, 60))
