"""The folder of a command: what its parts are made of, and the parts, each there whole or not at all.

A command resumes a folder only if it does the same work on the same files, unchanged. A part that is there is kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple
from uuid import uuid4

import fsspec
import orjson
from fsspec.implementations.local import LocalFileSystem
from fsspec.spec import AbstractFileSystem
from fsspec.utils import read_block

from service.bulk.inputs import UnusableError, holds_lines, shown_name, unpacked, whole
from service.bulk.tally import Tally
from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.wire.contract import load_document

_WORK = "work.json"
_UNFINISHED = ".tmp"
_PATTERN = frozenset("*?[")
_STATE = ("size", "mtime", "modified", "LastModified", "last_modified", "updated", "created_at", "ETag", "etag")
"""What storages call the length of a file, when it was written, and its hash."""
_ABANDONED = 24 * 60 * 60.0
"""The age in seconds from which on an unfinished file is nobody's: its writer was killed."""


@cache
def own_versions() -> str:
    """Return the versions that answer on this machine."""
    return f"engine {ENGINE_VERSION} with contract {load_document()['info']['version']}"


class Source(NamedTuple):
    """A file of the input."""

    name: str
    """By which every machine finds it."""
    state: str
    """Another one once the file has changed."""
    length: int
    is_packed: bool
    """Whether it is compressed with gzip."""

    def check(self) -> None:
        """Raise `UnusableError` if the file has changed since the command began."""
        if _state_of(*_located(self.name)) != self.state:
            raise UnusableError(f"{shown_name(self.name)} has changed while it was read: run the command again")


class Block(NamedTuple):
    """A part of a file: the lines that begin in it, the first of the file or those behind a line end."""

    source: Source
    offset: int
    length: int

    def read(self) -> bytes:
        """Return its lines, decompressed; raises `UnusableError` and `OSError`."""
        name, is_packed = self.source.name, self.source.is_packed
        files, path = _located(name)
        with files.open(path, "rb", compression="gzip" if is_packed else None) as file, whole(name):
            return bytes(read_block(file, self.offset, None if is_packed else self.length, b"\n"))


def blocks_of(source: Source, block_bytes: int) -> list[Block]:
    """Return a file cut into blocks; one that is compressed can only be read from its beginning."""
    if source.is_packed:
        return [Block(source, 0, source.length)]
    offsets = range(0, source.length, block_bytes)
    return [Block(source, offset, min(block_bytes, source.length - offset)) for offset in offsets]


def sources_of(names: Iterable[str], max_line_bytes: int) -> list[Source]:
    """Return the files of these names, those that fit a pattern in order.

    Raises `UnusableError` for a file that is not there or does not hold lines of JSON, and `OSError`.
    """
    return [_source(name, files, path, max_line_bytes) for name in names for files, path in _found(name)]


def _found(name: str) -> Iterator[tuple[AbstractFileSystem, str]]:
    if name == "-":
        raise UnusableError("other machines can't read standard input: save it as a file that all of them can read")
    files, path = _located(name)
    if not _PATTERN.isdisjoint(path) and not files.exists(path):
        is_hidden_meant = PurePosixPath(path).name.startswith(".")
        paths = [
            each
            for each in sorted(files.glob(path))
            if files.isfile(each) and (is_hidden_meant or not PurePosixPath(each).name.startswith("."))
        ]
        if not paths:
            raise UnusableError(f"no file fits {shown_name(name)}")
        yield from [(files, each) for each in paths]
    elif files.isdir(path):
        shown = shown_name(name)
        raise UnusableError(f"{shown} is a directory; {shown.rstrip('/')}/*.ndjson names the files in it")
    else:
        yield files, path


def _source(given: str, files: AbstractFileSystem, path: str, max_line_bytes: int) -> Source:
    name = _full_name(files, path, given)
    with files.open(path, "rb") as file, whole(name), ExitStack() as resources:
        reader = BufferedReader(file)
        stream = unpacked(name, reader, resources)
        if not holds_lines(stream, max_line_bytes):
            raise UnusableError(
                f"{shown_name(name)} does not hold one JSON object per line, and a cluster takes nothing else:"
                " convert it first (spades-arbiter convert FILE --output FILE.ndjson)"
            )
        return Source(name, _state_of(files, path), files.size(path), is_packed=stream is not reader)


def _located(name: str) -> tuple[AbstractFileSystem, str]:
    """Return the file system of a name, and the path there; raises `UnusableError` if there is none."""
    try:
        files, path = fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise UnusableError(f"{shown_name(name)} can't be reached: {error}") from error
    return files, str(path)


def _full_name(files: AbstractFileSystem, path: str, given: str) -> str:
    """Return the name by which another machine finds a path of a name that was given."""
    if isinstance(files, LocalFileSystem):
        return path
    _, chained, rest = given.partition("::")
    return f"{files.unstrip_protocol(path)}{chained}{rest}"


def _state_of(files: AbstractFileSystem, path: str) -> str:
    """Return what shows that a file has changed: its length, and when it was written, or its hash, if that is known."""
    info = files.info(path)
    return ", ".join(f"{name} {info[name]}" for name in _STATE if info.get(name) is not None)


