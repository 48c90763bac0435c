"""A command carried out by a cluster: its files cut into blocks of whole lines, each answered into a part of a folder.

A part counts its lines from 1; `Folder.join` counts them through, so that nobody has to count the input first.
"""

from __future__ import annotations

import platform
import sys
from contextlib import ExitStack
from io import BytesIO
from typing import NamedTuple

import orjson
from dask.bytes.core import read_bytes
from dask.delayed import Delayed, delayed

from service.bulk.answering import Answering
from service.bulk.inputs import UnusableError
from service.bulk.outputs import Progress, Tally
from service.cluster import DEFAULT_BLOCK_BYTES
from service.cluster.dask_cluster import check_address, connected, results_of
from service.cluster.work import Folder, Source, Work, own_versions, sources_of
from service.media_types import Json
from service.operations.runner import runner_of

_LIMITS = ("body_bytes", "body_values", "game_bytes", "game_values")


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


class _Part(NamedTuple):
    """A part to make."""

    number: int
    """From 0."""
    folder: str
    source: Source
    answering: Answering
    versions: str
    """Those that its answers are to have."""


def carry_out(task: ClusterTask) -> Outcome:
    """Answer every line; raises `UnusableError`, `OSError` and `WorkerLostError`."""
    check_address(task.address)
    answering, folder = task.answering, Folder(task.folder)
    block_bytes = task.block_bytes or folder.block_bytes() or DEFAULT_BLOCK_BYTES
    sources = sources_of(task.files, answering.runner.max_bytes)
    blocks = [(source, block) for source in sources for block in _blocks_of(source, block_bytes)]
    files = [[source.name, source.state] for source in sources]
    limits = {name: getattr(answering.settings, name) for name in _LIMITS}
    work = Work(answering.operation, own_versions(), limits, _ruleset_of(answering), block_bytes, files, len(blocks))
    with ExitStack() as resources:
        client = resources.enter_context(connected(task.address, task.local_workers))
        folder.begin(work)
        tallies = {number: found for number in range(len(blocks)) if (found := folder.tally_of(number)) is not None}
        kept, missing = len(tallies), [number for number in range(len(blocks)) if number not in tallies]
        progress = None
        if sys.stderr.isatty():
            progress = Progress(sys.stderr, None)
            resources.callback(progress.clear)
        tasks = []
        for number in missing:
            source, block = blocks[number]
            part = _Part(number, folder.name, source, answering, work.versions)
            tasks.append(delayed(_answered, pure=False, traverse=False)(block, part))
        for index, tally in results_of(client, tasks):
            tallies[missing[index]] = tally
            if progress is not None:
                progress.advance(tally.lines, 0)
    folder.remove_unfinished()
    total = Tally()
    for _, tally in sorted(tallies.items()):
        total = total.and_then(
            tally._replace(first_problems=tuple(total.lines + int(line) for line in tally.first_problems))
        )
    return Outcome(total, len(blocks), kept)


def _ruleset_of(answering: Answering) -> Json:
    """Return the ruleset of lines that name none, with its digest; None if there is none."""
    if answering.ruleset is None:
        return None
    resolved = runner_of("resolveRuleset", answering.settings).answer(b'{"ruleset":%s}' % answering.ruleset)
    return [orjson.loads(answering.ruleset), resolved["digest"]]


def _blocks_of(source: Source, block_bytes: int) -> list[Delayed]:
    """Return the blocks of a file; one that is compressed can only be read from its beginning."""
    size, compression = (None, "gzip") if source.is_packed else (block_bytes, None)
    _, (blocks,) = read_bytes(  # type: ignore[no-untyped-call] # Dask has no types
        source.name, b"\n", blocksize=size, sample=False, compression=compression
    )
    return list(blocks)


def _answered(block: bytes, part: _Part) -> Tally:
    """Answer the lines of a block into its part; raises `UnusableError`."""
    # A worker that has joined the cluster since the command began has not been asked.
    if own_versions() != part.versions:
        raise UnusableError(f"a worker on {platform.node()} runs {own_versions()}, and this command {part.versions}")
    tally, answers = Tally(), bytearray()
    for answered in part.answering.answer_stream(BytesIO(block), 1):
        tally = tally.plus(answered.lines, answered.problems)
        answers += answered.output
    part.source.check()
    Folder(part.folder).write_part(part.number, bytes(answers))
    return tally
