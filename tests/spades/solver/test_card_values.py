"""The tricks after each card agree with all ways of playing on, for legal cards and for others."""

from __future__ import annotations

from random import Random

import pytest

from service.spades.cards import CODES, INDEX, cards_in, mask_of
from service.spades.solver.answers import CardValues, values_of_cards
from service.spades.solver.position import Game, Position, Question, legal_now
from service.spades.solver.search import Solution
from tests.spades.solver.endings import ending, game_at_random
from tests.spades.solver.naive_play import NaiveAim
from tests.spades.solver.random_positions import Case, random_case


def values(game: Game, position: Position, side: frozenset[int], budget: int = 50_000) -> CardValues:
    """Return the tricks of a side after each card of the hand in turn, the illegal ones too."""
    solution = Solution(game, position, Question(side, side), budget)
    return values_of_cards(solution, cards_in(position.hands[position.turn]))


def naive_value(case: Case, card: int, side: frozenset[int]) -> int:
    aim = NaiveAim(side, side)
    scene, winner = case.naive.played(case.scene, CODES[card])
    return case.naive.values(scene, [aim])[0] + (winner in side)


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_every_card_is_worth_what_all_ways_of_playing_on_make_of_it(first: int) -> None:
    for seed in range(first, first + 50):
        case = random_case(Random(f"cards {seed}"), 3)
        for side in case.sides:
            for card, at_least, at_most in values(case.game, case.position, side).values:
                assert at_least == at_most == naive_value(case, card, side), (seed, side, CODES[card])


@pytest.mark.parametrize("seed", range(20))
def test_the_best_legal_card_is_worth_what_the_position_is(seed: int) -> None:
    rng = Random(f"best {seed}")
    game, position = game_at_random(rng), ending(rng, 6)
    side = frozenset({position.turn, (position.turn + 2) % 4})
    found = {card: least for card, least, _ in values(game, position, side).values}
    known = Solution(game, position, Question(side, side), 50_000).narrow()
    assert known.at_least == known.at_most == max(found[card] for card in cards_in(legal_now(game, position)))


@pytest.mark.parametrize("seed", range(10))
def test_more_budget_never_proves_less(seed: int) -> None:
    rng = Random(f"budget {seed}")
    game, position = game_at_random(rng), ending(rng, 7)
    side, before = frozenset({0, 2}), None
    whole = values(game, position, side)
    for budget in (0, 1, 3, 10, 30, 100, 300, 1_000, 3_000):
        found = values(game, position, side, budget)
        assert found.positions <= budget
        for now, exact in zip(found.values, whole.values, strict=True):
            assert now.at_least <= exact.at_least <= exact.at_most <= now.at_most
        if before is not None:
            for now, then in zip(found.values, before.values, strict=True):
                assert now.at_least >= then.at_least
                assert now.at_most <= then.at_most
        before = found
    assert before == whole


def test_touching_cards_are_searched_once_and_each_is_shown() -> None:
    game = game_at_random(Random(1))
    hands = tuple(mask_of(map(INDEX.__getitem__, hand.split())) for hand in _TOUCHING)
    side = frozenset({0, 2})

    def found(*codes: str) -> CardValues:
        solution = Solution(game, Position(hands, 0, broken=True), Question(side, side), 50_000)
        return values_of_cards(solution, tuple(map(INDEX.__getitem__, codes)))

    run, alone = found("KH", "QH", "TH"), found("KH")
    assert [CODES[each.card] for each in run.values] == ["KH", "QH", "TH"]
    assert {each[1:] for each in run.values} == {each[1:] for each in alone.values}
    assert run.positions == alone.positions
    assert found("KH", "8H").positions > alone.positions


_TOUCHING = ("KH QH TH 8H 3S", "AH 9H 4S 2C 3C", "2H 3H 5S KC QC", "6S 7S 8S 4C 5C")
"""The jack of hearts is gone, so that three hearts of the leader touch; the nine of another player parts the eight."""
