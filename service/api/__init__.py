"""The operations of the contract, one thin module a resource.

An operation with a body is a `Computation`: a pure function between two schemas. One without is a `Lookup`: a
function of its path parameters whose answers never change while the service runs. Either may also be written as a page
for people, where `Accept` prefers that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import orjson
from flask import Response, request
from marshmallow import Schema
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.body import JSON, parse, read_body
from service.contract import Operation
from service.pages import POLICY
from service.problems import Problem, faulty
from service.schemas import Answer, Asked
from service.settings import Settings
from service.spades.faults import Fault, UnreadableRecord, UnusableRuleset

CACHED = "public, max-age=300"
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)
Writers: TypeAlias = Mapping[str, Callable[[Any], bytes]]
"""How an answer is written, by media type; the first is what a client gets that prefers none of them."""
Pages: TypeAlias = Mapping[str, Callable[[Answer, Any], bytes]]
"""How an answer is written for people, by media type: from what was found out and from the JSON made of it."""
AS_JSON: Writers = {JSON: orjson.dumps}


@dataclass(frozen=True, slots=True)
class Computation:
    """An operation that answers a body; ``pages`` writes the answer for people."""

    reads: Schema
    compute: Callable[[Asked], object]
    writes: Schema
    size: Literal["round", "game"] = "round"
    pages: Pages = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lookup:
    """An operation that shows something by the names in its path."""

    find: Callable[..., object]
    writers: Writers = field(default_factory=lambda: AS_JSON)


def computing(operation: Operation, handler: Computation, settings: Settings) -> Callable[[], Response]:
    """Return the view of a computation: bytes, value, contract, domain, core, domain, bytes."""
    game = handler.size == "game"
    most_bytes = settings.game_bytes if game else settings.body_bytes
    most_values = settings.game_values if game else settings.body_values
    kinds = (JSON, *handler.pages)

    def view() -> Response:
        value = parse(read_body(request.environ, most_bytes), most_values)
        operation.check(value)
        try:
            asked = handler.reads.load(value)
        except UnreadableRecord as error:
            raise faulty("unreadable-record", map(_error, error.faults)) from error
        except UnusableRuleset as error:
            raise faulty("unusable-ruleset", map(_error, error.faults)) from error
        answer = Answer(operation.operation_id, value, asked.ruleset, asked.about, handler.compute(asked))
        written = handler.writes.dump(answer)
        kind = preferred(kinds)
        if kind != JSON:
            return page(handler.pages[kind](answer, written), kind)
        response = Response(orjson.dumps(written), content_type=JSON)
        if handler.pages:
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
        kind = preferred(kinds)
        content, etag = rendered(kind, tuple(names.items()))
        response = Response(content, content_type=kind) if kind == JSON else page(content, kind)
        if len(kinds) > 1:
            response.headers["Vary"] = "Accept"
        return cacheable(response, etag)

    return view


def preferred(kinds: tuple[str, ...]) -> str:
    """Return the media type that the client prefers of these, the first where it prefers none."""
    accept = request.environ.get("HTTP_ACCEPT")
    return _preferred(accept, kinds) if accept and len(kinds) > 1 else kinds[0]


@lru_cache(maxsize=256)
def _preferred(accept: str, kinds: tuple[str, ...]) -> str:
    # Every kind is UTF-8, so that a wish for it says nothing more.
    wishes = parse_accept_header(_CHARSET.sub("", accept), MIMEAccept)
    offered = {kind.partition(";")[0]: kind for kind in kinds}
    best = wishes.best_match(list(offered))
    return kinds[0] if best is None else offered[best]


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


def missing(what: str) -> Problem:
    """Return the problem of something that does not exist."""
    return Problem("not-found", f"There is no {what}.")


def _error(fault: Fault) -> dict[str, str]:
    return fault._asdict()
