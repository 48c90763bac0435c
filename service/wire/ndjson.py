"""Many requests: NDJSON in, one request a line, and NDJSON out, one answer a line, in order.

Each line is answered as the same bytes are that come by themselves, and its answer embedded as it is; a line that
can't be answered fails none of the others. Whether the lines come over HTTP or from files makes no difference.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

import orjson

from service.problems import Problem, body_of, internal_error

NDJSON = "application/x-ndjson"
OCTETS = "application/octet-stream"
TEXT = "text/plain; charset=utf-8"
READ = (OCTETS, NDJSON)
"""The media types of a batch; the document names the first alone, which client generators know."""
WRITTEN = (TEXT, NDJSON)
"""The media types of its answer, the first for who prefers none of them."""
OK = 200
_LINE_ENDS = b"\r\n"

_log = logging.getLogger(__name__)


class Answered(NamedTuple):
    """Some lines answered: how many of them with each status, and the answers, each a line."""

    statuses: dict[int, int]
    text: bytes


def count(body: bytes) -> int:
    """Return the number of lines of a batch; what stands behind the last line end is one only if there is anything."""
    return body.count(b"\n") + (not body.endswith(b"\n") and bool(body))


def lines_of(stream: IO[bytes], longest: int) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends, LF or CRLF.

    Of a line that is longer than ``longest`` just enough is kept to show that it is.
    """
    most = longest + len(_LINE_ENDS)
    while line := stream.readline(most + 1):
        if line[-1:] == b"\n":
            yield line[:-2] if line[-2:] == _LINE_ENDS else line[:-1]
            continue
        rest = line
        while len(rest) > most and rest[-1:] != b"\n":
            rest = stream.readline(most + 1)
        yield line


def answer_all(
    answer: Callable[[bytes], tuple[object, Any]],
    lines: Iterable[bytes],
    first: int,
    whole: str,
    most: int | None = None,
) -> Answered:
    """Answer lines, the first of which has this number in the whole, which the log calls ``whole``.

    ``answer`` returns what was found out about one, and the JSON to send. No more lines are taken as soon as the
    answers have ``most`` bytes.
    """
    statuses: dict[int, int] = {}
    texts: list[bytes] = []
    size = 0
    for number, line in enumerate(lines, first):
        status = OK
        try:
            told = {"line": number, "status": OK, "result": answer(line)[1]}
            text = orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE)
        except Problem as refused:
            status, text = _refused(number, refused)
        except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is told in the log
            _log.exception("%s failed in line %d", whole, number)
            status, text = _refused(number, internal_error())
        statuses[status] = statuses.get(status, 0) + 1
        texts.append(text)
        size += len(text)
        if most is not None and size >= most:
            break
    return Answered(statuses, b"".join(texts))


def _refused(number: int, problem: Problem) -> tuple[int, bytes]:
    status = problem.kind.status
    told = {"line": number, "status": status, "problem": body_of(problem, None)}
    return status, orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE)
