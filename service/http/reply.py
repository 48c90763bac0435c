"""Replies: the media type that a client prefers, an answer as plain values, and copies that clients may keep.

The fast path sends plain values as they are; Flask's views and error handlers convert them. A failure becomes a reply
in one function for both.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import orjson
from flask import Blueprint, Flask, Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES, parse_accept_header

from service.http.dead_ends import DeadEnds
from service.media_types import HTML, JSON, MARKDOWN, PROBLEM, Json
from service.pages.render import POLICY_HEADER, write
from service.pages.service_pages import failure_page
from service.problems import TYPES, Problem, body_of, explained, internal_error
from service.runtime.middleware import record_problem, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_UTF_8 = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)

_STATUS_LINES = {status: f"{status} {phrase.upper()}" for status, phrase in HTTP_STATUS_CODES.items()}
_SLUGS = {404: "not-found", 405: "method-not-allowed"}
CACHED = "public, max-age=300"
_log = logging.getLogger(__name__)

Headers = list[tuple[str, str]]
Responder: TypeAlias = "Callable[[WSGIEnvironment], Reply]"
"""Answers a request; raises `Problem`."""


class Reply(NamedTuple):
    """The status, the headers and the body of an answer; the body comes in pieces, which may be made on demand."""

    status: int
    headers: Headers
    chunks: Iterable[bytes]

    @property
    def status_line(self) -> str:
        """The status as WSGI wants it, in Flask's spelling: ``404 NOT FOUND``."""
        return _STATUS_LINES[self.status]


class PostRoute(NamedTuple):
    """An operation with a request body, and its responder."""

    operation_id: str
    respond: Responder


def preferred(accept: str | None, offered: tuple[str, ...]) -> str:
    """Return the media type that an ``Accept`` header prefers, or the first one offered if it accepts none of them."""
    return _preferred(accept, offered) if accept and len(offered) > 1 else offered[0]


def prefers_page(accept: str | None) -> bool:
    """Return whether an ``Accept`` header asks for HTML rather than for JSON or Markdown, as that of a browser does."""
    return preferred(accept, (PROBLEM, JSON, MARKDOWN, HTML)) == HTML


@lru_cache(maxsize=256)
def _preferred(accept: str, offered: tuple[str, ...]) -> str:
    # All that is offered is UTF-8, so that asking for it changes nothing.
    accepted = parse_accept_header(_UTF_8.sub("", accept), MIMEAccept)
    by_type = {media_type.partition(";")[0]: media_type for media_type in offered}
    best = accepted.best_match(list(by_type))
    return offered[0] if best is None else by_type[best]


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


class BodilessResponse(Response):
    """A response without a body, and therefore without a content type."""

    default_mimetype = None


def etag_of(content: bytes) -> str:
    """Return an entity tag: 32 hex digits that depend on the content alone."""
    return hashlib.sha256(content).hexdigest()[:32]


def cacheable(response: Response, etag: str) -> Response:
    """Return a response that clients may keep, or 304 if their copy is still good.

    The tag is a weak one, which is the same whatever coding the content is sent in.
    The contract knows ``If-None-Match`` alone: nothing here can be changed, so that there is nothing to protect by
    another condition, and ranges are not served. Werkzeug would answer ``If-Match`` by 412.
    """
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = CACHED
    heeded = ("REQUEST_METHOD", "HTTP_IF_NONE_MATCH")
    response.make_conditional({name: request.environ[name] for name in heeded if name in request.environ})
    return response


def add_document(
    outside: Blueprint, path: str, name: str, content: Callable[[], bytes], headers: Mapping[str, str]
) -> None:
    """Route a document that is the same for everybody, and made when it is first asked for."""

    @cache
    def made() -> tuple[bytes, str]:
        whole = content()
        return whole, etag_of(whole)

    @outside.get(path, endpoint=name)
    def document() -> Response:
        whole, etag = made()
        response = cacheable(Response(whole), etag)
        response.headers.update(headers)
        return response


def _page_of_failure(problem: Json) -> bytes:
    return write(failure_page(problem), HTML)


def reply_to(error: Exception, environ: WSGIEnvironment, page: Callable[[Json], bytes] = _page_of_failure) -> Reply:
    """Return the reply to a request that has failed, and record the problem for metrics and the access log.

    Anything but a `Problem` is a fault of the service: it is logged with its traceback and answered by 500. A client
    that prefers HTML gets a ``page`` of the problem, every other gets JSON.
    """
    if isinstance(error, Problem):
        problem = error
    else:
        _log.error("request %s failed", request_id(environ), exc_info=error)
        problem = internal_error()
    status = problem.kind.status
    members = body_of(problem, request_id(environ))
    body, headers = orjson.dumps(members), [("Content-Type", PROBLEM)]
    if prefers_page(environ.get("HTTP_ACCEPT")):
        try:
            body, headers = page(members), [("Content-Type", HTML), POLICY_HEADER]
        except Exception as raised:  # noqa: BLE001 - without its page, a problem is answered as JSON
            problem = replace(problem, unexplained=problem.unexplained or raised)
    record_problem(environ, problem)
    headers += [("Vary", "Accept"), ("Content-Length", str(len(body)))]
    headers += problem.headers
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append(("WWW-Authenticate", "Bearer"))
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        headers.append(("Retry-After", "1"))
    return Reply(status, headers, [body])


def add_error_handlers(app: Flask, dead_ends: DeadEnds) -> None:
    """Have Flask answer every failure by its problem, and what leads nowhere by what was meant."""

    def response_to(error: Exception) -> Response:
        return flask_response(reply_to(error, request.environ))

    def response_to_http_exception(error: HTTPException) -> Response:
        """Return the answer to a request that Flask itself refuses: no route, or none for this method."""
        slug = _SLUGS.get(error.code or 0, "bad-request")
        details = {"not-found": dead_ends.no_path, "method-not-allowed": dead_ends.no_method}
        describe = details.get(slug, lambda _: TYPES[slug].description)
        problem = explained(
            lambda: Problem(slug, describe(request.path)), lambda: Problem(slug, TYPES[slug].description)
        )

        def page(members: Json) -> bytes:
            shown = dead_ends.call_page(request.environ, members) if slug == "method-not-allowed" else None
            return _page_of_failure(members) if shown is None else shown

        response = flask_response(reply_to(problem, request.environ, page))
        allowed = error.get_response().headers.get("Allow")
        if allowed is not None:
            response.headers["Allow"] = ", ".join(sorted(allowed.split(", ")))  # Werkzeug lists a set
        return response

    app.register_error_handler(HTTPException, response_to_http_exception)
    app.register_error_handler(Exception, response_to)
