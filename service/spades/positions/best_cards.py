"""The legal cards at a moment of the play and, with all hands open, what best play makes of each.

Best play is searched so shortly that the question needs no place among those that take long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from service.spades.play.card_options import IllegalCard, card_options
from service.spades.positions.card_to_play_read import CardToPlay, OpenHands
from service.spades.rules.ruleset import Ruleset
from service.spades.solver.card_values import CardValue, values_of_cards
from service.spades.solver.position import game_of
from service.spades.solver.question import Question
from service.spades.solver.solve import Solution

BUDGET: Final = 4_000
"""The positions that are searched for all cards of a hand together: a tenth of a second."""


class BestCards(NamedTuple):
    """The tricks of the player's side under best play with each legal card, the trick in progress among them."""

    side: int
    tricks_left: int
    values: tuple[CardValue, ...]
    """For each legal card, in the order of the hand."""
    positions: int


class CardChoices(NamedTuple):
    """The cards of a hand, divided into legal and illegal ones."""

    legal: tuple[int, ...]
    illegal: tuple[IllegalCard, ...]
    best: BestCards | None
    """None unless the request asks for best play."""


def choices_of(card: CardToPlay, ruleset: Ruleset, pause: Callable[[], object]) -> CardChoices:
    """Return the cards of a hand that may be played, and the others; ``pause`` is called from time to time."""
    legal, illegal = card_options(ruleset, card.pack, card.hand, card.moment)
    best = None if card.open_hands is None else _best(card.open_hands, ruleset, legal, pause)
    return CardChoices(legal, illegal, best)


def _best(hands: OpenHands, ruleset: Ruleset, legal: tuple[int, ...], pause: Callable[[], object]) -> BestCards:
    table, position = hands
    side = table.side_of[position.turn]
    seats = frozenset(table.sides[side].seats)
    game = game_of(ruleset, len(table.players))
    values, positions = values_of_cards(Solution(game, position, Question(seats, seats), BUDGET, pause), legal)
    return BestCards(side, position.tricks_left, values, positions)