class Work(NamedTuple):
    """What is done to every line, and of which files they are: all parts of a folder come of the same work."""

    operation: str
    """Its operationId."""
    versions: str
    limits: dict[str, int]
    """The settings that limit a line."""
    ruleset: Json
    """The ruleset of lines that name none, with its digest; None for none."""
    block_bytes: int
    """About how long the lines of a part are."""
    files: list[list[str]]
    """The name of each file, and its state."""
    parts: int


class Folder:
    """A folder of parts, by its path or URL."""

    def __init__(self, name: str) -> None:
        """``name`` is as on the command line; raises `UnusableError` if its file system can't be reached."""
        self._files, self._path = _located(name)
        self.name = _full_name(self._files, self._path, name)
        """By which every machine finds it."""
        if self._files.isfile(self._path):
            raise UnusableError(f"{shown_name(name)} is a file: a cluster writes to a folder")

    def begin(self, work: Work) -> None:
        """Make the folder if it is not there; raises `UnusableError` if it holds anything but parts of this work."""
        self._files.makedirs(self._path, exist_ok=True)
        before = self._work()
        if before is None:
            if self._files.ls(self._path, detail=False, refresh=True):
                raise UnusableError(f"{self.name} is not empty, and has no {_WORK}: name a new folder")
            self.write(_WORK, orjson.dumps(work._asdict(), option=orjson.OPT_INDENT_2))
        elif before != work:
            differing = [
                f"\n  its {name} is {orjson.dumps(then).decode()}, and this one {orjson.dumps(now).decode()}"
                for name, then, now in zip(Work._fields, before, work, strict=True)
                if then != now
            ]
            raise UnusableError(
                f"{self.name} belongs to another command; name a new folder, or repeat the original command:"
                f"{''.join(differing)}"
            )

    def block_bytes(self) -> int | None:
        """Return about how long the lines of a part in it are; None if nothing is in it."""
        before = self._work()
        return before and before.block_bytes

    def _work(self) -> Work | None:
        try:
            return Work(**orjson.loads(self._files.cat_file(self._inside(_WORK))))
        except FileNotFoundError:
            return None
        except (TypeError, ValueError) as error:
            raise UnusableError(
                f"{_WORK} in {self.name} can't be read by this version: name another folder, or empty this one"
            ) from error

    def write(self, name: str, content: bytes) -> None:
        """Write a file, whole or not at all, in place of one of this name."""
        whole = self._inside(name)
        if type(self._files).pipe_file is not AbstractFileSystem.pipe_file or hasattr(self._files, "_pipe_file"):
            self._files.pipe_file(whole, content)  # one object, which is there once it is whole
            return
        unfinished = f"{whole}.{uuid4().hex}{_UNFINISHED}"
        try:
            with self._files.open(unfinished, "wb") as file:
                file.write(content)
                if isinstance(self._files, LocalFileSystem):
                    file.flush()
                    os.fsync(file.fileno())
            self._files.mv(unfinished, whole)
        except BaseException:
            with suppress(OSError):
                self._files.rm_file(unfinished)
            raise

    def tally_of(self, part: int) -> Tally | None:
        """Return the tally of a part, its lines counted from 1; None if it is not there."""
        try:
            content = self._files.cat_file(self._inside(_name_of(part)))
        except FileNotFoundError:
            return None
        answers = content.splitlines()
        return Tally.of(len(answers), [n for n, answer in enumerate(answers, 1) if not _is_answered(answer)])

    def remove_unfinished(self) -> None:
        """Remove what killed workers left on a disk a day ago or earlier; newer files may be another command's."""
        for path in map(Path, self._files.glob(self._inside(f"*{_UNFINISHED}"))):
            with suppress(FileNotFoundError):
                if isinstance(self._files, LocalFileSystem) and time.time() - path.stat().st_mtime > _ABANDONED:
                    path.unlink()

    def write_part(self, part: int, answers: bytes) -> None:
        """Write the answers of a part."""
        self.write(_name_of(part), answers)

    def join(self, output: IO[bytes]) -> Tally:
        """Write all parts to an output in order, lines counted through; raises `UnusableError` if one is missing."""
        work = self._work()
        if work is None:
            raise UnusableError(f"{self.name} has no {_WORK}: name the folder that --output named")
        missing = [part for part in range(work.parts) if not self._files.exists(self._inside(_name_of(part)))]
        if missing:
            raise UnusableError(
                f"{work.parts - len(missing):,} of {work.parts:,} parts in {self.name} are made, and not"
                f" {_name_of(missing[0])}: run the command again, which makes only the missing parts"
            )
        tally = Tally()
        for part in range(work.parts):
            with self._files.open(self._inside(_name_of(part)), "rb") as file:
                for answer in file:
                    output.write(b'{"line":%d' % (tally.lines + 1) + answer[answer.index(b",") :])
                    tally = tally.and_then(Tally.of(1, [] if _is_answered(answer) else [1]))
        return tally

    def _inside(self, name: str) -> str:
        return f"{self._path.rstrip('/')}/{name}"


def _name_of(part: int) -> str:
    return f"part-{part:05}.ndjson"


def _is_answered(answer: bytes) -> bool:
    """Return whether an answer is no problem; its head is as short as its number is."""
    return b',"status":200,' in answer[:40]
