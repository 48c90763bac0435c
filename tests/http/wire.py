"""The service as clients meet it: real gunicorn with the configuration that ships, and bytes on a socket."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import parse_headers
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from wsgiref.util import setup_testing_defaults

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.http.bodies import SCORE

Address = tuple[str, int]

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "service:create_app()")
_PATIENCE = 15.0  # seconds; more than any step takes on a busy machine
_STARTING = 60.0  # the contract is compiled, and every module is read
_BODILESS = {204, 304}
_DRAWN = count(os.getpid())  # of which free_port() takes the last three digits

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at as Linux shows them")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, however it came; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @classmethod
    def of(cls, response: TestResponse) -> Self:
        """Return what a test client got."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        return cls(response.status_code, headers, response.get_data())

    def json(self) -> Any:
        return json.loads(self.body)


def directly(app: Flask, environ: Mapping[str, Any]) -> Answer:
    """Return the answer of an application, asked as a server asks it: a test client takes as long as a plain answer."""
    begun: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Any:
        del exc_info
        begun[:] = [int(status[:3]), {name.lower(): value for name, value in headers}]

    asked: dict[str, Any] = {"QUERY_STRING": "", **environ}
    setup_testing_defaults(asked)
    chunks: Any = app.wsgi_app(asked, start)
    try:
        body = b"".join(chunks)
    finally:
        getattr(chunks, "close", lambda: None)()
    return Answer(begun[0], begun[1], body)


class Connection:
    """One connection, on which nothing is sent but what a test sends."""

    def __init__(self, address: Address, source: str = "") -> None:
        """Connect, from another address of this machine where one is named."""
        self._socket = socket.create_connection(address, _PATIENCE, (source, 0) if source else None)
        self._reader = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._reader.close()
        self._socket.close()

    def send(self, *parts: bytes) -> None:
        self._socket.sendall(b"".join(parts))

    def send_no_more(self) -> None:
        """Close the sending half, as a client does that hangs up in the middle."""
        self._socket.shutdown(socket.SHUT_WR)

    def receive(self, *, head: bool = False) -> Answer:
        """Return the next answer; one to a HEAD has no body whatever its headers say."""
        line = self._reader.readline().split(None, 2)
        assert len(line) >= 2, f"the connection ended without an answer: {line!r}"
        assert line[0] in {b"HTTP/1.0", b"HTTP/1.1"}
        status = int(line[1])
        fields = parse_headers(self._reader).items()
        headers = {name.lower(): value for name, value in fields}
        assert len(headers) == len(fields), "a header stands twice"
        if headers.get("transfer-encoding") == "chunked":
            return Answer(status, headers, b"".join(self._chunks()))
        bodiless = head or status < 200 or status in _BODILESS
        length = 0 if bodiless else int(headers["content-length"])
        body = self._reader.read(length)
        assert len(body) == length
        return Answer(status, headers, body)

    def receive_some(self, most: int) -> bytes:
        """Return a few bytes of what has come, as they stand on the wire."""
        return self._socket.recv(most)

    def _chunks(self) -> Iterator[bytes]:
        while length := int(self._reader.readline(), 16):
            chunk = self._reader.read(length)
            assert len(chunk) == length
            assert self._reader.readline() == b"\r\n"
            yield chunk
        assert self._reader.readline() == b"\r\n"

    def has_come(self) -> bool:
        """Tell whether anything of an answer has come."""
        return bool(select.select([self._socket], [], [], 0)[0])

    def ended(self) -> bool:
        """Tell whether the server has closed the connection without another byte."""
        return self._reader.read(1) == b""


def request(method: str, path: str, body: bytes | None = None, **headers: str) -> bytes:
    """Return the bytes of a request; an underscore in the name of a header stands for a hyphen."""
    fields = {"Host": "spades.test"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        fields = {"Content-Type": "application/json", "Content-Length": str(len(body))} | fields
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + (body or b"")


HEAD = f"POST {SCORE} HTTP/1.1\r\nHost: spades.test\r\nContent-Type: application/json\r\n".encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def chunked(*chunks: bytes) -> bytes:
    """Return these chunks as they stand in a chunked body, without the last, empty one."""
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)


def exchange(address: Address, *parts: bytes, half_close: bool = False, source: str = "") -> Answer:
    """Return the answer to these bytes on a connection of their own."""
    with Connection(address, source) as connection:
        connection.send(*parts)
        if half_close:
            connection.send_no_more()
        return connection.receive(head=parts[0].startswith(b"HEAD "))


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    address: Address
    process: subprocess.Popen[bytes]


def environment(port: int, **settings: str) -> dict[str, str]:
    """Return the environment to start a server in; the machine's own settings of the service stay out."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("SPADES_", "GUNICORN_"))}
    return inherited | {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1"} | settings


def free_port() -> int:
    """Return a port that nothing listens on, and that no other process of this test run will be given.

    Each process draws from a thousand ports of its own, below those that the system hands out for connections.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = 12_000 + 1_000 * (worker % 20) + next(_DRAWN) % 1_000
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def serving(log: Path, application: str = COMMAND[-1], **settings: str) -> Iterator[Running]:
    """Run the server with these settings, and end it as an orchestrator does; it has to end well."""
    address = ("127.0.0.1", free_port())
    with (
        log.open("wb") as file,
        subprocess.Popen(
            [*COMMAND[:-1], application], cwd=ROOT, env=environment(address[1], **settings), stdout=file, stderr=file
        ) as process,
    ):
        try:
            _wait_for(address, process, log)
            yield Running(address, process)
        finally:
            if process.poll() is None:
                os.kill(process.pid, signal.SIGTERM)
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
    assert process.returncode == 0, log.read_text()


def _wait_for(address: Address, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _STARTING
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if exchange(address, request("GET", "/livez")).status == 204:
                return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"the server does not answer: {log.read_text()}")


def wait_for_line(log: Path, text: str, times: int = 1) -> None:
    """Return when the server has written this to its log, so many times."""
    deadline = time.monotonic() + _PATIENCE
    while log.read_text().count(text) < times:
        if time.monotonic() > deadline:
            raise RuntimeError(f"the server has not logged {text!r}: {log.read_text()}")
        time.sleep(0.02)
