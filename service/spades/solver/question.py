"""What is asked of a position: whose tricks count, who wants them to be many, and what is known of the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

ClaimTest: TypeAlias = Literal["certain", "by_statement", "best_play"]
"""The question that a claim has to pass (`solver.claims`)."""

DEFAULT_BUDGET: Final = 20_000
"""The positions that a question may search unless it says otherwise."""
GREATEST_BUDGET: Final = 100_000
"""The most positions that a question may search."""


@dataclass(frozen=True, slots=True)
class Question:
    """How many of the tricks left some players take, if some want them to be many and all others to be few."""

    counted: frozenset[int]
    """The seats whose tricks count."""
    wanting: frozenset[int]
    """The seats that want these tricks to be many; all others want them to be few."""
    claimer: int | None = None
    """The seat that plays in a stated order; None if nobody does."""
    statement: tuple[int, ...] = ()
    """The claimer's cards in that order. Once the next one can't be played, or none is left, he may play any."""


class Bounds(NamedTuple):
    """What is proved about a number of tricks."""

    at_least: int
    at_most: int
    positions: int
    """The positions at the beginning of a trick that were searched for it. If searching them took very many tricks,
    some of these count as positions, too, so that a budget bounds the work (`search`)."""

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.at_least == self.at_most


class BudgetExceeded(Exception):  # noqa: N818 - no error: what is proved so far holds
    """The search has come to the end of its budget."""
