"""From a failure to its reply: one function for the fast path and for Flask's error handlers."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.http.reply import Reply, flask_response
from service.media_types import PROBLEM as PROBLEM_JSON
from service.problems import TYPES, Problem, body_of, internal_error
from service.runtime.request_context import record_problem, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_SLUGS = {404: "not-found", 405: "method-not-allowed"}
_log = logging.getLogger(__name__)


def reply_to(error: Exception, environ: WSGIEnvironment) -> Reply:
    """Return the reply to a request that has failed, and record the problem for metrics and the access log.

    Anything but a `Problem` is a fault of the service: it is logged with its traceback and answered by 500.
    """
    if isinstance(error, Problem):
        problem = error
    else:
        _log.error("request %s failed", request_id(environ), exc_info=error)
        problem = internal_error()
    record_problem(environ, problem)
    status = problem.kind.status
    body = orjson.dumps(body_of(problem, request_id(environ)))
    headers = [("Content-Type", PROBLEM_JSON), ("Content-Length", str(len(body)))]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append(("WWW-Authenticate", "Bearer"))
    return Reply(status, headers, [body])


def add_error_handlers(app: Flask) -> None:
    """Have Flask answer every failure by its problem."""
    app.register_error_handler(HTTPException, _response_to_http_exception)
    app.register_error_handler(Exception, _response_to)


def _response_to(error: Exception) -> Response:
    return flask_response(reply_to(error, request.environ))


def _response_to_http_exception(error: HTTPException) -> Response:
    """Return the answer to a request that Flask itself refuses: no route, or none for this method."""
    slug = _SLUGS.get(error.code or 0, "bad-request")
    response = _response_to(Problem(slug, TYPES[slug].description))
    allowed = error.get_response().headers.get("Allow")
    if allowed is not None:
        response.headers["Allow"] = ", ".join(sorted(allowed.split(", ")))  # Werkzeug lists a set
    return response
