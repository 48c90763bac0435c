"""Every line of play is replayed by the audit: a true one passes whatever the rules, and a false one is withdrawn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from service.analysis.claims.tested_claim import checked_claim, checked_nil, takes, tricks_of_line
from service.analysis.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.analysis.solver.position import Answer, Claim, Position, Situation
from service.spades.cards import INDEX, mask_of
from service.spades.rules.ruleset import Ruleset, parameters_from
from service.spades.table import sit_down
from tests.analysis.solver.random_positions import Case, random_case
from tests.spades.builders.cards import FOUR, PLAYERS
from tests.spades.builders.rulesets import defaults

BUDGET = 20_000
PARTNERS = frozenset({0, 2})


def cards(text: str) -> tuple[int, ...]:
    return tuple(INDEX[code] for code in text.split())


def situation(*hands: str, leader: int = 0, plays: str = "", broken: bool = True) -> Situation:
    position = Position(tuple(mask_of(cards(hand)) for hand in hands), leader, cards(plays), broken)
    return Situation(defaults({}), sit_down(FOUR, None, "partnership", (4,)), position)


TRUMP_OUT = situation("AS AH", "2S 3C", "9C TC", "6H 7C")
TRUE = cards("AS 2S 9C 6H AH 3C TC 7C")


def test_a_line_is_replayed_trick_by_trick() -> None:
    assert tricks_of_line(TRUMP_OUT, TRUE) == (2, 0, 0, 0)
    assert tricks_of_line(TRUMP_OUT, cards("AH 2S 9C 6H 3C TC 7C AS")) == (1, 1, 0, 0)
    in_progress = situation("AS", "2S", "9C TC", "6H 7C", plays="AH 3C")
    assert tricks_of_line(in_progress, cards("9C 6H AS 2S TC 7C")) == (2, 0, 0, 0)


IMPOSSIBLE = {
    "a card is missing": "AS 2S 9C 6H AH 3C TC",
    "one card too many": "AS 2S 9C 6H AH 3C TC 7C 7C",
    "ben does not follow suit": "AS 3C 9C 6H AH 2S TC 7C",
    "dee has no eight of hearts": "AS 2S 9C 7C AH 3C TC 8H",
    "ana leads, not ben": "AS 2S 9C 6H 3C TC 7C AH",
    "a card twice": "AS 2S 9C 6H AS 3C TC 7C",
    "no card": "",
}


def test_a_line_that_could_not_be_played_is_none() -> None:
    taken = {why: tricks_of_line(TRUMP_OUT, cards(line)) for why, line in IMPOSSIBLE.items()}
    assert taken == dict.fromkeys(IMPOSSIBLE)
    assert not any(takes(TRUMP_OUT, PARTNERS, cards(line), 0, 2) for line in IMPOSSIBLE.values())


def test_spades_that_are_not_broken_may_not_be_led() -> None:
    unbroken = TRUMP_OUT._replace(position=replace(TRUMP_OUT.position, broken=False))
    assert tricks_of_line(unbroken, TRUE) is None
    assert tricks_of_line(unbroken, cards("AH 2S 9C 6H 3C TC 7C AS")) == (1, 1, 0, 0)


def test_what_lies_on_the_table_is_not_judged_again() -> None:
    """A diamond was ruffed by dee, who holds one; what he plays next is judged."""
    revoked = situation("AS AD", "4D 5D", "6D", "7D", leader=2, plays="2D 3S")
    assert tricks_of_line(revoked, cards("AD 4D 7D AS 5D 6D")) == (1, 0, 0, 1)
    assert tricks_of_line(revoked, cards("AS 4D AD 5D 6D 7D")) is None


CLAIM = Claim(0, PARTNERS, 2)
PROVED = Answer("proved", 2, 2, 7, TRUE)
WITHDRAWN = Answer("undecided", 0, 2, 7, ())


def test_an_answer_whose_line_does_not_show_it_is_withdrawn() -> None:
    """A fault of the solver, which no answer has to show for: nothing is stated that is not proved."""
    for answer in (
        PROVED._replace(line=TRUE[:-1]),
        PROVED._replace(line=cards("AH 2S 9C 6H 3C TC 7C AS")),  # takes one trick, not two
        Answer("disproved", 1, 2, 7, TRUE),  # takes both
        Answer("disproved", 0, 1, 7, cards("AS 3C 9C 6H AH 2S TC 7C")),  # a revoke
    ):
        assert checked_claim(TRUMP_OUT, CLAIM, answer) == WITHDRAWN


def test_an_answer_whose_line_shows_it_stays() -> None:
    disproved = Answer("disproved", 1, 2, 7, cards("AH 2S 9C 6H 3C TC 7C AS"))
    undecided = Answer("undecided", 1, 2, 7, ())
    for answer in (PROVED, disproved, undecided, PROVED._replace(line=())):
        assert checked_claim(TRUMP_OUT, CLAIM, answer) is answer


def test_a_line_keeps_to_the_statement() -> None:
    stated, reverse = replace(CLAIM, statement=cards("AS AH")), replace(CLAIM, statement=cards("AH AS"))
    assert checked_claim(TRUMP_OUT, stated, PROVED) is PROVED
    assert checked_claim(TRUMP_OUT, reverse, PROVED) == WITHDRAWN
    unbroken = TRUMP_OUT._replace(position=replace(TRUMP_OUT.position, broken=False))
    ruffed = Answer("disproved", 1, 2, 7, cards("AH 2S 9C 6H 3C TC 7C AS"))
    assert checked_claim(unbroken, stated, ruffed) is ruffed  # the ace of spades can't be led: the rest is dropped


def test_the_line_of_a_nil_shows_that_it_is_made_or_set() -> None:
    assert checked_nil(TRUMP_OUT, 1, Answer("proved", 0, 0, 3, TRUE)).result == "proved"
    assert checked_nil(TRUMP_OUT, 0, Answer("proved", 0, 0, 3, TRUE)) == Answer("undecided", 0, 2, 3, ())
    assert checked_nil(TRUMP_OUT, 0, Answer("disproved", 1, 2, 3, TRUE)).result == "disproved"
    assert checked_nil(TRUMP_OUT, 1, Answer("disproved", 1, 2, 3, TRUE)) == Answer("undecided", 0, 2, 3, ())


def situation_of(case: Case) -> Situation:
    """Return a random position as one at a table."""
    players = len(case.position.hands)
    parameters = replace(parameters_from({}), play=case.game.rules)
    plain: Ruleset = defaults({})
    ruleset = replace(plain, parameters=parameters, packs={players: case.game.pack})
    if len(case.sides) < players:
        return Situation(ruleset, sit_down(PLAYERS[:players], None, "partnership", (players,)), case.position)
    return Situation(ruleset, sit_down(PLAYERS[:players], None, "individual", (players,)), case.position)


@pytest.mark.parametrize("seed", range(100))
def test_every_line_of_the_solver_passes(seed: int) -> None:
    """Whatever the rules, the players and the trick in progress: the audit and the solver read the same laws."""
    rng = Random(seed)
    case = random_case(rng, 4)
    game, position, at_table = case.game, case.position, situation_of(case)
    claimer = rng.randrange(len(position.hands))
    hand = [card for card in range(54) if position.hands[claimer] >> card & 1]
    statement = tuple(rng.sample(hand, rng.randrange(len(hand) + 1)))
    claim = Claim(claimer, case.partners(claimer), rng.randrange(position.tricks_left + 1), statement)
    plain = replace(claim, statement=())
    for asked, answer in (
        (plain, certain(game, position, plain, BUDGET)),
        (claim, by_statement(game, position, claim, BUDGET)),
        (plain, best_play(game, position, plain, BUDGET)),
    ):
        assert answer.result != "undecided"
        assert answer.line
        assert checked_claim(at_table, asked, answer) == answer
    for nil in (
        nil_under_best_play(game, position, claimer, claim.side, BUDGET),
        nil_in_every_line(game, position, claimer, BUDGET),
    ):
        assert nil.line
        assert checked_nil(at_table, claimer, nil) == nil
