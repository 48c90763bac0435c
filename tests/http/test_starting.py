"""Settings, failures of the service itself, what stops the start, and the server."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations import runner
from service.settings import Settings, SettingsError, settings_from
from service.wire.contract import ContractError, load_document
from tests.contract.document import DOCUMENT
from tests.http.bodies import AUDIT, COMPUTATIONS, GAME, GAME_LIMIT, LIMIT, PLAYS, SCORE, asking, game, padded, scoring
from tests.http.failures import problem_in
from tests.http.reads import (
    failing,
    got,
    posted,
)
from tests.http.wire import (
    COMMAND,
    ROOT,
    Address,
    Connection,
    environment,
    exchange,
    free_port,
    request,
    serving,
    wait_for_line,
)

# Settings


@pytest.mark.parametrize("name", ["SPADES_", "SPADES_BODY", "SPADES_BODY_BYTE", "SPADES_body_bytes", "SPADES_DEBUG"])
def test_an_unknown_setting_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings_from({"SPADES_BODY_BYTES": "1", name: "1"})


def test_a_malformed_setting_is_refused(subtests: pytest.Subtests) -> None:
    for value in ["", " ", "0", "-1", "+1", "1.5", "1e3", "0x10", "1_000", " 5", "5\n", "\u0665", "many"]:
        for name in ["SPADES_BODY_BYTES", "SPADES_BODY_VALUES", "SPADES_GAME_BYTES", "SPADES_GAME_VALUES"]:
            with subtests.test(value=value, name=name), pytest.raises(SettingsError, match=name):
                settings_from({name: value})


def test_everything_wrong_in_the_settings_is_told_at_once() -> None:
    with pytest.raises(SettingsError, match=r"(?s)SPADES_BODY_BYTES.*SPADES_SPEED"):
        settings_from({"SPADES_BODY_BYTES": "much", "SPADES_SPEED": "9"})


def test_settings_are_read_from_the_environment() -> None:
    assert settings_from({"HOME": "/", "SPADE_S": "1", "spades_body_bytes": "x"}) == Settings()
    assert settings_from({"SPADES_BODY_BYTES": "77", "SPADES_BODY_VALUES": "5"}) == Settings(77, 5)
    assert (Settings().body_bytes, Settings().body_values) == (32 * 1024, 2_000)
    assert settings_from({"SPADES_GAME_BYTES": "77", "SPADES_GAME_VALUES": "5"}) == Settings(
        game_bytes=77, game_values=5
    )
    assert (Settings().game_bytes, Settings().game_values) == (512 * 1024, 40_000)


def test_the_service_does_not_start_with_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_BODY_BYTES", "33")
    limited = create_app().test_client()
    problem_in(posted(limited, b" " * 34), limited, 413, "too-large")
    problem_in(posted(limited, b" " * 33), limited, 400, "not-json")
    monkeypatch.setenv("SPADES_BODY_BYTES", "33 KB")
    with pytest.raises(SettingsError, match="SPADES_BODY_BYTES"):
        create_app()


ROUNDS = set(COMPUTATIONS) - {GAME}


@pytest.mark.parametrize("limit", [1, 400, 1_000, 100_000])
def test_the_limit_of_length_is_honoured(limit: int) -> None:
    """A game has one of its own."""
    for settings, paths in ((Settings(body_bytes=limit), ROUNDS), (Settings(game_bytes=limit), {GAME})):
        client = create_app(settings, DOCUMENT).test_client()
        for path in COMPUTATIONS:
            longest = limit if path in paths else GAME_LIMIT if path == GAME else LIMIT
            refused = problem_in(posted(client, b" " * (longest + 1), path), client, 413, "too-large")
            assert str(longest) in refused["detail"]
            assert posted(client, b" " * longest, path).status == 400
            if longest > len(asking(path)):
                assert posted(client, padded(asking(path), longest), path).status == 200


@pytest.mark.parametrize("limit", [10, 100, 3_000])
def test_the_limit_of_values_is_honoured(limit: int) -> None:
    for settings, paths in ((Settings(body_values=limit), ROUNDS), (Settings(game_values=limit), {GAME})):
        client = create_app(settings, DOCUMENT).test_client()
        for path in COMPUTATIONS:
            most = limit if path in paths else 40_000 if path == GAME else 2_000
            body = json.dumps([0] * (most + 2)).encode()
            assert str(most) in problem_in(posted(client, body, path), client, 413, "too-large")["detail"]
            assert posted(client, json.dumps([0] * most).encode(), path).status == 422


# Failures of the service itself


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_failure_is_logged_and_its_inside_is_not_told(
    method: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = failing(monkeypatch)
    with caplog.at_level(logging.ERROR):
        answer = got(client, "/v1/rulesets") if method == "GET" else posted(client, scoring())
    problem = problem_in(answer, client, 500, "internal-error")
    for inside in (b"seven of nine", b"LookupError", b"File", b".py"):
        assert inside not in answer.body
    assert "errors" not in problem
    assert "etag" not in answer.headers
    assert "public" not in answer.headers.get("cache-control", "")
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert answer.headers["x-request-id"] in record.getMessage()
    assert record.exc_info
    assert isinstance(record.exc_info[1], LookupError)


def test_a_refusal_is_not_logged_as_a_failure(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert posted(client, b"{").status == 400
        assert posted(client, b"{}").status == 422
        assert got(client, "/nowhere").status == 404
    assert caplog.records == []


# Starting


def test_an_operation_without_a_handler_stops_the_start() -> None:
    document = load_document()
    document["paths"]["/v1/more"] = {"get": {"operationId": "showMore", "responses": {}}}
    with pytest.raises(ContractError, match="showMore"):
        create_app(Settings(), document)


def test_a_handler_without_an_operation_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    document = load_document()
    del document["paths"]["/v1/rounds/score"]
    with pytest.raises(ContractError, match="scoreRound"):
        create_app(Settings(), document)
    monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, "showMore": runner.HANDLERS["listRulesets"]})
    with pytest.raises(ContractError, match="showMore"):
        create_app(Settings())


def test_a_body_without_a_reader_stops_the_start() -> None:
    document = load_document()
    document["paths"]["/v1/rulesets"]["get"]["requestBody"] = document["paths"][SCORE]["post"]["requestBody"]
    with pytest.raises(ContractError, match="listRulesets"):
        create_app(Settings(), document)


def test_a_reader_without_a_body_stops_the_start() -> None:
    document = load_document()
    del document["paths"][SCORE]["post"]["requestBody"]
    with pytest.raises(ContractError, match="scoreRound"):
        create_app(Settings(), document)


@pytest.mark.parametrize(
    "text",
    [
        "paths: {}\npaths: {}\n",
        'paths: {}\n"paths": {}\n',
        "info:\n  title: a\n  version: b\n  title: a\n",
        "{a: {b: [{c: 1, d: 2, c: 1}]}}",
        "'200': {}\n'200': {}\n",
    ],
)
def test_a_name_that_stands_twice_in_the_document_stops_the_start(text: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(text)
    with pytest.raises(ContractError, match="twice"):
        load_document(file)


@pytest.mark.parametrize("text", ["", "[]", "openapi", "3.1"])
def test_what_is_no_document_stops_the_start(text: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(text)
    with pytest.raises(ContractError):
        load_document(file)


def test_the_document_is_read_as_json(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text("day: 2020-01-01\nmoment: 2020-01-01 12:30:00\nquoted: 'no'\n")
    assert load_document(file) == {"day": "2020-01-01", "moment": "2020-01-01 12:30:00", "quoted": "no"}


def test_the_server_does_not_start_with_a_wrong_setting() -> None:
    ended = subprocess.run(
        COMMAND,
        cwd=ROOT,
        env=environment(free_port(), SPADES_BODY_BITES="1"),
        capture_output=True,
        timeout=15,
        check=False,
    )
    assert ended.returncode not in {0, -signal.SIGTERM}
    assert b"SPADES_BODY_BITES is not a setting" in ended.stderr


# The server


def test_a_path_that_is_too_long_is_refused_by_the_server(server: Address) -> None:
    assert exchange(server, request("GET", "/" + "x" * 3_000)).status == 414
    assert exchange(server, request("GET", "/livez?" + "x" * 3_000)).status == 414


def many(headers: int) -> bytes:
    return request("GET", "/livez", None, **{f"X_{each}": "x" for each in range(headers)})


def test_headers_that_are_too_much_are_refused_by_the_server(server: Address) -> None:
    assert exchange(server, request("GET", "/livez", X_Long="x" * 5_000)).status == 431
    assert exchange(server, many(60)).status == 431
    assert exchange(server, many(40)).status == 204


def test_what_the_server_cannot_read_is_refused_with_a_problem(
    server: Address, client: FlaskClient, subtests: pytest.Subtests
) -> None:
    refused = {
        "uri-too-long": (414, request("GET", "/" + "x" * 3_000)),
        "headers-too-large": (431, request("GET", "/livez", X_Long="x" * 5_000)),
        "bad-request": (400, b"GET\r\n\r\n"),
    }
    for slug, (status, sent) in refused.items():
        with subtests.test(slug):
            answer = exchange(server, sent)
            problem_in(answer, client, status, slug)
            assert answer.headers["connection"] == "close"
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "head", [b"\x16\x03\x01\x00\r\n\r\n", b"GET\r\n\r\n", b"GET /livez HTTP/9.9\r\n\r\n", b"{}\r\n\r\n"]
)
def test_what_is_not_http_is_refused_by_the_server(head: bytes, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(head, request("GET", "/livez"))
        assert 400 <= connection.receive().status <= 505
        assert connection.ended()


def test_a_connection_is_kept(server: Address, score_body: dict[str, Any], audit_body: dict[str, Any]) -> None:
    with Connection(server) as connection:
        for path, body, status in [
            (SCORE, score_body, 200),
            (AUDIT, audit_body, 200),
            (AUDIT, score_body, 422),
            (PLAYS, score_body, 422),
            (PLAYS, json.loads(asking(PLAYS)), 200),
            (GAME, json.loads(game(200)), 200),
            ("/nowhere", score_body, 404),
            (SCORE, score_body, 200),
        ]:
            connection.send(request("POST", path, json.dumps(body).encode()))
            assert connection.receive().status == status


def test_requests_sent_together_are_answered_in_order(server: Address) -> None:
    with Connection(server) as connection:
        connection.send(
            request("POST", SCORE, scoring(), X_Request_Id="first"),
            request("POST", SCORE, b"{", X_Request_Id="second"),
            request("GET", "/v1/rulesets/pagat", X_Request_Id="third", Connection="close"),
        )
        answers = [connection.receive() for _ in range(3)]
        assert connection.ended()
    assert [answer.headers["x-request-id"] for answer in answers] == ["first", "second", "third"]
    assert [answer.status for answer in answers] == [200, 400, 200]


def test_a_request_in_flight_is_answered_when_the_server_stops(tmp_path: Path) -> None:
    body = scoring()
    log = tmp_path / "log"
    with serving(log) as running, Connection(running.address) as connection:
        connection.send(request("POST", SCORE, b"", Content_Length=str(len(body)), Expect="100-continue"))
        assert connection.receive().status == 100  # so the request is in the hands of a worker
        os.kill(running.process.pid, signal.SIGTERM)
        wait_for_line(log, "Handling signal: term")
        time.sleep(0.2)  # the worker, too, has been told by now
        assert running.process.poll() is None
        connection.send(body)
        answer = connection.receive()
        assert answer.status == 200
        assert answer.json()["ruling_id"]
    assert running.process.returncode == 0


def is_listening(address: Address) -> bool:
    with suppress(ConnectionResetError):  # at the moment at which it stops
        try:
            socket.create_connection(address).close()
        except ConnectionRefusedError:
            return False
    return True


def test_whoever_comes_while_the_last_requests_are_answered_is_refused_at_once(tmp_path: Path) -> None:
    """And does not wait for a server that answers nobody new, until its proxy gives up."""
    body = scoring()
    with serving(tmp_path / "log") as running, Connection(running.address) as connection:
        connection.send(request("POST", SCORE, b"", Content_Length=str(len(body)), Expect="100-continue"))
        assert connection.receive().status == 100
        os.kill(running.process.pid, signal.SIGTERM)
        until = time.monotonic() + 15  # the worker waits for 20 seconds for the rest of the body
        while is_listening(running.address) and time.monotonic() < until:
            time.sleep(0.02)
        assert not is_listening(running.address)
        assert running.process.poll() is None
        connection.send(body)
        assert connection.receive().status == 200
    assert running.process.returncode == 0


# The tests themselves


def test_tests_reach_no_other_host() -> None:
    with socket.socket() as outside:
        outside.settimeout(0.1)
        with pytest.raises(RuntimeError, match="this one"):
            outside.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match="this one"):
        socket.getaddrinfo("spades.example", 80)
