"""When a game is over, and who has won."""

from __future__ import annotations

import re

import pytest

from service.spades.scoring.game import round_after_end
from service.spades.table import sit_down
from tests.spades.builders.cards import FOUR, PAIRS, PLAYERS, Json
from tests.spades.builders.games import deal, ending_at, game, outcome, play_rules, row, scores_of
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places

GOES_ON: tuple[list[str], None] = ([], None)
ANA_CY, BEN_DEE = ["ana+cy"], ["ben+dee"]


# When a game is over (parameters, group game; catalogue G).


ENDINGS = [
    pytest.param({}, (499, 130), GOES_ON, id="G1 target: 499 is not 500"),
    pytest.param({}, (500, 130), (ANA_CY, "target"), id="G2 at_least: 500 exactly is enough"),
    pytest.param({"target": 200}, (130, 200), (BEN_DEE, "target"), id="G1 target: another one"),
    pytest.param({"target_test": "more_than"}, (500, 130), GOES_ON, id="G2 more_than: 500 exactly plays on"),
    pytest.param({"target_test": "more_than"}, (501, 130), (ANA_CY, "target"), id="G2 more_than: 501 wins"),
    pytest.param({}, (510, 540), (BEN_DEE, "target"), id="G6 both past the target: the higher wins"),
    pytest.param({"target_test": "more_than"}, (500, 501), (BEN_DEE, "target"), id="G6 one of them not past it"),
    pytest.param({}, (520, 520), GOES_ON, id="G7 extra_round"),
    pytest.param({"tie": "shared"}, (520, 520), ([*ANA_CY, *BEN_DEE], "target"), id="G7 shared"),
    pytest.param({"tie": "shared"}, (300, 300), GOES_ON, id="G7 equal below the target is no tie"),
    pytest.param({"tie": "shared"}, (520, 521), (BEN_DEE, "target"), id="G7 shared: only equal scores are"),
    pytest.param({}, (510, 510, 530), (["cy"], "target"), id="G7 equal, but not the highest"),
    pytest.param({}, (530, 510, 530), GOES_ON, id="G7 two of three are equal and highest"),
    pytest.param({"tie": "shared"}, (530, 510, 530), (["ana", "cy"], "target"), id="G7 two of three share"),
    pytest.param({}, (470, 510, 490, 505), (["ben"], "target"), id="G6 four sides"),
    pytest.param({}, (-1000, 130), GOES_ON, id="G3 floor 0 is none"),
    pytest.param({"floor": -200}, (-199, 130), GOES_ON, id="G3 floor: not reached"),
    pytest.param({"floor": -200}, (-200, 130), (BEN_DEE, "floor"), id="G4 at_or_below: -200 loses"),
    pytest.param({"floor": -200, "floor_test": "below"}, (-200, 130), GOES_ON, id="G4 below: -200 does not lose"),
    pytest.param({"floor": -200, "floor_test": "below"}, (-201, 130), (BEN_DEE, "floor"), id="G4 below: -201 does"),
    pytest.param({"floor": -200}, (-150, -200), (ANA_CY, "floor"), id="G5 the other side wins below 0 too"),
    pytest.param({"floor": -200}, (-200, 90, 100), (["cy"], "floor"), id="G5 side_loses, three sides"),
    pytest.param(
        {"floor": -200, "floor_effect": "highest_wins"}, (-200, 90, 100), (["cy"], "floor"), id="G5 highest_wins"
    ),
    pytest.param(
        {"floor": -200, "floor_effect": "highest_wins"},
        (-210, -250),
        (ANA_CY, "floor"),
        id="G5 highest_wins: both are below",
    ),
    pytest.param({"floor": -200}, (500, -200), (ANA_CY, "target"), id="G1 target and G3 floor in one round"),
    pytest.param(
        {"floor": -200, "tie": "shared"}, (-200, 100, 100), (["ben", "cy"], "floor"), id="G7 shared at the floor"
    ),
    pytest.param({"round_limit": 2}, (100, 130), GOES_ON, id="G9 round_limit: not reached"),
    pytest.param({"round_limit": 1}, (100, 130), (BEN_DEE, "round_limit"), id="G9 round_limit: the highest wins"),
    pytest.param({"round_limit": 1}, (130, 130), GOES_ON, id="G7 equal at the round limit"),
    pytest.param(
        {"round_limit": 1, "tie": "shared"},
        (130, 130),
        ([*ANA_CY, *BEN_DEE], "round_limit"),
        id="G7 shared at the round limit",
    ),
    pytest.param({"round_limit": 0}, (100, 130), GOES_ON, id="G9 round_limit 0 is none"),
    pytest.param({"round_limit": 1}, (510, 130), (ANA_CY, "target"), id="G9 the target goes before the limit"),
]
"""Rules of the game, the scores after a round, and who has won and why."""


