"""Flask's views of the operations."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from flask import Response, request

from service.http.negotiation import preferred
from service.http.reply import Responder, content_headers, flask_response
from service.operations.operation import Lookup

CACHED = "public, max-age=300"


class BodilessResponse(Response):
    """A response without a body, and therefore without a content type."""

    default_mimetype = None


def post_view(respond: Responder) -> Callable[[], Response]:
    """Return the view of an operation with a request body."""

    def view() -> Response:
        return flask_response(respond(request.environ))

    return view


def lookup_view(lookup: Lookup) -> Callable[..., Response]:
    """Return the view of a lookup; a client whose copy is still good gets 304."""
    offered = lookup.media_types

    @lru_cache(maxsize=256)
    def rendered(media_type: str, parameters: tuple[tuple[str, str], ...]) -> tuple[bytes, str]:
        content = lookup.writers[media_type](lookup.find(**dict(parameters)))
        return content, etag_of(content)

    def view(**parameters: str) -> Response:
        media_type = preferred(request.environ.get("HTTP_ACCEPT"), offered)
        content, etag = rendered(media_type, tuple(parameters.items()))
        return cacheable(Response(content, headers=content_headers(media_type, offered)), etag)

    return view


def etag_of(content: bytes) -> str:
    """Return a strong entity tag: 32 hex digits that depend on the content alone."""
    return hashlib.sha256(content).hexdigest()[:32]


def cacheable(response: Response, etag: str) -> Response:
    """Return a response that clients may keep, or 304 if their copy is still good."""
    response.set_etag(etag)
    response.headers["Cache-Control"] = CACHED
    response.make_conditional(request)
    return response
