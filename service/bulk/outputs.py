"""Where answers go: standard output, a new file, the file of an interrupted command, or a folder of pages.

Of an output that is resumed it is known how many of its lines are answers, and which of them are problems.
"""

from __future__ import annotations

import fcntl
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple
from uuid import uuid4

import orjson

from service.bulk.inputs import UnusableError, shown_name
from service.bulk.tally import Tally, first_wrong
from service.wire.ndjson import OK

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_ANSWER = re.compile(rb'\{"line":(\d+),"status":(\d{3}),"(?:result|problem)":\{.*\}\n', re.DOTALL)
# Far longer than any answer, so that a file without line ends is not read into memory as a whole.
_MAX_LINE_BYTES = 16 * 1024 * 1024
_START_OF_ANSWER = b'{"line":%d,"status":'

_COMMANDS_TERMINALS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The control characters but tabs and line ends, and those that reverse the direction of writing."""


class ExistingOutput(NamedTuple):
    """The complete lines of an output."""

    tally: Tally = Tally()
    last_line: bytes = b""


def _read_existing(output: IO[bytes], name: str) -> ExistingOutput:
    """Read an output, cut off an incomplete last line, and leave the position at the end.

    Raises `UnusableError` for a file that holds anything but answers numbered from 1, and leaves it unchanged.
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
            reason = f"its line {number} is not an answer to line {number}"
            raise UnusableError(f"{shown_name(name)} cannot be resumed: {reason}")
        is_answered = int(match[2]) == OK
        said = first_wrong(orjson.loads(line)["result"]) if is_answered else None
        unclean = [] if said is None else [f"line {number}: {said}"]
        tally = existing.tally.and_then(Tally.of(1, [] if is_answered else [1], unclean))
        existing = ExistingOutput(tally, line)
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
        output = _locked(_opened(new, "xb", resources), new)
        resources.push(partial(_remove_unwritten, output, Path(new)))
        return output, ExistingOutput()
    if resumed is not None:
        output = _locked(_opened(resumed, "a+b", resources), resumed)
        return output, _read_existing(output, resumed)
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


def _opened(name: str, mode: str, resources: ExitStack) -> IO[bytes]:
    """Return an open file; raises `UnusableError` if it is to be a new one and there is one of this name."""
    try:
        return resources.enter_context(Path(name).open(mode))
    except FileExistsError as error:
        raise UnusableError(f"{shown_name(name)} already exists; use --resume to continue where it ends") from error


def _remove_unwritten(output: IO[bytes], path: Path, failure: type[BaseException] | None, *_: object) -> None:
    """Remove a new file to which nothing was written before the command failed, so that it can be run again."""
    if failure is not None and output.tell() == 0:
        path.unlink()


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
