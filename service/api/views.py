"""The views of the operations: what Flask is told to call, and the answers it gets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache

import orjson
from flask import Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.answering import Answering
from service.api import Computation, Lookup
from service.body import JSON, read_body
from service.contract import Operation
from service.pages import POLICY
from service.settings import Settings

CACHED = "public, max-age=300"
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)


def computing(operation: Operation, computation: Computation, settings: Settings) -> Callable[[], Response]:
    """Return the view of a computation: its answer as JSON, or as a page where the client prefers that."""
    answering = Answering(operation, computation, settings)
    kinds = (JSON, *computation.pages)

    def view() -> Response:
        answer, written = answering.answer(read_body(request.environ, answering.most_bytes))
        kind = preferred(kinds)
        if kind != JSON:
            return page(computation.pages[kind](answer, written), kind)
        response = Response(orjson.dumps(written), content_type=JSON)
        if computation.pages:
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
