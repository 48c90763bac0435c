"""A long search calls a function from time to time, and finds the same whatever that does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from service.spades.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.spades.solver.position import Answer, Claim, Game, Position
from tests.spades.solver.endings import ending, game_at_random

SIDE = frozenset({0, 2})
CLAIM = Claim(0, SIDE, 6)
Ask = Callable[[Game, Position, int, Callable[[], object]], Answer]
QUESTIONS: dict[str, Ask] = {
    "certain": lambda game, position, budget, pause: certain(game, position, CLAIM, budget, pause),
    "by_statement": lambda game, position, budget, pause: by_statement(game, position, CLAIM, budget, pause),
    "best_play": lambda game, position, budget, pause: best_play(game, position, CLAIM, budget, pause),
    "nil_under_best_play": lambda game, position, budget, pause: nil_under_best_play(
        game, position, 1, frozenset({1, 3}), budget, pause
    ),
    "nil_in_every_line": lambda game, position, budget, pause: nil_in_every_line(game, position, 1, budget, pause),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_a_search_lets_others_run(ask: Ask) -> None:
    rng = Random(3)
    game, position = game_at_random(rng), ending(rng, 11)
    pauses: list[None] = []
    answer = ask(game, position, 1_000, lambda: pauses.append(None))
    assert len(pauses) >= answer.positions // 128
    assert answer == ask(game, position, 1_000, bool)
