"""Groups of lines answered by several processes, in order: two processes are 1.7 to 1.9 times as fast as one.

Each process has a pipe of its own and gets its next group when it has returned the last, so that memory stays constant;
in the standard library's pools, answers pile up when the output is slow. A process ends when its pipe is closed, so
none outlives the command, however that ends. (benchmarks/README.md has the figures.)
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from service.bulk.inputs import InFile, Requests
from service.bulk.outputs import Line, Progress
from service.wire.ruleset_json import preset_files_in_force, use_preset_file

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
    pool = _WorkerPool(make_answer, processes)
    try:
        yield from pool.answer(groups)
    finally:
        pool.stop()


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


class _WorkerPool:
    """The processes, started when there is work for them, and the index of the group that each is answering."""

    def __init__(self, make_answer: Callable[[], AnswerGroup], max_processes: int) -> None:
        self._make_answer = make_answer
        self._max_processes = max_processes
        self._context = get_context()
        self._processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}

    def answer(self, groups: Iterator[Group]) -> Iterator[AnsweredGroup]:
        answered: dict[int, AnsweredGroup] = {}
        """Answers that wait for those to earlier groups, by the index of their group."""
        remaining = enumerate(groups)
        upcoming = next(remaining, None)  # read before a process asks for it
        next_index = 0
        while True:
            # Processes get work first: they answer while the caller writes what is yielded.
            capacity = min(self._max_processes, _MAX_AHEAD * self._max_processes - len(answered))
            while upcoming is not None and len(self._busy) < capacity:
                self._send(*upcoming)
                upcoming = next(remaining, None)
            while next_index in answered:
                yield answered.pop(next_index)
                next_index += 1
            if not self._busy:
                if upcoming is None:
                    return
                continue  # the answers that filled the capacity have been yielded
            for pipe in cast("list[Connection]", wait(list(self._busy))):
                answered[self._busy.pop(pipe)] = self._receive(pipe)
                self._idle.append(pipe)

    def _send(self, index: int, group: Group) -> None:
        if not self._idle:
            self._start_process()
        pipe = self._idle.pop()
        try:
            pipe.send(group)
        except OSError as error:
            raise WorkerLostError from error
        self._busy[pipe] = index

    @staticmethod
    def _receive(pipe: Connection) -> AnsweredGroup:
        try:
            answered: AnsweredGroup = pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerLostError from error
        return answered

    def _start_process(self) -> None:
        own_end, worker_end = self._context.Pipe()
        self._pipes.append(own_end)
        arguments = (worker_end, self._pipes, self._make_answer, preset_files_in_force())
        process = self._context.Process(target=_run_worker, args=arguments, daemon=True)
        process.start()
        worker_end.close()
        self._processes.append(process)
        self._idle.append(own_end)

    def stop(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(_SECONDS_TO_END)
            if process.is_alive():
                process.terminate()


def _run_worker(
    pipe: Connection, inherited: list[Connection], make_answer: Callable[[], AnswerGroup], presets: tuple[Path, ...]
) -> None:
    """Answer the groups that come through a pipe until it is closed."""
    # Ctrl-C on a terminal interrupts every process of the command; the one that started the others decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Otherwise copies of the parent's ends would keep the pipes of other processes open.
    for other in inherited:
        other.close()
    for file in presets:
        use_preset_file(file)  # already in force in a process that was forked
    answer = make_answer()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send(answer(pipe.recv()))
