"""Batches as the server sends them: read whole, answered in pieces, held back by slow readers, ended by rude ones."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.media_types import OCTETS
from service.settings import Settings
from tests.http.bodies import AUDIT, AUDIT_GAME, SCORE, game
from tests.http.failures import problem_in
from tests.http.lines import GOOD, TALKATIVE
from tests.http.wire import Address, Connection, Running, chunked, exchange, linux, request, serving

SCORES, AUDITS = f"{SCORE}/batch", f"{AUDIT}/batch"
MOST = Settings().batch_bytes
_PATIENCE = 30.0


def post(body: bytes, path: str = SCORES, **headers: str) -> bytes:
    return request("POST", path, body, Content_Type=OCTETS, **headers)


def head(name: str, value: str) -> bytes:
    """Return the head of a request whose body is yet to come, with this header."""
    return request("POST", SCORES, None, **{"Content-Type": OCTETS, name: value})


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    log = tmp_path_factory.mktemp("server") / "log"
    with serving(log) as server:
        yield server
    assert "Traceback" not in log.read_text(), "a request failed inside the service"


class Worker:
    """The one process that answers, as the system sees it."""

    def __init__(self, running: Running) -> None:
        children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text().split()
        (self._pid,) = map(int, children)

    def seconds(self) -> float:
        """Return the CPU time that it has used."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        status = Path(f"/proc/{self._pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def wait_until_idle(self) -> None:
        """Return when it has nothing more to do, or can't do it."""
        until(lambda: self._idle_for(0.5))

    def _idle_for(self, seconds: float) -> bool:
        before = self.seconds()
        time.sleep(seconds)
        return self.seconds() - before <= 0.02


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it does not come true"


def statuses(body: bytes) -> list[int]:
    """Return the status of each line, all of which have to be there in order."""
    answered: list[dict[str, Any]] = [json.loads(line) for line in body.splitlines()]
    assert [line["line"] for line in answered] == list(range(1, len(answered) + 1))
    return [line["status"] for line in answered]


def test_a_batch_is_sent_in_pieces_and_the_connection_is_kept(server: Address) -> None:
    with Connection(server) as connection:
        for rounds in (1, 100, 3):
            connection.send(post((GOOD + b"\n") * rounds))
            answer = connection.receive()
            assert answer.headers["transfer-encoding"] == "chunked"
            assert statuses(answer.body) == [200] * rounds
        connection.send(post(b""))
        assert connection.receive().body == b""
        connection.send(request("POST", SCORE, GOOD))
        assert connection.receive().status == 200


@pytest.mark.parametrize("size", [1, 1_000, 100_000, 10_000_000])
def test_a_body_without_a_length_is_read_to_its_end(size: int, server: Address) -> None:
    body = (GOOD + b"\n") * (4 if size == 1 else 400)
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    answer = exchange(server, head("Transfer-Encoding", "chunked"), chunked(*pieces), b"0\r\n\r\n")
    assert set(statuses(answer.body)) == {200}
    assert answer.body == exchange(server, post(body)).body


def test_who_writes_everything_before_reading_anything_is_answered(server: Address) -> None:
    """More than all the buffers between the two hold, in either direction."""
    rounds = 10_000
    body = (b"[" + b" " * 2_000 + b"]\n") * rounds
    answer = exchange(server, post(body))
    assert statuses(answer.body) == [422] * rounds


def test_a_batch_that_says_it_is_too_long_is_refused_before_it_comes(server: Address, client: Any) -> None:
    answer = exchange(server, head("Content-Length", str(MOST + 1)))
    problem_in(answer, client, 413, "too-large")


def test_a_batch_that_turns_out_too_long_is_refused(server: Address, client: Any) -> None:
    block = b" " * (1024 * 1024)
    with Connection(server) as connection:
        connection.send(head("Transfer-Encoding", "chunked"))
        for _ in range(MOST // len(block)):
            connection.send(chunked(block))
        connection.send(chunked(b" " * 2048))
        problem_in(connection.receive(), client, 413, "too-large")


def test_too_many_lines_are_refused(server: Address, client: Any) -> None:
    answer = exchange(server, post(b"{}\n" * (Settings().batch_lines + 1)))
    problem_in(answer, client, 413, "too-large")


@pytest.mark.parametrize(
    "parts",
    [
        (head("Content-Length", "1000"), GOOD[:500]),
        (head("Content-Length", str(2 * len(GOOD) + 2)), GOOD + b"\n"),
        (head("Transfer-Encoding", "chunked"), chunked(GOOD + b"\n")),
    ],
    ids=["in a line", "between two lines", "between two chunks"],
)
def test_a_batch_cut_short_is_refused_whole(parts: tuple[bytes, ...], server: Address, client: Any) -> None:
    answer = exchange(server, *parts, half_close=True)
    problem_in(answer, client, 400, "not-json")


@linux
@pytest.mark.parametrize(
    ("path", "line", "times"),
    [(AUDITS, TALKATIVE, 5_000), (f"{AUDIT_GAME}/batch", game(8), 5_000)],
    ids=["of rounds", "of games"],
)
def test_a_slow_reader_holds_the_answers_back_and_nobody_else(
    path: str, line: bytes, times: int, running: Running
) -> None:
    worker = Worker(running)
    body = (line + b"\n") * times
    length = len(exchange(running.address, post(line, path)).body)
    assert length * times > 50_000_000, "what is to be held back is not worth speaking of"
    worker.wait_until_idle()
    before = worker.megabytes()
    with Connection(running.address) as slow:
        slow.send(post(body, path))
        assert slow.receive_some(1) == b"H"
        worker.wait_until_idle()
        # The batch itself, and not its answers.
        assert worker.megabytes() - before < len(body) / 1e6 + 25
        assert exchange(running.address, request("POST", SCORE, GOOD)).status == 200
        assert statuses(exchange(running.address, post((GOOD + b"\n") * 10)).body) == [200] * 10


@linux
def test_a_batch_whose_reader_has_gone_is_given_up(running: Running) -> None:
    worker = Worker(running)
    body = (TALKATIVE + b"\n") * 2_000
    worker.wait_until_idle()
    before = worker.seconds()
    assert len(exchange(running.address, post(body, AUDITS)).body.splitlines()) == 2_000
    whole = worker.seconds() - before
    before = worker.seconds()
    with Connection(running.address) as rude:
        rude.send(post(body, AUDITS))
        rude.receive_some(1)
    worker.wait_until_idle()
    assert worker.seconds() - before < whole / 2
    assert exchange(running.address, request("POST", SCORE, GOOD)).status == 200


@linux
def test_readers_who_have_gone_leave_every_thread_free(running: Running) -> None:
    """More of them than there are threads."""
    for _ in range(12):
        with Connection(running.address) as rude:
            rude.send(post((TALKATIVE + b"\n") * 200, AUDITS))
            rude.receive_some(1)
    assert statuses(exchange(running.address, post((GOOD + b"\n") * 10)).body) == [200] * 10


def test_a_batch_in_flight_is_finished_when_the_server_stops(tmp_path: Path) -> None:
    rounds = 2_000
    with serving(tmp_path / "log") as server, Connection(server.address) as connection:
        connection.send(post((GOOD + b"\n") * rounds))
        assert connection.receive_some(1) == b"H"
        server.process.terminate()
        received = b"H"
        while piece := connection.receive_some(1 << 20):
            received += piece
        assert received.endswith(b"0\r\n\r\n")
        assert f'{{"line":{rounds},"status":200'.encode() in received
