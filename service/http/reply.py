"""An answer as plain values: the fast path sends it as it is, and Flask's views and error handlers convert it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from flask import Response
from werkzeug.http import HTTP_STATUS_CODES

from service.media_types import JSON
from service.pages.render import POLICY_HEADER

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = list[tuple[str, str]]
_STATUS_LINES = {status: f"{status} {phrase.upper()}" for status, phrase in HTTP_STATUS_CODES.items()}


class Reply(NamedTuple):
    """The status, the headers and the body of an answer; the body comes in pieces, which may be made on demand."""

    status: int
    headers: Headers
    chunks: Iterable[bytes]

    @property
    def status_line(self) -> str:
        """The status as WSGI wants it, in Flask's spelling: ``404 NOT FOUND``."""
        return _STATUS_LINES[self.status]


Responder: TypeAlias = "Callable[[WSGIEnvironment], Reply]"
"""Answers a request; raises `Problem`."""


def content_headers(media_type: str, offered: tuple[str, ...]) -> Headers:
    """Return the headers that describe the content of a successful answer.

    ``offered`` are the media types that the operation can answer in. Pages bring a policy that allows their own style.
    """
    headers = [("Content-Type", media_type)]
    if len(offered) > 1:
        headers.append(("Vary", "Accept"))
    if media_type != JSON:
        headers.append(POLICY_HEADER)
    return headers


def flask_response(reply: Reply) -> Response:
    """Return a reply as Flask's views and error handlers return it."""
    return Response(reply.chunks, reply.status, reply.headers)
