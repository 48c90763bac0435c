"""Files and folders wherever fsspec finds them: on this machine, in an object store, on another server.

A file is named by its path or URL, so that every machine of a cluster opens it for itself.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import PurePosixPath
from tempfile import NamedTemporaryFile
from typing import IO, Any
from uuid import uuid4

import fsspec
from fsspec.implementations.local import LocalFileSystem
from fsspec.spec import AbstractFileSystem

from service.bulk.inputs import UnusableError, shown_name

CHUNK_BYTES = 1024 * 1024
_PATTERN = frozenset("*?[")
_UNFINISHED = ".tmp"
_ABANDONED = timedelta(days=1)
"""The age from which on an unfinished file is nobody's: its writer was killed."""
_REPLACING = frozenset({"file", "local", "sftp", "ssh"})
"""The protocols of file systems that rename a file in one step, and replace one that has the name."""
_HIDDEN = "."
_CHAIN = "::"


def found(names: Iterable[str]) -> list[str]:
    """Return the full names of files, those that fit a pattern in order; raises `UnusableError`."""
    return [full for name in names for full in _found(name)]


def _found(name: str) -> list[str]:
    if name == "-":
        raise UnusableError("other machines can't read standard input: save it as a file that all of them can read")
    files, path = _located(name)
    if not _PATTERN.isdisjoint(path) and not files.exists(path):
        paths = sorted(
            found_path for found_path in files.glob(path) if _fits(found_path, path) and not files.isdir(found_path)
        )
        if not paths:
            raise UnusableError(f"no file fits {shown_name(name)}")
    elif files.isdir(path):
        shown = shown_name(name)
        raise UnusableError(f"{shown} is a directory; {shown.rstrip('/')}/*.ndjson names the files in it")
    elif not files.exists(path):
        raise FileNotFoundError(2, "No such file or directory", name)
    else:
        paths = [path]
    return [_full_name(files, found_path, name) for found_path in paths]


def _fits(path: str, pattern: str) -> bool:
    """Tell whether a path that fits a pattern is meant: a hidden file is not, as in a shell, unless it is asked for."""
    return not PurePosixPath(path).name.startswith(_HIDDEN) or PurePosixPath(pattern).name.startswith(_HIDDEN)


def _located(name: str) -> tuple[AbstractFileSystem, str]:
    """Return the file system of a name, and the path there; raises `UnusableError` if there is none."""
    try:
        files, path = fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise UnusableError(f"{shown_name(name)} can't be reached: {error}") from error
    return files, str(path)


def _full_name(files: AbstractFileSystem, path: str, name: str) -> str:
    """Return the name by which another machine finds a path; ``name`` is as it was given."""
    if isinstance(files, LocalFileSystem):
        return path
    _, chained, rest = name.partition(_CHAIN)
    return f"{files.unstrip_protocol(path)}{chained}{rest}"


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """Open a file to read it in a with block."""
    files, path = _located(name)
    with files.open(path, "rb") as file:
        yield file


def size_of(name: str) -> int:
    """Return the length of a file in bytes."""
    files, path = _located(name)
    return int(files.size(path))


class Span(io.RawIOBase):
    """A part of an open file as a stream, and the SHA-256 of what has been read of it."""

    def __init__(self, file: IO[bytes], offset: int, length: int) -> None:
        """``file`` must not be used otherwise as long as the stream is."""
        file.seek(offset)
        self._file = file
        self._left = length
        self._digest = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The SHA-256 of what has been read."""
        return self._digest.hexdigest()

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer, and return how many bytes."""
        piece = self._file.read(min(len(buffer), self._left))
        buffer[: len(piece)] = piece
        self._left -= len(piece)
        self._digest.update(piece)
        return len(piece)


class Folder:
    """A folder of outputs. A file in it is there whole or not at all."""

    def __init__(self, name: str, run: str | None = None) -> None:
        """``name`` is a path or a URL; raises `UnusableError` if its file system can't be reached.

        ``run`` is the token of a run of a command, of which every worker writes to the folder; None for a new one.
        """
        self.run = run or uuid4().hex
        self._files, self._path = _located(name)
        self.name = _full_name(self._files, self._path, name)

    @contextmanager
    def made(self) -> Iterator[None]:
        """Make the folder for a with block if it is not there, and remove it if the block fails and leaves it empty.

        Raises `UnusableError` if it is a file.
        """
        if self._files.isfile(self._path):
            raise UnusableError(f"{shown_name(self.name)} is a file: a cluster writes to a folder")
        was_there = self._files.isdir(self._path)
        self._files.makedirs(self._path, exist_ok=True)
        try:
            yield
        except BaseException:
            if not was_there and self.is_empty():
                with suppress(OSError):
                    self._files.rmdir(self._path)
            raise

    def is_empty(self) -> bool:
        """Tell whether nothing is in it, or it is not there."""
        return not self._names()

    def _names(self) -> list[str]:
        with suppress(FileNotFoundError):
            return [
                PurePosixPath(listed_path).name
                for listed_path in self._files.ls(self._path, detail=False, refresh=True)
            ]
        return []

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, None if it is not there."""
        try:
            return bytes(self._files.cat_file(self._inside(name)))
        except FileNotFoundError:
            return None

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the content of a file piece by piece; nothing if it is not there."""
        with suppress(FileNotFoundError), self._files.open(self._inside(name), "rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk

    def write(self, name: str, content: bytes) -> None:
        """Write a file, in place of one of this name."""
        with self.writing(name) as file:
            file.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """Write a file in a with block: it gets its name, and replaces one that has it, if the block succeeds."""
        whole = self._inside(name)
        if not _replaces(self._files):
            with NamedTemporaryFile() as file:
                yield file
                file.flush()
                self._files.put_file(file.name, whole)
            return
        unfinished = f"{whole}.{self.run}.{uuid4().hex}{_UNFINISHED}"
        try:
            with self._files.open(unfinished, "wb") as file:
                yield file
                if isinstance(self._files, LocalFileSystem):
                    file.flush()
                    os.fsync(file.fileno())
            self._files.mv(unfinished, whole)
        except BaseException:
            with suppress(OSError):
                self._files.rm_file(unfinished)
            raise

    def remove_unfinished(self) -> None:
        """Remove what is left of files whose writer was killed: those of this run, and old ones of others."""
        for name in self._names():
            if name.endswith(_UNFINISHED) and (f".{self.run}." in name or self._is_abandoned(name)):
                with suppress(FileNotFoundError):
                    self._files.rm_file(self._inside(name))

    def _is_abandoned(self, name: str) -> bool:
        """Tell whether a file is so old that nobody writes to it; not if its age is unknown."""
        with suppress(FileNotFoundError, NotImplementedError):
            modified: datetime = self._files.modified(self._inside(name))
            aware = modified if modified.tzinfo else modified.replace(tzinfo=UTC)
            return datetime.now(UTC) - aware > _ABANDONED
        return False

    def _inside(self, name: str) -> str:
        return f"{self._path.rstrip('/')}/{name}"


def _replaces(files: AbstractFileSystem) -> bool:
    """Tell whether renaming replaces a file in one step; elsewhere `mv` copies, or refuses a name that is taken."""
    protocols = (files.protocol,) if isinstance(files.protocol, str) else files.protocol
    return not _REPLACING.isdisjoint(protocols)


def copied(chunks: Iterable[bytes], output: IO[bytes] | None) -> tuple[int, str]:
    """Return the length of some content and its SHA-256, after writing it to an output, if there is one."""
    digest, length = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        length += len(chunk)
        if output is not None:
            output.write(chunk)
    return length, digest.hexdigest()
