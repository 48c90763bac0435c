"""Requests whose answers begin before their bodies were read, and a client that keeps its connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from tests.http.bodies import AUDIT_BATCH, GAME, SCORE
from tests.http.wire import Address, Answer, Connection, chunked, request

KB = 1024
DISCARDED = (70 * KB, 600 * KB, 2048 * KB)
"""Lengths of bodies that the service discards if it does not read them."""
LONGER = (2500 * KB, 9 * 1024 * KB)
"""Lengths of which it discards only the beginning."""
TIMES = 10
PROBE = request("GET", "/livez")


@dataclass(frozen=True, slots=True)
class Unread:
    """A request with a long body, and how it is answered."""

    status: int
    method: str
    path: str
    media_type: str = "application/json"

    def head(self, **headers: str) -> bytes:
        return request(self.method, self.path, None, Content_Type=self.media_type, **headers)


UNREAD = {
    "too long": Unread(413, "POST", SCORE),
    "of another type, for the fast path": Unread(415, "POST", SCORE, "text/plain"),
    "of another type, a game": Unread(415, "POST", GAME, "text/plain"),
    "of another type, a batch": Unread(415, "POST", AUDIT_BATCH, "text/plain"),
    "of another type, a form": Unread(415, "POST", "/desk"),
    "for no path": Unread(404, "POST", "/nothing"),
    "for another method, PUT": Unread(405, "PUT", SCORE),
    "for another method, DELETE": Unread(405, "DELETE", "/desk"),
    "for another method, GET": Unread(405, "GET", GAME),
    "no batch": Unread(400, "POST", AUDIT_BATCH, "application/octet-stream"),
    "for a lookup": Unread(200, "GET", "/v1/rulesets"),
    "for its head": Unread(200, "HEAD", "/v1/findings"),
    "for a page": Unread(200, "GET", "/docs"),
    "for a probe": Unread(204, "GET", "/livez"),
    "before another request": Unread(200, "OPTIONS", SCORE),
}


def body(length: int) -> bytes:
    """Return a body of this length that no operation takes."""
    return b"{\n" + b"}".rjust(length - 2)


def at_once(asked: Unread, sent: bytes) -> Iterator[bytes]:
    yield asked.head(Content_Length=str(len(sent)))
    yield sent


def in_chunks(asked: Unread, sent: bytes) -> Iterator[bytes]:
    yield asked.head(Transfer_Encoding="chunked")
    for begin in range(0, len(sent), 16 * KB):
        yield chunked(sent[begin : begin + 16 * KB])
    yield b"0\r\n\r\n"


def when_asked(asked: Unread, sent: bytes) -> Iterator[bytes]:
    yield asked.head(Content_Length=str(len(sent)), Expect="100-continue")
    yield b""
    yield sent


Sending = Callable[[Unread, bytes], Iterator[bytes]]
SENDINGS: dict[str, Sending] = {"at once": at_once, "in chunks": in_chunks, "when asked": when_asked}


class KeepAlive:
    """A client that sends all of a request, then reads, and takes a new connection only where it was told to."""

    def __init__(self, address: Address, source: str = "") -> None:
        self._address, self._source = address, source
        self._connection = Connection(address, source)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def ask(self, *parts: bytes, head: bool = False) -> Answer:
        """Return the answer; an empty part is where the client waits for 100 Continue, or for a refusal."""
        answer = None
        for part in parts:
            if part:
                self._connection.send(part)
            else:
                answer = self._connection.receive(head=head)
                if answer.status != 100:
                    break
        if answer is None or answer.status == 100:
            answer = self._connection.receive(head=head)
        if answer.headers["connection"] == "close":
            self._connection.close()
            self._connection = Connection(self._address, self._source)
        return answer
