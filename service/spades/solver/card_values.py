"""What best play makes of each card that could be played: the tricks of a side from there on, the one in progress too.

All cards are asked of one search, so that what is proved after one of them counts for the others. A card need not be
legal: then the play goes on from it as if it had been.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.cards import BIT, cards_in
from service.spades.solver.compact import Compact
from service.spades.solver.position import Game, Position, legal_now
from service.spades.solver.question import BudgetExceeded
from service.spades.solver.search import State
from service.spades.solver.solve import Solution


class CardValue(NamedTuple):
    """The tricks of a side after a card, the one in progress with them, if all others play against it together."""

    card: int
    at_least: int
    at_most: int


class CardValues(NamedTuple):
    """The values of several cards in one position, and the positions that were searched for them."""

    values: tuple[CardValue, ...]
    positions: int


def values_of_cards(solution: Solution, cards: tuple[int, ...]) -> CardValues:
    """Return the tricks that the counted seats take after each of these cards of the player in turn.

    The budget is that of the solution. Cards that touch in his hand, with no card of another player between them, are
    searched once; in the first trick, whose rules may tell them apart, each by itself.
    """
    position = solution.compact.position
    alike: dict[int, CardValue] = {}
    found: list[CardValue] = []
    for card in cards:
        key = card if position.is_first_trick else _highest_alike(solution.compact, position.turn, card)
        if key not in alike:
            alike[key] = _value(solution, card)
        found.append(alike[key]._replace(card=card))
    return CardValues(tuple(found), solution.search.positions)


def legal_cards_now(game: Game, position: Position) -> tuple[int, ...]:
    """Return the cards that the player in turn may play."""
    return cards_in(legal_now(game, position))


def _highest_alike(compact: Compact, seat: int, card: int) -> int:
    """Return the highest card of the run of touching cards in a hand that this card is in."""
    index = compact.cards.index(card)
    suit = compact.game.pack.suit[card]
    while (
        index + 1 < len(compact.cards)
        and compact.owner[index + 1] == seat
        and compact.game.pack.suit[compact.cards[index + 1]] == suit
    ):
        index += 1
    return compact.cards[index]


def _value(solution: Solution, card: int) -> CardValue:
    """Return the tricks after a card: "at least this many?" is asked again and again, halving what is left open."""
    at_least, at_most = 0, solution.compact.position.tricks_left
    while at_least < at_most:
        need = (at_least + at_most + 1) // 2
        try:
            reached = _reaches(solution, card, need)
        except BudgetExceeded:
            break
        if reached:
            at_least = need
        else:
            at_most = need - 1
    return CardValue(card, at_least, at_most)


def _reaches(solution: Solution, card: int, need: int) -> bool:
    """Return whether the counted seats take at least this many of the tricks left after a card."""
    search, compact = solution.search, solution.compact
    position = compact.position
    played = [compact.encode(BIT[each]) for each in (*position.plays, card)]
    state: State = (position.leader, solution.flags, need)
    # Which cards of a hand are alike is the same as at the beginning of the trick.
    choices = solution.every_card() if position.is_first_trick else search.choices(search.patterns(solution.left))
    trick = search.trick(played[0], state, choices)
    left, best = solution.left, played[0]
    for each in played:
        left ^= each
        best = _winning(each, best, trick.ranking)
    if len(played) == compact.players:
        return search.after(trick, left, best)
    return search.follows(trick, (position.leader + len(played)) % compact.players, left, best)


def _winning(card: int, best: int, ranking: int) -> int:
    """Return the card that wins of one that is played and the best before it."""
    return card if card > best and card & ranking else best
