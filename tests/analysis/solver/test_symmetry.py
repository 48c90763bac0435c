"""What may be exchanged without any change: seats that are turned, plain suits, sides, gaps between cards."""

from __future__ import annotations

from random import Random

import pytest

from service.analysis.solver.answers import certain
from service.analysis.solver.position import Claim, Game, Position, Question
from service.analysis.solver.search import Solution
from service.spades.cards import CLUBS, DIAMONDS, HEARTS, SPADES, cards_in, mask_of
from tests.analysis.solver.endings import ending, game_at_random
from tests.analysis.solver.random_positions import random_case

SIDE, OTHERS = frozenset({0, 2}), frozenset({1, 3})


def tricks(game: Game, position: Position, side: frozenset[int] = SIDE) -> int:
    bounds = Solution(game, position, Question(side, side), 200_000).narrow()
    assert bounds.exact
    return bounds.at_least


def with_cards(position: Position, other: dict[int, int]) -> Position:
    """Return the position with other cards in place of its own."""
    hands = tuple(mask_of(other[card] for card in cards_in(hand)) for hand in position.hands)
    return Position(hands, position.leader, (), position.broken)


@pytest.mark.parametrize("seed", range(20))
def test_endings_that_are_alike_have_the_same_tricks(seed: int) -> None:
    """Other names of the plain suits, no gaps between the cards, and what the other side takes."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    expected = tricks(game, position)
    names = [*rng.sample([CLUBS, DIAMONDS, HEARTS], 3), SPADES]
    left = [card for hand in position.hands for card in cards_in(hand)]
    renamed = {card: 13 * names[card // 13] + card % 13 for card in left}
    closed = {card: card - card % 13 + sum(card - card % 13 <= lower < card for lower in left) for card in left}
    assert tricks(game, with_cards(position, renamed)) == expected
    assert tricks(game, with_cards(position, closed)) == expected
    assert tricks(game, position, OTHERS) == 6 - expected
    one, other = (certain(game, position, Claim(min(side), side, 6), 200_000) for side in (SIDE, OTHERS))
    assert (one.at_least, one.at_most) == (6 - other.at_most, 6 - other.at_least)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_seats_may_be_turned_in_any_question(players: int) -> None:
    """With a trick in progress and a statement, too."""
    for seed in range(8):
        rng = Random(seed)
        case = random_case(rng, 4, players=players)
        game, position, claimer = case.game, case.position, rng.randrange(players)
        by = rng.randrange(1, players)
        stated = list(cards_in(position.hands[claimer]))
        rng.shuffle(stated)
        hands = position.hands[-by:] + position.hands[:-by]
        leader = (position.leader + by) % players
        moved = Position(hands, leader, position.plays, position.broken, position.is_first_trick)
        side, everybody = case.partners(claimer), frozenset(range(players))
        turned = frozenset((seat + by) % players for seat in side)
        for wanting in (side, everybody, everybody - side, frozenset[int]()):
            there = frozenset((seat + by) % players for seat in wanting)
            for seat, statement in ((None, ()), (claimer, tuple(stated))):
                other_seat = None if seat is None else (seat + by) % players
                one = Solution(game, position, Question(side, wanting, seat, statement), 200_000).narrow()
                other = Solution(game, moved, Question(turned, there, other_seat, statement), 200_000).narrow()
                assert one == other, seed
