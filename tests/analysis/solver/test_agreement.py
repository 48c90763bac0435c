"""The solver agrees with all ways of playing, tried one after the other."""

from __future__ import annotations

from random import Random

import pytest

from service.analysis.solver.compact_position import Compact, restriction_on
from service.analysis.solver.position import Game, Position, breaks_spades
from service.spades.cards import INDEX, codes_of, mask_of
from service.spades.play.legality import Turn, legal_cards
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import parameters_from
from tests.analysis.solver.compare import about_aims, differences
from tests.analysis.solver.random_positions import position_of, random_case


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


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
@pytest.mark.parametrize(
    ("trick", "by_led_spades"), [("2S AS 4H 6H", True), ("2H AS 4H 6H", False), ("2H AH 4H 6C", None)]
)
def test_the_search_breaks_spades_as_the_game_does(trick: str, by_led_spades: bool | None, broken_by: str) -> None:
    """A trick whose spades were led breaks them only under `any_spade`, one in which a spade was discarded always."""
    parameters = parameters_from({"play.broken_by": broken_by})
    game, cards = Game(parameters.play, pack_for(parameters.deck, 4)), tuple(INDEX[card] for card in trick.split())
    compact = Compact(game, Position(tuple(mask_of([card]) for card in cards), 0, (), broken=False))
    expected = by_led_spades is not None and (not by_led_spades or broken_by == "any_spade")
    assert compact.breaks(compact.encode(mask_of(cards[1:2])), game.pack.suit[cards[0]]) is expected
    assert breaks_spades(game, cards) is expected
