"""The two ways in which the core refuses a request, each with a pointer and a code for every fault in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from service.spades.pointers import pointer_within


class Fault(NamedTuple):
    """One thing that is wrong with a request: a JSON Pointer (URI fragment), a code and a sentence."""

    pointer: str
    code: str
    detail: str
    advice: str = ""
    """What helps with all faults of this kind, such as the names that there are; an answer says it once."""


class _FaultyError(ValueError):
    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)

    def within(self, *parts: str | int) -> Self:
        """Return the error of a whole of which the faulty request is the part that these parts lead to."""
        return type(self)([each._replace(pointer=pointer_within(each.pointer, *parts)) for each in self.faults])


class UnreadableRecord(_FaultyError):  # noqa: N818 - the contract's name for this problem
    """The body can't be read as a round of Spades: an unknown player, for example, or tricks that don't add up."""


class UnusableRuleset(_FaultyError):  # noqa: N818 - the contract's name for this problem
    """The ruleset does not exist, or contradicts itself."""
