"""Where answers go: standard output, a new file, the file of an interrupted command, or a folder of pages."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO
from uuid import uuid4

from service.bulk.inputs import UnusableError
from service.bulk.resume import ExistingOutput, NotResumableError, read_existing


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
    return sys.stdout.buffer, ExistingOutput()


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
        raise UnusableError(f"{path} already exists: name a new file, or remove this one first")


def _created(name: str, resources: ExitStack) -> IO[bytes]:
    """Return a new file; raises `UnusableError` if there is one of this name."""
    try:
        return resources.enter_context(Path(name).open("xb"))
    except FileExistsError as error:
        raise UnusableError(f"{name} already exists; use --resume to continue where it ends") from error


def _remove_unwritten(output: IO[bytes], path: Path, failure: type[BaseException] | None, *_: object) -> None:
    """Remove a new file to which nothing was written before the command failed, so that it can be run again."""
    if failure is not None and output.tell() == 0:
        path.unlink()


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


def new_folder(name: str) -> Path:
    """Return a folder for pages, made if it is not there; raises `UnusableError` if anything is in it."""
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise UnusableError(f"{name} is a file: pages are written to a folder")
    folder.mkdir(exist_ok=True)
    if any(folder.iterdir()):
        raise UnusableError(f"{name} is not empty: pages are written to a new folder")
    return folder
