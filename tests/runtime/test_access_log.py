"""The logs: what they hold, and that of what a client sent they hold only validated ids."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from gunicorn.config import Config

from service import create_app
from service.runtime.access_log import GunicornLogger, JsonLines, request_line
from service.settings import Settings
from tests.http.bodies import AUDIT, auditing, example
from tests.http.wire import ROOT, Connection, Running, exchange, request, serving, wait_for_line

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
NAME = "Zyzzyva"
JSON = "application/json"


def lines(text: str) -> list[dict[str, Any]]:
    """Return the lines of a log; each has to be a whole JSON object."""
    return [json.loads(line) for line in text.splitlines()]


def about(log: Path, name: str) -> dict[str, Any]:
    """Return the line about the request of this id, once it is there: it is written when the answer has been sent."""
    wait_for_line(log, f'"request_id":"{name}"')
    (line,) = [line for line in lines(log.read_text()) if line.get("request_id") == name]
    return line


# A line for each request


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    log = tmp_path_factory.mktemp("logged") / "log"
    with serving(log) as running:
        yield running, log


def test_a_line_tells_what_was_asked_and_answered(served: tuple[Running, Path]) -> None:
    running, log = served
    body = auditing()
    traced = {"X_Request_Id": "told", "Traceparent": f"00-{TRACE}-{PARENT}-01", "Connection": "close"}
    answer = exchange(running.address, request("POST", AUDIT, body, **traced))
    line = about(log, "told")
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("ts"))
    assert 0 < line.pop("duration_ms") < 60_000
    assert line == {
        "level": "info",
        "request_id": "told",
        "trace_id": TRACE,
        "operation": "auditRound",
        "status": 200,
        "bytes_in": len(body),
        "bytes_out": len(answer.body),
    }


@pytest.mark.parametrize(
    ("method", "path", "body", "told"),
    [
        ("GET", "/v1/rulesets/nothing", None, {"operation": "getRuleset", "status": 404, "problem": "not-found"}),
        ("GET", "/nowhere", None, {"operation": "none", "status": 404, "problem": "not-found"}),
        ("PUT", AUDIT, b"{}", {"operation": "none", "status": 405, "problem": "method-not-allowed"}),
        ("GET", "/livez", None, {"operation": "livez", "status": 204, "bytes_out": 0}),
        ("HEAD", "/docs", None, {"operation": "docs", "status": 200, "bytes_out": 0}),
        ("OPTIONS", AUDIT, None, {"operation": "auditRound", "status": 200, "bytes_out": 0}),
        ("POST", AUDIT, b"{", {"operation": "auditRound", "status": 400, "problem": "not-json"}),
        (
            "POST",
            AUDIT,
            b'{"ruleset": "pagat", "players": 1, "bids": [], "tricks": 2, "more": 3}',
            {
                "operation": "auditRound",
                "status": 422,
                "problem": "contract-violation",
                "violations": {"count": 3, "codes": ["additionalProperties", "type"]},
            },
        ),
    ],
)
def test_failures_are_told_by_their_codes(
    method: str, path: str, body: bytes | None, told: Mapping[str, object], served: tuple[Running, Path]
) -> None:
    running, log = served
    name = f"{told['operation']}-{told['status']}-{method}"
    exchange(running.address, request(method, path, body, X_Request_Id=name, Connection="close"))
    line = about(log, name)
    assert line.items() >= told.items()
    assert line["level"] == "info"
    assert ("problem" in line, "violations" in line) == ("problem" in told, "violations" in told)


def hostile() -> list[bytes]:
    """Return requests that have the secret wherever a client can put something, readable by the server or not."""
    body = json.loads(json.dumps(example(AUDIT, "revoke")).replace("ana", NAME))
    return [
        request("POST", AUDIT, json.dumps(body).encode()),
        request("POST", AUDIT, json.dumps({**body, NAME: NAME}).encode()),
        request("POST", AUDIT, json.dumps({**body, "ruleset": NAME}).encode()),
        request("POST", AUDIT, json.dumps({**body, "dealer": f"{NAME}2"}).encode()),
        request("POST", AUDIT, f'{{"{NAME}": "{NAME}'.encode()),
        request("POST", AUDIT, b"{}", Content_Type=f"text/{NAME}"),
        request("GET", f"/v1/rulesets/{NAME}"),
        request("GET", f"/v1/rulesets?name={NAME}"),
        request("GET", f"/{NAME}/{NAME}?{NAME}"),
        request("GET", "/livez", None, User_Agent=NAME, Referer=NAME, Cookie=NAME, Authorization=NAME),
        request("GET", "/livez", None, X_Request_Id=f"{NAME} {NAME}", Traceparent=NAME, X_Forwarded_For=NAME),
        request(NAME, "/livez"),
        f"GET /{NAME} HTTP/9.9\r\nHost: {NAME}\r\n\r\n".encode(),
        f"GET /{NAME}\r\n\r\n".encode(),
        f"{NAME}\r\n\r\n".encode(),
        request("GET", "/" + NAME * 400),
        request("GET", "/livez", None, X_Long=NAME * 1_000),
        f"GET /livez HTTP/1.1\r\nHost: spades.test\r\n{NAME} : x\r\n\r\n".encode(),
        f"GET /livez HTTP/1.1\r\nHost: spades.test\r\n{NAME}\r\n\r\n".encode(),
        f"GET /{NAME} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: {NAME}\r\n\r\n".encode(),
        f"POST {AUDIT} HTTP/1.1\r\nHost: a\r\nContent-Length: {NAME}\r\n\r\n".encode(),
        f"GET /livez HTTP/1.1\r\nHost: a\r\nExpect: {NAME}\r\n\r\n".encode(),
    ]


def test_no_word_of_a_client_is_logged(served: tuple[Running, Path]) -> None:
    running, log = served
    for each in hostile():
        with Connection(running.address) as connection:
            connection.send(each)
            connection.receive(head=True)
    written = log.read_text()
    assert NAME.lower() not in written.lower()
    assert "Invalid request" in written
    assert len(lines(written)) >= len(hostile())


def test_what_the_server_refuses_by_itself_has_a_line_or_a_message(served: tuple[Running, Path]) -> None:
    running, log = served
    assert exchange(running.address, request("GET", "/livez", None, X_Long="x" * 5_000)).status == 431
    messages = [line for line in lines(log.read_text()) if "LimitRequestHeaders" in line.get("message", "")]
    assert {line["level"] for line in messages} == {"warning"}


def test_lines_of_threads_do_not_mix(served: tuple[Running, Path]) -> None:
    running, log = served

    def ask(name: str) -> None:
        with Connection(running.address) as connection:
            for number in range(40):
                connection.send(request("GET", "/v1/rulesets/pagat", X_Request_Id=f"{name}-{number}"))
                connection.receive()

    threads = [threading.Thread(target=ask, args=(f"thread{each}",)) for each in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wait_for_line(log, '"request_id":"thread', 160)
    ids = [str(line.get("request_id")) for line in lines(log.read_text())]
    assert len({each for each in ids if each.startswith("thread")}) == 160


def test_the_log_can_be_switched_off(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(log, SPADES_LOG="off") as running:
        exchange(running.address, request("GET", "/v1/rulesets"))
    assert all("operation" not in line and "message" in line for line in lines(log.read_text()))


def test_nothing_is_written_where_no_server_is_told_to(client: FlaskClient, capfd: pytest.CaptureFixture[str]) -> None:
    client.get("/v1/rulesets")
    client.post(AUDIT, json={})
    assert capfd.readouterr() == ("", "")


def test_a_length_that_is_none_is_left_out() -> None:
    for given in ("", "-5", "5,5", "\u0665", "9" * 16, "x", '"'):
        line = json.loads(request_line({"CONTENT_LENGTH": given}, "200", 0, timedelta()))
        assert "bytes_in" not in line
    assert json.loads(request_line({"CONTENT_LENGTH": "007"}, "200", 0, timedelta()))["bytes_in"] == 7


def test_seconds_are_those_of_the_whole_request() -> None:
    taken = timedelta(seconds=83, microseconds=4_500)
    assert json.loads(request_line({}, "200", 0, taken))["duration_ms"] == 83_004.5


def test_a_line_that_can_t_be_written_fails_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise BlockingIOError

    logger = GunicornLogger(Config())
    logger.cfg.set("accesslog", "-")
    logger.setup(logger.cfg)
    monkeypatch.setattr(os, "write", full)
    logger.access(type("Response", (), {"status": "200 OK", "sent": 1})(), None, {}, timedelta())


# Failures


def fail() -> None:
    raise KeyError(NAME)


def failure() -> logging.LogRecord:
    """Return the record of a failure within another, both of which quote what a client wrote."""
    try:
        try:
            fail()
        except KeyError as error:
            raise LookupError(f"nobody is called {NAME}") from error
    except LookupError:
        caught = sys.exc_info()
    return logging.LogRecord("service", logging.ERROR, __file__, 1, "request %s failed", ("id-1",), caught)


def test_a_failure_is_told_by_its_class_and_places() -> None:
    (line,) = lines(JsonLines().format(failure()))
    assert line["message"] == "request id-1 failed"
    assert line["level"] == "error"
    assert [each["type"] for each in line["exceptions"]] == ["LookupError", "KeyError"]
    for each in line["exceptions"]:
        assert re.fullmatch(r"[\w.]+:\d+ fail(ure)?", each["frames"][-1])
    assert NAME not in json.dumps(line)


def test_a_failure_without_end_is_cut() -> None:
    def fall(depth: int) -> None:
        if not depth:
            raise RecursionError
        fall(depth - 1)

    try:
        fall(300)
    except RecursionError:
        record = logging.LogRecord("service", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    (line,) = lines(JsonLines().format(record))
    assert len(line["exceptions"][0]["frames"]) == 50


BROKEN = """
from dataclasses import replace
from service import create_app
from service.operations import runner
def fail(asked):
    raise LookupError(f"nobody is called {asked.subject.table.players}")
