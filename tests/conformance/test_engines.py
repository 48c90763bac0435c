"""The service answers every vector over HTTP, and a second engine those that it knows."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.conformance.decided import UNORDERED
from tests.conformance.kit import run, vectors
from tests.conformance.make import FOLDER
from tests.conformance.second_engine import SHAPES, UnansweredError, answered, stated

if TYPE_CHECKING:
    from tests.http.wire import Address

ANSWERED = {"scoreRound": 408, "auditRound": 200, "scoreGame": 90, "auditGame": 33, "makeLeagueTable": 25}
"""How many vectors the second engine answers, by operation."""


def ran(address: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the kit as another engine's author does, from another folder."""
    command = [sys.executable, "-I", str(FOLDER / "run.py"), address, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_service_agrees_with_every_vector(server: Address) -> None:
    ended = ran("http://{}:{}".format(*server))
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    levels = Counter(each["level"] for each in vectors())
    assert set(ended.stdout.splitlines()) == {f"{level}: {n} of {n} agree" for level, n in levels.items()}


def test_one_level_is_run_alone(server: Address) -> None:
    ended = ran("http://{}:{}".format(*server), "--only", "scoring")
    count = sum(each["level"] == "scoring" for each in vectors())
    assert ended.stdout == f"scoring: {count} of {count} agree\n"


class _Wrong(BaseHTTPRequestHandler):
    """An engine that answers everything with a score of nothing."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece, or the client waits for its own acknowledgement

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps({"teams": [], "findings": []}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its signature
        """Say nothing."""


@pytest.fixture
def wrong() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Wrong) as engine:
        threading.Thread(target=engine.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{engine.server_port}"
        engine.shutdown()


def test_an_engine_that_is_wrong_is_told_where(wrong: str) -> None:
    ended = ran(wrong, "--only", "scoring")
    assert ended.returncode == 1
    name, line, *_ = ended.stdout.splitlines()
    assert name.startswith("published/S0-01  (Four and Two Player Spades tutorial, l.19")
    assert line.startswith("    /teams has 0 items instead of 2")
    assert ended.stdout.splitlines()[-1].startswith("scoring: 0 of ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["http://127.0.0.1:9"], "no answer from http://127.0.0.1:9", id="nobody there"),
        pytest.param(["127.0.0.1:8000"], "is no address such as http://127.0.0.1:8000", id="no scheme"),
        pytest.param(["http://127.0.0.1:9", "--only", "chess"], "invalid choice", id="no such level"),
    ],
)
def test_a_kit_that_can_not_be_run_says_so(arguments: list[str], said: str) -> None:
    ended = ran(*arguments)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_second_engine_agrees_with_every_vector_that_it_answers() -> None:
    """Save for the vectors that were made from its answers, which say nothing about it."""
    agreed: Counter[str] = Counter()
    differing = []
    for vector in vectors():
        if vector["operation"] not in SHAPES or vector["level"] == "refusals" or vector["evidence"] == "agreed":
            continue
        try:
            answer, shape = answered(vector["operation"], vector["request"])
        except UnansweredError:
            continue
        lines = list(run.differences(stated(shape, vector["answer"]), answer, UNORDERED))
        differing += [(vector["id"], *lines)] if lines else []
        agreed[vector["operation"]] += not lines
    assert differing == []
    assert agreed == ANSWERED
