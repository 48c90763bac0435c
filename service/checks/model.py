"""The types of a check: a round as it was written down with the ruling on it, and an invariant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from service.spades.record.model import Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Ruling
from service.spades.table import Table


class Seen(NamedTuple):
    """A round as it was written down, and the ruling on it."""

    record: RoundRecord | RoundResult
    """As the sheet has it; that of the ruling also has what follows from earlier rounds of its game."""
    ruling: Ruling
    ruleset: Ruleset
    opening: tuple[Standing, ...] | None
    """For each side its standing before the round on the sheet, if no round stands before this one there."""
    number: int | None = None
    """Its place in its game, from 1; None for a round by itself."""
    last: bool = True
    """Whether no round follows it."""
    dealer: int | None = None
    """Who dealt: the dealer that is recorded, or who follows from the rounds before."""
    previous: Seen | None = None
    """The round before it in its game."""

    @property
    def table(self) -> Table:
        """Who sits where in this round."""
        return self.ruling.table

    @property
    def reported(self) -> Reported | None:
        """What the sheet reports, as far as the ruling compares it."""
        return self.ruling.record.reported


Broken: TypeAlias = tuple[str, ...]
"""How a round breaks an invariant, each fault in a few words; empty if it doesn't."""

Check: TypeAlias = Callable[[Seen], Broken | None]
"""Checks a round; None if the round says nothing that could be checked."""

Group: TypeAlias = Literal["line", "itself", "rules", "engine"]
"""What is compared: a line with the contract, the record with itself, with the rules, or the sheet with the engine."""


class Invariant(NamedTuple):
    """What has to be true of every round that says enough to be checked."""

    name: str
    group: Group
    meaning: str
    """One sentence."""
    check: Check
    codes: frozenset[str] = frozenset()
    """The finding codes that break it."""
