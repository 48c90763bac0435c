"""The views of the operations: what Flask is told to call, and the answers it gets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from flask import Response, request

from service.http.fast_path import FAILURE
from service.http.negotiation import preferred
from service.http.responders import Responder, headers_of
from service.operations.operation import Lookup

CACHED = "public, max-age=300"


class Bare(Response):
    """An answer without a body, which then is of no type."""

    default_mimetype = None


def posting(respond: Responder) -> Callable[[], Response]:
    """Return the view of an operation that something is posted to."""

    def view() -> Response:
        if FAILURE in request.environ:
            raise request.environ.pop(FAILURE)  # whose traceback holds this very environment
        headers, chunks = respond(request.environ)
        return Response(chunks, headers=headers)

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
        return cacheable(Response(content, headers=headers_of(kind, kinds)), etag)

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
