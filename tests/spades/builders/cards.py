"""The players, the cards and the order of cards that all builders share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.spades.cards import CODES

Json = dict[str, Any]
PLAYERS = ("ana", "ben", "cy", "dee", "eve", "fay")
FOUR = PLAYERS[:4]
PAIRS = ("ana+cy", "ben+dee")
STANDARD = CODES[:52]


def names_at(ruleset: Json | str, players: int = 0) -> list[str]:
    """Return this many players; by default two for a game of two, else four."""
    name = ruleset if isinstance(ruleset, str) else ruleset["name"]
    return list(PLAYERS[: players or (2 if name == "two-player" else 4)])


@dataclass(frozen=True)
class Promoted:
    """How cards rank when these stand above the ace of spades, high to low, and are spades."""

    top: Sequence[str] = ()

    def suit(self, card: str) -> str:
        """Return the suit that a card belongs to in play."""
        return "S" if card in self.top else card[1]

    def beats(self, card: str, best: str) -> bool:
        """Tell whether a card takes a trick from the best card so far."""
        ranks = [*self.top, *(f"{rank}{self.suit(card)}" for rank in "AKQJT98765432")]
        if self.suit(card) == self.suit(best):
            return ranks.index(card) < ranks.index(best)
        return self.suit(card) == "S"


PLAIN = Promoted()
"""The order of a pack in which no card is promoted."""
