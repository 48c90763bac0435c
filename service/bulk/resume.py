"""An output that was interrupted: how far it got, and whether it can be gone on with."""

from __future__ import annotations

import re
from typing import IO, NamedTuple

from service.wire.ndjson import OK

_ANSWER = re.compile(rb'\{"line":(\d+),"status":(\d{3}),"(?:result|problem)":\{.*\}\n', re.DOTALL)
# Far longer than any answer; a file without line ends is not read into memory as a whole.
_LONGEST = 16 * 1024 * 1024
_BEGINNING = b'{"line":%d,"status":'


class ForeignError(ValueError):
    """An output is not what these commands write."""


class Begun(NamedTuple):
    """What an output holds already: how many lines, how many of them problems, and the last."""

    lines: int = 0
    problems: int = 0
    last: bytes = b""


def take_up(output: IO[bytes]) -> Begun:
    """Return what an output holds, cut back to complete lines; what comes next is written behind them.

    Raises `ForeignError` where it holds anything but answers numbered from 1, and leaves it then as it is.
    """
    begun = Begun()
    end = 0
    output.seek(0)
    while line := output.readline(_LONGEST):
        number = begun.lines + 1
        beginning = _BEGINNING % number
        cut = line[-1:] != b"\n" and line[: len(beginning)] == beginning[: len(line)]
        if cut:
            break
        found = _ANSWER.fullmatch(line)
        if found is None or int(found[1]) != number:
            raise ForeignError(f"its line {number} is not the answer to a line {number}")
        begun = Begun(number, begun.problems + (int(found[2]) != OK), line)
        end += len(line)
    output.seek(end)
    output.truncate()
    return begun
