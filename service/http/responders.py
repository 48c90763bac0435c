"""What is posted to an operation, answered in the media type that the client prefers: one body, or a batch of lines.

Below Flask, so that `direct` may answer without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import orjson

from service.http.negotiation import preferred
from service.operations.runner import Answering
from service.pages.render import POLICY_HEADER
from service.problems import Problem
from service.runtime.metrics import Rulings, count_lines
from service.runtime.middleware import REQUEST_ID
from service.settings import Settings
from service.wire import ndjson as batch
from service.wire.schemas import Answer
from service.wire.strict_json import JSON, read_body

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# Small enough that a reader never waits long for the next answers, and few enough pieces to cost nothing.
_GROUP_LINES = 16
_GROUP_BYTES = 64 * 1024


class Reply(NamedTuple):
    """The headers and the body of an answer that is a success."""

    headers: list[tuple[str, str]]
    chunks: Iterable[bytes]


Responder: TypeAlias = "Callable[[WSGIEnvironment], Reply]"
"""What answers a request; raises `Problem`."""


class Posted(NamedTuple):
    """An operation that something is posted to."""

    operation: str
    respond: Responder


class Counted(Answering):
    """An operation whose answers are counted."""

    def answer(self, raw: bytes) -> tuple[Answer, Any]:
        """Answer a body as `Answering` does."""
        rulings = Rulings()
        answered = self.noted(rulings, raw)
        rulings.count()
        return answered

    def noted(self, rulings: Rulings, raw: bytes) -> tuple[Answer, Any]:
        """Answer a body as `Answering` does, and leave it to who asks to have counted what was found out."""
        answer, written = super().answer(raw)
        rulings.add(answer.found)
        return answer, written


def computing(answering: Counted) -> Responder:
    """Return what answers one body: as JSON, or as a page where the client prefers that."""
    kinds = answering.kinds

    def respond(environ: WSGIEnvironment) -> Reply:
        answer, written = answering.answer(read_body(environ, answering.most_bytes))
        kind = preferred(environ.get("HTTP_ACCEPT"), kinds)
        content = orjson.dumps(written) if kind == JSON else answering.pages[kind](answer, written)
        return Reply([*headers_of(kind, kinds), ("Content-Length", str(len(content)))], [content])

    return respond


def headers_of(kind: str, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the headers that say what an answer of this kind is, JSON or a page, of those that it may be."""
    headers = [("Content-Type", kind)]
    if len(kinds) > 1:
        headers.append(("Vary", "Accept"))
    if kind != JSON:
        headers.append(POLICY_HEADER)
    return headers


def batching(answering: Counted, operation: str, settings: Settings) -> Responder:
    """Return what answers a batch: read whole, then answered line by line while the answers are sent.

    Nothing is answered before everything has come: a proxy stops passing a request on once its answer has begun.
    """

    def respond(environ: WSGIEnvironment) -> Reply:
        body = read_body(environ, settings.batch_bytes, batch.READ)
        if batch.count(body) > settings.batch_lines:
            raise Problem("too-large", f"The body has more than {settings.batch_lines} lines.")
        headers = [("Content-Type", preferred(environ.get("HTTP_ACCEPT"), batch.WRITTEN)), ("Vary", "Accept")]
        return Reply(headers, _answers(answering, body, operation, f"request {environ[REQUEST_ID]}"))

    return respond


def _answers(answering: Counted, body: bytes, operation: str, whole: str) -> Iterator[bytes]:
    """Yield the answers to the lines of a batch in groups, each made and counted when it is asked for."""
    lines, first = batch.lines_of(BytesIO(body), answering.most_bytes), 1
    while True:
        rulings = Rulings()
        answer = partial(answering.noted, rulings)
        statuses, text = batch.answer_all(answer, islice(lines, _GROUP_LINES), first, whole, _GROUP_BYTES)
        if not text:
            return
        count_lines(operation, statuses)
        rulings.count()
        first += sum(statuses.values())
        yield text
