"""The operations of the contract, one thin module a resource.

An operation with a body is a `Computation`: a pure function between two schemas. One without is a `Lookup`: a
function of its path parameters whose answers never change while the service runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from flask import Response, request
from marshmallow import Schema

from service.body import JSON, parse, read_body
from service.contract import Operation
from service.problems import Problem, faulty
from service.schemas import Answer
from service.settings import Settings
from service.spades.faults import Fault, UnreadableRecord, UnusableRuleset

CACHED = "public, max-age=300"


@dataclass(frozen=True, slots=True)
class Computation:
    """An operation that answers a body."""

    reads: Schema
    compute: Callable[[Any], object]
    writes: Schema


@dataclass(frozen=True, slots=True)
class Lookup:
    """An operation that shows something by the names in its path."""

    find: Callable[..., object]


def computing(operation: Operation, handler: Computation, settings: Settings) -> Callable[[], Response]:
    """Return the view of a computation: bytes, value, contract, domain, core, domain, bytes."""

    def view() -> Response:
        value = parse(read_body(request.environ, settings), settings)
        operation.check(value)
        try:
            asked = handler.reads.load(value)
        except UnreadableRecord as error:
            raise faulty("unreadable-record", map(_error, error.faults)) from error
        except UnusableRuleset as error:
            raise faulty("unusable-ruleset", map(_error, error.faults)) from error
        answer = Answer(operation.operation_id, value, asked.ruleset, handler.compute(asked))
        return Response(orjson.dumps(handler.writes.dump(answer)), content_type=JSON)

    return view


def showing(handler: Lookup) -> Callable[..., Response]:
    """Return the view of a lookup; a client's copy that is still good is answered by 304."""

    @lru_cache(maxsize=256)
    def rendered(names: tuple[tuple[str, str], ...]) -> tuple[bytes, str]:
        content = orjson.dumps(handler.find(**dict(names)))
        return content, etag_of(content)

    def view(**names: str) -> Response:
        content, etag = rendered(tuple(names.items()))
        return cacheable(Response(content, content_type=JSON), etag)

    return view


def etag_of(content: bytes) -> str:
    """Return a strong entity tag for content that is always the same bytes."""
    return hashlib.sha256(content).hexdigest()[:32]


def cacheable(response: Response, etag: str) -> Response:
    """Return a response that clients may keep, or 304 where theirs is still good."""
    response.set_etag(etag)
    response.headers["Cache-Control"] = CACHED
    response.make_conditional(request)
    return response


def missing(what: str) -> Problem:
    """Return the problem of something that does not exist."""
    return Problem("not-found", f"There is no {what}.")


def _error(fault: Fault) -> dict[str, str]:
    return fault._asdict()
