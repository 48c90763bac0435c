"""Positions that can't be, claims that can't be judged, and endings worked by hand."""

from __future__ import annotations

import pytest

from service.spades.cards import CODES, INDEX, mask_of
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import parameters_from
from service.spades.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.spades.solver.compact_position import Compact
from service.spades.solver.position import Claim, Game, Position, breaks_spades, faults_of, statement_faults

PARTNERS, OPPONENTS = frozenset({0, 2}), frozenset({1, 3})


def cards(text: str) -> tuple[int, ...]:
    return tuple(INDEX[code] for code in text.split())


def position(*hands: str, leader: int = 0, plays: str = "", broken: bool = False) -> Position:
    return Position(tuple(mask_of(cards(hand)) for hand in hands), leader, cards(plays), broken)


def game(**values: object) -> Game:
    parameters = parameters_from({name.replace("__", "."): value for name, value in values.items()})
    return Game(parameters.play, pack_for(parameters.deck, 4))


RULES = game()


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (position("AS", "2C", "3C", "4C"), []),
        (position("AS", "2C", "3C", "4C 5C"), [("hands_unequal", 3, None)]),
        (position("AS", "AS", "3C", "4C"), [("held_twice", 1, "AS")]),
        (position("BJ", "2C", "3C", "4C"), [("not_in_pack", 0, "BJ")]),
        (position("", "2C", "3C", "4C", plays="AS"), []),
        (position("KS", "2C", "3C", "4C", plays="AS"), [("hands_unequal", 0, None)]),
        (position("", "2C", "3C", "4C", plays="3C"), [("held_twice", 0, "3C")]),
        (position("2C", "", "", "4C", leader=1, plays="AS KS"), []),
        (position("", "", "", "", plays="AS 2C 3C 4C"), [("trick_is_whole", 0, None)]),
    ],
)
def test_what_can_not_be_is_named(moment: Position, expected: list[tuple[str, int, str | None]]) -> None:
    found = faults_of(moment, RULES.pack)
    assert [(each.code, each.seat, None if each.card is None else CODES[each.card]) for each in found] == expected


def test_the_cards_of_a_statement_are_held_and_stated_once() -> None:
    moment = position("AS KS", "2C 3C", "4C 5C", "6C 7C")
    assert list(statement_faults(moment, Claim(0, PARTNERS, 2, cards("AS KS")))) == []
    found = statement_faults(moment, Claim(0, PARTNERS, 2, cards("AS QS AS")))
    assert [(each.code, each.stated) for each in found] == [("stated_not_held", 1), ("stated_twice", 2)]


def test_the_highest_trumps_are_certain_without_a_search() -> None:
    moment = position("AS KS", "QS 3C", "4C 5C", "6C 7C", broken=True)
    answer = certain(RULES, moment, Claim(0, PARTNERS, 2), 0)
    assert (answer.result, answer.at_least, answer.at_most, answer.positions) == ("proved", 2, 2, 0)


def test_a_claim_may_need_the_right_order() -> None:
    """The last trump of ben takes a trick unless ana draws it before she leads the ace of hearts."""
    moment = position("AS AH", "2S 3C", "4C 5C", "6H 7C", broken=True)
    assert certain(RULES, moment, Claim(0, PARTNERS, 2), 1_000).result == "disproved"
    assert by_statement(RULES, moment, Claim(0, PARTNERS, 2, cards("AH AS")), 1_000).result == "disproved"
    assert by_statement(RULES, moment, Claim(0, PARTNERS, 2, cards("AS AH")), 1_000).result == "proved"
    assert best_play(RULES, moment, Claim(0, PARTNERS, 2), 1_000).result == "proved"


def test_spades_that_are_not_broken_can_not_be_drawn() -> None:
    """The same hands: ana has to lead the heart, and ben ruffs it. Bridge has no such rule."""
    moment = position("AS AH", "2S 3C", "4C 5C", "6H 7C")
    answer = best_play(RULES, moment, Claim(0, PARTNERS, 2), 1_000)
    assert (answer.result, answer.at_least, answer.at_most) == ("disproved", 1, 1)
    assert [CODES[card] for card in answer.line[:2]] == ["AH", "2S"]
    drawn = best_play(game(play__spade_lead="any_time"), moment, Claim(0, PARTNERS, 2), 1_000)
    assert drawn.result == "proved"


def test_a_promoted_card_is_a_trump() -> None:
    moment = position("AS AH", "2D 3C", "4C 5C", "6H 7C", broken=True)
    assert best_play(RULES, moment, Claim(0, PARTNERS, 2), 1_000).at_least == 2
    promoted = game(deck__top_trumps=("2D",))
    assert best_play(promoted, moment, Claim(0, PARTNERS, 2), 1_000).at_most == 1


@pytest.mark.parametrize(
    ("hands", "leader", "result"),
    [
        (("2H 3C", "4H 5C", "6H 7C", "8H 9C"), 1, "proved"),  # below everything
        (("KS 3C", "4H 5C", "6H 7C", "8H AS"), 1, "disproved"),  # one trump above it, and hearts to ruff
        (("AS 3C", "4H 5C", "6H 7C", "8H 9C"), 1, "disproved"),  # the highest trump
        (("2H 3C", "4H 5C", "6D 7D", "8D 9D"), 0, "proved"),  # on lead, but ben has to win both
        (("AH 3C", "4D 5C", "6D 7D", "8D 9D"), 0, "proved"),  # he leads the club, and never gets to lead the ace
        (("AH 6C", "4D 5C", "6D 7D", "8D 9D"), 0, "disproved"),  # either lead wins
    ],
)
def test_a_nil(hands: tuple[str, ...], leader: int, result: str) -> None:
    answer = nil_under_best_play(RULES, position(*hands, leader=leader, broken=True), 0, PARTNERS, 1_000)
    assert answer.result == result


def test_a_nil_that_a_partner_can_cover_is_not_safe_in_every_line() -> None:
    moment = position("JH 2C", "TH 3C", "AH 4C", "9H 5C", leader=1)
    assert nil_under_best_play(RULES, moment, 0, PARTNERS, 1_000).result == "proved"
    assert nil_in_every_line(RULES, moment, 0, 1_000).result == "proved"  # cy has to play the ace
    moment = position("JH 2C", "TH 3C", "AH 2H", "9H 5C", leader=1)
    assert nil_under_best_play(RULES, moment, 0, PARTNERS, 1_000).result == "proved"
    assert nil_in_every_line(RULES, moment, 0, 1_000).result == "disproved"


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
@pytest.mark.parametrize(
    ("hands", "by_led_spades"),
    [(("2S", "AS", "4H", "6H"), True), (("2H", "AS", "4H", "6H"), False), (("2H", "AH", "4H", "6C"), None)],
)
def test_the_search_breaks_spades_as_the_game_does(
    hands: tuple[str, ...], by_led_spades: bool | None, broken_by: str
) -> None:
    """A trick whose spades were led breaks them only under `any_spade`, one in which a spade was discarded always."""
    rules, moment = game(play__broken_by=broken_by), position(*hands)
    expected = by_led_spades is not None and (not by_led_spades or broken_by == "any_spade")
    compact = Compact(rules, moment)
    winning = compact.encode(mask_of(cards(hands[1])))
    assert compact.breaks(winning, rules.pack.suit[INDEX[hands[0]]]) is expected
    assert breaks_spades(rules, tuple(INDEX[card] for card in hands)) is expected
