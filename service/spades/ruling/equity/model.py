"""The types of equity: the tricks of each side under best play at an illegal card, beside what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.ruling.model import Ruling
from service.spades.sentence import Sentence

MOST_CARDS: Final = 9
"""The most cards of a hand from which best play is searched."""
DEFAULT_BUDGET: Final = 50_000
"""The positions that all questions of a request search together unless it says otherwise."""

Reason: TypeAlias = Literal[
    "taken_back",
    "record_contradictory",
    "hands_not_known",
    "order_not_known",
    "spades_broken_not_known",
    "too_many_cards",
    "budget",
]
"""Why the tricks under best play are not known: the first of these that applies."""


class Span(NamedTuple):
    """A number of tricks, or a difference of two, as far as it is proved."""

    at_least: int
    at_most: int

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.at_least == self.at_most

    def beside(self, other: Span) -> Span:
        """Return how many more these tricks are than others."""
        return Span(self.at_least - other.at_most, self.at_most - other.at_least)


class CardEquity(NamedTuple):
    """A card that could be played, and for each side its tricks from that trick on under best play."""

    card: int
    tricks: tuple[Span, ...]

    @property
    def exact(self) -> bool:
        """Whether the tricks of every side are known."""
        return all(each.exact for each in self.tricks)


class CardsCompared(NamedTuple):
    """The cards of the player in turn, each with what best play makes of it."""

    played: CardEquity
    legal: tuple[CardEquity, ...]
    best: tuple[Span, ...]
    """For each side its tricks if the player chooses the best of the legal cards for his own side.

    The tricks of another side are those if he chooses the worst for it: with two sides, the same.
    """

    @property
    def exact(self) -> bool:
        """Whether the tricks of every side are known with every card."""
        return self.played.exact and all(each.exact for each in self.legal)


class OffenceEquity(NamedTuple):
    """An illegal card that stood, and what best play makes of it and of the legal ones."""

    finding: int
    """The index of the finding among those of the ruling."""
    tricks_left: int
    """The tricks from that of the offence to the last of the round."""
    happened: tuple[int, ...] | None
    """For each side the tricks that it took of these; None if the record does not show the end of the round."""
    compared: CardsCompared | None
    """None if the position can't be searched."""
    reason: Reason | None
    """What leaves it undecided; None if all numbers are known."""
    detail: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RoundEquity:
    """The equity of the offences of a round."""

    ruling: Ruling
    offences: tuple[OffenceEquity, ...]
    """In the order of the findings."""
    positions: int
    """The positions that were searched."""
