"""Batches: NDJSON in, one request a line, and NDJSON out, one answer a line, in order.

Each line is answered with the same bytes as the request by itself, and a line that can't be answered fails none of the
others. It makes no difference whether the lines come over HTTP or from files.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from typing import IO, Any, Final, NamedTuple, TypeAlias

import orjson

from service.problems import Problem, body_of, internal_error

OK: Final = int(HTTPStatus.OK)
_LINE_END: Final = b"\r\n"
_SKIPPED_AT_ONCE: Final = 64 * 1024
MOST_TOGETHER: Final = 8
"""Some lines are read, then judged, then written, so that the processor finds the code of each stage in its caches: an
ordinary audit takes a seventh less. More lines, or long ones, would push each other out of them."""
_BYTES_TOGETHER: Final = 32 * 1024
OBJECTS_TOGETHER: Final = 20_000
"""How many new objects a process of ours makes before Python looks for garbage in them (`gc.set_threshold`). By default
it would look several times through lines that are just being answered; an audit leaves next to none."""

_log = logging.getLogger(__name__)


class Lines(NamedTuple):
    """Some lines of a batch, the number of the first, counted from 1, and what the log calls the batch."""

    first: int
    lines: Iterable[bytes]
    source: str


Stages: TypeAlias = tuple[Callable[[int, Any], Any], ...]
"""From a line to the JSON that answers it: each takes the number of the line, and what the one before made of it."""


class AnsweredLines(NamedTuple):
    """Some lines answered: how many with each status, the answers, a line each, and which lines have a problem."""

    statuses: dict[int, int]
    text: bytes
    problems: dict[int, Exception | None]
    """For the number of each line that is answered by a problem, why that has no explanation, if it has none."""


def in_lines(values: Iterable[Any]) -> bytes:
    """Return JSON values, a line each."""
    return b"".join([orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE) for value in values])


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


def answer_lines(stages: Stages, lines: Lines, enough_bytes: int | None = None) -> AnsweredLines:
    """Answer lines of a batch, some at a time, until all answers have ``enough_bytes``.

    A stage raises `Problem` for a line that can't be answered; whatever else it raises is logged.
    """
    statuses: dict[int, int] = {}
    texts: list[bytes] = []
    problems: dict[int, Exception | None] = {}
    number, size = lines.first, 0
    for some in _some_at_a_time(lines.lines):
        found: dict[int, Any] = dict(enumerate(some, number))
        for stage in (*stages, _answer_line):
            _take_stage(stage, found, problems, lines.source)
        number += len(some)
        for status, text in found.values():
            statuses[status] = statuses.get(status, 0) + 1
            texts.append(text)
            size += len(text)
        if enough_bytes is not None and size >= enough_bytes:
            break
    return AnsweredLines(statuses, b"".join(texts), dict(sorted(problems.items())))


def _some_at_a_time(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield lines in turn, as many together as the processor can keep at hand, and one at least."""
    some: list[bytes] = []
    size = 0
    for line in lines:
        some.append(line)
        size += len(line)
        if len(some) == MOST_TOGETHER or size >= _BYTES_TOGETHER:
            yield some
            some, size = [], 0
    if some:
        yield some


def _take_stage(
    stage: Callable[[int, Any], object], found: dict[int, Any], problems: dict[int, Exception | None], source: str
) -> None:
    """Replace what has been found for each line by what a stage makes of it, unless the line has a problem."""
    for number, value in found.items():
        if number in problems:
            continue
        try:
            found[number] = stage(number, value)
        except Problem as problem:
            problems[number] = problem.unexplained
            found[number] = _problem_line(number, problem)
        except ConnectionError:  # nobody waits for the answers any more
            raise
        except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is logged
            _log.exception("%s failed in line %d", source, number)
            problems[number] = None
            found[number] = _problem_line(number, internal_error())


def _answer_line(number: int, result: object) -> tuple[int, bytes]:
    return OK, orjson.dumps({"line": number, "status": OK, "result": result}, option=orjson.OPT_APPEND_NEWLINE)


def _problem_line(number: int, problem: Problem) -> tuple[int, bytes]:
    status = problem.kind.status
    members = {"line": number, "status": status, "problem": body_of(problem, None)}
    return status, orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
