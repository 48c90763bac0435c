"""The driver of all work on files: groups of lines go to workers, and their results come back in order.

The workers are this process, others on this machine (`bulk.processes`) or those of a cluster (`cluster.dask_cluster`).
Whoever has the results writes and counts them. Only so many groups are under way that memory stays constant, however
slow the output is.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import IO, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from service.bulk.tally import Tally

_MAX_GROUP_LINES = 64
_MAX_GROUP_BYTES = 512 * 1024
_SECONDS_BETWEEN_UPDATES = 0.2
_CLEAR_LINE = "\r\x1b[K"


class _Measured(Protocol):
    """A line, or a pair of lines."""

    @property
    def length(self) -> int:
        """Its length in the input."""


Item = TypeVar("Item", bound=_Measured)


class Result(NamedTuple):
    """What was made of a group of lines."""

    tally: Tally
    """That of its lines, counted from 1."""
    input_bytes: int
    """The length of the group in the input."""
    output: bytes = b""
    """What is to be written, unless the worker has written it."""


Work: TypeAlias = Callable[[], Result]
"""A group of lines and what to make of it, as a value that can be sent to another process."""


class Submitted(Protocol):
    """A group that workers have."""

    def done(self) -> bool:
        """Tell whether its result is there."""

    def result(self) -> Result:
        """Wait for its result; raises `WorkerLostError`, and whatever the work raises."""


class Workers(NamedTuple):
    """Those who do the work."""

    submit: Callable[[Work], Submitted]
    most_ahead: int
    """The number of groups that may be under way: if the first of them is slow, the others wait to be written."""


class WorkerLostError(RuntimeError):
    """A worker ended before the work was done."""

    def __init__(self, said: str = "a worker process died") -> None:
        """``said`` begins the error message."""
        super().__init__(said)


def grouped(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield lines, or pairs of them, in groups."""
    group: list[Item] = []
    size = 0
    for item in items:
        group.append(item)
        size += item.length
        if len(group) == _MAX_GROUP_LINES or size >= _MAX_GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def results_of(workers: Workers, groups: Iterable[Work], progress: Progress) -> Iterator[Result]:
    """Yield the result of each group, in their order, and show how far that is.

    Raises `WorkerLostError`, and whatever the work raises.
    """
    under_way: deque[Submitted] = deque()
    for group in groups:
        under_way.append(workers.submit(group))
        while under_way and (under_way[0].done() or len(under_way) >= workers.most_ahead):
            yield progress.counted(under_way.popleft().result())
    while under_way:
        yield progress.counted(under_way.popleft().result())


class Progress:
    """A line on a terminal, for a with block: the lines answered, lines a second, share of the input and time left.

    It is shown if standard error is a terminal and the output is none.
    """

    def __init__(self, total_bytes: int | None, output: IO[bytes] | None = None) -> None:
        """``total_bytes`` is the length of the input, None if it is unknown; ``output`` is None for a folder."""
        is_shown = sys.stderr is not None and sys.stderr.isatty() and not (output is not None and output.isatty())
        self._terminal = sys.stderr if is_shown else None
        self._total_bytes = total_bytes
        self._started = self._updated = time.monotonic()
        self._lines = self._bytes = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Erase the line."""
        self._write("")

    def counted(self, result: Result) -> Result:
        """Return a result after adding it to what is done."""
        self._lines += result.tally.lines
        self._bytes += result.input_bytes
        now = time.monotonic()
        if now - self._updated >= _SECONDS_BETWEEN_UPDATES:
            self._updated = now
            self._write(self._shown(now - self._started))
        return result

    def _shown(self, seconds: float) -> str:
        parts = [f"{self._lines:,} lines", f"{self._lines / seconds:,.0f} a second"]
        if self._total_bytes and self._bytes:
            share = min(1.0, self._bytes / self._total_bytes)
            left = round(seconds / share - seconds)
            parts += [f"{share:.0%}", f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"]
        return ", ".join(parts)

    def _write(self, shown: str) -> None:
        if self._terminal is not None:
            self._terminal.write(_CLEAR_LINE + shown)
            self._terminal.flush()
