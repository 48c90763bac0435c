"""A long search calls a function from time to time, and finds the same whatever that does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from service.analysis.claims.claimed_round import Claims
from service.analysis.claims.tested_claim import RECORD_BUDGET
from service.analysis.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.analysis.solver.position import Answer, Claim, Game, Position
from service.spades.ruling.audit import audit
from tests.analysis.solver.endings import ending, game_at_random
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import hands, record

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


def test_the_ways_in_which_cards_may_lie_have_their_free_tricks_together() -> None:
    """KS and QC are in two lists each, so that a claim before the first card is held to many deals."""
    lists = hands(
        ana="KD KS 8D AS 3S 2H 3H 6D 7S 3C QH QC 6H",
        ben="JS 8H 9S AC 8C TD 5S TH 9D 9H 7C 8S 5C",
        cy="2H 7H 6C 4C TS QD QC KC 5H JH QS 9C KS",
        dee="TC AD KH 7D JC 3D 4D 2S 2D JD 2C AH 4H",
    )
    claim = {"by": "ana", "tricks": 6, "accepted": False}
    body = record("pagat", bid="ana 3, ben 3, cy 3, dee 3", hands=lists, claim=claim, stopped=None)
    pauses: list[None] = []
    claimed, ruleset = read_with_ruleset(body)
    audit(claimed, ruleset, Claims(lambda: pauses.append(None)))
    # Half as many more for the deals themselves, and for the mended records.
    assert len(pauses) < 3 * (1_000 + 5 * RECORD_BUDGET) // 64 // 2
