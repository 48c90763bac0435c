"""The types of estimates: what is asked about a hand, counts of its tricks, and what became of it in play-outs."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final, NamedTuple

from service.spades.sentence import Sentence

THOUSAND: Final = 1_000
_NONE: Final = Fraction()


class CountedCards(NamedTuple):
    """Cards of a hand that count together, for this many tricks, and why."""

    cards: tuple[int, ...]
    tricks: Fraction
    why: Sentence


class Count(NamedTuple):
    """The tricks of a hand by a named method."""

    method: str
    source: str
    lines: tuple[CountedCards, ...]

    @property
    def total(self) -> Fraction:
        """The sum of its lines."""
        return sum((line.tricks for line in self.lines), _NONE)


class Simulation(NamedTuple):
    """What became of a hand in deals that were drawn at random and played out."""

    seed: int
    tricks: tuple[int, ...]
    """For each number of tricks, from 0, in how many deals the hand took just that many."""
    nils_made: int | None
    """In how many deals a nil was made; None if the ruleset lets no player bid nil by himself."""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.tricks)

    @property
    def mean(self) -> Fraction:
        """The mean number of tricks."""
        return Fraction(sum(number * deals for number, deals in enumerate(self.tricks)), self.deals)

    @property
    def standard_error(self) -> Fraction:
        """The standard error of the mean, rounded to the nearest thousandth.

        It is the root of the sample variance (with one deal less than there are below the line) over the deals.
        """
        mean, deals = self.mean, self.deals
        squares = sum(
            (times * (number - mean) * (number - mean) for number, times in enumerate(self.tricks)), Fraction()
        )
        variance = squares / (deals - 1) / deals
        return Fraction(_rounded_root(variance * THOUSAND**2), THOUSAND)

    def at_least(self, number: int) -> int:
        """Return in how many deals the hand took this many tricks or more."""
        return sum(self.tricks[number:])


class Estimate(NamedTuple):
    """The estimates of a hand."""

    counts: tuple[Count, ...]
    simulation: Simulation


def _rounded_root(square: Fraction) -> int:
    """Return the square root rounded to the nearest integer, a half upward."""
    # isqrt(4 x) is the root of x in halves, rounded down, also for a fraction that is cut off.
    return (isqrt(int(4 * square)) + 1) // 2
