"""What is left of a body when its answer begins: discarded within limits, or the connection ends, and cleanly."""

from __future__ import annotations

import time
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pytest

from service.runtime.unread_bodies import LONGEST
from tests.http.bodies import SCORE, scoring
from tests.http.unread_bodies import (
    DISCARDED,
    LONGER,
    PROBE,
    SENDINGS,
    TIMES,
    UNREAD,
    KeepAlive,
    Unread,
    body,
)
from tests.http.wire import CHUNKED, Address, Connection, chunked, request, serving

OF_ANOTHER_TYPE = UNREAD["of another type, for the fast path"]


@pytest.mark.parametrize("sending", SENDINGS)
def test_a_connection_is_kept_after_any_answer(sending: str, server: Address, subtests: pytest.Subtests) -> None:
    are_answered(sending, server, subtests, DISCARDED, "keep-alive")


@pytest.mark.parametrize("sending", SENDINGS)
def test_after_a_longer_body_the_client_has_its_answer_before_the_connection_ends(
    sending: str, server: Address, subtests: pytest.Subtests
) -> None:
    are_answered(sending, server, subtests, LONGER, "close")


def are_answered(sending: str, server: Address, subtests: pytest.Subtests, lengths: tuple[int, ...], then: str) -> None:
    """Check that bodies of these lengths are answered, whatever for, and what becomes of the connection then."""
    for name, asked in UNREAD.items():
        if lengths is LONGER and name == "no batch":  # which is read whole
            continue
        with subtests.test(name), KeepAlive(server) as client:
            for length in lengths:
                sent = body(length)
                for _ in range(TIMES):
                    answer = client.ask(*SENDINGS[sending](asked, sent), head=asked.method == "HEAD")
                    assert (answer.status, answer.headers["connection"]) == (asked.status, then)
                    assert client.ask(PROBE).status == 204


def test_so_is_it_without_a_key(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"ana:{sha256(b'a key').hexdigest()}\n")
    unauthorized = Unread(401, "POST", SCORE)
    with serving(tmp_path / "log", SPADES_API_KEYS_FILE=str(keys)) as running, KeepAlive(running.address) as client:
        for sending in SENDINGS.values():
            for length in DISCARDED:
                answer = client.ask(*sending(unauthorized, body(length)))
                assert (answer.status, answer.headers["connection"]) == (401, "keep-alive")
                assert client.ask(PROBE).status == 204


def test_what_the_server_cannot_read_is_answered_while_the_client_sends(server: Address) -> None:
    for _ in range(TIMES):
        with Connection(server) as connection:
            sent = body(LONGER[-1])
            connection.send(request("POST", SCORE, Content_Length=str(len(sent)), X_Long="x" * 5_000), sent)
            assert connection.receive().status == 431
            assert connection.ended()


CUT_OFF = {
    "length": OF_ANOTHER_TYPE.head(Content_Length="100000") + b" " * 70_000,
    "length, read": UNREAD["too long"].head(Content_Length="10000") + b" " * 5_000,
    "chunks": OF_ANOTHER_TYPE.head(Transfer_Encoding="chunked") + chunked(b" " * 70_000),
    "chunks, read": CHUNKED + chunked(b" " * 5_000),
    "chunks that are none": OF_ANOTHER_TYPE.head(Transfer_Encoding="chunked") + b"zz\r\n",
    "chunks that are none, read": CHUNKED + b"zz\r\n",
}


@pytest.mark.parametrize("name", CUT_OFF)
def test_behind_a_body_that_is_cut_off_the_connection_ends(name: str, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(CUT_OFF[name])
        connection.send_no_more()
        answer = connection.receive()
        assert answer.status in {400, 415}
        assert answer.headers["connection"] == "close"
        assert connection.ended()


def dribble(connection: Connection, until: float) -> float:
    """Send a body in pieces until the connection is answered, and return when it was."""
    connection.send(OF_ANOTHER_TYPE.head(Content_Length="100000"))
    while time.monotonic() < until and not connection.has_come():
        connection.send(b" ")
        time.sleep(0.05)
    return time.monotonic()


def test_a_slow_body_holds_its_thread_for_two_seconds_in_all(server: Address) -> None:
    began = time.monotonic()
    with Connection(server) as connection:
        answered = dribble(connection, began + 4 * LONGEST)
        assert LONGEST * 0.9 < answered - began < LONGEST * 2
        answer = connection.receive()
        assert (answer.status, answer.headers["connection"]) == (415, "close")
        assert connection.ended()


def test_slow_bodies_leave_threads_to_others(server: Address) -> None:
    """Twice as many as there are threads, all sent at once and then nothing more."""
    with ExitStack() as open_ones:
        slow = [open_ones.enter_context(Connection(server)) for _ in range(32)]
        for connection in slow:
            connection.send(OF_ANOTHER_TYPE.head(Content_Length="100000"), b" ")
        began = time.monotonic()
        client = open_ones.enter_context(KeepAlive(server))
        for _ in range(TIMES):
            assert client.ask(request("POST", SCORE, scoring())).status == 200
        assert time.monotonic() - began < LONGEST
        for connection in slow:
            answer = connection.receive()
            assert (answer.status, answer.headers["connection"]) == (415, "close")
            assert connection.ended()


def test_whoever_does_not_hang_up_keeps_nobody_waiting(server: Address) -> None:
    with ExitStack() as open_ones:
        idle = [open_ones.enter_context(Connection(server)) for _ in range(4)]
        for connection in idle:
            connection.send(request("GET", "/livez", Connection="close"))
            assert connection.receive().status == 204
        began = time.monotonic()
        assert open_ones.enter_context(KeepAlive(server)).ask(PROBE).status == 204
        assert time.monotonic() - began < 1
        for connection in idle:
            assert connection.ended()
