"""The output of an earlier command, read in order to resume it."""

from __future__ import annotations

import re
from typing import IO, NamedTuple

from service.bulk.tally import Tally
from service.wire.ndjson import OK

_ANSWER = re.compile(rb'\{"line":(\d+),"status":(\d{3}),"(?:result|problem)":\{.*\}\n', re.DOTALL)
# Far longer than any answer, so that a file without line ends is not read into memory as a whole.
_MAX_LINE_BYTES = 16 * 1024 * 1024
_START_OF_ANSWER = b'{"line":%d,"status":'


class NotResumableError(ValueError):
    """A file is not the output of one of these commands."""


class ExistingOutput(NamedTuple):
    """The complete lines of an output."""

    tally: Tally = Tally()
    last_line: bytes = b""


def read_existing(output: IO[bytes]) -> ExistingOutput:
    """Read an output, cut off an incomplete last line, and leave the position at the end.

    Raises `NotResumableError` for a file that holds anything but answers numbered from 1, and leaves it unchanged.
    """
    existing = ExistingOutput()
    end = 0
    output.seek(0)
    while line := output.readline(_MAX_LINE_BYTES):
        number = existing.tally.lines + 1
        start = _START_OF_ANSWER % number
        is_incomplete = line[-1:] != b"\n" and line[: len(start)] == start[: len(line)]
        if is_incomplete:
            break
        match = _ANSWER.fullmatch(line)
        if match is None or int(match[1]) != number:
            raise NotResumableError(f"its line {number} is not an answer to line {number}")
        problems = () if int(match[2]) == OK else (number,)
        existing = ExistingOutput(existing.tally.plus(1, problems), line)
        end += len(line)
    output.seek(end)
    output.truncate()
    return existing
