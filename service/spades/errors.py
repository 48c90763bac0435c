"""What can't be read at all, as values: an unreadable record, an unusable ruleset, each with every fault's pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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
