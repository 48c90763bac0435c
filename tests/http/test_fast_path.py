"""The fast path and Flask are one service: the same statuses, headers and bytes, failures and API keys included."""

from __future__ import annotations

import gc
import hashlib
import weakref
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse

from service import create_app
from service.http.coding import PackedAnswers
from service.media_types import JSON, OCTETS
from service.operations.runner import Runner
from service.runtime.middleware import CLIENT, OPERATION, PROBLEM, Envelope
from service.settings import Settings
from tests.contract.corpus import bodies_of
from tests.contract.document import WITH_BODY
from tests.http.bodies import BATCHES, COMPUTATIONS, SCORE, example

KEY = "Kq8Nrik1zE7S_wU0GTDIFRty1ztp6o9HRpYVyWAd2_E"
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
def flask_alone() -> FlaskClient:
    """Flask itself, with nothing answered ahead of it."""
    return without_fast_path(Settings())


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> tuple[FlaskClient, FlaskClient]:
    """Return a client of the service and one of Flask alone, both with keys."""
    file = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text(f"north:{hashlib.sha256(KEY.encode()).hexdigest()}\n")
    settings = Settings(api_keys_file=file)
    return create_app(settings).test_client(), without_fast_path(settings)


def without_fast_path(settings: Settings) -> FlaskClient:
    app = create_app(settings)
    app.wsgi_app = Envelope(PackedAnswers(Flask.wsgi_app.__get__(app)))  # type: ignore[method-assign] # as Flask documents it
    return app.test_client()


def told(response: TestResponse) -> tuple[str, list[tuple[str, str]], bytes]:
    return response.status, sorted(response.headers), response.data


