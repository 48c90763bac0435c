"""Responders: from a POST request to its reply, in the media type that the client prefers.

A request holds one body or a batch of lines. Responders read the WSGI environment and no request of Flask's, so that
the fast path can call them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING

from service.http.incoming import read_body
from service.http.reply import Reply, Responder, content_headers, preferred
from service.media_types import NDJSON, OCTETS, TEXT, Json
from service.operations.runner import Runner
from service.problems import SPLIT_THE_BATCH, Problem, explained
from service.runtime.metrics import Rulings, count_lines
from service.runtime.middleware import REQUEST_ID, record_unexplained
from service.runtime.turns import Patience
from service.settings import Settings
from service.wire import ndjson
from service.wire.exchange import Exchange
from service.wire.strict_json import batch_looks_like

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BATCH_REQUEST_TYPES = (OCTETS, NDJSON)
"""The media types of a batch; the contract names only the first, the one that client generators know."""
BATCH_ANSWER_TYPES = (TEXT, NDJSON)
"""The media types of its answer, the default first; lines that were sent as NDJSON are answered in it by default."""
# Few enough lines that a reader never waits long for the next answers, and enough that the pieces cost nothing.
_GROUP_LINES = 16
_GROUP_BYTES = 64 * 1024
_SHORT_BYTES = {"round": 32 * 1024, "game": 4 * 1024}
"""A longer body counts as long before it is parsed: reading it takes longer than 20 audits of ordinary rounds.

Rounds that long are rare, and what takes long about them are steps. Texts, written records and league tables have none.
"""
_LINES = Problem("not-json", "")
"""Nothing is wrong with a batch as a whole."""


def computation_responder(runner: Runner) -> Responder:
    """Return the responder of an operation with one body and one answer: JSON, or a page for people."""
    offered = runner.computation.media_types
    short_bytes = _SHORT_BYTES[runner.computation.size]

    def respond(environ: WSGIEnvironment) -> Reply:
        media_type = preferred(environ.get("HTTP_ACCEPT"), offered)
        rulings = Rulings()
        patience = Patience(environ)
        try:
            body = read_body(environ, runner.max_bytes, advice=runner.computation.if_too_long)
            if len(body) > short_bytes:
                patience.is_long()
            exchange = runner.run(body, patience.step)
            rulings.add(*runner.computation.counts(exchange.result))
            patience.give_way()  # before it is written, which has no steps
            content = runner.computation.content(exchange, media_type)
        finally:
            patience.leave()
        rulings.count()
        headers = [*content_headers(media_type, offered), ("Content-Length", str(len(content)))]
        return Reply(HTTPStatus.OK, headers, [content])

    return respond


def batch_responder(runner: Runner, operation_id: str, settings: Settings) -> Responder:
    """Return the responder of a batch: the body is read whole, then some lines are answered while others are sent.

    No line is answered before all of them have come: a proxy stops passing a request on once its answer has begun. A
    body that is plainly no batch is refused as a whole.
    """

    def respond(environ: WSGIEnvironment) -> Reply:
        media_type = preferred(environ.get("HTTP_ACCEPT"), _answer_types(environ.get("CONTENT_TYPE", "")))
        body = read_body(environ, settings.batch_bytes, BATCH_REQUEST_TYPES, SPLIT_THE_BATCH)
        # A proxy waits for a batch much longer than for a request, and an answer that has begun can't be refused.
        patience = Patience(environ, longest_wait=math.inf)
        try:
            patience.is_long()  # however short its lines are, it occupies a thread until its reader has all answers
            if ndjson.count_of_lines(body) > settings.batch_lines:
                too_many = f"The body has more than {settings.batch_lines} lines. {SPLIT_THE_BATCH}"
                raise Problem("too-large", too_many)  # noqa: TRY301 - it leaves its place as any other end does
            other = explained(lambda: Problem("not-json", batch_looks_like(body) or ""), lambda: _LINES)
            if other.unexplained is not None:
                record_unexplained(operation_id, f"request {environ[REQUEST_ID]}", other.unexplained)
            if other.detail:
                raise other  # noqa: TRY301 - it leaves its place as any other end does
        except BaseException:
            patience.leave()
            raise
        patience.rest()
        headers = [("Content-Type", media_type), ("Vary", "Accept")]
        where = operation_id, f"request {environ[REQUEST_ID]}"
        return Reply(HTTPStatus.OK, headers, _Answers(runner, where, patience, body))

    return respond


def _answer_types(content_type: str) -> tuple[str, ...]:
    """Return the media types of the answer to a batch in this one, the default first."""
    return tuple(reversed(BATCH_ANSWER_TYPES)) if NDJSON in content_type.lower() else BATCH_ANSWER_TYPES


class _Answers(Iterator[bytes]):
    """The answers to the lines of a batch in groups, each computed and counted when it is asked for.

    A batch has a place among the requests that take long, and waits for its turn before each group.
    """

    def __init__(self, runner: Runner, where: tuple[str, str], patience: Patience, body: bytes) -> None:
        self._runner, self._patience = runner, patience
        self._operation_id, self._source = where
        self._lines: Iterator[bytes] = ndjson.lines_of(BytesIO(body), runner.max_bytes)
        self._first = 1

    def __next__(self) -> bytes:
        """Return the next group of answers."""
        rulings = Rulings()
        stages = self._runner.stages(partial(_noted, self._runner, rulings), self._patience.step)
        group = ndjson.Lines(self._first, islice(self._lines, _GROUP_LINES), self._source)
        try:
            self._patience.is_long()
            answered = ndjson.answer_lines(stages, group, _GROUP_BYTES)
        except BaseException:
            self.close()
            raise
        self._patience.give_way()  # lines may be too short to do so
        self._patience.rest()  # no turn is spent on waiting for a slow reader
        if not answered.text:
            self.close()
            raise StopIteration
        for number, unexplained in answered.problems.items():
            if unexplained is not None:
                record_unexplained(self._operation_id, f"{self._source}, line {number}", unexplained)
        count_lines(self._operation_id, answered.statuses)
        rulings.count()
        self._first += sum(answered.statuses.values())
        return answered.text

    def close(self) -> None:
        """Answer no more lines, and leave the place to others; the server calls it in any case."""
        self._lines = iter(())
        self._patience.leave()

    def __del__(self) -> None:
        """Leave the place also where answers are dropped without being closed, as a client in tests may do."""
        self._patience.leave()


def _noted(runner: Runner, rulings: Rulings, _: int, exchange: Exchange) -> Json:
    """Return an answer as JSON, and note what the metrics count of it."""
    rulings.add(*runner.computation.counts(exchange.result))
    return exchange.written
