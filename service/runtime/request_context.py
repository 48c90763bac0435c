"""The facts about a request that its WSGI environ carries, under the names below.

The middleware and the code that answers the request write them; the metrics and the access log read them.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

REQUEST_ID = "spades.request_id"
OPERATION = "spades.operation"
"""An operationId of the contract, the name of a route outside it, or `NO_OPERATION`."""
PROBLEM = "spades.problem"
"""The `Problem` of a request that failed."""
CLIENT = "spades.client"
"""The name of the API key that was sent."""
NO_OPERATION = "none"
_VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
# Version 00 of the W3C's Trace Context; ids that are all zeros are invalid.
_TRACEPARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)

# Request ids need to be unique, not unguessable: one random prefix, then a counter.
_RANDOM_PREFIX = secrets.token_hex(6)
_COUNTER = itertools.count()


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
    environ[PROBLEM] = replace(problem)
