"""Files of requests answered line by line on all cores, in memory that does not grow; gone on with after a break."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from service.bulk.progress import Progress
from service.bulk.resume import Begun, ForeignError, take_up
from service.bulk.worker_pool import Done, Group, Work, answered
from service.operations.runner import Runner, runner_of
from service.settings import settings_from
from service.wire import ndjson

_GROUP_LINES = 64
_GROUP_BYTES = 512 * 1024
_BUFFER = 1024 * 1024
_WHOLE = "the command"


class UnusableError(Exception):
    """Files can't be answered as asked."""


class Task(NamedTuple):
    """What is to be answered, and where the answers go: standard output, a new file, or one to be gone on with."""

    operation: str
    files: list[str]
    """Their names, `-` for standard input; they are taken as one, and their lines counted through."""
    output: str | None
    resume: str | None
    jobs: int


@lru_cache
def runner(operation: str) -> Runner:
    """Return what answers an operation; made once in a process, and inherited where processes can inherit."""
    return runner_of(operation, settings_from(os.environ))


def answer(task: Task) -> int:
    """Answer every line, and return how many lines of the output are problems.

    Raises `UnusableError` and `OSError` for files that can't be used, and `LostError`.
    """
    total = _length(task.files)
    longest = runner(task.operation).max_bytes
    with ExitStack() as opened:
        output, begun = _output(task, opened)
        lines = _lines(task.files, longest)
        skipped = _skip(lines, begun, task.operation)
        progress = None
        if sys.stderr.isatty() and not output.isatty():
            progress = Progress(sys.stderr, None if total is None else total - skipped)
            opened.callback(progress.clear)
        done = opened.enter_context(closing(_answered(task, lines, begun.lines + 1)))
        problems = begun.problems
        for each in done:
            output.write(each.text)
            output.flush()
            problems += each.problems
            if progress is not None:
                progress.advance(each.lines, each.size)
    return problems


def _answered(task: Task, lines: Iterator[bytes], first: int) -> Generator[Done, None, None]:
    return answered(_grouped(lines, first), partial(_prepared, task.operation), task.jobs)


def _prepared(name: str) -> Work:
    return partial(_done, runner(name))


def _done(runner: Runner, group: Group) -> Done:
    statuses, text = _answered_lines(runner, group.first, group.lines)
    lines = len(group.lines)
    return Done(lines, sum(map(len, group.lines)) + lines, lines - statuses.get(ndjson.OK, 0), text)


def _answered_lines(runner: Runner, first: int, lines: list[bytes]) -> ndjson.AnsweredLines:
    return ndjson.answer_lines(runner.answer, ndjson.Lines(first, lines, runner.max_bytes), _WHOLE)


def _grouped(lines: Iterator[bytes], first: int) -> Iterator[Group]:
    group: list[bytes] = []
    size = 0
    for line in lines:
        group.append(line)
        size += len(line)
        if len(group) == _GROUP_LINES or size >= _GROUP_BYTES:
            yield Group(first, group)
            first += len(group)
            group, size = [], 0
    if group:
        yield Group(first, group)


def _lines(files: Iterable[str], longest: int) -> Iterator[bytes]:
    for name in files:
        if name == "-":
            yield from ndjson.lines_of(standard_input(), longest)
        else:
            with Path(name).open("rb", _BUFFER) as file:
                yield from ndjson.lines_of(file, longest)


def standard_input() -> IO[bytes]:
    """Return standard input; raises `UnusableError` where it is closed."""
    if sys.stdin is None:
        raise UnusableError("standard input is closed")
    return sys.stdin.buffer


def _length(files: Iterable[str]) -> int | None:
    """Return the length of all files together, where each has one; raises what is wrong with any of them."""
    total = 0
    known = True
    for name in files:
        if name == "-":
            known = False
            continue
        status = Path(name).stat()
        if stat.S_ISDIR(status.st_mode):
            raise UnusableError(f"{name} is a folder")
        if not os.access(name, os.R_OK):
            raise UnusableError(f"{name} may not be read")
        known = known and stat.S_ISREG(status.st_mode)
        total += status.st_size
    return total if known else None


def _output(task: Task, opened: ExitStack) -> tuple[IO[bytes], Begun]:
    """Return where to write, and what is there already."""
    if task.output is not None:
        try:
            return _held(opened.enter_context(Path(task.output).open("xb")), task.output), Begun()
        except FileExistsError as error:
            message = f"{task.output} is there already; --resume goes on where it ends"
            raise UnusableError(message) from error
    if task.resume is not None:
        return _begun(_held(opened.enter_context(Path(task.resume).open("a+b")), task.resume), task.resume)
    return sys.stdout.buffer, Begun()


def _held(output: IO[bytes], name: str) -> IO[bytes]:
    """Return an output that no other command may write to for as long as this one runs.

    The lock is one of this process alone: those that it starts, which may end a moment later, don't share it.
    """
    try:
        fcntl.lockf(output, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UnusableError(f"another command is writing to {name}") from error
    return output


def _begun(output: IO[bytes], name: str) -> tuple[IO[bytes], Begun]:
    try:
        return output, take_up(output)
    except ForeignError as error:
        raise UnusableError(f"{name} can't be gone on with: {error}") from error


def _skip(lines: Iterator[bytes], begun: Begun, operation: str) -> int:
    """Pass over the lines that have been answered, and see that they were these; returns their length."""
    size = 0
    line = None
    number = 0
    for line in islice(lines, begun.lines):
        size += len(line) + 1
        number += 1
    if number < begun.lines:
        raise UnusableError(f"the output has {begun.lines} lines, and the input only {number}")
    if line is not None and _answered_lines(runner(operation), number, [line]).text != begun.last:
        raise UnusableError(f"line {number} of the output is not the answer to line {number} of the input")
    return size
