"""Lines answered by several processes, in order: each gets the next group when it is done with its last.

Nothing is shared but a pipe to each process. A process ends when its pipe does, so that none outlives who started it,
however that one ended.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Generator, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple, TypeAlias, cast

# So many groups a process may be answered before their turn: a long one must not let the others pile up.
_AHEAD = 4
_PATIENCE = 5.0


class Group(NamedTuple):
    """Some lines, and the number of the first."""

    first: int
    lines: list[bytes]


class Done(NamedTuple):
    """A group answered: how many lines of how many bytes, how many of them problems, and what is to be written."""

    lines: int
    size: int
    problems: int
    text: bytes


Work: TypeAlias = Callable[[Group], Done]


class LostError(RuntimeError):
    """A process ended before its work was done."""


def answered(groups: Iterator[Group], prepare: Callable[[], Work], jobs: int) -> Generator[Done, None, None]:
    """Yield what the groups are answered with, in their order; raises `LostError`.

    ``prepare`` makes what does the work, once in each process; with one job there is no other process.
    """
    if jobs == 1:
        yield from map(prepare(), groups)
        return
    crew = _Crew(prepare, jobs)
    try:
        yield from crew.answered(groups)
    finally:
        crew.dismiss()


class _Crew:
    """The processes, and which group each of them has."""

    def __init__(self, prepare: Callable[[], Work], jobs: int) -> None:
        self._prepare = prepare
        self._jobs = jobs
        self._context = get_context()
        self._processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}

    def answered(self, groups: Iterator[Group]) -> Iterator[Done]:
        done: dict[int, Done] = {}
        upcoming = enumerate(groups)
        following = next(upcoming, None)  # read before anybody asks for it
        due = 0
        while True:
            # Whoever is idle gets work first, and what is due is written beside it.
            room = _AHEAD * self._jobs - len(done)
            while following is not None and len(self._busy) < min(self._jobs, room):
                self._hand_out(*following)
                following = next(upcoming, None)
            while due in done:
                yield done.pop(due)
                due += 1
            if not self._busy:
                if following is None:
                    return
                continue  # what was answered ahead is written, so that there is room again
            for pipe in cast("list[Connection]", wait(list(self._busy))):
                done[self._busy.pop(pipe)] = self._received(pipe)
                self._idle.append(pipe)

    def _hand_out(self, place: int, group: Group) -> None:
        if not self._idle:
            self._start()
        pipe = self._idle.pop()
        try:
            pipe.send(group)
        except OSError as error:
            raise LostError from error
        self._busy[pipe] = place

    @staticmethod
    def _received(pipe: Connection) -> Done:
        try:
            done: Done = pipe.recv()
        except (EOFError, OSError) as error:
            raise LostError from error
        return done

    def _start(self) -> None:
        here, there = self._context.Pipe()
        self._pipes.append(here)
        process = self._context.Process(target=_serve, args=(there, self._pipes, self._prepare), daemon=True)
        process.start()
        there.close()
        self._processes.append(process)
        self._idle.append(here)

    def dismiss(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(_PATIENCE)
            if process.is_alive():
                process.terminate()


def _serve(pipe: Connection, others: list[Connection], prepare: Callable[[], Work]) -> None:
    """Answer what comes through a pipe until it ends."""
    # An interruption from the terminal reaches every process; who started this one decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    work = prepare()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send(work(pipe.recv()))
