"""A command carried out by a cluster: planned, answered part by part into a folder, and resumed after a break.

A task answers a block of the input and writes the answers into the folder, unless they are there already.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader
from time import monotonic
from typing import IO, NamedTuple, cast

from service.bulk.answering import Answering
from service.bulk.inputs import UnusableError, unpacked
from service.bulk.outputs import Progress, Tally
from service.cluster import DEFAULT_BLOCK_BYTES
from service.cluster.dask_cluster import Workers, check_address, connected
from service.cluster.manifest import (
    Block,
    Made,
    Manifest,
    Source,
    Versions,
    changed,
    is_there,
    own_versions,
    part_name,
    read_manifest,
)
from service.cluster.plan import planned
from service.cluster.storage import CHUNK_BYTES, Folder, Span, found, opened
from service.cluster.work import differences, differences_of_input, work_of

_SECONDS_BETWEEN_MANIFESTS = 2.0
_MOST_TIME_ON_MANIFESTS = 0.05
"""The most of its time that the command may take to write the manifest, which is long if there are many parts."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part to make, or to keep."""

    index: int
    """The index of its block."""
    folder: str
    source: Source
    block: Block
    answering: Answering
    versions: Versions
    """The versions that its answers are to have."""
    run: str
    """The token of the run of the command, which temporary files have in their names."""
    made: Made | None = None
    """Its entry, if it has been made before."""


@dataclass(frozen=True, slots=True)
class Done:
    """A part that is there."""

    index: int
    made: Made
    is_kept: bool
    """Whether it was there before."""


def do_part(part: Part) -> Done:
    """Make a part unless it is there as its entry says; raises `UnusableError`."""
    # A worker that has joined the cluster since the command began has not been asked.
    if own_versions() != part.versions:
        raise UnusableError(f"a worker on {platform.node()} runs {own_versions()}, and this command {part.versions}")
    folder = Folder(part.folder, part.run)
    if part.made is not None and is_there(folder, part.index, part.made):
        return Done(part.index, part.made, is_kept=True)
    return Done(part.index, _answered(part, folder), is_kept=False)


def _answered(part: Part, folder: Folder) -> Made:
    """Answer the block of a part in constant memory, and write the answers."""
    tally, digest, length = Tally(), hashlib.sha256(), 0
    with ExitStack() as resources:
        resources.enter_context(_named_if_it_fails(part_name(part.index)))
        output = resources.enter_context(folder.writing(part_name(part.index)))
        file = resources.enter_context(opened(part.source.name))
        span = Span(file, part.block.offset, part.block.length)
        for answered in part.answering.answer_stream(_lines_of_block(part, span, resources), part.block.first_line):
            output.write(answered.output)
            digest.update(answered.output)
            length += len(answered.output)
            tally = tally.plus(answered.lines, answered.problems)
        if (span.sha256, tally.lines) != (part.block.sha256, part.block.lines):
            raise changed(part.source)
    return Made(length, digest.hexdigest(), tally.problems, tally.first_problems)


def _lines_of_block(part: Part, span: Span, resources: ExitStack) -> IO[bytes]:
    """Return the lines of a block as a stream."""
    reader = BufferedReader(span, CHUNK_BYTES)
    return cast("IO[bytes]", unpacked(part.source.name, reader, resources) if part.source.is_packed else reader)


