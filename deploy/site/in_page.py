"""The operations as a page calls them where there is no server: by the same runner, in the process of the browser.

In the site this file lies beside the package `service`, and a worker of the page imports it (`engine.js`, `worker.js`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson

from service.media_types import PROBLEM
from service.operations import runner
from service.operations.operation import Batch, Computation, Lookup, Server
from service.problems import Problem, body_of, internal_error
from service.settings import Settings
from service.wire.contract import load_document

_SETTINGS = Settings()
_METHODS = ("get", "post")
_BY_A_SERVER = "This page answers one request at a time. A server answers batches: see the README of the project."
_NAME = re.compile(r"\{(\w+)\}")
_log = logging.getLogger(__name__)


def answered(method: str, path: str, accept: str, body: str) -> tuple[int, str, bytes]:
    """Return the status, the media type and the body by which the service answers a request.

    ``method`` is GET or POST, ``path`` begins with ``/v1/``, and ``accept`` is the header of this name.
    """
    try:
        media_type, content = _answer(method, path, accept, body.encode())
    except Problem as problem:
        return _failed(problem)
    except Exception:  # noqa: BLE001 - every failure has its answer, as from the service
        _log.exception("%s %s", method, path)
        return _failed(internal_error())
    return 200, media_type, content


def _failed(problem: Problem) -> tuple[int, str, bytes]:
    return problem.kind.status, PROBLEM, orjson.dumps(body_of(problem, None))


def _answer(method: str, path: str, accept: str, body: bytes) -> tuple[str, bytes]:
    operation_id, names = _operation_at(method.lower(), path)
    handler = runner.HANDLERS[operation_id]
    if isinstance(handler, Batch):
        raise Problem("not-found", _BY_A_SERVER)
    media_type = _wanted(accept, handler)
    if isinstance(handler, Lookup):
        found = handler.on(Server(_SETTINGS, _document()))
        return media_type, found.writers[media_type](found.find(**names))
    return media_type, handler.content(runner.runner_of(operation_id).run(body), media_type)


def _wanted(accept: str, handler: Computation[Any] | Lookup) -> str:
    """Return the first media type of the header that the operation has; the one it has by default if there is none."""
    by_name = {offered.partition(";")[0]: offered for offered in handler.media_types}
    names = (each.partition(";")[0].strip() for each in accept.split(","))
    return next((by_name[name] for name in names if name in by_name), handler.media_types[0])


@cache
def _document() -> Mapping[str, Any]:
    return load_document()


@cache
def _paths() -> list[tuple[str, re.Pattern[str], str]]:
    """Return the method of each operation, what its path looks like, and its operationId; fixed paths come first."""
    found = [
        (method, path, methods[method]["operationId"])
        for path, methods in sorted(_document()["paths"].items(), key=lambda each: each[0].count("{"))
        for method in _METHODS
        if method in methods
    ]
    return [(method, re.compile(_NAME.sub(r"(?P<\1>[^/]+)", path)), operation) for method, path, operation in found]


def _operation_at(method: str, path: str) -> tuple[str, dict[str, str]]:
    for own, pattern, operation_id in _paths():
        if own == method and operation_id in runner.HANDLERS and (found := pattern.fullmatch(path)):
            return operation_id, found.groupdict()
    raise Problem("not-found", f"There is nothing at {path}.")
