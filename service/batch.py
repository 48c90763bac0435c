"""Many requests: NDJSON in, one request a line, and NDJSON out, one answer a line, in order.

Each line is answered as the same bytes are that come by themselves, and its answer embedded as it is; a line that
can't be answered fails none of the others. Whether the lines come over HTTP or from files makes no difference.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

import orjson

from service.answering import Answering
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
# Small enough that a reader never waits long for the next answers, and few enough pieces to cost nothing.
_GROUP_LINES = 16
_GROUP_BYTES = 64 * 1024

_log = logging.getLogger(__name__)


class Answered(NamedTuple):
    """The answer to one line, as a line, and its status."""

    status: int
    line: bytes


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


def answers(answering: Answering, lines: Iterable[bytes], whole: str, first: int = 1) -> Iterator[Answered]:
    """Yield the answer to each line, the first of which has this number in the whole, which the log calls so."""
    for number, line in enumerate(lines, first):
        yield _answered(answering, number, line, whole)


def _answered(answering: Answering, number: int, line: bytes, whole: str) -> Answered:
    try:
        answer = {"line": number, "status": OK, "result": answering.answer(line)[1]}
        return Answered(OK, orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE))
    except Problem as refused:
        problem = refused
    except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is told in the log
        _log.exception("%s failed in line %d", whole, number)
        problem = internal_error()
    answer = {"line": number, "status": problem.kind.status, "problem": body_of(problem, None)}
    return Answered(problem.kind.status, orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE))


def in_groups(lines: Iterable[bytes], most: int, most_bytes: int) -> Iterator[list[bytes]]:
    """Yield lines in groups of at most so many, each ended as soon as it has so many bytes, when it is asked for."""
    group: list[bytes] = []
    size = 0
    for line in lines:
        group.append(line)
        size += len(line)
        if len(group) == most or size >= most_bytes:
            yield group
            group, size = [], 0
    if group:
        yield group


def grouped(answered: Iterable[Answered]) -> Iterator[bytes]:
    """Yield the answers in groups, each made when it is asked for."""
    for group in in_groups((each.line for each in answered), _GROUP_LINES, _GROUP_BYTES):
        yield b"".join(group)