@contextmanager
def _named_if_it_fails(name: str) -> Iterator[None]:
    """Name the part and the machine of whatever the operating system or a storage refuses in a with block."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        where = f" ({error.filename})" if error.filename else ""
        raise UnusableError(
            f"{name} can't be made on {platform.node()}: {reason}{where}."
            " What is made is kept: mend this, and run the same command again"
        ) from error


class ClusterTask(NamedTuple):
    """Files to answer on a cluster."""

    answering: Answering
    files: list[str]
    """Their names, which may be patterns. They are read as one input with continuous line numbers."""
    folder: str
    """Where the parts go: a new folder, or that of the same command, which is resumed."""
    address: str
    """That of the scheduler, or ``local``."""
    local_workers: int
    block_bytes: int | None = None
    """About how much of the input is a part; None for what the folder has, or else a default."""


class Outcome(NamedTuple):
    """What a folder holds at the end of a command."""

    tally: Tally
    parts: int
    kept: int
    """How many of the parts were there before."""


def carry_out(task: ClusterTask) -> Outcome:
    """Answer every line; raises `UnusableError`, `OSError` and `WorkerLostError`."""
    check_address(task.address)
    names = found(task.files)
    folder = Folder(task.folder)
    with folder.made():
        return _answer_into(folder, names, task)


def _answer_into(folder: Folder, names: list[str], task: ClusterTask) -> Outcome:
    answering = task.answering
    before = read_manifest(folder)
    if before is None and not folder.is_empty():
        raise UnusableError(f"{folder.name} is not empty, and has no manifest: name a new folder")
    work = work_of(answering.operation, answering.settings, answering.ruleset)
    block_bytes = task.block_bytes or (before.block_bytes if before else DEFAULT_BLOCK_BYTES)
    if before is not None:
        _refuse(folder, differences(before, work, block_bytes))
    with connected(task.address, task.local_workers) as workers:
        sources, blocks = planned(names, answering.runner.max_bytes, block_bytes, workers.each)
        manifest = Manifest(work, block_bytes, sources, blocks)
        if before is not None:
            _refuse(folder, differences_of_input(before, manifest))
            manifest.made = before.made
        kept = _make_parts(_parts(answering, folder, manifest), folder, manifest, workers)
    folder.remove_unfinished()
    return Outcome(manifest.tally, len(blocks), kept)


def _make_parts(parts: Iterator[Part], folder: Folder, manifest: Manifest, workers: Workers) -> int:
    """Make every part that is not there, and keep the manifest; return how many were there."""
    kept = 0
    with ExitStack() as resources:
        journal = _Journal(folder, manifest)
        progress = None
        if sys.stderr.isatty():
            progress = Progress(sys.stderr, sum(source.length for source in manifest.sources))
            resources.callback(progress.clear)
        # Also when the command is interrupted: what is made has its entry then.
        resources.callback(journal.write)
        for done in workers.each(do_part, parts):
            journal.note(done)
            kept += done.is_kept
            if progress is not None:
                block = manifest.blocks[done.index]
                progress.advance(block.lines, block.length)
    return kept


def _parts(answering: Answering, folder: Folder, manifest: Manifest) -> Iterator[Part]:
    for index, block in enumerate(manifest.blocks):
        source = manifest.sources[block.source]
        made = manifest.made.get(index)
        yield Part(index, folder.name, source, block, answering, manifest.work.versions, folder.run, made)


class _Journal:
    """The manifest as it is written while parts are made: not after each of them, as it has an entry for each."""

    def __init__(self, folder: Folder, manifest: Manifest) -> None:
        self._folder = folder
        self._manifest = manifest
        self.write()

    def note(self, done: Done) -> None:
        self._manifest.made[done.index] = done.made
        if monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        started = monotonic()
        self._merge()
        self._manifest.write(self._folder)
        ended = monotonic()
        self._due = ended + max(_SECONDS_BETWEEN_MANIFESTS, (ended - started) / _MOST_TIME_ON_MANIFESTS)

    def _merge(self) -> None:
        """Take over what another run of the same command has made; raises `UnusableError` if it is another one."""
        own, stored = self._manifest, read_manifest(self._folder)
        if stored is not None:
            _refuse(self._folder, differences(stored, own.work, own.block_bytes))
            _refuse(self._folder, differences_of_input(stored, own))
            own.made = {**stored.made, **own.made}


def _refuse(folder: Folder, reasons: Iterable[str]) -> None:
    """Raise `UnusableError` if there is any reason why a folder cannot be resumed."""
    listed = "".join(f"\n  {reason}" for reason in reasons)
    if listed:
        raise UnusableError(
            f"{folder.name} belongs to another command; name a new folder, or repeat the original command:{listed}"
        )
