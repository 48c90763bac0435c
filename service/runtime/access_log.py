"""What the server writes: a JSON line for each request on standard output, and its own messages on standard error.

No line holds what a client wrote but a request id and a trace id, both checked: no body, name, path or query. Hence
exceptions are told by their classes and places, without their messages, which may quote a record; and of what gunicorn
says about a request that it could not read, only the beginning is kept, without the request.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import orjson
from gunicorn.glogging import Logger

from service.runtime.middleware import CLIENT, NO_OPERATION, OPERATION, PROBLEM, REQUEST_ID, trace_id
from service.settings import number

_STANDARD_OUTPUT = 1
_MOST_FRAMES = 50


class JsonLines(logging.Formatter):
    """Writes a record of the logging module as one JSON line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        members: dict[str, object] = {
            "ts": _timestamp(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            members["exceptions"] = [_told(each) for each in _chained(record.exc_info[1])]
        return orjson.dumps(members, default=str).decode()


class GunicornLogger(Logger):  # type: ignore[misc] # gunicorn has no types
    """The log of the server: gunicorn's messages and all others as JSON lines, and a line for each request."""

    def setup(self, cfg: Any) -> None:
        """Configure the log, at the start and on each reload."""
        super().setup(cfg)
        lines = JsonLines()
        for handler in self.error_log.handlers:
            handler.setFormatter(lines)
        # Whatever else is said, by the application or a library, goes the same way.
        root = logging.getLogger()
        if not any(isinstance(handler.formatter, JsonLines) for handler in root.handlers):
            handler = logging.StreamHandler()
            handler.setFormatter(lines)
            root.addHandler(handler)

    def warning(self, msg: str, *args: object, **kwargs: Any) -> None:
        """Log a warning; one about a request that can't be read without the request."""
        fault = sys.exc_info()[0]
        if fault is not None:
            msg, args = f"{msg.partition(': ')[0]}: {fault.__name__}", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log the exception at hand, without what was asked for when it came."""
        del args
        told = type(msg).__name__ if isinstance(msg, BaseException) else str(msg).partition(" %")[0]
        super().exception(told, **kwargs)

    def access(self, resp: Any, req: object, environ: Mapping[str, Any], request_time: timedelta) -> None:
        """Log a request that has been answered; one write, so that the lines of threads and processes don't mix."""
        del req
        if not self.access_log_enabled:
            return
        line = request_line(environ, str(resp.status)[:3], resp.sent, request_time)
        with suppress(OSError):  # a log that can't be written is no reason to fail a request
            os.write(_STANDARD_OUTPUT, line)


def request_line(environ: Mapping[str, Any], status: str, sent: int, taken: timedelta) -> bytes:
    """Return the line about a request; all that goes into it has been checked, so that nothing needs an escape."""
    level = "error" if status[0] == "5" else "info"
    parts = [f'{{"ts":"{_timestamp(time.time())}","level":"{level}"']
    known = environ.get(REQUEST_ID)
    if known is not None:
        parts.append(f',"request_id":"{known}"')
    trace = trace_id(environ)
    if trace is not None:
        parts.append(f',"trace_id":"{trace}"')
    client = environ.get(CLIENT)
    if client is not None:
        parts.append(f',"client":"{client}"')
    milliseconds = taken.seconds * 1000 + taken.microseconds / 1000
    parts.append(
        f',"operation":"{environ.get(OPERATION, NO_OPERATION)}","status":{status},"duration_ms":{milliseconds:.3f}'
    )
    length = number(environ.get("CONTENT_LENGTH") or "")
    if length is not None:
        parts.append(f',"bytes_in":{length}')
    parts.append(f',"bytes_out":{sent}')
    problem = environ.get(PROBLEM)
    if problem is not None:
        parts.append(f',"problem":"{problem.slug}"')
        if problem.errors:
            codes = '","'.join(sorted({error["code"] for error in problem.errors}))
            parts.append(f',"violations":{{"count":{len(problem.errors)},"codes":["{codes}"]}}')
    parts.append("}\n")
    return "".join(parts).encode("ascii")


class _Second:
    """The second at hand as text: written once, it serves all lines of that second."""

    stamp = (-1, "")


def _timestamp(moment: float) -> str:
    second = int(moment)
    stamp = _Second.stamp
    if stamp[0] != second:
        stamp = _Second.stamp = (second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)))
    return f"{stamp[1]}.{int((moment - second) * 1000):03d}Z"


def _chained(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it came from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> dict[str, object]:
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno} {code.co_qualname}")
        trace = trace.tb_next
    return {"type": type(error).__qualname__, "frames": frames[-_MOST_FRAMES:]}
