"""Files of requests, answered line by line on all cores, in constant memory; an interrupted command can be resumed."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from service.bulk.progress import Progress
from service.bulk.resume import ExistingOutput, NotResumableError, read_existing
from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_groups
from service.operations.runner import Runner, runner_of
from service.settings import settings_from
from service.wire import ndjson

_MAX_GROUP_LINES = 64
_MAX_GROUP_BYTES = 512 * 1024
_READ_BUFFER_BYTES = 1024 * 1024
_NAME_IN_LOG = "the command"


class UnusableError(Exception):
    """The command cannot be carried out with these files or arguments."""


class Task(NamedTuple):
    """Files to answer with one operation, and where to write the answers."""

    operation: str
    """Its operationId."""
    files: list[str]
    """Their names, ``-`` for standard input. They are read as one input with continuous line numbers."""
    output: str | None
    """A new file to write to."""
    resume: str | None
    """A file to write to, or to continue if it exists. Without either, answers go to standard output."""
    processes: int


@lru_cache
def runner(operation_id: str) -> Runner:
    """Return the runner of an operation, with the settings of the environment.

    Made once per process, and before the worker processes are forked, so that they inherit it.
    """
    return runner_of(operation_id, settings_from(os.environ))


def answer_files(task: Task) -> int:
    """Answer every line, and return how many lines of the output are problems, those of earlier commands included.

    Raises `UnusableError`, `OSError` and `WorkerLostError`.
    """
    total_bytes = _total_bytes(task.files)
    max_line_bytes = runner(task.operation).max_bytes
    with ExitStack() as resources:
        output, existing = _open_output(task, resources)
        lines = _lines(task.files, max_line_bytes)
        skipped_bytes = _skip_answered(lines, existing, task.operation)
        progress = None
        if sys.stderr.isatty() and not output.isatty():
            progress = Progress(sys.stderr, None if total_bytes is None else total_bytes - skipped_bytes)
            resources.callback(progress.clear)
        groups = _grouped(lines, existing.lines + 1)
        make_answer = partial(_make_answer, task.operation)
        problems = existing.problems
        for answered in resources.enter_context(closing(answer_groups(groups, make_answer, task.processes))):
            output.write(answered.output)
            output.flush()
            problems += answered.problems
            if progress is not None:
                progress.advance(answered.lines, answered.input_bytes)
    return problems


def _make_answer(operation: str) -> AnswerGroup:
    """Return the function that answers groups; called in each process."""
    return partial(_answer_group, runner(operation))


def _answer_group(runner: Runner, group: Group) -> AnsweredGroup:
    statuses, output = _answer_lines(runner, group.first, group.lines)
    count = len(group.lines)
    return AnsweredGroup(count, sum(map(len, group.lines)) + count, count - statuses.get(ndjson.OK, 0), output)


def _answer_lines(runner: Runner, first: int, lines: list[bytes]) -> ndjson.AnsweredLines:
    return ndjson.answer_lines(runner.answer, ndjson.Lines(first, lines, runner.max_bytes), _NAME_IN_LOG)


def _grouped(lines: Iterator[bytes], first: int) -> Iterator[Group]:
    """Yield lines in groups; ``first`` is the number of the first line."""
    group: list[bytes] = []
    size = 0
    for line in lines:
        group.append(line)
        size += len(line)
        if len(group) == _MAX_GROUP_LINES or size >= _MAX_GROUP_BYTES:
            yield Group(first, group)
            first += len(group)
            group, size = [], 0
    if group:
        yield Group(first, group)


def _lines(files: Iterable[str], max_bytes: int) -> Iterator[bytes]:
    for name in files:
        if name == "-":
            yield from ndjson.lines_of(standard_input(), max_bytes)
        else:
            with Path(name).open("rb", _READ_BUFFER_BYTES) as file:
                yield from ndjson.lines_of(file, max_bytes)


def standard_input() -> IO[bytes]:
    """Return standard input; raises `UnusableError` if it is closed."""
    if sys.stdin is None:
        raise UnusableError("standard input is closed")
    return sys.stdin.buffer


def _total_bytes(files: Iterable[str]) -> int | None:
    """Return the length of all files, or None if one is standard input or a pipe; raises for unreadable files."""
    total = 0
    is_known = True
    for name in files:
        if name == "-":
            is_known = False
            continue
        status = Path(name).stat()
        if stat.S_ISDIR(status.st_mode):
            raise UnusableError(f"{name} is a directory")
        if not os.access(name, os.R_OK):
            raise UnusableError(f"you have no permission to read {name}")
        is_known = is_known and stat.S_ISREG(status.st_mode)
        total += status.st_size
    return total if is_known else None


def _open_output(task: Task, resources: ExitStack) -> tuple[IO[bytes], ExistingOutput]:
    """Return the output, opened and locked, and what it already holds."""
    if task.output is not None:
        try:
            return _locked(resources.enter_context(Path(task.output).open("xb")), task.output), ExistingOutput()
        except FileExistsError as error:
            message = f"{task.output} already exists; use --resume to continue where it ends"
            raise UnusableError(message) from error
    if task.resume is not None:
        return _resumed(_locked(resources.enter_context(Path(task.resume).open("a+b")), task.resume), task.resume)
    return sys.stdout.buffer, ExistingOutput()


def _resumed(output: IO[bytes], name: str) -> tuple[IO[bytes], ExistingOutput]:
    """Return an output at its end, and what it holds; raises `UnusableError` if it cannot be resumed."""
    try:
        return output, read_existing(output)
    except NotResumableError as error:
        raise UnusableError(f"{name} cannot be resumed: {error}") from error


def _locked(output: IO[bytes], name: str) -> IO[bytes]:
    """Return an output after locking it against other commands; raises `UnusableError` if one has locked it.

    The lock belongs to this process alone. Its worker processes, which may end a little later, do not hold it.
    """
    try:
        fcntl.lockf(output, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UnusableError(f"another command is writing to {name}") from error
    return output


def _skip_answered(lines: Iterator[bytes], existing: ExistingOutput, operation: str) -> int:
    """Skip the lines that have been answered, and return their length in bytes.

    Raises `UnusableError` if the last line of the output is not the answer to its line of the input.
    """
    skipped_bytes = 0
    line = None
    number = 0
    for line in islice(lines, existing.lines):
        skipped_bytes += len(line) + 1
        number += 1
    if number < existing.lines:
        raise UnusableError(f"the output has {existing.lines} lines, but the input has only {number}")
    if line is not None:
        answer = _answer_lines(runner(operation), number, [line]).text
        if answer != existing.last_line:
            raise UnusableError(f"line {number} of the output is not the answer to line {number} of the input")
    return skipped_bytes
