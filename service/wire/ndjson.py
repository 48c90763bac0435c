"""Batches: NDJSON in, one request a line, and NDJSON out, one answer a line, in order.

Each line is answered with the same bytes as the request by itself, and a line that can't be answered fails none of the
others. It makes no difference whether the lines come over HTTP or from files.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from typing import IO, NamedTuple

import orjson

from service.media_types import Json
from service.problems import Problem, body_of, internal_error, too_large

OK = int(HTTPStatus.OK)
_LINE_END = b"\r\n"
_SKIPPED_AT_ONCE = 64 * 1024

_log = logging.getLogger(__name__)


class Lines(NamedTuple):
    """Some lines of a batch, the number of the first, counted from 1, and what is too long for one of them."""

    first: int
    lines: Iterable[bytes]
    max_bytes: int
    """The longest that is answered."""
    if_too_long: str
    """What to do about a longer one."""


class AnsweredLines(NamedTuple):
    """Some lines answered: how many with each status, the answers, a line each, and which lines have a problem."""

    statuses: dict[int, int]
    text: bytes
    problems: tuple[int, ...]
    """The numbers of the lines that are answered by a problem."""


def count_of_lines(body: bytes) -> int:
    """Return the number of lines of a batch; an empty rest after the last line end is no line."""
    return body.count(b"\n") + (not body.endswith(b"\n") and bool(body))


def lines_of(stream: IO[bytes], max_bytes: int) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends, LF or CRLF.

    Of a line that is longer than ``max_bytes`` only enough is kept to show that it is.
    """
    longest = max_bytes + len(_LINE_END)
    while line := stream.readline(longest + 1):
        if line[-1:] == b"\n":
            yield without_end(line)
            continue
        if len(line) > longest:
            skip_rest_of_line(stream)
        yield line


def without_end(line: bytes) -> bytes:
    """Return a line without its end, LF or CRLF, if it has one."""
    if line[-2:] == _LINE_END:
        return line[:-2]
    return line[:-1] if line[-1:] == b"\n" else line


def skip_rest_of_line(stream: IO[bytes]) -> None:
    """Leave a stream at the beginning of its next line, or at its end."""
    while piece := stream.readline(_SKIPPED_AT_ONCE):
        if piece[-1:] == b"\n":
            return


def answer_lines(
    answer: Callable[[int, bytes], Json], lines: Lines, source: str, enough_bytes: int | None = None
) -> AnsweredLines:
    """Answer lines of a batch, up to the one whose answer brings all answers to ``enough_bytes``.

    ``answer`` returns the JSON that answers the line of a number, or raises `Problem`. ``source`` names the batch in
    the log.
    """
    statuses: dict[int, int] = {}
    texts: list[bytes] = []
    problems: list[int] = []
    size = 0
    for number, line in enumerate(lines.lines, lines.first):
        status = OK
        try:
            if len(line) > lines.max_bytes:
                raise too_large(lines.max_bytes, lines.if_too_long)  # noqa: TRY301 - it is answered as any problem of a line
            members = {"line": number, "status": OK, "result": answer(number, line)}
            text = orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
        except Problem as problem:
            status, text = _problem_line(number, problem)
        except ConnectionError:  # nobody waits for the answers any more
            raise
        except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is logged
            _log.exception("%s failed in line %d", source, number)
            status, text = _problem_line(number, internal_error())
        statuses[status] = statuses.get(status, 0) + 1
        if status != OK:
            problems.append(number)
        texts.append(text)
        size += len(text)
        if enough_bytes is not None and size >= enough_bytes:
            break
    return AnsweredLines(statuses, b"".join(texts), tuple(problems))


def _problem_line(number: int, problem: Problem) -> tuple[int, bytes]:
    status = problem.kind.status
    members = {"line": number, "status": status, "problem": body_of(problem, None)}
    return status, orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
