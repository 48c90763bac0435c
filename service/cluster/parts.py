"""The parts: a task answers a block and writes the answers into the folder, unless they are there already.

Joined, the parts are one output: byte for byte what one machine gives.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader
from typing import IO, cast

from service.bulk.answering import Answering
from service.bulk.inputs import UnusableError, unpacked
from service.bulk.outputs import Tally
from service.cluster.manifest import (
    NAME,
    Block,
    Made,
    Manifest,
    Source,
    Versions,
    changed,
    own_versions,
    part_name,
    read_manifest,
)
from service.cluster.storage import CHUNK_BYTES, Folder, Span, copied, opened
from service.cluster.work import Signing
from service.spades.english import count_of, listed

_MOST_NAMED = 5
_AGAIN = "run the command that made them again"


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
    signing: Signing
    """How its answers are to be signed."""
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
    difference = part.signing.difference()
    if difference is not None:
        raise UnusableError(f"a worker on {platform.node()} does not sign as this command does: {difference}")
    folder = Folder(part.folder, part.run)
    if part.made is not None and is_there(folder, part.index, part.made):
        return Done(part.index, part.made, is_kept=True)
    return Done(part.index, _made(part, folder), is_kept=False)


def is_there(folder: Folder, index: int, made: Made) -> bool:
    """Tell whether the file of a part is as its entry says."""
    return copied(folder.chunks(part_name(index)), None) == (made.length, made.sha256)


def _made(part: Part, folder: Folder) -> Made:
    """Answer the block of a part in constant memory, and write the answers."""
    tally, digest, length = Tally(), hashlib.sha256(), 0
    with ExitStack() as resources:
        resources.enter_context(_named_if_it_fails(part_name(part.index)))
        output = resources.enter_context(folder.writing(part_name(part.index)))
        file = resources.enter_context(opened(part.source.name))
        span = Span(file, part.block.offset, part.block.length)
        for answered in part.answering.answer_stream(_lines(part, span, resources), part.block.first_line):
            output.write(answered.output)
            digest.update(answered.output)
            length += len(answered.output)
            tally = tally.plus(answered.lines, answered.problems)
        if (span.sha256, tally.lines) != (part.block.sha256, part.block.lines):
            raise changed(part.source)
    return Made(length, digest.hexdigest(), tally.problems, tally.first_problems)


def _lines(part: Part, span: Span, resources: ExitStack) -> IO[bytes]:
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


def checked_parts(name: str) -> tuple[Folder, Manifest]:
    """Return a folder and its manifest; raises `UnusableError` unless every part is there as it was made."""
    folder = Folder(name)
    manifest = read_manifest(folder)
    if manifest is None:
        raise UnusableError(f"{folder.name} has no {NAME}: it is not the folder of a command with --cluster")
    missing = len(manifest.blocks) - len(manifest.made)
    if missing:
        raise UnusableError(f"{missing:,} of {count_of(len(manifest.blocks), 'part')} are not made yet: {_AGAIN}")
    damaged = [part_name(index) for index, made in manifest.made.items() if not is_there(folder, index, made)]
    if damaged:
        more = [f"{len(damaged) - _MOST_NAMED:,} more"] if len(damaged) > _MOST_NAMED else []
        named = listed([*sorted(damaged)[:_MOST_NAMED], *more])
        raise UnusableError(f"{named} in {folder.name}: damaged or missing; {_AGAIN}, which makes only these anew")
    return folder, manifest


def join(folder: Folder, manifest: Manifest, output: IO[bytes]) -> Tally:
    """Write the parts to an output, in order; raises `UnusableError` if one changes meanwhile."""
    for index in range(len(manifest.blocks)):
        made = manifest.made[index]
        if copied(folder.chunks(part_name(index)), output) != (made.length, made.sha256):
            raise UnusableError(f"{part_name(index)} in {folder.name} has changed while it was read: join again")
    return manifest.tally