@pytest.mark.parametrize(("members", "scores", "expected"), ENDINGS)
def test_the_end(members: Json, scores: tuple[int, ...], expected: tuple[list[str], str | None]) -> None:
    answer = ending_at(*scores, **members)
    assert list(scores_of(answer).values()) == list(scores)
    assert outcome(answer) == expected


@pytest.mark.parametrize(
    ("members", "scores", "reason"),
    [
        pytest.param({"floor": -200}, (-210, -200), "floor", id="G5 side_loses, both at once"),
        pytest.param({"floor": -200}, (-210, -200, -220), "floor", id="G5 side_loses, three at once"),
        pytest.param({"floor": -200, "tie": "shared"}, (-200, -200), "floor", id="G7 nobody shares what nobody won"),
        pytest.param({"sets_limit": 1}, (-10, -20), "sets_limit", id="G8 both set too often"),
    ],
)
def test_nobody_wins_where_every_side_loses(members: Json, scores: tuple[int, ...], reason: str) -> None:
    """Parameters, game.floor_effect = side_loses, game.sets_limit: a side that loses has not won."""
    answer = ending_at(*scores, **members)
    assert outcome(answer) == ([], reason)
    assert answer["detail"].startswith("Nobody wins: ")


@pytest.mark.parametrize("members", [{}, {"target_test": "more_than"}])
def test_a_game_that_goes_on_names_the_sides_in_front(members: Json) -> None:
    """Parameters, game.target (G1): one side, or all that are equal."""
    ahead, equal = ending_at(130, 90, 110, **members), ending_at(130, 90, 130, **members)
    for answer, leaders in ((ahead, ["ana"]), (equal, ["ana", "cy"])):
        assert [each for each in PLAYERS if each in re.findall(r"\w+", answer["detail"])] == leaders


def test_the_highest_wins_where_the_ruleset_says_so() -> None:
    """Parameters, game.floor_effect = highest_wins (G5): the nearest twin, both at the floor."""
    answer = ending_at(-210, -200, floor=-200, floor_effect="highest_wins")
    assert outcome(answer) == (BEN_DEE, "floor")


@pytest.mark.parametrize(
    ("members", "before", "expected"),
    [
        pytest.param({}, (500, 0), (ANA_CY, "target"), id="G1 at the target"),
        pytest.param({}, (499, 0), GOES_ON, id="G1 just below it"),
        pytest.param({}, (500, 500), GOES_ON, id="G7 equal past it: an extra round"),
        pytest.param({"floor": -200}, (0, -200), (ANA_CY, "floor"), id="G4 at the floor"),
        pytest.param({"floor": -200}, (0, -199), GOES_ON, id="G4 just above it"),
    ],
)
def test_a_game_may_be_over_before_it_begins(
    members: Json, before: tuple[int, int], expected: tuple[list[str], str | None]
) -> None:
    """Design, games/score: rounds after the end are found, still scored, and change no winner; the first one too."""
    standing = {name: {"score": score} for name, score in zip(PAIRS, before, strict=True)}
    rounds = (row("7/6", "5/7"), row("6/6", "7/7"))
    answer = game(play_rules(**members), *rounds, before=standing)
    found = [places(each["findings"]) for each in answer["rounds"]]
    if expected == GOES_ON:
        assert found[0] == []
        return
    assert outcome(answer) == expected
    assert found == [[("round_after_end", "#/rounds/0")], [("round_after_end", "#/rounds/1")]]
    assert answer["rounds"][0]["teams"][0]["points"] == -70
    audited = game(play_rules(**members), *rounds, before=standing, operation="auditGame")
    assert outcome(audited) == expected
    assert [codes(each["findings"]) for each in audited["rounds"]] == [["round_after_end"]] * 2


@pytest.mark.parametrize(("is_first", "key"), [(True, "round_after_end_before"), (False, "round_after_end")])
def test_only_the_first_round_can_come_after_a_game_that_was_over_before_it_began(is_first: bool, key: str) -> None:
    """As above, in words: a later round came after one that was played."""
    (detail,) = round_after_end(sit_down(FOUR, None, "partnership", [4]), 5, is_first=is_first).detail
    assert (detail.key, detail.facts) == (key, {"number": 5})


