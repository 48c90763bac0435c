"""Groups of lines answered by several processes, in order: two processes are 1.7 to 1.9 times as fast as one.

Only a few groups are with the processes at a time, so that memory stays constant however slow the output is, and a
process ends with the command, however that ends. (benchmarks/README.md has the figures.)
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import NamedTuple, TypeAlias

from service.bulk.inputs import InFile, Requests
from service.bulk.outputs import Line, Progress
from service.presets.loader import in_force, use_preset_file

_MAX_GROUP_LINES = 64
_MAX_GROUP_BYTES = 512 * 1024
# Groups per process that may be answered before they can be written: beyond that, the processes wait for a slow one.
_MAX_AHEAD = 4
_SECONDS_TO_END = 5.0


def grouped(lines: Iterator[bytes], first: int) -> Iterator[Group]:
    """Yield lines in groups, with their places in files if it is known; ``first`` is the number of the first line."""
    group: list[bytes] = []
    places: list[InFile] = []
    size = 0
    for line in lines:
        group.append(line)
        if isinstance(lines, Requests):
            places.append(lines.place)
        size += len(line)
        if len(group) == _MAX_GROUP_LINES or size >= _MAX_GROUP_BYTES:
            yield Group(first, group, places)
            first += len(group)
            group, places, size = [], [], 0
    if group:
        yield Group(first, group, places)


class Group(NamedTuple):
    """Consecutive lines of the input, without their line ends."""

    first: int
    """The number of the first line, from 1."""
    lines: list[bytes]
    places: Sequence[InFile] = ()
    """Where each of them stands, if they are requests in files."""

    def place(self, number: int) -> InFile:
        """Return where the line of a number stands."""
        return self.places[number - self.first] if self.places else InFile()

    def named(self, line: Line) -> Line:
        """Return a line as a summary names it: a file of a single record by its name."""
        at = InFile() if isinstance(line, str) else self.place(line)
        return line if at.record else at.file or line


class AnsweredGroup(NamedTuple):
    """The answers to a group."""

    lines: int
    input_bytes: int
    """The length of the lines with their line ends."""
    problems: tuple[Line, ...]
    """The lines that are answered by a problem: their numbers, or the files in which they are alone."""
    output: bytes
    unclean: tuple[str, ...] = ()
    """For each line whose verdict is not clean, where it is and what is wrong first."""
    faulty: tuple[str, ...] = ()
    """For each file that is answered by a problem, its name and its first fault."""


AnswerGroup: TypeAlias = Callable[[Group], AnsweredGroup]


class WorkerLostError(RuntimeError):
    """A process ended before it had answered its group."""

    def __init__(self, said: str = "a worker process died") -> None:
        """``said`` begins the error message."""
        super().__init__(said)


def answer_groups(
    groups: Iterator[Group], make_answer: Callable[[], AnswerGroup], processes: int
) -> Generator[AnsweredGroup, None, None]:
    """Yield the answers to groups, in their order; raises `WorkerLostError`.

    ``make_answer`` is called once in each process and returns the function that answers groups there. With a single
    process, that is this one. Closing the generator ends the processes.
    """
    if processes == 1:
        yield from map(make_answer(), groups)
        return
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(make_answer, in_force().files))
    try:
        under_way: deque[Future[AnsweredGroup]] = deque()
        for group in groups:
            under_way.append(pool.submit(_answered, group))
            while under_way and (under_way[0].done() or len(under_way) == _MAX_AHEAD * processes):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool as error:
        raise WorkerLostError from error
    finally:
        workers = active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.join(_SECONDS_TO_END)
            worker.terminate()
            worker.join()


def answer_and_show(
    groups: Iterator[Group],
    make_answer: Callable[[], AnswerGroup],
    processes: int,
    total_bytes: int | None,
    *,
    is_shown: bool,
) -> Generator[AnsweredGroup, None, None]:
    """Yield the answers to groups as `answer_groups` does; if ``is_shown``, show on standard error how far that is.

    ``total_bytes`` is the length of the input, None if it is unknown.
    """
    progress = Progress(sys.stderr, total_bytes) if is_shown else None
    try:
        with closing(answer_groups(groups, make_answer, processes)) as answered_groups:
            for answered in answered_groups:
                yield answered
                if progress is not None:
                    progress.advance(answered.lines, answered.input_bytes)
    finally:
        if progress is not None:
            progress.clear()


_own: list[AnswerGroup] = []
"""The function of this process."""


def _begin(make_answer: Callable[[], AnswerGroup], presets: tuple[Path, ...]) -> None:
    """Prepare a process to answer groups."""
    # Ctrl-C on a terminal interrupts every process of the command; the one that started the others decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    for file in presets:
        use_preset_file(file)  # already in force in a process that was forked
    _own.append(make_answer())


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _answered(group: Group) -> AnsweredGroup:
    return _own[0](group)
