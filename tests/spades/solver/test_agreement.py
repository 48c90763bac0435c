"""The solver agrees with all ways of playing, tried one after the other; `compare` does the same for longer."""

from __future__ import annotations

from random import Random

import pytest

from service.spades.cards import codes_of
from service.spades.play.legality import Turn, legal_cards
from service.spades.solver.compact_position import restriction_on
from tests.spades.solver.compare import about_aims, differences
from tests.spades.solver.random_positions import position_of, random_case


@pytest.mark.parametrize("first", range(0, 250, 50))
def test_every_answer_about_three_cards(first: int) -> None:
    assert [each for seed in range(first, first + 50) for each in differences(seed, 3)] == []


@pytest.mark.parametrize("seed", range(10_000, 10_006))
def test_every_answer_about_four_cards(seed: int) -> None:
    assert differences(seed, 4) == []


@pytest.mark.parametrize("first", range(20_000, 20_120, 40))
def test_every_answer_about_two_players(first: int) -> None:
    """Their games are short enough for long statements."""
    assert [each for seed in range(first, first + 40) for each in differences(seed, 4, players=2)] == []


@pytest.mark.parametrize("seed", range(30_000, 30_030))
def test_every_position_on_the_way(seed: int) -> None:
    """Each has a search of its own, which agrees with all ways of playing on from there."""
    rng = Random(seed)
    case = random_case(rng, 3)
    scene = case.scene
    while any(scene.hands):
        assert list(about_aims(case, position_of(scene), scene)) == []
        scene, _ = rng.choice(list(case.naive.continuations(scene)))


def test_the_masks_of_the_search_say_what_the_one_statement_of_legality_says() -> None:
    rng = Random(1)
    for _ in range(500):
        case = random_case(rng, 4)
        game, hand = case.game, case.position.hands[0]
        for led in (None, 0, 1, 2, 3):
            turn = Turn(led, is_first_trick=False, broken=rng.random() < 0.5)
            free, by = restriction_on(game, turn)
            allowed = hand & free if hand & by else hand
            expected = legal_cards(game.rules, game.pack, hand, turn)
            assert codes_of(allowed) == codes_of(expected), (game.rules, turn, codes_of(hand))
