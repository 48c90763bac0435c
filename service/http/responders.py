"""Responders: from a POST request to its reply, in the media type that the client prefers.

A request holds one body or a batch of lines. Responders read the WSGI environment and no request of Flask's, so that
the fast path can call them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from io import BytesIO
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

import orjson

from service.http.incoming import read_body
from service.http.reply import Reply, Responder, content_headers, preferred
from service.media_types import JSON, NDJSON, OCTETS, TEXT, Json
from service.operations.runner import Answered, Runner
from service.problems import SPLIT_THE_BATCH, Problem, explained
from service.runtime.metrics import Rulings, count_lines
from service.runtime.middleware import REQUEST_ID, record_unexplained
from service.settings import Settings
from service.wire import ndjson
from service.wire.strict_json import batch_looks_like

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BATCH_REQUEST_TYPES = (OCTETS, NDJSON)
"""The media types of a batch; the contract names only the first, the one that client generators know."""
BATCH_ANSWER_TYPES = (TEXT, NDJSON)
"""The media types of its answer, the default first."""
# Few enough lines that a reader never waits long for the next answers, and enough that the pieces cost nothing.
_GROUP_LINES = 16
_GROUP_BYTES = 64 * 1024
LONG_ONES = Lock()
"""Held while this worker computes an answer that takes long."""
_LINES = Problem("not-json", "")
"""Nothing is wrong with a batch as a whole."""
_BUSY = (
    "The service is at work on as many requests that take long as it computes at a time. Wait a second, and send this"
    " one again."
)


def computation_responder(runner: Runner) -> Responder:
    """Return the responder of an operation with one body and one answer: JSON, or a page for people."""
    pages, offered = runner.computation.pages, runner.computation.media_types
    run = _run_alone if runner.computation.takes_long else _run

    def respond(environ: WSGIEnvironment) -> Reply:
        media_type = preferred(environ.get("HTTP_ACCEPT"), offered)
        rulings = Rulings()
        body = read_body(environ, runner.max_bytes, advice=runner.computation.if_too_long)
        answer, written = run(runner, rulings, body)
        rulings.count()
        content = orjson.dumps(written) if media_type == JSON else pages[media_type](answer, written)
        headers = [*content_headers(media_type, offered), ("Content-Length", str(len(content)))]
        return Reply(HTTPStatus.OK, headers, [content])

    return respond


def batch_responder(runner: Runner, operation_id: str, settings: Settings) -> Responder:
    """Return the responder of a batch: the body is read whole, then answered line by line while answers are sent.

    No line is answered before all of them have come: a proxy stops passing a request on once its answer has begun. A
    body that is plainly no batch is refused as a whole.
    """

    def respond(environ: WSGIEnvironment) -> Reply:
        media_type = preferred(environ.get("HTTP_ACCEPT"), BATCH_ANSWER_TYPES)
        body = read_body(environ, settings.batch_bytes, BATCH_REQUEST_TYPES, SPLIT_THE_BATCH)
        if ndjson.count_of_lines(body) > settings.batch_lines:
            raise Problem("too-large", f"The body has more than {settings.batch_lines} lines. {SPLIT_THE_BATCH}")
        other = explained(lambda: Problem("not-json", batch_looks_like(body) or ""), lambda: _LINES)
        if other.unexplained is not None:
            record_unexplained(operation_id, f"request {environ[REQUEST_ID]}", other.unexplained)
        if other.detail:
            raise other
        headers = [("Content-Type", media_type), ("Vary", "Accept")]
        chunks = _answer_in_groups(runner, body, operation_id, f"request {environ[REQUEST_ID]}")
        return Reply(HTTPStatus.OK, headers, chunks)

    return respond


def _answer_in_groups(runner: Runner, body: bytes, operation_id: str, source: str) -> Iterator[bytes]:
    """Yield the answers to the lines of a batch in groups, each computed and counted when it is asked for."""
    lines, first = ndjson.lines_of(BytesIO(body), runner.max_bytes), 1
    where = operation_id, source
    while True:
        rulings = Rulings()
        answer: Callable[[int, bytes], Json] = partial(_answer_line, runner, rulings, where)
        group = ndjson.Lines(first, islice(lines, _GROUP_LINES), runner.max_bytes, runner.computation.if_too_long)
        answered = ndjson.answer_lines(answer, group, source, _GROUP_BYTES)
        if not answered.text:
            return
        count_lines(operation_id, answered.statuses)
        rulings.count()
        first += sum(answered.statuses.values())
        yield answered.text


def _answer_line(runner: Runner, rulings: Rulings, where: tuple[str, str], number: int, line: bytes) -> Json:
    """Answer a line of a batch; ``where`` has the operation of the batch and what the log calls it."""
    try:
        return _run(runner, rulings, line).written
    except Problem as problem:
        if problem.unexplained is not None:
            operation_id, source = where
            record_unexplained(operation_id, f"{source}, line {number}", problem.unexplained)
        raise


def _run(runner: Runner, rulings: Rulings, body: bytes) -> Answered:
    """Answer a body, and note what the metrics count of its answer."""
    answered = runner.run(body)
    rulings.add(*runner.computation.counts(answered.answer.result))
    return answered


def _run_alone(runner: Runner, rulings: Rulings, body: bytes) -> Answered:
    """Answer a body that takes long; raises `Problem` while another one is at work, which both would only slow down."""
    if not LONG_ONES.acquire(blocking=False):
        raise Problem("too-many-requests", _BUSY)
    try:
        return _run(runner, rulings, body)
    finally:
        LONG_ONES.release()
