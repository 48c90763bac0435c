"""The cost of telemetry for a request: ids, headers, counters and the log line, without the request itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from service.launch import prepare_metrics_directory, remove_metrics_directory
from service.spades.ruling.model import Ruling

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_HEADERS = [("Content-Type", "application/json"), ("Vary", "Accept"), ("Content-Length", "3699")]
_TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@contextmanager
def telemetry(ruling: Ruling) -> Iterator[Callable[[], object]]:
    """Provide a function that does the telemetry of one audited request, counting in files and logging to /dev/null."""
    directory = prepare_metrics_directory()
    # The library looks for the directory when it is imported.
    from service.runtime import access_log, metrics, middleware  # noqa: PLC0415 - as above

    def application(_: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        start("200 OK", list(_HEADERS))
        rulings = metrics.Rulings()
        rulings.add((ruling.verdict,), ruling.findings)
        rulings.count()
        return [b""]

    def begin(*_: Any) -> Callable[[bytes], object]:
        return len

    envelope, taken = middleware.Envelope(application), timedelta(microseconds=900)
    nowhere = os.open(os.devnull, os.O_WRONLY)

    def request() -> None:
        environ = {"PATH_INFO": "/v1/rounds/audit", "CONTENT_LENGTH": "2785", "HTTP_TRACEPARENT": _TRACEPARENT}
        envelope(environ, begin)
        os.write(nowhere, access_log.request_line(environ, "200", 3_699, taken))

    try:
        yield request
    finally:
        os.close(nowhere)
        remove_metrics_directory(directory)
