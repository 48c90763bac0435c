"""What may be exchanged without any change: seats that are turned, plain suits, sides."""

from __future__ import annotations

from random import Random

import pytest

from service.spades.cards import CLUBS, CODES, DIAMONDS, HEARTS, INDEX, SPADES, SUITS, cards_in, mask_of
from service.spades.solver.answers import certain
from service.spades.solver.position import Claim, Game, Position, Question
from service.spades.solver.search import Solution
from tests.spades.solver.endings import ending, game_at_random
from tests.spades.solver.random_positions import random_case

SEEDS = range(40)


def tricks(game: Game, position: Position, side: frozenset[int], wanting: frozenset[int] | None = None) -> int:
    bounds = Solution(game, position, Question(side, side if wanting is None else wanting), 200_000).narrow()
    assert bounds.exact
    return bounds.at_least


@pytest.mark.parametrize("seed", SEEDS)
def test_the_seats_may_be_turned(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    turned = Position(position.hands[-1:] + position.hands[:-1], (position.leader + 1) % 4, (), position.broken)
    assert tricks(game, position, frozenset({0, 2})) == tricks(game, turned, frozenset({1, 3}))
    assert tricks(game, position, frozenset({3}), frozenset({0, 2})) == tricks(
        game, turned, frozenset({0}), frozenset({1, 3})
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_plain_suits_may_be_renamed(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    suits = [CLUBS, DIAMONDS, HEARTS]
    rng.shuffle(suits)
    name = [*suits, SPADES]
    hands = tuple(
        mask_of(INDEX[CODES[card][0] + SUITS[name[card // 13]]] for card in cards_in(hand)) for hand in position.hands
    )
    renamed = Position(hands, position.leader, (), position.broken)
    assert tricks(game, position, frozenset({0, 2})) == tricks(game, renamed, frozenset({0, 2}))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_one_side_takes_the_other_does_not(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    assert tricks(game, position, frozenset({0, 2})) + tricks(game, position, frozenset({1, 3})) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_between_which_nobody_holds_another_are_alike(seed: int) -> None:
    """Two hands that exchange nothing but the gaps between their cards take the same tricks."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 5)
    left = 0
    for hand in position.hands:
        left |= hand
    closed: dict[int, int] = {}
    for suit in range(4):
        cards = [card for card in cards_in(left) if card // 13 == suit]
        closed |= {card: 13 * suit + rank for rank, card in enumerate(cards)}
    hands = tuple(mask_of(closed[card] for card in cards_in(hand)) for hand in position.hands)
    lowered = Position(hands, position.leader, (), position.broken)
    assert tricks(game, position, frozenset({0, 2})) == tricks(game, lowered, frozenset({0, 2}))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fewest_of_one_side_are_the_most_of_the_other(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 5)
    one, other = (certain(game, position, Claim(seat, frozenset({seat, seat + 2}), 5), 200_000) for seat in (0, 1))
    assert (one.at_least, one.at_most) == (5 - other.at_most, 5 - other.at_least)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_seats_may_be_turned_in_any_question(seed: int, players: int) -> None:
    """With a trick in progress and a statement, too."""
    rng = Random(seed)
    case = random_case(rng, 4, players=players)
    game, position, claimer = case.game, case.position, rng.randrange(players)
    by = rng.randrange(players)
    stated = list(cards_in(position.hands[claimer]))
    rng.shuffle(stated)

    def turned(seats: frozenset[int]) -> frozenset[int]:
        return frozenset((seat + by) % players for seat in seats)

    hands = position.hands[-by:] + position.hands[:-by] if by else position.hands
    moved = Position(hands, (position.leader + by) % players, position.plays, position.broken, position.is_first_trick)
    side, everybody = case.partners(claimer), frozenset(range(players))
    for wanting in (side, everybody, everybody - side, frozenset[int]()):
        for seat, statement in ((None, ()), (claimer, tuple(stated))):
            there = None if seat is None else (seat + by) % players
            one = Solution(game, position, Question(side, wanting, seat, statement), 200_000).narrow()
            other = Solution(game, moved, Question(turned(side), turned(wanting), there, statement), 200_000).narrow()
            assert one == other
