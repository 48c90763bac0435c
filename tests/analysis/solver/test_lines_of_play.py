"""What is true from card to card, in endings that are too long for all ways of playing to be tried."""

from __future__ import annotations

from random import Random

import pytest

from service.analysis.solver.answers import best_play, certain, line_against, line_of
from service.analysis.solver.position import Claim, Game, Position, Question, after, legal_now
from service.analysis.solver.search import Solution
from service.spades.cards import cards_in
from tests.analysis.solver.endings import ending, game_at_random, tricks_in

SIDE, EVERYBODY, NOBODY = frozenset({0, 2}), frozenset(range(4)), frozenset[int]()
QUESTIONS = {
    "best play": Question(SIDE, SIDE),
    "fewest": Question(SIDE, NOBODY),
    "most": Question(SIDE, EVERYBODY),
    "nil": Question(frozenset({1}), SIDE),
}


def value(game: Game, position: Position, question: Question) -> int:
    bounds = Solution(game, position, question, 200_000).narrow()
    assert bounds.exact
    return bounds.at_least


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_a_position_is_worth_what_its_best_continuation_is(seed: int, question: Question) -> None:
    """From card to card, each position with a search of its own."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 5)
    while any(position.hands):
        choose = max if position.turn in question.wanting else min
        following = [after(game, position, card) for card in cards_in(legal_now(game, position))]
        values = [
            value(game, each, question) + (not each.plays and each.leader in question.counted) for each in following
        ]
        assert value(game, position, question) == choose(values)
        position = rng.choice(following)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_both_lines_take_exactly_the_tricks_that_are_proved(seed: int, question: Question) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 7)
    solution = Solution(game, position, question, 200_000)
    bounds = solution.narrow()
    assert bounds.exact
    for line in (line_of(solution), line_against(solution)):
        assert tricks_in(game, position, line, question.counted) == bounds.at_least


@pytest.mark.parametrize("seed", range(5))
def test_a_line_costs_nothing(seed: int) -> None:
    """What it searches is counted neither in the answer nor against the budget of what is asked next."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 9)
    question, first, second = QUESTIONS["best play"], 4, 5
    asked, with_line = (Solution(game, position, question, 20_000) for _ in range(2))
    before = asked.decide(first)
    assert with_line.decide(first) == before
    line_of(with_line)
    line_against(with_line)
    assert with_line.bounds == before
    assert with_line.search.budget == 20_000
    assert asked.decide(second)[:2] == with_line.decide(second)[:2]


def test_a_line_that_takes_too_long_is_left_out() -> None:
    """The bounds are put in by hand: to keep to them from the first card on is far beyond any budget."""
    rng = Random(3)
    solution = Solution(game_at_random(rng), ending(rng, 13), QUESTIONS["best play"], 0)
    solution.at_least = solution.at_most = 7
    assert line_of(solution) == ()
    assert (solution.search.budget, solution.search.positions) == (0, 0)


@pytest.mark.parametrize("seed", range(20))
def test_the_number_claimed_is_decided_first(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 8)
    claim = Claim(0, SIDE, rng.randrange(1, 9))
    for question, judge in ((Question(SIDE, NOBODY), certain), (Question(SIDE, SIDE), best_play)):
        alone = Solution(game, position, question, 20_000).decide(claim.tricks)
        result = judge(game, position, claim, alone.positions).result
        assert result == ("proved" if alone.at_least >= claim.tricks else "disproved")


@pytest.mark.parametrize("seed", range(5))
def test_the_positions_of_both_searches_are_counted(seed: int) -> None:
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, 6)
    searched = [Solution(game, position, Question(SIDE, wanting), 20_000) for wanting in (NOBODY, EVERYBODY)]
    parts = [searched[0].narrow(3).positions, searched[1].narrow().positions]
    assert certain(game, position, Claim(0, SIDE, 3), 20_000).positions == sum(parts)
