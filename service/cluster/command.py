"""A command carried out by a cluster: its files cut into blocks of whole lines, each answered into a part of a folder.

A part counts its lines from 1; `Folder.join` counts them through, so that nobody has to count the input first.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from shlex import quote
from typing import NamedTuple

import orjson

from service.bulk.answering import Answering
from service.bulk.inputs import UnusableError
from service.bulk.tally import Tally
from service.bulk.workers import Progress, Result, results_of
from service.cluster import DEFAULT_BLOCK_BYTES
from service.cluster.dask_cluster import check_address, connected
from service.cluster.work import Block, Folder, Work, blocks_of, own_versions, sources_of
from service.media_types import Json
from service.operations.runner import runner_of
from service.spades.english import count_of

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


def answer_on_cluster(task: ClusterTask, note: Callable[[str], None]) -> Tally:
    """Answer every line; ``note`` takes how many parts that makes.

    Raises `UnusableError`, `OSError` and `WorkerLostError`.
    """
    check_address(task.address)
    answering, folder = task.answering, Folder(task.folder)
    block_bytes = task.block_bytes or folder.block_bytes() or DEFAULT_BLOCK_BYTES
    sources = sources_of(task.files, answering.runner.max_bytes)
    blocks = [block for source in sources for block in blocks_of(source, block_bytes)]
    files = [[source.name, source.state] for source in sources]
    limits = {name: getattr(answering.settings, name) for name in _LIMITS}
    work = Work(answering.operation, own_versions(), limits, _ruleset_of(answering), block_bytes, files, len(blocks))
    with ExitStack() as resources:
        workers = resources.enter_context(connected(task.address, task.local_workers))
        folder.begin(work)
        found = {part: folder.tally_of(part) for part in range(len(blocks))}
        missing = [part for part, tally in found.items() if tally is None]
        progress = resources.enter_context(Progress(sum(blocks[part].length for part in missing)))
        groups = (partial(_answered, answering, blocks[part], folder.name, part, work.versions) for part in missing)
        results = results_of(workers, groups, progress)
        total = Tally()
        for tally in found.values():
            total = total.and_then(next(results).tally if tally is None else tally)
    folder.remove_unfinished()
    kept = len(blocks) - len(missing)
    before = f", of which {kept:,} were there before" if kept else ""
    note(f"{count_of(len(blocks), 'part')}{before}: `spades-arbiter join {quote(task.folder)}` makes them one output.")
    return total


def _ruleset_of(answering: Answering) -> Json:
    """Return the ruleset of lines that name none, with its digest; None if there is none."""
    if answering.ruleset is None:
        return None
    resolved = runner_of("resolveRuleset", answering.settings).answer(b'{"ruleset":%s}' % answering.ruleset)
    return [orjson.loads(answering.ruleset), resolved["digest"]]


def _answered(answering: Answering, block: Block, folder: str, part: int, versions: str) -> Result:
    """Answer the lines of a block into a part of a folder; raises `UnusableError`."""
    # A worker that has joined the cluster since the command began has not been asked.
    if own_versions() != versions:
        raise UnusableError(f"a worker on {platform.node()} runs {own_versions()}, and this command {versions}")
    made = answering.answer_lines(1, answering.lines_of(block.read()))
    block.source.check()
    Folder(folder).write_part(part, made.text)
    return Result(Tally.of(sum(made.statuses.values()), list(made.problems)), block.length)
