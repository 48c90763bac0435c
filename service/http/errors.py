"""From a failure to its reply: one function for the fast path and for Flask's error handlers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.http.dead_ends import DeadEnds
from service.http.reply import Reply, flask_response, prefers_page
from service.json_types import Json
from service.media_types import HTML
from service.media_types import PROBLEM as PROBLEM_JSON
from service.pages.render import POLICY_HEADER, write
from service.pages.service_pages import failure_page
from service.problems import TYPES, Problem, body_of, internal_error
from service.runtime.request_context import record_problem, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_SLUGS = {404: "not-found", 405: "method-not-allowed"}
_log = logging.getLogger(__name__)


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
    record_problem(environ, problem)
    status = problem.kind.status
    members = body_of(problem, request_id(environ))
    if prefers_page(environ.get("HTTP_ACCEPT")):
        body, headers = page(members), [("Content-Type", HTML), POLICY_HEADER]
    else:
        body, headers = orjson.dumps(members), [("Content-Type", PROBLEM_JSON)]
    headers += [("Vary", "Accept"), ("Content-Length", str(len(body)))]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append(("WWW-Authenticate", "Bearer"))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
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
        problem = Problem(slug, details[slug](request.path) if slug in details else TYPES[slug].description)

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
