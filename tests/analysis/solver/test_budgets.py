"""A budget bounds every search, and more of it never proves less."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from service.analysis.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.analysis.solver.position import Answer, Claim, Position, Question, after, legal_now
from service.analysis.solver.search import Solution
from service.spades.cards import INDEX, cards_in, mask_of
from tests.analysis.solver.endings import ending, game_at_random


@pytest.mark.parametrize("seed", range(6))
def test_more_budget_never_widens_any_answer(seed: int) -> None:
    """Of one question or of two that share a budget, with or without a trick in progress."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    for _ in range(seed % 4):
        position = after(game, position, rng.choice(cards_in(legal_now(game, position))))
    claim = Claim(0, frozenset({0, 2}), 3, cards_in(position.hands[0])[::-1])
    questions: dict[str, Callable[[int], Answer]] = {
        "certain": lambda budget: certain(game, position, claim, budget),
        "by_statement": lambda budget: by_statement(game, position, claim, budget),
        "best_play": lambda budget: best_play(game, position, claim, budget),
        "nil_under_best_play": lambda budget: nil_under_best_play(game, position, 1, frozenset({1, 3}), budget),
        "nil_in_every_line": lambda budget: nil_in_every_line(game, position, 1, budget),
    }
    for name, ask in questions.items():
        before = ask(0)
        for budget in (*range(1, 40), *range(40, 2_000, 97), 20_000):
            answer = ask(budget)
            assert before.at_least <= answer.at_least <= answer.at_most <= before.at_most, (name, budget)
            assert before.result in {"undecided", answer.result}, (name, budget)
            assert before.positions <= answer.positions <= budget, (name, budget)
            before = answer
        assert before.result != "undecided"


@pytest.mark.parametrize("side", [frozenset({0, 2}), frozenset({1, 3})])
def test_winners_in_both_hands_need_no_search_once_the_trumps_are_gone(side: frozenset[int]) -> None:
    """Whoever wins, the side on lead has all the tops."""
    hands = ("AH JD 9C", "2H 2D 2C", "KH AD TC", "3H 3D 3C")
    position = Position(tuple(mask_of(INDEX[card] for card in hand.split()) for hand in hands), 0, (), broken=True)
    found = Solution(game_at_random(Random(1)), position, Question(side, side), 0).narrow()
    assert (found.at_least, found.at_most) == ((3, 3) if 0 in side else (0, 0))


def test_a_hard_question_ends_with_what_is_proved() -> None:
    """Thirteen cards a hand are far beyond the budget, for every question."""
    rng = Random(3)
    game, position = game_at_random(rng), ending(rng, 13)
    claim = Claim(1, frozenset({1, 3}), 7)
    for answer in (
        certain(game, position, claim, 500),
        best_play(game, position, claim, 500),
        nil_under_best_play(game, position, 1, frozenset({1, 3}), 500),
    ):
        assert answer.positions <= 500
        assert 0 <= answer.at_least <= answer.at_most <= 13
        assert answer.result != "undecided" or answer.line == ()


def test_a_budget_bounds_the_tricks_too() -> None:
    """If all players want the same, each position ends many tricks: then these come to the end of the budget."""
    ended = 0
    for seed in range(20):
        rng = Random(seed)
        game, position = game_at_random(rng), ending(rng, 13)
        solution = Solution(game, position, Question(frozenset({0, 2}), frozenset(range(4))), 500)
        bounds = solution.narrow()
        assert bounds.positions <= 500
        assert solution.search.tricks_paid >= -1
        ended += solution.exhausted and solution.search.tricks_paid < 0
    assert ended
