"""The parts of a folder as one output: byte for byte what one machine gives."""

from __future__ import annotations

from typing import IO

from service.bulk.inputs import UnusableError
from service.bulk.outputs import Tally
from service.cluster.manifest import NAME, Manifest, part_name, read_manifest
from service.cluster.parts import is_there
from service.cluster.storage import Folder, copied
from service.spades.english import count_of, listed

_MOST_NAMED = 5
_AGAIN = "run the command that made them again"


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
