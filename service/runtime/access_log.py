"""The server's logs: a JSON line for each request on standard output, and JSON lines for messages on standard error.

Of what a client sent, only its request id and trace id are logged, once validated: no body, name, path or query.
Exceptions are therefore logged by class and position in the code, without their messages, which may quote a record. If
gunicorn cannot read a request, its message is cut before it quotes that request.
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
from service.settings import digits_to_int

_STANDARD_OUTPUT = 1
_MOST_FRAMES = 50


class JsonLines(logging.Formatter):
    """Formats log records as JSON, one line each."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON without a line end."""
        members: dict[str, object] = {
            "ts": _timestamp(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            members["exceptions"] = [_described(exception) for exception in _chain(record.exc_info[1])]
        return orjson.dumps(members, default=str).decode()


class GunicornLogger(Logger):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's logger, with JSON lines for messages and for requests."""

    def setup(self, cfg: Any) -> None:
        """Configure the logs; gunicorn calls this at the start and at each reload."""
        super().setup(cfg)
        lines = JsonLines()
        for handler in self.error_log.handlers:
            handler.setFormatter(lines)
        # Messages of the application and of libraries go the same way.
        root = logging.getLogger()
        if not any(isinstance(handler.formatter, JsonLines) for handler in root.handlers):
            handler = logging.StreamHandler()
            handler.setFormatter(lines)
            root.addHandler(handler)

    def warning(self, msg: str, *args: object, **kwargs: Any) -> None:
        """Log a warning; during an exception, which is one about an unreadable request, leave out the request."""
        exception = sys.exc_info()[0]
        if exception is not None:
            msg, args = f"{msg.partition(': ')[0]}: {exception.__name__}", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log the current exception without the arguments of the message, which quote the request."""
        del args
        message = type(msg).__name__ if isinstance(msg, BaseException) else str(msg).partition(" %")[0]
        super().exception(message, **kwargs)

    def access(self, resp: Any, req: object, environ: Mapping[str, Any], request_time: timedelta) -> None:
        """Log an answered request in a single write, so that lines of different threads and processes never mix."""
        del req
        if not self.access_log_enabled:
            return
        line = request_line(environ, str(resp.status)[:3], resp.sent, request_time)
        with suppress(OSError):  # a request does not fail because its line cannot be written
            os.write(_STANDARD_OUTPUT, line)


def request_line(environ: Mapping[str, Any], status: str, bytes_sent: int, duration: timedelta) -> bytes:
    """Return the JSON line about an answered request; ``status`` has three digits.

    No value needs escaping: the client's own have been validated, and the others are ours.
    """
    level = "error" if status[0] == "5" else "info"
    parts = [f'{{"ts":"{_timestamp(time.time())}","level":"{level}"']
    request_id = environ.get(REQUEST_ID)
    if request_id is not None:
        parts.append(f',"request_id":"{request_id}"')
    trace = trace_id(environ)
    if trace is not None:
        parts.append(f',"trace_id":"{trace}"')
    client = environ.get(CLIENT)
    if client is not None:
        parts.append(f',"client":"{client}"')
    milliseconds = duration.seconds * 1000 + duration.microseconds / 1000
    parts.append(
        f',"operation":"{environ.get(OPERATION, NO_OPERATION)}","status":{status},"duration_ms":{milliseconds:.3f}'
    )
    length = digits_to_int(environ.get("CONTENT_LENGTH") or "")
    if length is not None:
        parts.append(f',"bytes_in":{length}')
    parts.append(f',"bytes_out":{bytes_sent}')
    problem = environ.get(PROBLEM)
    if problem is not None:
        parts.append(f',"problem":"{problem.slug}"')
        if problem.errors:
            codes = '","'.join(sorted({error["code"] for error in problem.errors}))
            parts.append(f',"violations":{{"count":{len(problem.errors)},"codes":["{codes}"]}}')
    parts.append("}\n")
    return "".join(parts).encode("ascii")


class _Cache:
    """The current second and its text, which all lines of that second share."""

    second = (-1, "")


def _timestamp(moment: float) -> str:
    second = int(moment)
    cached = _Cache.second
    if cached[0] != second:
        cached = _Cache.second = (second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)))
    return f"{cached[1]}.{int((moment - second) * 1000):03d}Z"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception, then its causes and contexts."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _described(error: BaseException) -> dict[str, object]:
    """Return the class of an exception and the innermost frames of its traceback."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno} {code.co_qualname}")
        trace = trace.tb_next
    return {"type": type(error).__qualname__, "frames": frames[-_MOST_FRAMES:]}
