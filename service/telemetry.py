"""What goes round every answer: the request id, accepted or made, and the headers that all answers share.

Done on the WSGI level, where a header costs next to nothing.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Request-Id"
_ENVIRON = "spades.request_id"
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_POLICY = "Content-Security-Policy"
_SHARED = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    # Public data without cookies: any page may ask.
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", f"{HEADER}, ETag, Retry-After"),
]
# Every answer to a POST is computed for its body; nothing on the way is to keep it.
_NEVER_STORED = ("Cache-Control", "no-store")
_STRICT_POLICY = (_POLICY, "default-src 'none'; frame-ancestors 'none'")
_PREFLIGHT = [
    ("Access-Control-Allow-Headers", f"Content-Type, If-None-Match, {HEADER}"),
    ("Access-Control-Max-Age", "86400"),
]


# Ids need to be unlike each other, not unguessable: drawn once, then counted.
_DRAWN = secrets.token_hex(6)
_COUNTER = itertools.count()


def _new_id() -> str:
    return f"{_DRAWN}-{os.getpid():x}-{next(_COUNTER):x}"


class Envelope:
    """A WSGI application with its request ids and shared headers around it."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _ACCEPTED.fullmatch(given) else _new_id()
        environ[_ENVIRON] = request_id

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            headers.append((HEADER, request_id))
            headers += _SHARED
            if environ["REQUEST_METHOD"] == "POST":
                headers.append(_NEVER_STORED)
            names = dict(headers)
            if _POLICY not in names:
                headers.append(_STRICT_POLICY)
            if "Allow" in names:
                headers.append(("Access-Control-Allow-Methods", names["Allow"]))
                headers += _PREFLIGHT
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        return self._application(environ, start)


def request_id() -> str:
    """Return the id of the request at hand."""
    known: str = request.environ[_ENVIRON]
    return known