SET_LIMIT = [
    # members, sets before, row, expected: a bid of seven that took six is set
    pytest.param({"sets_limit": 2}, (1, 0), ("7/6", "7/7"), (BEN_DEE, "sets_limit"), id="G8 the second set loses"),
    pytest.param({"sets_limit": 2}, (0, 0), ("7/6", "7/7"), GOES_ON, id="G8 the first does not"),
    pytest.param({"sets_limit": 2}, (1, 1), ("6/6", "7/7"), GOES_ON, id="G8 no new set"),
    pytest.param({"sets_limit": 1}, (0, 0), ("7/6", "7/7"), (BEN_DEE, "sets_limit"), id="G8 one is the limit"),
    pytest.param({"sets_limit": 0}, (9, 9), ("7/6", "7/7"), GOES_ON, id="G8 0 is no limit"),
]


@pytest.mark.parametrize(("members", "sets", "sides", "expected"), SET_LIMIT)
def test_a_side_that_is_set_too_often_loses(
    members: Json, sets: tuple[int, int], sides: tuple[str, str], expected: tuple[list[str], str | None]
) -> None:
    # parameter game.sets_limit: the side loses, though it has the higher score
    before = {"ana+cy": {"score": 400, "sets": sets[0]}, "ben+dee": {"score": 100, "sets": sets[1]}}
    answer = game(play_rules(**members), row(*sides), before=before)
    assert outcome(answer) == expected


def test_when_one_of_three_is_set_too_often_the_higher_of_the_others_wins() -> None:
    # parameter game.sets_limit (G8); rulings, floor_effect with three sides, says the same of the floor
    names = PLAYERS[:3]
    before = {"ana": {"score": 400, "sets": 1}, "ben": {"score": 90}, "cy": {"score": 100}}
    answer = game(play_rules(3, sets_limit=2), row("6/5", "6/6", "6/6", names=names), players=3, before=before)
    assert outcome(answer) == (["cy"], "sets_limit")


def test_a_side_past_the_target_that_is_set_too_often_loses() -> None:
    # parameter game.sets_limit (G8): a side set that often loses, whatever it has
    before = {"ana+cy": {"score": 480, "sets": 1}, "ben+dee": {"score": 100}}
    nil = deal("ana 0, ben 4, cy 7, dee 3", "ana 0, ben 4, cy 6, dee 3")
    answer = game(play_rules(sets_limit=2), nil, before=before)
    assert scores_of(answer) == {"ana+cy": 510, "ben+dee": 170}
    assert outcome(answer) == (BEN_DEE, "sets_limit")


def test_reaching_the_target_goes_before_the_limit_of_sets() -> None:
    # parameters game.target (G1) and game.sets_limit (G8) in one round
    before = {"ana+cy": {"score": 0, "sets": 1}, "ben+dee": {"score": 430}}
    assert outcome(game(play_rules(sets_limit=2), row("7/6", "7/7"), before=before)) == (BEN_DEE, "target")


def test_sets_are_counted_over_the_game() -> None:
    # parameter game.sets_limit (G8); catalogue 1.0 step 9: the end is tested after each round
    rounds = (row("7/6", "6/7"), row("6/6", "7/7"), row("8/7", "6/6"))
    ruleset = play_rules(sets_limit=2)
    assert outcome(game(ruleset, *rounds[:2])) == GOES_ON
    answer = game(ruleset, *rounds)
    assert [each["teams"][0]["after"]["sets"] for each in answer["rounds"]] == [1, 1, 2]
    assert outcome(answer) == (BEN_DEE, "sets_limit")


def test_only_sets_in_a_row_count_for_the_limit_of_those() -> None:
    """Parameter game.consecutive_sets_limit: a contract made begins anew; a void round neither counts nor breaks it."""
    set_once, made = row("7/6", "6/7"), row("6/6", "7/7")
    void = {"void": True, "reason": "A card lay face up."}
    ruleset = play_rules(consecutive_sets_limit=2)
    assert outcome(game(ruleset, set_once, made, set_once)) == GOES_ON
    answer = game(ruleset, set_once, void, set_once)
    counts = [each["teams"][0]["after"].get("consecutive_sets") for each in answer["rounds"]]
    assert counts == [1, 1, 2]
    assert outcome(answer) == (BEN_DEE, "consecutive_sets_limit")
    assert answer["detail"] == "ben+dee wins with 122: ana+cy has been set 2 times in a row."
    assert "consecutive_sets" not in game(play_rules(), set_once)["standing"]["ana+cy"]


@pytest.mark.parametrize(
    ("sides", "members", "expected"),
    [
        pytest.param(("6/13", "4/0"), {}, (ANA_CY, "boston"), id="D16 far behind"),
        pytest.param(("13/13", "1/0"), {}, (ANA_CY, "boston"), id="D16 bid"),
        pytest.param(("6/12", "4/1"), {}, GOES_ON, id="D16 twelve are not all"),
        pytest.param(
            ("6/13", "4/0"), {"forfeited_by": "ana+cy", "reason": "Left."}, (BEN_DEE, "forfeit"), id="a forfeit first"
        ),
    ],
)
def test_a_boston_wins_the_game(sides: tuple[str, str], members: Json, expected: tuple[list[str], str | None]) -> None:
    """Parameter special_bids.boston_wins: whatever the score; without it the game goes on."""
    before = {"ben+dee": {"score": 490}}
    answer = game(rules(special_bids={"boston_wins": True}), row(*sides, **members), before=before)
    assert outcome(answer) == expected
    if not members:
        assert outcome(game(rules(), row(*sides), before=before)) == GOES_ON


