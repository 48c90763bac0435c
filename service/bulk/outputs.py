"""Where answers go: standard output, a new file, the file of an interrupted command, or a folder of pages.

Of an output it is known how many of its lines are answers, and which of them are problems.
"""

from __future__ import annotations

import fcntl
import io
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import unquote
from uuid import uuid4

import orjson

from service.bulk.inputs import UnusableError, printable, shown_name
from service.media_types import Json
from service.spades.english import count_of, listed
from service.wire.ndjson import OK

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_MOST_NAMED = 10

_ANSWER = re.compile(rb'\{"line":(\d+),"status":(\d{3}),"(?:result|problem)":\{.*\}\n', re.DOTALL)
# Far longer than any answer, so that a file without line ends is not read into memory as a whole.
_MAX_LINE_BYTES = 16 * 1024 * 1024
_START_OF_ANSWER = b'{"line":%d,"status":'

_FIRST = {"offence": 0, "error": 1}
"""The findings of which a summary names one first, before doubts and notes."""
_FIGURES = {"bags": " bags", "points": " points", "tricks_won": " tricks"}
"""What a summary calls the figures of a sheet; a score needs no name."""

_SECONDS_BETWEEN_UPDATES = 0.2
_CLEAR_LINE = "\r\x1b[K"

_COMMANDS_TERMINALS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The control characters but tabs and line ends, and those that reverse the direction of writing."""


Line: TypeAlias = int | str
"""A line of the input as a summary names it: by its number, or by the file in which it is alone."""


class Tally(NamedTuple):
    """The lines of an output so far."""

    lines: int = 0
    problems: int = 0
    first_problems: tuple[Line, ...] = ()
    """The first lines with a problem."""
    unclean: int = 0
    """The lines whose verdict is not clean."""
    first_unclean: tuple[str, ...] = ()
    """Where the first of them are, and what is wrong there first."""
    left_out: tuple[str, ...] = ()
    """Why each file that was left out cannot be read."""
    first_faulty: tuple[str, ...] = ()
    """The first files that are answered by a problem, with the first fault of each."""

    def plus(
        self, lines: int, problems: tuple[Line, ...], unclean: tuple[str, ...] = (), faulty: tuple[str, ...] = ()
    ) -> Tally:
        """Return the tally with more lines, of which these have a problem, and these a verdict that is not clean."""
        return self.and_then(Tally(lines, len(problems), problems, len(unclean), unclean, (), faulty))

    def and_then(self, other: Tally) -> Tally:
        """Return the tally of these lines and of those that come next."""
        return Tally(
            self.lines + other.lines,
            self.problems + other.problems,
            (*self.first_problems, *other.first_problems)[:_MOST_NAMED],
            self.unclean + other.unclean,
            (*self.first_unclean, *other.first_unclean)[:_MOST_NAMED],
            self.left_out + other.left_out,
            (*self.first_faulty, *other.first_faulty)[:_MOST_NAMED],
        )

    def __str__(self) -> str:
        """Return the tally as a sentence.

        >>> str(Tally(401, 1, (401,)))
        '401 lines, 1 with a problem: line 401'
        >>> str(Tally(2, 1, ("game02.csv",), 1, ("game03.csv: round 2, Us 131 should be 121",)))
        '2 lines, 1 with a verdict that is not clean, 1 with a problem: game02.csv'
        """
        left_out = f"; {count_of(len(self.left_out), 'file')} left out" if self.left_out else ""
        if not self.lines:
            return f"no lines{left_out}"
        total = f"{self.lines:,} line{'' if self.lines == 1 else 's'}"
        if self.unclean:
            total += f", {self.unclean:,} with a verdict that is not clean"
        if not self.problems:
            return f"{total}, none with a problem{left_out}"
        more = self.problems - len(self.first_problems)
        names = [*map(str, self.first_problems), *([f"{more:,} more"] if more else [])]
        noun = "" if isinstance(self.first_problems[0], str) else "line " if self.problems == 1 else "lines "
        return f"{total}, {self.problems:,} with a problem: {noun}{listed(names)}"


def first_wrong(answer: Json) -> str | None:
    """Return what is wrong first in a ruling on a round or a game; None if its verdict is clean, or it has none."""
    verdict = answer.get("verdict", "clean")
    if verdict == "clean":
        return None
    if error := answer.get("first_error"):
        *_, member, side = error["pointer"].split("/")
        name = f"{printable(unquote(side).replace('~1', '/').replace('~0', '~'))}{_FIGURES.get(member, '')}"
        right = f" should be {error['expected']}" if "expected" in error else ", which is wrong"
        return f"round {error['round']}, {name} {error['reported']}{right}"
    for of_round in answer.get("rounds", ()):
        if said := first_wrong(of_round):
            return f"round {of_round['number']}, {said}"
    entries = [*answer.get("findings", ()), *answer.get("undecided", ())]
    entries.sort(key=lambda entry: _FIRST.get(entry.get("severity"), len(_FIRST)))
    return f"{verdict}: {printable(entries[0]['detail'])}" if entries else str(verdict)


def first_fault(problem: Json) -> str:
    """Return what a problem says of its first fault, or in general if it names none."""
    for error in problem.get("errors", ()):
        return printable(f"{error['pointer']}: {error['detail']}")
    return printable(problem["detail"])


class NotResumableError(ValueError):
    """A file is not the output of one of these commands."""


class ExistingOutput(NamedTuple):
    """The complete lines of an output."""

    tally: Tally = Tally()
    last_line: bytes = b""


def read_existing(output: IO[bytes]) -> ExistingOutput:
    """Read an output, cut off an incomplete last line, and leave the position at the end.

    Raises `NotResumableError` for a file that holds anything but answers numbered from 1, and leaves it unchanged.
    """
    existing = ExistingOutput()
    end = 0
    output.seek(0)
    while line := output.readline(_MAX_LINE_BYTES):
        number = existing.tally.lines + 1
        start = _START_OF_ANSWER % number
        is_incomplete = line[-1:] != b"\n" and line[: len(start)] == start[: len(line)]
        if is_incomplete:
            break
        match = _ANSWER.fullmatch(line)
        if match is None or int(match[1]) != number:
            raise NotResumableError(f"its line {number} is not an answer to line {number}")
        problems = () if int(match[2]) == OK else (number,)
        said = None if problems else first_wrong(orjson.loads(line)["result"])
        unclean = () if said is None else (f"line {number}: {said}",)
        existing = ExistingOutput(existing.tally.plus(1, problems, unclean), line)
        end += len(line)
    output.seek(end)
    output.truncate()
    return existing


class _Terminal(io.BufferedIOBase):
    """Standard output on a terminal, which no name in an answer commands: what would is shown as JSON escapes it."""

    def __init__(self, terminal: IO[bytes]) -> None:
        self._terminal = terminal

    def write(self, content: ReadableBuffer) -> int:
        """Show whole characters."""
        whole = bytes(content)
        text = whole.decode(errors="surrogateescape")
        shown = _COMMANDS_TERMINALS.sub(lambda mark: f"\\u{ord(mark[0]):04x}", text)
        self._terminal.write(shown.encode(errors="surrogateescape"))
        return len(whole)

    def flush(self) -> None:
        """Show what was written."""
        self._terminal.flush()

    def isatty(self) -> bool:
        """Say that this is a terminal."""
        return True


def standard_output() -> IO[bytes]:
    """Return standard output, as bytes; a terminal gets nothing that commands it."""
    output = sys.stdout.buffer
    return _Terminal(output) if output.isatty() else output  # type: ignore[return-value] # it is what its users need


def open_output(new: str | None, resumed: str | None, resources: ExitStack) -> tuple[IO[bytes], ExistingOutput]:
    """Return the output, opened and locked, and what it already holds.

    ``new`` is the name of a file that must not exist, ``resumed`` that of one that may; without either it is standard
    output. Raises `UnusableError` and `OSError`.
    """
    if new is not None:
        output = _locked(_created(new, resources), new)
        resources.push(partial(_remove_unwritten, output, Path(new)))
        return output, ExistingOutput()
    if resumed is not None:
        return _resumed(_locked(resources.enter_context(Path(resumed).open("a+b")), resumed), resumed)
    return standard_output(), ExistingOutput()


def whole_output(name: str | None, resources: ExitStack) -> IO[bytes]:
    """Return a new file, which is there only once it is whole; without a name, standard output."""
    return standard_output() if name is None else resources.enter_context(new_whole_file(name))


@contextmanager
def new_whole_file(name: str) -> Iterator[IO[bytes]]:
    """Write a new file in a with block: it is there, whole, if the block succeeds, and otherwise not at all.

    Raises `UnusableError` if there is a file of this name, and `OSError`.
    """
    path = Path(name)
    _refuse_existing(path)
    unfinished = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        with unfinished.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _refuse_existing(path)
        unfinished.rename(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _refuse_existing(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise UnusableError(f"{shown_name(path)} already exists: name a new file, or remove this one first")


def _created(name: str, resources: ExitStack) -> IO[bytes]:
    """Return a new file; raises `UnusableError` if there is one of this name."""
    try:
        return resources.enter_context(Path(name).open("xb"))
    except FileExistsError as error:
        raise UnusableError(f"{shown_name(name)} already exists; use --resume to continue where it ends") from error


def _remove_unwritten(output: IO[bytes], path: Path, failure: type[BaseException] | None, *_: object) -> None:
    """Remove a new file to which nothing was written before the command failed, so that it can be run again."""
    if failure is not None and output.tell() == 0:
        path.unlink()


def _resumed(output: IO[bytes], name: str) -> tuple[IO[bytes], ExistingOutput]:
    """Return an output at its end, and what it holds; raises `UnusableError` if it cannot be resumed."""
    try:
        return output, read_existing(output)
    except NotResumableError as error:
        raise UnusableError(f"{shown_name(name)} cannot be resumed: {error}") from error


def _locked(output: IO[bytes], name: str) -> IO[bytes]:
    """Return an output after locking it against other commands; raises `UnusableError` if one has locked it.

    The lock belongs to this process alone. Its worker processes, which may end a little later, do not hold it.
    """
    try:
        fcntl.lockf(output, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UnusableError(f"another command is writing to {shown_name(name)}") from error
    return output


def new_folder(name: str) -> Path:
    """Return a folder for pages, made if it is not there; raises `UnusableError` if anything is in it."""
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise UnusableError(f"{shown_name(name)} is a file: pages are written to a folder")
    folder.mkdir(exist_ok=True)
    if any(folder.iterdir()):
        raise UnusableError(f"{shown_name(name)} is not empty: pages are written to a new folder")
    return folder


class Progress:
    """A line on a terminal with the lines answered, lines a second, share of the input and time left."""

    def __init__(self, terminal: IO[str], total_bytes: int | None) -> None:
        """``total_bytes`` is the length of the input, None if it is unknown."""
        self._terminal = terminal
        self._total_bytes = total_bytes
        self._started = self._updated = time.monotonic()
        self._lines = self._bytes = 0

    def advance(self, lines: int, input_bytes: int) -> None:
        """Add lines that have been answered; ``input_bytes`` is their length in the input."""
        self._lines += lines
        self._bytes += input_bytes
        now = time.monotonic()
        if now - self._updated >= _SECONDS_BETWEEN_UPDATES:
            self._updated = now
            self._show(now - self._started)

    def clear(self) -> None:
        """Erase the line."""
        self._terminal.write(_CLEAR_LINE)
        self._terminal.flush()

    def _show(self, seconds: float) -> None:
        parts = [f"{self._lines:,} lines", f"{self._lines / seconds:,.0f} a second"]
        if self._total_bytes and self._bytes:
            share = min(1.0, self._bytes / self._total_bytes)
            left = round(seconds / share - seconds)
            parts += [f"{share:.0%}", f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"]
        self._terminal.write(_CLEAR_LINE + ", ".join(parts))
        self._terminal.flush()
