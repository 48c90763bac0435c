"""The manifest of a folder: what was to be done, how the input was cut into blocks, and which parts are made.

A part counts as made if its entry has the hash that its file has. So it is made once by its name, however often a
task was run, and whatever else went wrong. A command resumes a folder only if it does the same work on the same input.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import IO, Any

import orjson

from service.bulk.inputs import UnusableError
from service.bulk.outputs import Line, Tally
from service.cluster.storage import Folder, copied
from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.english import count_of, listed
from service.wire.contract import load_document

NAME = "manifest.json"
_FORMAT = 1

_MOST_NAMED = 5
_AGAIN = "run the command that made them again"


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of the engine and of the contract."""

    engine: str
    contract: str

    def __str__(self) -> str:
        """Return them for a sentence."""
        return f"engine {self.engine} with contract {self.contract}"


@cache
def own_versions() -> Versions:
    """Return the versions that answer on this machine."""
    return Versions(ENGINE_VERSION, load_document()["info"]["version"])


@dataclass(frozen=True, slots=True)
class Work:
    """What is done to every line; the parts of a folder all come from the same work."""

    operation: str
    """Its operationId."""
    versions: Versions
    limits: dict[str, int]
    """The settings that limit a line."""
    ruleset: Json | None = None
    """The ruleset of lines that name none."""
    ruleset_digest: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the input."""

    name: str
    length: int
    """In bytes, as it is stored."""
    is_packed: bool
    """Whether it is compressed with gzip."""


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive lines of a source, whole, whose answers are a part."""

    source: int
    """The index of the source."""
    offset: int
    """Where it begins in the source, in bytes."""
    length: int
    lines: int
    sha256: str
    first_line: int = 1
    """The number of the first line, counted over all sources in order."""


@dataclass(frozen=True, slots=True)
class Made:
    """The answers to a block, as they were written."""

    length: int
    sha256: str
    problems: int
    """How many lines are answered by a problem."""
    first_problems: tuple[Line, ...]
    """The numbers of the first of them."""


@dataclass(slots=True)
class Manifest:
    """What a folder holds."""

    work: Work
    block_bytes: int
    """About how long a block was to be."""
    sources: list[Source]
    blocks: list[Block]
    made: dict[int, Made] = field(default_factory=dict)
    """The parts that are made, by the index of their block."""

    @property
    def tally(self) -> Tally:
        """The tally of the parts that are made."""
        tally = Tally()
        for index, made in sorted(self.made.items()):
            tally = tally.and_then(Tally(self.blocks[index].lines, made.problems, made.first_problems))
        return tally

    def sources_sha256(self) -> list[str]:
        """Return for each source the SHA-256 of the hashes of its blocks: equal if it is the same, cut alike."""
        digests = [hashlib.sha256() for _ in self.sources]
        for block in self.blocks:
            digests[block.source].update(block.sha256.encode())
        return [digest.hexdigest() for digest in digests]

    def write(self, folder: Folder) -> None:
        """Write the manifest into a folder, in place of an older one."""
        folder.write(NAME, orjson.dumps(self._written(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))

    def _written(self) -> Json:
        return {
            "format": _FORMAT,
            "work": {name: value for name, value in asdict(self.work).items() if value is not None},
            "block_bytes": self.block_bytes,
            "sources": [
                {**asdict(source), "blocks_sha256": sha256}
                for source, sha256 in zip(self.sources, self.sources_sha256(), strict=True)
            ],
            "parts": [self._part_written(index) for index in range(len(self.blocks))],
        }

    def _part_written(self, index: int) -> Json:
        made = {"made": asdict(self.made[index])} if index in self.made else {}
        return {"name": part_name(index), **asdict(self.blocks[index]), **made}


def part_name(index: int) -> str:
    """Return the name of a part by the index of its block."""
    return f"part-{index:05}.ndjson"


def read_manifest(folder: Folder) -> Manifest | None:
    """Return the manifest of a folder, None if there is none; raises `UnusableError` if it can't be read."""
    content = folder.read(NAME)
    if content is None:
        return None
    try:
        return _read(orjson.loads(content))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UnusableError(
            f"{NAME} in {folder.name} is not a manifest that this version can read: name another folder, or empty this"
            " one"
        ) from error


def _read(value: Any) -> Manifest:
    if value["format"] != _FORMAT:
        raise ValueError(value["format"])
    work = value["work"]
    blocks, made = [], {}
    for index, part in enumerate(value["parts"]):
        if part.pop("name") != part_name(index):
            raise ValueError("a part of another name")
        entry = part.pop("made", None)
        if entry is not None:
            made[index] = Made(**{**entry, "first_problems": tuple(entry["first_problems"])})
        blocks.append(Block(**part))
    for source in value["sources"]:
        source.pop("blocks_sha256")  # it is that of the blocks
    sources = [Source(**source) for source in value["sources"]]
    if not all(0 <= block.source < len(sources) for block in blocks):
        raise ValueError("a part of no source")
    return Manifest(
        Work(**{**work, "versions": Versions(**work["versions"])}), value["block_bytes"], sources, blocks, made
    )


def changed(source: Source) -> UnusableError:
    """Return the failure of a file that is no longer what it was when the command began."""
    return UnusableError(
        f"{source.name} has changed while it was read: run the same command again once it no longer changes"
    )


def is_there(folder: Folder, index: int, made: Made) -> bool:
    """Tell whether the file of a part is as its entry says."""
    return copied(folder.chunks(part_name(index)), None) == (made.length, made.sha256)


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
