"""Claims that are certain hold in random play, and those that are not have a line in which they fail."""

from __future__ import annotations

from random import Random

import pytest

from service.spades.cards import BIT
from service.spades.solver.answers import by_statement, certain
from service.spades.solver.position import after, legal_now
from tests.spades.solver.play_outs import claimed_ending, play_out, tricks_in


@pytest.mark.parametrize("seed", range(60))
def test_a_claim_holds_in_every_line_or_has_one_in_which_it_fails(seed: int) -> None:
    game, position, claim = claimed_ending(seed)
    answer = certain(game, position, claim, 20_000)
    assert answer.result != "undecided"
    if answer.result == "disproved":
        assert tricks_in(game, position, answer.line, claim.side) < claim.tricks
        return
    rng = Random(seed)
    for _ in range(100):
        taken = play_out(game, position, claim.side, rng)
        assert answer.at_least <= taken <= answer.at_most
        assert taken >= claim.tricks


def test_both_kinds_of_claims_come_up() -> None:
    results = [certain(*claimed_ending(seed), 20_000).result for seed in range(60)]
    assert min(results.count("proved"), results.count("disproved")) > 10


@pytest.mark.parametrize("seed", range(60))
def test_a_statement_is_followed_as_long_as_it_is_legal(seed: int) -> None:
    game, position, claim = claimed_ending(seed)
    answer = by_statement(game, position, claim, 20_000)
    stated, moment, followed = list(claim.statement), position, True
    for card in answer.line:
        if moment.turn == claim.claimer and followed and stated:
            followed = bool(legal_now(game, moment) & BIT[stated[0]])
            if followed:
                assert card == stated.pop(0)
        moment = after(game, moment, card)
    assert (tricks_in(game, position, answer.line, claim.side) >= claim.tricks) is (answer.result == "proved")


@pytest.mark.parametrize("seed", range(60))
def test_what_is_certain_is_so_by_any_statement(seed: int) -> None:
    game, position, claim = claimed_ending(seed)
    in_any_case, stated = certain(game, position, claim, 20_000), by_statement(game, position, claim, 20_000)
    assert in_any_case.at_least <= stated.at_least <= stated.at_most <= in_any_case.at_most
