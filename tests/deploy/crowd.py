"""Clients in number: each connection comes from an address of its own, as the limits are by address."""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.http.bodies import AUDIT, GAME, SCORE, asking
from tests.http.wire import Address, Answer, Connection, request

HOSTILE = "127.0.0.2"
# As many as one address may send at once without being told to wait.
_BURST = 150
_MOST = 100_000  # for each client of a crowd that is told to stop, so that it ends in any case
_SOURCES = (f"127.{a}.{b}.{c}" for a, b, c in itertools.product(range(1, 250), range(1, 250), range(1, 250)))
_LOCK = threading.Lock()


def source() -> str:
    """Return an address of this machine that has not been used yet."""
    with _LOCK:
        return next(_SOURCES)


def messages() -> tuple[bytes, ...]:
    """Return what good clients send."""
    return (
        request("POST", SCORE, asking(SCORE)),
        request("POST", AUDIT, asking(AUDIT)),
        request("POST", GAME, asking(GAME)),
        request("GET", "/v1/rulesets/pagat"),
    )


@dataclass(slots=True)
class Record:
    """What became of the requests of a crowd."""

    answers: list[Answer] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def statuses(self) -> dict[int, int]:
        """Return how often each status came."""
        found: dict[int, int] = {}
        for each in self.answers:
            found[each.status] = found.get(each.status, 0) + 1
        return found


def send(address: Address, record: Record, requests: int, stop: threading.Event) -> None:
    """Send so many requests one after the other, over connections that are kept; a request without answer is lost."""
    said = messages()
    connection: Connection | None = None
    for number in range(requests):
        if stop.is_set():
            break
        started = time.perf_counter()
        try:
            if connection is None or number % _BURST == 0:
                if connection is not None:
                    connection.close()
                connection = Connection(address, source())
            connection.send(said[number % len(said)])
            answer = connection.receive()
        except (OSError, AssertionError) as error:  # refused, reset, ended, or cut short
            record.lost.append(repr(error))
            if connection is not None:
                connection.close()
            connection = None
            continue
        record.answers.append(answer)
        record.seconds.append(time.perf_counter() - started)
        if answer.headers.get("connection") == "close":
            connection.close()
            connection = None
    if connection is not None:
        connection.close()


def load(address: Address, requests: int, clients: int = 4) -> Record:
    """Send so many requests in all, and return what became of them."""
    record = Record()
    share = (address, record, requests // clients, threading.Event())
    threads = [threading.Thread(target=send, args=share) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return record


@contextmanager
def crowd(address: Address, clients: int = 4) -> Iterator[Record]:
    """Send requests beside the body of a with block, until that ends."""
    record, stop = Record(), threading.Event()
    threads = [threading.Thread(target=send, args=(address, record, _MOST, stop)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield record
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def until(record: Record, more: int, patience: float = 30.0) -> None:
    """Return when a crowd has got so many more answers."""
    goal, deadline = len(record.answers) + more, time.monotonic() + patience
    while len(record.answers) < goal:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{goal - len(record.answers)} of {more} answers have not come: {record.lost[:3]}")
        time.sleep(0.01)


@contextmanager
def dribbling(address: Address, slow_heads: int, slow_bodies: int) -> Iterator[None]:
    """Keep so many connections from one address busy with a byte every half second, opening lost ones again.

    Every other body is that of a game, of which fewer may be open at once.
    """
    head = request("GET", "/v1/rulesets", X_Long="x" * 2_000)
    bodies = [request("POST", path, b"", Content_Length="30000") for path in (SCORE, GAME)]
    starts = [(head[:10], head[10:])] * slow_heads
    starts += [(body, b" " * 30_000) for body, _ in zip(itertools.cycle(bodies), range(slow_bodies), strict=False)]
    stop = threading.Event()

    def dribble() -> None:
        held: dict[int, tuple[socket.socket, int]] = {}
        while not stop.wait(0.5):
            for number, (first, rest) in enumerate(starts):
                with contextlib.suppress(OSError):
                    if number not in held:
                        held[number] = (socket.create_connection(address, 5, (HOSTILE, 0)), 0)
                        held[number][0].sendall(first)
                    connection, sent = held[number]
                    try:
                        connection.sendall(rest[sent : sent + 1])
                    except OSError:
                        held.pop(number)[0].close()
                    else:
                        held[number] = (connection, sent + 1)
        for connection, _ in held.values():
            connection.close()

    thread = threading.Thread(target=dribble)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
