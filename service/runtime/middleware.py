"""The WSGI middleware around every request: its id, the headers that all answers share, and its count in the metrics.

It works on WSGI rather than in Flask because a header costs next to nothing here, and because the fast path answers
without Flask. The facts about a request are in its WSGI environ, under the names below: the middleware and the code
that answers the request write them; the metrics and the access log read them.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any

from werkzeug.wsgi import ClosingIterator

from service.fault_codes import KEYWORDS
from service.media_types import PROBLEM as PROBLEM_TYPE
from service.problems import TYPES, Problem, body_of
from service.runtime.metrics import count_request, count_unexplained, count_violations

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID = "spades.request_id"
OPERATION = "spades.operation"
"""An operationId of the contract, the name of a route outside it, or `NO_OPERATION`."""
PROBLEM = "spades.problem"
"""The `Problem` of a request that failed."""
CLIENT = "spades.client"
"""The name of the API key that was sent."""
NO_OPERATION = "none"
_log = logging.getLogger(__name__)
_VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
# Version 00 of the W3C's Trace Context; ids that are all zeros are invalid.
_TRACEPARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)

# Request ids need to be unique, not unguessable: one random prefix, then a counter.
_RANDOM_PREFIX = secrets.token_hex(6)
_COUNTER = itertools.count()

_REQUEST_ID_HEADER = "X-Request-Id"
_CONTRACT_VIOLATION = "contract-violation"
# A path that has no route. Flask's router treats //metrics as /metrics, so a path that a proxy keeps private would be
# open under another spelling.
_UNROUTED_PATH = "/."
_STATUSES_WITHOUT_BODY = {"204", "304"}
_POLICY = "Content-Security-Policy"
_SHARED_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    # Any web page may read the answers: they are public, and there are no cookies.
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", f"{_REQUEST_ID_HEADER}, ETag, RateLimit-Policy, Retry-After"),
]
# The default for answers that set no Cache-Control: computed results, probes, failures.
_NO_STORE = ("Cache-Control", "no-store")
_STRICT_POLICY = (_POLICY, "default-src 'none'; frame-ancestors 'none'")
_PREFLIGHT_HEADERS = [
    (
        "Access-Control-Allow-Headers",
        f"Authorization, Content-Encoding, Content-Type, If-None-Match, Traceparent, {_REQUEST_ID_HEADER}",
    ),
    ("Access-Control-Max-Age", "86400"),
]


def assign_request_id(environ: WSGIEnvironment) -> str:
    """Set and return the id of a request: the client's X-Request-Id if it is valid, otherwise a new one."""
    sent = environ.get("HTTP_X_REQUEST_ID")
    if sent and _VALID_REQUEST_ID.fullmatch(sent):
        chosen: str = sent
    else:
        chosen = f"{_RANDOM_PREFIX}-{os.getpid():x}-{next(_COUNTER):x}"
    environ[REQUEST_ID] = chosen
    return chosen


def request_id(environ: Mapping[str, Any]) -> str:
    """Return the id of a request."""
    assigned: str = environ[REQUEST_ID]
    return assigned


def trace_id(environ: Mapping[str, Any]) -> str | None:
    """Return the trace id of a request's traceparent header, or None without a valid one."""
    sent = environ.get("HTTP_TRACEPARENT")
    match = _TRACEPARENT.fullmatch(sent) if sent else None
    return match[1] if match else None


def record_problem(environ: WSGIEnvironment, problem: Problem) -> None:
    """Record the problem of a request for the metrics and the access log."""
    # A copy has no traceback, whose frames would refer back to this environ.
    environ[PROBLEM] = replace(problem, unexplained=None)
    if problem.unexplained is not None:
        operation = environ[OPERATION] if OPERATION in environ else _routed_operation(environ)
        record_unexplained(operation, f"request {request_id(environ)}", problem.unexplained)


def record_unexplained(operation: str, source: str, raised: Exception) -> None:
    """Log and count that explaining a fault has failed, in a request or in a line of a batch."""
    _log.error("%s: an explanation failed", source, exc_info=raised)
    count_unexplained(operation)


def unread(slug: str) -> bytes:
    """Return the answer to a request that the server could not read, so that no application has seen it."""
    kind, chosen = TYPES[slug], assign_request_id({})
    body = json.dumps(body_of(Problem(slug, kind.description), chosen)).encode()
    headers = [
        ("Connection", "close"),
        ("Content-Type", PROBLEM_TYPE),
        ("Content-Length", str(len(body))),
        (_REQUEST_ID_HEADER, chosen),
        *_SHARED_HEADERS,
        _NO_STORE,
        _STRICT_POLICY,
    ]
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}", *map(": ".join, headers), "", ""]
    return "\r\n".join(lines).encode() + body


class Envelope:
    """A WSGI application wrapped with request ids, shared headers and metrics."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        request_id = assign_request_id(environ)
        environ.pop("HTTP_UPGRADE", None)  # there are no websockets here, and the router must not look for one
        path = environ.get("PATH_INFO") or "/"  # one without a path is for the root; Flask would redirect, in HTML
        environ["PATH_INFO"] = _UNROUTED_PATH if path.startswith("//") else path
        status_code = ""
        is_complete = False

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            nonlocal status_code, is_complete
            status_code = status[:3]
            if OPERATION not in environ:
                environ[OPERATION] = _routed_operation(environ)  # now: Flask forgets the request after its answer
            names = dict(headers)
            is_complete = "Content-Length" in names or status_code in _STATUSES_WITHOUT_BODY
            headers.append((_REQUEST_ID_HEADER, request_id))
            headers += _SHARED_HEADERS
            if "Cache-Control" not in names:
                headers.append(_NO_STORE)
            if _POLICY not in names:
                headers.append(_STRICT_POLICY)
            if "Allow" in names:
                headers.append(("Access-Control-Allow-Methods", names["Allow"]))
                headers += _PREFLIGHT_HEADERS
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        answer = self._application(environ, start)
        if is_complete:
            _count(environ, status_code, perf_counter() - started)
            return answer
        # An answer without a Content-Length is still being generated: it is counted when it is closed.
        return ClosingIterator(answer, lambda: _count(environ, status_code, perf_counter() - started))


def _count(environ: Mapping[str, Any], status_code: str, seconds: float) -> None:
    operation = environ[OPERATION]
    count_request(operation, status_code, seconds)
    problem = environ.get(PROBLEM)
    if problem is not None and problem.slug == _CONTRACT_VIOLATION:
        codes = (error["code"] for error in problem.errors)
        count_violations(operation, [code for code in codes if code in KEYWORDS])


def _routed_operation(environ: Mapping[str, Any]) -> str:
    """Return the name of the operation or route that Flask chose for a request, or `NO_OPERATION`."""
    routed = environ.get("werkzeug.request")
    if routed is None or routed.url_rule is None:
        return NO_OPERATION
    endpoint: str = routed.url_rule.endpoint
    return endpoint.rpartition(".")[2]
