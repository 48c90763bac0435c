"""The one content coding of bodies and answers, gzip (RFC 9110, section 8.4).

A body in it is unpacked to its limit and one byte more, whatever it promises. An answer is packed behind everything
else, in one place for the fast path and Flask: whole if it is whole, and piece by piece if it is made while it is sent.
Nothing secret is in any answer, so that its length reveals nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from werkzeug.http import parse_accept_header

from service.media_types import CSV, HTML, JSON, MARKDOWN, NDJSON, PROBLEM, SCHEMA, TEXT, YAML
from service.problems import Problem
from service.spades.english import quoted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from service.http.reply import Headers

GZIP: Final = "gzip"
_NAMES: Final = frozenset({GZIP, "x-gzip"})
_FORMAT: Final = zlib.MAX_WBITS | 16  # with gzip's head and check sum
# Measured on answers of 1 to 66 KB: level 2 takes as long as level 1 and packs a twentieth smaller; level 4 takes up to
# three times as long, and gains another tenth.
LEVEL: Final = 2
_LEVEL_KEPT: Final = 6
"""The level of what a browser keeps for good: it is sent once, and may take longer."""
LEAST_BYTES: Final = 1_024
"""Shorter answers go as they are: with its headers one fits a packet either way, and packing it takes some 20 us."""
PACKED_TYPES: Final = frozenset(
    each.partition(";")[0]
    for each in (JSON, PROBLEM, NDJSON, TEXT, MARKDOWN, HTML, CSV, YAML, SCHEMA, "text/css", "text/javascript")
)
"""All that is text; deploy/nginx.conf names the same."""
_COMPRESS_ONCE: Final = (
    "Compress the whole body at once, as the command gzip does, or send it without Content-Encoding."
)


def is_packed(coding: str) -> bool:
    """Return whether a body with this ``Content-Encoding`` is in gzip; raises `Problem` (415) for any other coding."""
    name = coding.strip().lower()
    if name in {"", "identity"}:
        return False
    if name not in _NAMES:
        detail = f"Send the body in gzip or without a content coding, not in {quoted(coding)}: unpack it first."
        raise Problem("unsupported-media-type", detail, headers=(("Accept-Encoding", GZIP),))
    return True


def unpacked(body: bytes, max_bytes: int) -> bytes:
    """Return what a body in gzip holds, at most one byte beyond ``max_bytes``; raises `Problem` (400) if it is damaged.

    It is one member: what follows it is refused, because a body of many empty ones would take for ever.
    """
    unpacker = zlib.decompressobj(_FORMAT)
    try:
        content = unpacker.decompress(body, max_bytes + 1)
    except zlib.error as error:
        raise Problem("bad-request", f"The body is not gzip, or is damaged. {_COMPRESS_ONCE}") from error
    if len(content) > max_bytes:
        return content
    if not unpacker.eof:
        raise Problem("bad-request", f"The body was cut short: its gzip has no end. {_COMPRESS_ONCE}")
    if unpacker.unused_data:
        raise Problem("bad-request", f"The body goes on after the end of its gzip. {_COMPRESS_ONCE}")
    return content


class PackedAnswers:
    """A WSGI application whose answers are in gzip for clients that take it."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        takes_gzip = _takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        held: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            if _may_be_packed(status, headers):
                _vary_by_coding(headers)
                if takes_gzip and not _is_unchanged(status):
                    held.append((status, headers))  # its length shows once it is packed
                    return _no_writer
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        answer = self._application(environ, start)
        if not held:
            return answer
        ((status, headers),) = held
        is_whole = any(name == "Content-Length" for name, _ in headers)
        headers[:] = [header for header in headers if header[0] != "Content-Length"]
        headers.append(("Content-Encoding", GZIP))
        if not is_whole or environ["REQUEST_METHOD"] == "HEAD":
            start_response(status, headers)
            return _Packed(answer) if not is_whole else answer
        is_kept = any(name == "Cache-Control" and "immutable" in value for name, value in headers)
        packer = zlib.compressobj(_LEVEL_KEPT if is_kept else LEVEL, zlib.DEFLATED, _FORMAT)
        try:
            content = packer.compress(b"".join(answer)) + packer.flush()
        finally:
            _close(answer)
        headers.append(("Content-Length", str(len(content))))
        start_response(status, headers)
        return [content]


def _no_writer(_: bytes) -> object:
    message = "the answers of this service come as what the application returns"
    raise NotImplementedError(message)


@lru_cache(maxsize=256)
def _takes_gzip(accept_encoding: str) -> bool:
    """Return whether an ``Accept-Encoding`` header takes gzip, and does not prefer an answer without a coding."""
    accepted = parse_accept_header(accept_encoding)
    gzip: float = accepted.quality(GZIP)
    return gzip > 0 and ("identity" not in accepted.values() or gzip >= accepted.quality("identity"))


def _is_unchanged(status: str) -> bool:
    return status.startswith(str(HTTPStatus.NOT_MODIFIED.value))


def _may_be_packed(status: str, headers: Headers) -> bool:
    """Return whether an answer depends on the codings that a client takes; one of unknown length does."""
    if _is_unchanged(status):
        return True
    named = dict(headers)
    media_type = named.get("Content-Type", "").partition(";")[0]
    length = named.get("Content-Length")
    return media_type in PACKED_TYPES and (length is None or int(length) >= LEAST_BYTES)


def _vary_by_coding(headers: Headers) -> None:
    for index, (name, value) in enumerate(headers):
        if name == "Vary":
            headers[index] = (name, f"{value}, Accept-Encoding")
            return
    headers.append(("Vary", "Accept-Encoding"))


def _close(answer: Iterable[bytes]) -> None:
    close = getattr(answer, "close", None)
    if close is not None:
        close()


class _Packed(Iterator[bytes]):
    """An answer in pieces, each packed so that its reader has all of it at once."""

    def __init__(self, answer: Iterable[bytes]) -> None:
        self._answer, self._pieces = answer, iter(answer)
        self._packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _FORMAT)
        self._has_ended = False

    def __next__(self) -> bytes:
        """Return the next piece, and behind the last one the end of the gzip."""
        if self._has_ended:
            raise StopIteration
        piece = next(self._pieces, None)
        if piece is None:
            self._has_ended = True
            return self._packer.flush()
        return self._packer.compress(piece) + self._packer.flush(zlib.Z_SYNC_FLUSH)

    def close(self) -> None:
        """Close the answer; the server calls it in any case."""
        _close(self._answer)