broken = replace(runner.HANDLERS["auditRound"], compute=fail)
runner.HANDLERS = {**runner.HANDLERS, "auditRound": broken}
app = create_app()
"""


def test_a_failure_is_one_line_and_its_answer_has_the_same_id(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    log = tmp_path / "log"
    body = json.dumps(example(AUDIT, "revoke")).replace("ana", NAME).encode()
    with serving(log, application="broken:app", PYTHONPATH=f"{tmp_path}:{ROOT}") as running:
        answer = exchange(running.address, request("POST", AUDIT, body, X_Request_Id="broken-1", Connection="close"))
        line = about(log, "broken-1")
    assert (answer.status, answer.json()["instance"]) == (500, "urn:request:broken-1")
    (told,) = [each for each in lines(log.read_text()) if each.get("message") == "request broken-1 failed"]
    assert told["exceptions"][0]["type"] == "LookupError"
    assert told["exceptions"][0]["frames"][-1] == "broken:6 fail"
    assert (line["level"], line["status"], line["problem"]) == ("error", 500, "internal-error")
    assert NAME not in log.read_text()


def test_an_application_by_itself_tells_a_failure_to_the_logging_of_its_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Settings())

    def fail() -> None:
        raise LookupError(NAME)

    monkeypatch.setitem(app.view_functions, "listRulesets", fail)
    answer = app.test_client().get("/v1/rulesets")
    assert answer.status_code == 500
    (record,) = caplog.records
    assert NAME not in record.getMessage()
