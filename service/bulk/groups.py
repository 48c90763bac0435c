"""The lines of an input in groups, as processes take them, and how long the input is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from service.bulk.inputs import UnusableError
from service.bulk.worker_pool import Group

_MAX_GROUP_LINES = 64
_MAX_GROUP_BYTES = 512 * 1024


def grouped(lines: Iterator[bytes], first: int) -> Iterator[Group]:
    """Yield lines in groups; ``first`` is the number of the first line."""
    group: list[bytes] = []
    size = 0
    for line in lines:
        group.append(line)
        size += len(line)
        if len(group) == _MAX_GROUP_LINES or size >= _MAX_GROUP_BYTES:
            yield Group(first, group)
            first += len(group)
            group, size = [], 0
    if group:
        yield Group(first, group)


def total_bytes_of(files: Iterable[str]) -> int | None:
    """Return the length of all files, or None if one is standard input or a pipe; raises for unreadable files."""
    total = 0
    is_known = True
    for name in files:
        if name == "-":
            is_known = False
            continue
        status = Path(name).stat()
        if stat.S_ISDIR(status.st_mode):
            raise UnusableError(f"{name} is a directory")
        if not os.access(name, os.R_OK):
            raise UnusableError(f"you have no permission to read {name}")
        is_known = is_known and stat.S_ISREG(status.st_mode)
        total += status.st_size
    return total if is_known else None