def test_failures_are_answered_alike(client: FlaskClient, flask_alone: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in COMPUTATIONS:
        for body, kind in [each[1:] for each in FAILING]:
            with subtests.test(path=path, body=body):
                fast, slow = (
                    each.post(path, data=body, content_type=kind, headers=ID) for each in (client, flask_alone)
                )
                assert fast.status_code >= 400
                assert told(fast) == told(slow)


def test_every_body_that_the_contract_allows_is_answered_alike(client: FlaskClient, flask_alone: FlaskClient) -> None:
    seen: set[int] = set()
    for operation in WITH_BODY:
        for body in (example(operation.path), *bodies_of(operation.name).values()):
            sent: dict[str, Any] = {"data": orjson.dumps(body), "content_type": "application/json", "headers": ID}
            fast, slow = (each.post(operation.path, **sent) for each in (client, flask_alone))
            assert told(fast) == told(slow)
            seen.add(fast.status_code)
    assert 200 in seen


def test_pages_are_answered_alike(client: FlaskClient, flask_alone: FlaskClient) -> None:
    path = "/v1/rounds/audit"
    for kind in ("text/html", "text/markdown", "text/html;q=0.5, application/json;q=0.4", "image/png"):
        sent: dict[str, Any] = {"json": example(path), "headers": {**ID, "Accept": kind}}
        fast, slow = (each.post(path, **sent) for each in (client, flask_alone))
        assert told(fast) == told(slow)


def test_batches_are_answered_alike(client: FlaskClient, flask_alone: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in BATCHES:
        for kind in ["text/plain", "application/x-ndjson"]:
            with subtests.test(path=path, kind=kind):
                lines = [orjson.dumps(example(path.removesuffix("/batch"))), b"{}", b"[", b""] * 9
                sent: dict[str, Any] = {
                    "data": b"\n".join(lines),
                    "content_type": OCTETS,
                    "headers": {**ID, "Accept": kind},
                }
                fast, slow = (each.post(path, **sent) for each in (client, flask_alone))
                assert fast.status_code == 200
                assert fast.data.count(b"\n") == len(lines) - 1  # nothing stands behind the last line end
                assert told(fast) == told(slow)


@pytest.mark.parametrize("body", [b"{}\n" * 10_001, b"{}"], ids=["too many lines", "no type of ours"])
def test_batches_that_fail_are_answered_alike(client: FlaskClient, flask_alone: FlaskClient, body: bytes) -> None:
    kind = OCTETS if len(body) > 2 else JSON
    sent: dict[str, Any] = {"data": body, "content_type": kind, "headers": ID}
    fast, slow = (each.post("/v1/rounds/audit/batch", **sent) for each in (client, flask_alone))
    assert fast.status_code >= 400
    assert told(fast) == told(slow)


def test_who_asks_for_a_websocket_is_answered_as_if_he_had_not(client: FlaskClient, flask_alone: FlaskClient) -> None:
    """A server may ignore any Upgrade (RFC 9110, section 7.8)."""
    asked = {**ID, "Connection": "Upgrade", "Upgrade": "websocket"}
    for path in COMPUTATIONS:
        fast, slow = (each.post(path, json=example(path), headers=asked) for each in (client, flask_alone))
        assert fast.status_code == 200
        assert told(fast) == told(slow)
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


def test_an_unforeseen_failure_is_answered_and_logged_alike(
    client: FlaskClient, flask_alone: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> object:
        raise LookupError("seven of nine")

    monkeypatch.setattr(Runner, "run", fail)
    fast, slow = (each.post(SCORE, json=example(SCORE), headers=ID) for each in (client, flask_alone))
    assert fast.status_code == 500
    assert fast.json is not None
    assert fast.json["type"] == "/problems/internal-error"
    assert b"seven" not in fast.data
    assert told(fast) == told(slow)
    one, other = caplog.records
    assert one.getMessage() == other.getMessage() == f"request {ID['X-Request-Id']} failed"
    for record in (one, other):
        assert (record.name, record.levelname) == ("service.http.reply", "ERROR")
        assert record.exc_info is not None
        assert isinstance(record.exc_info[1], LookupError)


class TestKeys:
    """The fast path asks for a key as Flask does, and reads nothing of a request that has none."""

    def test_keys_are_asked_for_alike(
        self, clients: tuple[FlaskClient, FlaskClient], subtests: pytest.Subtests
    ) -> None:
        for path in [*COMPUTATIONS, *BATCHES]:
            for method in ["POST", "OPTIONS", "GET", "PUT"]:
                for authorization in [f"Bearer {KEY}", f"bearer {KEY}", "Bearer wrong", f"Basic {KEY}", "", None]:
                    with subtests.test(path=path, method=method, authorization=authorization):
                        is_batch = path in BATCHES
                        body = orjson.dumps(example(path.removesuffix("/batch")))
                        sent: dict[str, Any] = {
                            "method": method,
                            "data": body,
                            "content_type": OCTETS if is_batch else JSON,
                            "headers": ID if authorization is None else {**ID, "Authorization": authorization},
                        }
                        fast, slow = (each.open(path, **sent) for each in clients)
                        if method == "POST":
                            valid = (authorization or "").lower().startswith("bearer k")
                            assert fast.status_code == (200 if valid else 401)
                            assert ("WWW-Authenticate" in fast.headers) is not valid
                        elif method == "OPTIONS":
                            assert fast.status_code == 200
                        assert told(fast) == told(slow)

    def test_a_key_is_asked_for_before_the_body(
        self, clients: tuple[FlaskClient, FlaskClient], subtests: pytest.Subtests
    ) -> None:
        for authorization in [f"Bearer {KEY}", "Bearer wrong"]:
            for body, kind in [each[1:] for each in FAILING]:
                with subtests.test(authorization=authorization, body=body):
                    headers = {**ID, "Authorization": authorization}
                    fast, slow = (each.post(SCORE, data=body, content_type=kind, headers=headers) for each in clients)
                    assert (fast.status_code == 401) == authorization.endswith("wrong")
                    assert told(fast) == told(slow)

    @pytest.mark.parametrize("authorization", [f"Bearer {KEY}", "Bearer wrong"])
    def test_the_client_is_noted_for_the_log(
        self, authorization: str, clients: tuple[FlaskClient, FlaskClient]
    ) -> None:
        noted = []
        for client in clients:
            builder = EnvironBuilder(
                SCORE, method="POST", json=example(SCORE), headers=[("Authorization", authorization)]
            )
            environ = builder.get_environ()
            answer = client.application.wsgi_app(environ, lambda *_: lambda _: None)
            b"".join(answer)
            noted.append((environ.get(CLIENT), environ[OPERATION]))
        assert noted == [(None if authorization.endswith("wrong") else "north", "scoreRound")] * 2


def test_flask_is_not_asked(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """POST requests don't reach Flask, whether they succeed or fail."""
    application = client.application

    def fail(*_: object) -> object:
        raise AssertionError

    monkeypatch.setattr(application, "full_dispatch_request", fail)
    for path in COMPUTATIONS:
        assert client.post(path, json=example(path)).status_code == 200
        assert client.post(path, data=b"{").status_code == 415
