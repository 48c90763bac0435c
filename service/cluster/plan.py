"""The plan: files found and looked at, and cut into blocks of whole lines, each with the number of its first.

Counting lines takes a pass over the whole input, so the workers do it, a task for each piece; the same pass takes the
hash of every block. Every task is a function of a small value, and its result is small.

A file compressed with gzip is one block, however long: it can only be read from its beginning, and whoever does that
can answer its lines as well. Cut by one reader, its lines would have to go through the network instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import BufferedReader
from typing import IO, TypeAlias, TypeVar, cast

from service.bulk.inputs import UnusableError, holds_lines, shown_name, unpacked, whole
from service.cluster.manifest import Block, Source, changed
from service.cluster.storage import CHUNK_BYTES, Span, opened, size_of

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

Each: TypeAlias = Callable[[Callable[[ItemT], ResultT], Iterable[ItemT]], Iterator[ResultT]]
"""Carries out a function for each item, in any order, like ``map`` on all workers."""


@dataclass(frozen=True, slots=True)
class Look:
    """A file to look at."""

    index: int
    name: str
    max_line_bytes: int


@dataclass(frozen=True, slots=True)
class Looked:
    """What a file is."""

    index: int
    source: Source


def look_at(task: Look) -> Looked:
    """Return what a file is; raises `UnusableError` unless it holds lines of JSON."""
    with opened(task.name) as file, ExitStack() as resources:
        length = size_of(task.name)
        reader = BufferedReader(Span(file, 0, length), CHUNK_BYTES)
        stream = unpacked(task.name, reader, resources)
        with whole(task.name):
            if not holds_lines(stream, task.max_line_bytes):
                raise UnusableError(
                    f"{shown_name(task.name)} does not hold one JSON object per line, and a cluster takes nothing else:"
                    " convert it first (spades-arbiter convert FILE --output FILE.ndjson)"
                )
        return Looked(task.index, Source(task.name, length, is_packed=stream is not reader))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a source: the lines that begin in it are a block."""

    index: int
    """The index of the source."""
    source: Source
    start: int
    end: int


def pieces_of(sources: Iterable[Source], block_bytes: int) -> Iterator[Piece]:
    """Yield the pieces of all sources in order, each as long as a block is to be."""
    for index, source in enumerate(sources):
        step = max(source.length, 1) if source.is_packed else block_bytes
        for start in range(0, source.length, step):
            yield Piece(index, source, start, min(start + step, source.length))


def count(piece: Piece) -> Block | None:
    """Return the block of the lines that begin in a piece, None if none does. Its first line is not known here."""
    with opened(piece.source.name) as file:
        if piece.source.is_packed:
            return _whole_file(piece, file)
        start = 0 if piece.start == 0 else _first_line(file, piece)
        return None if start is None else _lines_from(start, file, piece)


def _first_line(file: IO[bytes], piece: Piece) -> int | None:
    """Return where the first line begins that begins in a piece, after the end of the line before it."""
    position = piece.start - 1
    file.seek(position)
    while chunk := file.read(min(CHUNK_BYTES, piece.end - 1 - position)):
        end = chunk.find(b"\n")
        if end >= 0:
            return position + end + 1
        position += len(chunk)
    return None


def _lines_from(start: int, file: IO[bytes], piece: Piece) -> Block:
    """Return the block from a line on to the end of the line that holds the last byte of a piece."""
    file.seek(start)
    digest, lines, position, last = hashlib.sha256(), 0, start, b"\n"
    while position < piece.end or last != b"\n":
        chunk = file.read(CHUNK_BYTES)
        if not chunk:
            break
        end = chunk.find(b"\n", max(0, piece.end - 1 - position))
        chunk = chunk[: end + 1] if end >= 0 else chunk
        digest.update(chunk)
        lines += chunk.count(b"\n")
        position += len(chunk)
        last = chunk[-1:]
    return Block(piece.index, start, position - start, lines + (last != b"\n"), digest.hexdigest())


def _whole_file(piece: Piece, file: IO[bytes]) -> Block:
    """Return the one block of a compressed source."""
    span = Span(file, 0, piece.source.length)
    lines, last = 0, b"\n"
    with whole(piece.source.name), ExitStack() as resources:
        stream = unpacked(piece.source.name, BufferedReader(span, CHUNK_BYTES), resources)
        while chunk := stream.read(CHUNK_BYTES):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return Block(piece.index, 0, piece.source.length, lines + (last != b"\n"), span.sha256)


def planned(
    names: Iterable[str], max_line_bytes: int, block_bytes: int, each: Each[ItemT, ResultT]
) -> tuple[list[Source], list[Block]]:
    """Return the sources of these names and their blocks, numbered; raises `UnusableError`."""
    looks = (Look(index, name, max_line_bytes) for index, name in enumerate(names))
    looked = cast("Each[Look, Looked]", each)(look_at, looks)
    sources = [one.source for one in sorted(looked, key=lambda one: one.index)]
    counted = cast("Each[Piece, Block | None]", each)(count, pieces_of(sources, block_bytes))
    return sources, numbered(sources, (block for block in counted if block is not None))


def numbered(sources: list[Source], blocks: Iterable[Block]) -> list[Block]:
    """Return blocks in order, with their first lines; raises `UnusableError` if they don't cover their sources."""
    ordered = sorted(blocks, key=lambda block: (block.source, block.offset))
    first, ends, found = 1, [0] * len(sources), []
    for block in ordered:
        if block.offset != ends[block.source]:
            raise changed(sources[block.source])
        found.append(replace(block, first_line=first))
        first += block.lines
        ends[block.source] += block.length
    for source, end in zip(sources, ends, strict=True):
        if end != source.length:
            raise changed(source)
    return found
