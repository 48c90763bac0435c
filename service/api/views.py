"""The views of the operations: what Flask is told to call, and the answers it gets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

import orjson
from flask import Response, request

from service import batch
from service.answering import Answering
from service.api import Lookup
from service.body import JSON, read_body
from service.direct import FAILURE
from service.metrics import count_answer, count_lines
from service.pages import POLICY
from service.preference import preferred
from service.problems import Problem
from service.schemas import Answer
from service.settings import Settings
from service.telemetry import request_id

CACHED = "public, max-age=300"


class Bare(Response):
    """An answer without a body, which then is of no type."""

    default_mimetype = None


class Counted(Answering):
    """An operation whose answers are counted."""

    def answer(self, raw: bytes) -> tuple[Answer, Any]:
        """Answer a body as `Answering` does."""
        answer, written = super().answer(raw)
        count_answer(answer.found)
        return answer, written


def _counted(operation: str, answered: Iterable[batch.Answered]) -> Iterator[batch.Answered]:
    """Yield the answers of a batch, and count its lines when it ends, be it that nobody reads on."""
    statuses: dict[int, int] = {}
    try:
        for each in answered:
            statuses[each.status] = statuses.get(each.status, 0) + 1
            yield each
    finally:
        count_lines(operation, statuses)


def computing(answering: Answering) -> Callable[[], Response]:
    """Return the view of an operation with a body: its answer as JSON, or as a page where the client prefers that."""
    kinds = answering.kinds

    def view() -> Response:
        if FAILURE in request.environ:
            raise request.environ.pop(FAILURE)  # whose traceback holds this very environment
        answer, written = answering.answer(read_body(request.environ, answering.most_bytes))
        kind = preferred(request.environ.get("HTTP_ACCEPT"), kinds)
        if kind != JSON:
            return page(answering.pages[kind](answer, written), kind)
        response = Response(orjson.dumps(written), content_type=JSON)
        if answering.pages:
            response.headers["Vary"] = "Accept"
        return response

    return view


def batching(answering: Answering, settings: Settings) -> Callable[[], Response]:
    """Return the view of a batch: read whole, then answered line by line while the answers are sent.

    Nothing is answered before everything has come: a proxy stops passing a request on once its answer has begun.
    """

    def view() -> Response:
        body = read_body(request.environ, settings.batch_bytes, batch.READ)
        if batch.count(body) > settings.batch_lines:
            raise Problem("too-large", f"The body has more than {settings.batch_lines} lines.")
        lines = batch.lines_of(BytesIO(body), answering.most_bytes)
        answered = _counted(request.endpoint or "", batch.answers(answering, lines, f"request {request_id()}"))
        kind = preferred(request.environ.get("HTTP_ACCEPT"), batch.WRITTEN)
        response = Response(batch.grouped(answered), content_type=kind)
        response.headers["Vary"] = "Accept"
        return response

    return view


def showing(handler: Lookup) -> Callable[..., Response]:
    """Return the view of a lookup; a client's copy that is still good is answered by 304."""
    kinds = tuple(handler.writers)

    @lru_cache(maxsize=256)
    def rendered(kind: str, names: tuple[tuple[str, str], ...]) -> tuple[bytes, str]:
        content = handler.writers[kind](handler.find(**dict(names)))
        return content, etag_of(content)

    def view(**names: str) -> Response:
        kind = preferred(request.environ.get("HTTP_ACCEPT"), kinds)
        content, etag = rendered(kind, tuple(names.items()))
        response = Response(content, content_type=kind) if kind == JSON else page(content, kind)
        if len(kinds) > 1:
            response.headers["Vary"] = "Accept"
        return cacheable(response, etag)

    return view


def page(content: bytes, kind: str) -> Response:
    """Return a page for people, which may bring its own style and nothing else."""
    response = Response(content, content_type=kind)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Vary"] = "Accept"
    return response


def etag_of(content: bytes) -> str:
    """Return a strong entity tag for content that is always the same bytes."""
    return hashlib.sha256(content).hexdigest()[:32]


def cacheable(response: Response, etag: str) -> Response:
    """Return a response that clients may keep, or 304 where theirs is still good."""
    response.set_etag(etag)
    response.headers["Cache-Control"] = CACHED
    response.make_conditional(request)
    return response
