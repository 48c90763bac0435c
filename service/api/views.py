"""The views of the operations: what Flask is told to call, and the answers it gets."""

from __future__ import annotations

import hashlib
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from io import BytesIO
from typing import Any

import orjson
from flask import Response, request

from service import batch
from service.answering import Answering
from service.api import Lookup
from service.body import JSON, read_body
from service.direct import FAILURE
from service.metrics import Rulings, count_lines
from service.pages import POLICY
from service.preference import preferred
from service.problems import Problem
from service.schemas import Answer
from service.settings import Settings
from service.telemetry import request_id

CACHED = "public, max-age=300"
# Small enough that a reader never waits long for the next answers, and few enough pieces to cost nothing.
_GROUP_LINES = 16
_GROUP_BYTES = 64 * 1024


class Bare(Response):
    """An answer without a body, which then is of no type."""

    default_mimetype = None


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


def _answers(answering: Counted, body: bytes, operation: str, whole: str) -> Iterator[bytes]:
    """Yield the answers to the lines of a batch in groups; count them when it ends, be it that nobody reads on."""
    rulings, statuses = Rulings(), Tally[int]()
    answer, first = partial(answering.noted, rulings), 1
    try:
        for group in batch.in_groups(batch.lines_of(BytesIO(body), answering.most_bytes), _GROUP_LINES, _GROUP_BYTES):
            answered = batch.answer_all(answer, group, first, whole)
            statuses.update(answered.statuses)
            first += len(group)
            yield answered.text
    finally:
        count_lines(operation, statuses)
        rulings.count()


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


def batching(answering: Counted, settings: Settings) -> Callable[[], Response]:
    """Return the view of a batch: read whole, then answered line by line while the answers are sent.

    Nothing is answered before everything has come: a proxy stops passing a request on once its answer has begun.
    """

    def view() -> Response:
        body = read_body(request.environ, settings.batch_bytes, batch.READ)
        if batch.count(body) > settings.batch_lines:
            raise Problem("too-large", f"The body has more than {settings.batch_lines} lines.")
        answers = _answers(answering, body, request.endpoint or "", f"request {request_id()}")
        response = Response(answers, content_type=preferred(request.environ.get("HTTP_ACCEPT"), batch.WRITTEN))
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
