"""The short way to an answer and Flask's round are one service: the same bytes, the same headers, the same failures."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse

from service import create_app
from service.operations.runner import Answering
from service.runtime.middleware import PROBLEM, Envelope
from service.settings import Settings
from service.wire.ndjson import OCTETS
from service.wire.strict_json import JSON
from tests.contract.bodies import bodies_of
from tests.contract.document import WITH_BODY
from tests.http.bodies import COMPUTATIONS, example

ID = {"X-Request-Id": "one-and-the-same"}
FAILING: tuple[tuple[str, bytes, str], ...] = (
    ("not JSON", b'{"ruleset": ', "application/json"),
    ("not of the contract", b"{}", "application/json"),
    ("no type of ours", b"{}", "text/plain"),
    ("too long", b" " * 600_000, "application/json"),
)


class Environ(dict[str, Any]):
    """An environment of which can be asked whether it is still there."""


@pytest.fixture(scope="module")
def round_about() -> FlaskClient:
    """Flask itself, with nothing answered ahead of it."""
    app = create_app(Settings())
    app.wsgi_app = Envelope(Flask.wsgi_app.__get__(app))  # type: ignore[method-assign] # as Flask documents it
    return app.test_client()


def told(response: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    return response.status_code, sorted(response.headers), response.data


@pytest.mark.parametrize("path", COMPUTATIONS)
def test_examples_are_answered_alike(client: FlaskClient, round_about: FlaskClient, path: str) -> None:
    body = example(path)
    short, long = (each.post(path, json=body, headers=ID) for each in (client, round_about))
    assert short.status_code == 200
    assert told(short) == told(long)


@pytest.mark.parametrize("path", COMPUTATIONS)
@pytest.mark.parametrize(("body", "kind"), [each[1:] for each in FAILING], ids=[each[0] for each in FAILING])
def test_failures_are_answered_alike(
    client: FlaskClient, round_about: FlaskClient, path: str, body: bytes, kind: str
) -> None:
    short, long = (each.post(path, data=body, content_type=kind, headers=ID) for each in (client, round_about))
    assert short.status_code >= 400
    assert told(short) == told(long)


def test_every_body_that_the_contract_allows_is_answered_alike(client: FlaskClient, round_about: FlaskClient) -> None:
    seen: set[int] = set()
    for operation in WITH_BODY:
        for body in bodies_of(operation.name).values():
            sent: dict[str, Any] = {"data": orjson.dumps(body), "content_type": "application/json", "headers": ID}
            short, long = (each.post(operation.path, **sent) for each in (client, round_about))
            assert told(short) == told(long)
            seen.add(short.status_code)
    assert 200 in seen


def test_pages_are_answered_alike(client: FlaskClient, round_about: FlaskClient) -> None:
    path = "/v1/rounds/audit"
    for kind in ("text/html", "text/markdown", "text/html;q=0.5, application/json;q=0.4", "image/png"):
        sent: dict[str, Any] = {"json": example(path), "headers": {**ID, "Accept": kind}}
        short, long = (each.post(path, **sent) for each in (client, round_about))
        assert told(short) == told(long)


@pytest.mark.parametrize("path", ["/v1/rounds/audit/batch", "/v1/rounds/score/batch"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-ndjson"])
def test_batches_are_answered_alike(client: FlaskClient, round_about: FlaskClient, path: str, kind: str) -> None:
    lines = [orjson.dumps(example(path.removesuffix("/batch"))), b"{}", b"[", b""] * 9
    sent: dict[str, Any] = {"data": b"\n".join(lines), "content_type": OCTETS, "headers": {**ID, "Accept": kind}}
    short, long = (each.post(path, **sent) for each in (client, round_about))
    assert short.status_code == 200
    assert short.data.count(b"\n") == len(lines) - 1  # nothing stands behind the last line end
    assert told(short) == told(long)


@pytest.mark.parametrize("body", [b"{}\n" * 10_001, b"{}"], ids=["too many lines", "no type of ours"])
def test_batches_that_fail_are_answered_alike(client: FlaskClient, round_about: FlaskClient, body: bytes) -> None:
    kind = OCTETS if len(body) > 2 else JSON
    sent: dict[str, Any] = {"data": body, "content_type": kind, "headers": ID}
    short, long = (each.post("/v1/rounds/audit/batch", **sent) for each in (client, round_about))
    assert short.status_code >= 400
    assert told(short) == told(long)


def test_who_asks_for_a_websocket_is_answered_as_if_he_had_not(client: FlaskClient, round_about: FlaskClient) -> None:
    """A server may ignore any Upgrade (RFC 9110, section 7.8)."""
    asked = {**ID, "Connection": "Upgrade", "Upgrade": "websocket"}
    for path in COMPUTATIONS:
        short, long = (each.post(path, json=example(path), headers=asked) for each in (client, round_about))
        assert short.status_code == 200
        assert told(short) == told(long)
        assert told(client.get(path, headers=asked)) == told(client.get(path, headers=ID))


@pytest.mark.parametrize("body", [b"{}", b"[" * 100], ids=["not of the contract", "not JSON"])
def test_a_request_that_failed_is_forgotten_when_it_has_been_answered(client: FlaskClient, body: bytes) -> None:
    """Nothing in its environment leads back to it: traceback and frames would keep both until the collector comes."""
    environ = Environ(EnvironBuilder("/v1/rounds/score", method="POST", data=body, content_type=JSON).get_environ())
    forgotten = weakref.ref(environ)
    gc.collect()
    gc.disable()
    try:
        answer = client.application.wsgi_app(environ, lambda *_: lambda _: None)
        assert b"".join(answer).startswith(b'{"type":"/problems/')
        assert environ[PROBLEM].__traceback__ is None
        del environ, answer
        assert forgotten() is None
    finally:
        gc.enable()


def test_an_unforeseen_failure_is_answered_by_its_problem(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> object:
        raise RuntimeError

    monkeypatch.setattr(Answering, "answer", fail)
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client.post("/v1/rounds/score", json=example("/v1/rounds/score"), headers=ID)
    assert answer.status_code == 500
    assert answer.json is not None
    assert answer.json["type"] == "/problems/internal-error"
