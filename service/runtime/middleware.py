"""What goes round every answer: the request id, accepted or made, the headers that all answers share, and the count.

Done on the WSGI level, where a header costs next to nothing. What the log of the server says about a request stands in
its environment, under the names below.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from werkzeug.wsgi import ClosingIterator

from service.runtime.metrics import count_request, count_violations

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-Id"
REQUEST_ID = "spades.request_id"
OPERATION = "spades.operation"
PROBLEM = "spades.problem"
CLIENT = "spades.client"
NO_OPERATION = "none"
_VIOLATION = "contract-violation"
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
# As the W3C's Trace Context has it, version 00; a trace or a parent that is all zeros is none.
_TRACEPARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)
# The router takes //metrics for /metrics: what a proxy keeps to itself would be open under another name.
_NOWHERE = "/."
_BODILESS = {"204", "304"}
_POLICY = "Content-Security-Policy"
_SHARED = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    # Public data without cookies: any page may ask.
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", f"{HEADER}, ETag, Retry-After"),
]
# What does not say how long it may be kept is not to be kept: answers computed for a body, probes, failures.
_NEVER_STORED = ("Cache-Control", "no-store")
_STRICT_POLICY = (_POLICY, "default-src 'none'; frame-ancestors 'none'")
_PREFLIGHT = [
    ("Access-Control-Allow-Headers", f"Authorization, Content-Type, If-None-Match, Traceparent, {HEADER}"),
    ("Access-Control-Max-Age", "86400"),
]


# Ids need to be unlike each other, not unguessable: drawn once, then counted.
_DRAWN = secrets.token_hex(6)
_COUNTER = itertools.count()


def _new_id() -> str:
    return f"{_DRAWN}-{os.getpid():x}-{next(_COUNTER):x}"


class Envelope:
    """A WSGI application with its request ids, shared headers and counters around it."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given and _ACCEPTED.fullmatch(given) else _new_id()
        environ[REQUEST_ID] = request_id
        environ.pop("HTTP_UPGRADE", None)  # there are no websockets here, and the router must not look for one
        if environ.get("PATH_INFO", "").startswith("//"):
            environ["PATH_INFO"] = _NOWHERE
        code = ""
        whole = False

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            nonlocal code, whole
            code = status[:3]
            if OPERATION not in environ:
                environ[OPERATION] = _operation_of(environ)  # now: with its answer, Flask forgets a request
            names = dict(headers)
            whole = "Content-Length" in names or code in _BODILESS
            headers.append((HEADER, request_id))
            headers += _SHARED
            if "Cache-Control" not in names:
                headers.append(_NEVER_STORED)
            if _POLICY not in names:
                headers.append(_STRICT_POLICY)
            if "Allow" in names:
                headers.append(("Access-Control-Allow-Methods", names["Allow"]))
                headers += _PREFLIGHT
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        answer = self._application(environ, start)
        if whole:
            _count(environ, code, perf_counter() - started)
            return answer
        # An answer without a length is still being written.
        return ClosingIterator(answer, lambda: _count(environ, code, perf_counter() - started))


def _count(environ: Mapping[str, Any], code: str, seconds: float) -> None:
    operation = environ[OPERATION]
    count_request(operation, code, seconds)
    problem = environ.get(PROBLEM)
    if problem is not None and problem.slug == _VIOLATION:
        count_violations(operation, [error["code"] for error in problem.errors])


def _operation_of(environ: Mapping[str, Any]) -> str:
    """Return the operationId that a request was routed to, or the name of a route outside the contract, or "none"."""
    routed = environ.get("werkzeug.request")
    if routed is None or routed.url_rule is None:
        return NO_OPERATION
    endpoint: str = routed.url_rule.endpoint
    return endpoint.rpartition(".")[2]


def trace_id(environ: Mapping[str, Any]) -> str | None:
    """Return the trace that a request belongs to, by its traceparent header; None where it has none that is valid."""
    given = environ.get("HTTP_TRACEPARENT")
    match = _TRACEPARENT.fullmatch(given) if given else None
    return match[1] if match else None