def test_a_nello_that_falls_is_a_set() -> None:
    # nello's source, l.13: "the team is set"; parameters, game.sets_limit (G8)
    ruleset = rules(4, "nello", game={"sets_limit": 1})
    answer = game(ruleset, deal("ana 0, ben 4, cy 5, dee 3", "ana 1, cy 5, ben 4, dee 3"))
    assert answer["standing"]["ana+cy"]["sets"] == 1
    assert outcome(answer) == (BEN_DEE, "sets_limit")


def test_the_extra_round_decides() -> None:
    # parameter game.tie extra_round (G7): equal past the target, then one is higher
    before = {"ana+cy": {"score": 460}, "ben+dee": {"score": 450}}
    tied, decided = row("6/6", "7/7"), row("5/6", "7/7")
    answer = game("pagat", tied, before=before)
    assert scores_of(answer) == {"ana+cy": 520, "ben+dee": 520}
    assert outcome(answer) == GOES_ON
    assert answer["next"]["round_number"] == 2
    answer = game("pagat", tied, decided, before=before)
    assert scores_of(answer) == {"ana+cy": 571, "ben+dee": 590}
    assert outcome(answer) == (BEN_DEE, "target")
    assert [codes(each["findings"]) for each in answer["rounds"]] == [[], []]


def test_a_tie_that_falls_below_the_target_goes_on() -> None:
    # parameter game.target (G1): the test is made after each round anew
    before = {"ana+cy": {"score": 460}, "ben+dee": {"score": 450}}
    answer = game("pagat", row("6/6", "7/7"), row("7/6", "9/7"), before=before)
    assert scores_of(answer) == {"ana+cy": 450, "ben+dee": 430}
    assert outcome(answer) == GOES_ON


def test_the_round_after_the_limit_decides_a_tie() -> None:
    # parameter game.round_limit (G9) and game.tie extra_round (G7)
    tied, decided = row("6/6", "6/7"), row("6/6", "7/7")
    ruleset = play_rules(round_limit=2)
    ahead: Json = {"before": {"ana+cy": {"score": 2}}, "first_round_number": 1}
    answer = game(ruleset, tied, tied, **ahead)
    assert scores_of(answer) == {"ana+cy": 122, "ben+dee": 122}
    assert outcome(answer) == GOES_ON
    answer = game(ruleset, tied, tied, decided, **ahead)
    assert outcome(answer) == (BEN_DEE, "round_limit")
    assert outcome(game(ruleset, tied, **ahead)) == GOES_ON


# Rounds after the end.


def test_a_round_after_the_end_is_found_and_scored_but_changes_no_winner() -> None:
    # design, games/score: the finding round_after_end, still scored, winner unchanged
    before = {"ana+cy": {"score": 440}, "ben+dee": {"score": 400}}
    rounds = (row("6/6", "7/7"), row("3/3", "10/10"), row("3/3", "10/10"))
    decided = game("pagat", rounds[0], before=before)
    assert outcome(decided) == (ANA_CY, "target")
    answer = game("pagat", *rounds, before=before)
    assert outcome(answer) == (ANA_CY, "target")
    assert answer["detail"] == decided["detail"]
    assert [places(each["findings"]) for each in answer["rounds"]] == [
        [],
        [("round_after_end", "#/rounds/1")],
        [("round_after_end", "#/rounds/2")],
    ]
    late = answer["rounds"][2]["findings"][0]
    assert late["severity"] == "error"
    assert late["rule"]["basis"] == "game"
    # The other side has passed the target and the winner, for nothing.
    assert [each["teams"][1]["after"]["score"] for each in answer["rounds"]] == [470, 570, 670]
    assert scores_of(answer) == {"ana+cy": 560, "ben+dee": 670}


def test_what_is_wrong_in_a_round_after_the_end_is_found_too() -> None:
    # principle 5: an audit reports all findings
    late = deal("ana 14, ben 3, cy 1, dee 2", "ana 13")
    answer = game(play_rules(target=60), row("6/6", "5/7"), late)
    assert places(answer["rounds"][1]["findings"]) == [
        ("bid_too_high", "#/rounds/1/bids/0"),
        ("round_after_end", "#/rounds/1"),
    ]
