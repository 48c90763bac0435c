"""The service answers every vector over HTTP, and a second engine those that it knows."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.conformance.decided import UNORDERED
from tests.conformance.kit import FOLDER, run, vectors
from tests.conformance.second_engine import SHAPES, UnansweredError, answered, stated

if TYPE_CHECKING:
    from tests.http.wire import Address

ANSWERED = {"scoreRound": 464, "auditRound": 215, "scoreGame": 92, "auditGame": 34, "makeLeagueTable": 30}
"""How many vectors the second engine answers, by operation."""


def ran(address: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the kit as another engine's author does, from another folder."""
    command = [sys.executable, "-I", str(FOLDER / "run.py"), address, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_service_agrees_with_every_vector(server: Address) -> None:
    address = "http://{}:{}".format(*server)
    ended = ran(address)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    levels = Counter(each["level"] for each in vectors())
    assert set(ended.stdout.splitlines()) == {f"{level}: {n} of {n} agree" for level, n in levels.items()}
    assert ran(address, "--only", "games").stdout == "games: {0} of {0} agree\n".format(levels["games"])


class _Engine(BaseHTTPRequestHandler):
    """An engine that answers everything alike."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece, or the client waits for its own acknowledgement
    body = b""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def engine() -> Iterator[Callable[[bytes], str]]:
    """Return a function that starts an engine which always answers with these bytes, and returns its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Engine) as running:
        threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

        def answering(body: bytes) -> str:
            _Engine.body = body
            return f"http://127.0.0.1:{running.server_port}"

        yield answering
        running.shutdown()


def test_an_engine_that_is_wrong_learns_where(engine: Callable[[bytes], str]) -> None:
    ended = ran(engine(b'{"teams": [], "findings": []}'), "--only", "scoring")
    assert ended.returncode == 1
    name, line, *_ = ended.stdout.splitlines()
    assert name.startswith("published/S0-01  (Four and Two Player Spades tutorial, l.19")
    assert line.startswith("    /teams has 0 items instead of 2")
    assert ended.stdout.splitlines()[-1].startswith("scoring: 0 of ")


def test_a_body_that_is_not_utf_8_differs(engine: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([engine(b'{"a": "\xff\xfe"}'), "--only", "scoring"]) == 1
    written = capsys.readouterr().out
    assert "\ufffd" in written
    assert "scoring: 0 of " in written


NO_ADDRESSES = ("http://127.0.0.1:99999", "http://127.0.0.1:x", "http://[::1", "ftp://127.0.0.1", "127.0.0.1:8000")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        *(([each], f"'{each}' is no address such as http://127.0.0.1:8000") for each in NO_ADDRESSES),
        (["http://127.0.0.1:9", "--only", "chess"], "invalid choice"),
        (["http://127.0.0.1:9"], "no answer from http://127.0.0.1:9"),
    ],
)
def test_a_kit_that_can_not_be_run_says_so(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = run.main(arguments)
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert said in capsys.readouterr().err


@pytest.mark.long
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
