"""A bounded load on the loopback interface, over keep-alive connections that wait for each answer."""

from __future__ import annotations

import socket
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.server import HOST

_LINE = b'{"line":'


@dataclass(frozen=True, slots=True)
class Measured:
    """Requests a second, and the median and 99th percentile of their times in milliseconds."""

    rate: float
    median: float
    p99: float


def request_bytes(path: str, body: bytes, kind: str = "application/json") -> bytes:
    """Return the bytes of a POST request with this body."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


def load(port: int, message: bytes, *, requests: int, connections: int = 4) -> Measured:
    """Send a request repeatedly over several connections; raises `RuntimeError` unless all are answered 200."""
    times: list[float] = []
    failures: list[str] = []

    def run() -> None:
        with socket.create_connection((HOST, port), timeout=10) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for _ in range(requests // connections):
                started = time.perf_counter()
                connection.sendall(message)
                status = _read_answer(connection)
                times.append(time.perf_counter() - started)
                if status != b"200":
                    failures.append(status.decode())
                    return

    threads = [threading.Thread(target=run) for _ in range(connections)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - started
    if failures or len(times) < requests // connections * connections:
        reason = f"{len(times)} of {requests} answered; {failures[:3]}"
        raise RuntimeError(reason)
    return Measured(len(times) / seconds, statistics.median(times) * 1e3, statistics.quantiles(times, n=100)[98] * 1e3)


def download(port: int, message: bytes, times: int = 1) -> Iterator[int]:
    """Send a batch repeatedly over one connection, and yield the number of lines of each answer."""
    with socket.create_connection((HOST, port), timeout=60) as connection:
        for _ in range(times):
            connection.sendall(message)
            lines, seen = 0, b""
            while not seen.endswith(b"0\r\n\r\n"):
                received = _received(connection)
                # Includes the start of a line that was split between two reads.
                seen = seen[1 - len(_LINE) :] + received
                lines += seen.count(_LINE)
            yield lines


def _read_answer(connection: socket.socket) -> bytes:
    received = _received(connection)
    while b"\r\n\r\n" not in received:
        received += _received(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    missing = length - len(body)
    while missing > 0:
        missing -= len(_received(connection))
    return head[9:12]


def _received(connection: socket.socket) -> bytes:
    received = connection.recv(1 << 20)
    if not received:
        reason = "the answer was cut short, or the connection not kept"
        raise RuntimeError(reason)
    return received
