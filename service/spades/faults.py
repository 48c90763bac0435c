"""What can't be read at all, as values: an unreadable record, an unusable ruleset, each with every fault's pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote


class Fault(NamedTuple):
    """One thing that is wrong, and where: a JSON Pointer (RFC 6901, URI fragment), a code and a sentence."""

    pointer: str
    code: str
    detail: str


class _FaultyError(ValueError):
    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)


class UnreadableRecord(_FaultyError):  # noqa: N818 - what it is, in the words of the contract
    """The body can't be read as a round of Spades: an unknown player, totals that don't add up."""


class UnusableRuleset(_FaultyError):  # noqa: N818 - what it is, in the words of the contract
    """The ruleset does not exist, or contradicts itself."""


def pointer_to(*parts: str | int) -> str:
    """Return the URI fragment form of a JSON Pointer: ``~0``, ``~1``, then percent-encoding.

    >>> pointer_to("reported", "points", "ana/cy+ü")
    '#/reported/points/ana~1cy+%C3%BC'
    """
    return "#" + "".join(
        f"/{part}" if isinstance(part, int) else "/" + quote(part.replace("~", "~0").replace("/", "~1"), safe=_SAFE)
        for part in parts
    )


def into_round(place: int, pointer: str) -> str:
    """Return a pointer into a round as one into the game that has the round in this place.

    >>> into_round(2, "#/bids/0")
    '#/rounds/2/bids/0'
    """
    return pointer_to("rounds", place) + pointer[1:]


def quoted(text: str) -> str:
    """Return a name as it may stand in a sentence: in quotes, and never at length."""
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "...")


_LONGEST = 64
# The characters that RFC 3986 allows in a fragment beside letters and digits, less "/", which separates the parts.
_SAFE = "-._~!$&'()*+,;=:@?"
