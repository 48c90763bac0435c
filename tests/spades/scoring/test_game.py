"""A game: its sheet carried from round to round, when it is over and who has won, who deals and bids next."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PAIRS, PLAYERS, Json
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places


def row(*sides: str, names: Sequence[str] = PAIRS, **members: object) -> Json:
    """Return a round in which each side bids and takes so many tricks: ``"5/6"`` is a bid of five and six tricks."""
    pairs = [each.split("/") for each in sides]
    return {
        "bids": [{"team": name, "tricks": int(bid)} for name, (bid, _) in zip(names, pairs, strict=True)],
        "tricks_won": {name: int(won) for name, (_, won) in zip(names, pairs, strict=True)},
        **members,
    }


def deal(said: str, won: str, **members: object) -> Json:
    """Return a round from bids such as ``"ana 4, ben 0"`` and tricks such as ``"ana 5, ben 1"``."""
    tricks = {name: int(count) for name, count in (each.split() for each in won.split(", "))}
    return {"bids": bids(said), "tricks_won": tricks, **members}


def opened_by(first: str, **members: object) -> Json:
    """Return a round in which this player bids first, the others follow clockwise, and everybody keeps the bid."""
    start = PLAYERS.index(first)
    said = ", ".join(f"{PLAYERS[(start + step) % 4]} 3" for step in range(4))
    return deal(said, "ana 3, ben 3, cy 4, dee 3", **members)


def game(ruleset: Json | str, *rounds: Json, players: int = 4, operation: str = "scoreGame", **members: object) -> Json:
    """Return the running sheet of these rounds."""
    body = {"ruleset": ruleset, "players": list(PLAYERS[:players]), "rounds": list(rounds), **members}
    return ask(operation, body)


def play_rules(players: int = 4, **members: object) -> Json:
    """Return `rules` with these parameters of the group ``game``."""
    return rules(players, game=members)


# Tricks that sides bid and take exactly, by the number of sides.
EXACT = {2: (6, 7), 3: (5, 6, 6), 4: (3, 3, 3, 4)}


def ending_at(*scores: int, sets: Sequence[int] = (), **members: object) -> Json:
    """Return a game of one round which leaves the sides at these scores; two sides are pairs, more are alone.

    Who ends below 0 was set, so that no side was at the floor before.
    """
    count = len(scores)
    names = PAIRS if count == 2 else PLAYERS[:count]
    exact = EXACT[count]
    made = [(tricks + (score < 0), tricks) for score, tricks in zip(scores, exact, strict=True)]
    before: Json = {
        name: {"score": score - (10 * bid if bid == taken else -10 * bid), "sets": each}
        for name, score, (bid, taken), each in zip(names, scores, made, sets or (0,) * count, strict=True)
    }
    ruleset = rules(4 if count == 2 else count, game=members)
    if count == 4:
        ruleset["overrides"]["table"] = {"sides": "individual"}
    kept = row(*(f"{bid}/{taken}" for bid, taken in made), names=names)
    return game(ruleset, kept, players=4 if count == 2 else count, before=before)


def scores_of(answer: Json) -> dict[str, int]:
    return {team: standing["score"] for team, standing in answer["standing"].items()}


def outcome(answer: Json) -> tuple[list[str], str | None]:
    """Return who has won and why, once that is consistent in itself."""
    assert answer["finished"] or not answer["winners"]
    assert answer["finished"] is ("reason" in answer)
    assert answer["finished"] is not ("next" in answer)
    assert answer["detail"]
    return answer["winners"], answer.get("reason")


GOES_ON: tuple[list[str], None] = ([], None)
ANA_CY, BEN_DEE = ["ana+cy"], ["ben+dee"]


# When a game is over (parameters, group game; catalogue G).


@pytest.mark.parametrize(
    ("members", "scores", "expected"),
    [
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
    ],
)
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


def test_of_three_the_highest_of_the_others_wins_when_one_is_set_too_often() -> None:
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


def test_the_target_goes_before_the_limit_of_sets() -> None:
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
    before = {"ana+cy": {"score": 1}}
    answer = game(ruleset, tied, tied, before={"ana+cy": {"score": 2}})
    assert scores_of(answer) == {"ana+cy": 122, "ben+dee": 122}
    assert outcome(answer) == GOES_ON
    answer = game(ruleset, tied, tied, decided, before={"ana+cy": {"score": 2}})
    assert outcome(answer) == (BEN_DEE, "round_limit")
    assert outcome(game(ruleset, tied, before=before)) == GOES_ON


# The sheet.


def test_the_bag_penalty_comes_before_the_test_of_the_target() -> None:
    # The order of scoring, step 8: a side at 495 with nine bags that bids 5 and wins 6 stands at 446, and has not won
    answer = game("pagat", row("5/6", "7/7"), before={"ana+cy": {"score": 495, "bags": 9}})
    assert answer["standing"]["ana+cy"] == {"score": 446, "bags": 0, "sets": 0, "revokes": 0}
    assert outcome(answer) == GOES_ON


def test_without_the_penalty_it_would_have_won() -> None:
    # The order of scoring, step 7: with bag_limit 0 there is no penalty
    ruleset = rules(scoring={"bag_limit": 0})
    answer = game(ruleset, row("5/6", "7/7"), before={"ana+cy": {"score": 495}})
    assert answer["standing"]["ana+cy"]["score"] == 546
    assert outcome(answer) == (ANA_CY, "target")


@pytest.mark.parametrize(
    ("carry", "scores", "bags"),
    [
        # 3 + 4 + 5 bags: at twelve 100 are lost; two are left, or none
        pytest.param("remainder", [43, 87, 32, 73], [3, 7, 2, 3], id="F7 remainder"),
        pytest.param("reset", [43, 87, 32, 73], [3, 7, 0, 1], id="F7 reset"),
    ],
)
def test_bags_are_carried_from_round_to_round(carry: str, scores: list[int], bags: list[int]) -> None:
    # parameter scoring.bag_carry (F7); the order of scoring, step 7
    ruleset = rules(scoring={"bag_carry": carry})
    answer = game(ruleset, row("4/7", "6/6"), row("4/8", "5/5"), row("4/9", "4/4"), row("4/5", "8/8"))
    mine = [each["teams"][0] for each in answer["rounds"]]
    assert [side["after"]["score"] for side in mine] == scores
    assert [side["after"]["bags"] for side in mine] == bags
    assert [side["bags"] for side in mine] == [3, 4, 5, 1]


@pytest.mark.parametrize(
    ("carry", "score", "bags"),
    [
        # two failed nils -200, thirteen overtricks +13, and two penalties or one
        pytest.param("remainder", -387, 2, id="F7 remainder: 22 bags are two limits and two"),
        pytest.param("reset", -287, 0, id="F7 reset: once, and none are left"),
    ],
)
def test_twenty_two_bags(carry: str, score: int, bags: int) -> None:
    # The order of scoring, step 7: it is a loop; nine bags, both partners nil, thirteen tricks
    ruleset = rules(scoring={"bag_carry": carry})
    both_nil = deal("ana 0, ben 3, cy 0, dee 3", "ana 6, cy 7")
    answer = game(ruleset, both_nil, before={"ana+cy": {"score": 0, "bags": 9}})
    assert answer["standing"]["ana+cy"] == {"score": score, "bags": bags, "sets": 0, "revokes": 0}
    penalties = [line for line in answer["rounds"][0]["teams"][0]["lines"] if line["code"] == "bag_penalty"]
    assert len(penalties) == (2 if carry == "remainder" else 1)


def test_bags_are_not_read_off_a_negative_score() -> None:
    # The order of scoring, at its end: bags are a counter of their own, which the last digit is not below zero
    answer = game("pagat", row("9/6", "7/7"), row("4/7", "6/6"), row("4/10", "3/3"))
    after = [each["teams"][0]["after"] for each in answer["rounds"]]
    assert [(each["score"], each["bags"]) for each in after] == [(-90, 0), (-47, 3), (-1, 9)]


def test_bags_that_cost_a_point_each_count_up() -> None:
    # parameter scoring.overtrick_points (F2): -1 a bag, and the counter still goes up
    ruleset = rules(scoring={"overtrick_points": -1, "bag_limit": 5, "bag_penalty": -50})
    answer = game(ruleset, row("4/7", "6/6"), row("4/7", "6/6"))
    after = [each["teams"][0]["after"] for each in answer["rounds"]]
    assert [(each["score"], each["bags"]) for each in after] == [(37, 3), (24, 1)]


def test_where_no_bags_are_counted_none_are_carried() -> None:
    # parameter scoring.bag_limit 0 (F4): the points of overtricks stay
    answer = game("nello", *[row("1/7", "6/6")] * 3)
    assert answer["standing"]["ana+cy"] == {"score": 48, "bags": 0, "sets": 0, "revokes": 0}


def test_a_game_goes_on_from_its_standing_before() -> None:
    # Contract, GameRequest: `before`; a team that is absent stands at 0, revokes are kept
    before = {"ana+cy": {"score": 337, "bags": 7, "sets": 2, "revokes": 1}}
    answer = game("pagat", row("5/8", "5/5"), before=before)
    assert answer["rounds"][0]["teams"][0]["before"] == before["ana+cy"]
    assert answer["standing"] == {
        "ana+cy": {"score": 290, "bags": 0, "sets": 2, "revokes": 1},
        "ben+dee": {"score": 50, "bags": 0, "sets": 0, "revokes": 0},
    }


def test_a_game_without_rounds() -> None:
    # Contract, GameRequest: the rounds may be none
    answer = game("pagat", first_dealer="dee", before={"ana+cy": {"score": 120, "bags": 3}})
    assert answer["rounds"] == []
    assert answer["standing"]["ana+cy"] == {"score": 120, "bags": 3, "sets": 0, "revokes": 0}
    assert outcome(answer) == GOES_ON
    assert answer["next"] == {"round_number": 1, "dealer": "dee", "first_bidder": "ana"}


def test_teams_have_the_names_that_they_are_given() -> None:
    # design, the contract: teams renames the sides
    teams = [{"name": "north", "players": ["ana", "cy"]}, {"name": "east", "players": ["ben", "dee"]}]
    names = ("north", "east")
    answer = game(
        play_rules(target=60), row("6/6", "7/6", names=names) | {"tricks_won": {"north": 7, "east": 6}}, teams=teams
    )
    assert scores_of(answer) == {"north": 61, "east": -70}
    assert outcome(answer) == (["north"], "target")


def _random_round(chance: random.Random) -> Json:
    """Return a round of four, bid and taken at random; a nil now and then."""
    said = ", ".join(f"{name} {chance.choice([0, 1, 2, 3, 3, 4, 5])}" for name in PLAYERS[:4])
    won = dict.fromkeys(PLAYERS[:4], 0)
    for _ in range(13):
        won[chance.choice(PLAYERS[:4])] += 1
    return deal(said, ", ".join(f"{name} {tricks}" for name, tricks in won.items()))


@pytest.mark.parametrize("name", ["pagat", "msn-zone", "nello", "solitaire-bliss", "openspiel", "four-player"])
def test_a_game_is_its_rounds_one_after_the_other(name: str) -> None:
    # design, games/score: the running sheet; the order of scoring, step 8
    for seed in range(5):
        chance = random.Random(f"{name} {seed}")
        rounds = [_random_round(chance) for _ in range(12)]
        answer = game(name, *rounds)
        before: Mapping[str, Any] = {team: {} for team in PAIRS}
        for number, (each, scored) in enumerate(zip(rounds, answer["rounds"], strict=True), 1):
            single = ask("scoreRound", {"ruleset": name, "players": list(PLAYERS[:4]), **each, "before": before})
            assert scored["teams"] == single["teams"]
            assert scored["number"] == number
            before = {side["team"]: side["after"] for side in single["teams"]}
        assert answer["standing"] == before


# Rounds after the end.


def test_a_round_after_the_end_is_reported_and_scored_and_changes_no_winner() -> None:
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
        ("round_after_end", "#/rounds/1"),
        ("bid_too_high", "#/rounds/1/bids/0"),
    ]


# Who deals and bids next.


@pytest.mark.parametrize(
    ("rounds", "dealers", "coming"),
    [
        (0, [], {"round_number": 1, "dealer": "cy", "first_bidder": "dee"}),
        (1, ["cy"], {"round_number": 2, "dealer": "dee", "first_bidder": "ana"}),
        (2, ["cy", "dee"], {"round_number": 3, "dealer": "ana", "first_bidder": "ben"}),
        (5, ["cy", "dee", "ana", "ben", "cy"], {"round_number": 6, "dealer": "dee", "first_bidder": "ana"}),
    ],
)
def test_the_deal_goes_round_clockwise(rounds: int, dealers: list[str], coming: Json) -> None:
    # parameter table.deal_rotation (A11) and bidding.first_bidder left_of_dealer (C1)
    answer = game("pagat", *[row("6/6", "6/7")] * rounds, first_dealer="cy")
    assert [each["dealer"] for each in answer["rounds"]] == dealers
    assert answer["next"] == coming


def test_two_players_deal_in_turn_and_the_other_bids_first() -> None:
    # parameter table.deal_rotation (A11): with two players it alternates; first_bidder non_dealer (C1)
    names = PLAYERS[:2]
    rounds = [row("6/6", "6/7", names=names)] * 3
    answer = game("two-player", *rounds[:2], players=2, first_dealer="ben")
    assert [each["dealer"] for each in answer["rounds"]] == ["ben", "ana"]
    assert answer["next"] == {"round_number": 3, "dealer": "ben", "first_bidder": "ana"}
    answer = game("two-player", *rounds, players=2, first_dealer="ben")
    assert answer["next"] == {"round_number": 4, "dealer": "ana", "first_bidder": "ben"}


def test_the_dealer_may_bid_first() -> None:
    # parameter bidding.first_bidder dealer (C1)
    ruleset = rules(bidding={"first_bidder": "dealer"})
    assert game(ruleset, first_dealer="ben")["next"] == {"round_number": 1, "dealer": "ben", "first_bidder": "ben"}
    answer = game(ruleset, opened_by("ben"), first_dealer="ben")
    assert codes(answer["rounds"][0]["findings"]) == []
    assert answer["next"] == {"round_number": 2, "dealer": "cy", "first_bidder": "cy"}
    # Without a dealer the first bid tells who dealt.
    assert game(ruleset, opened_by("ben"))["next"] == answer["next"]


def test_without_a_dealer_the_first_bid_tells_who_dealt() -> None:
    # Contract, BidsRequest and ScoreRequest: without a dealer the first bid is taken to be in turn
    answer = game("pagat", opened_by("cy"))
    assert answer["next"] == {"round_number": 2, "dealer": "cy", "first_bidder": "dee"}
    answer = game("pagat", opened_by("cy"), opened_by("dee"))
    assert answer["next"] == {"round_number": 3, "dealer": "dee", "first_bidder": "ana"}
    assert [codes(each["findings"]) for each in answer["rounds"]] == [[], []]


def test_a_sheet_that_tells_no_dealer_does_not_make_one_up() -> None:
    # Contract, NextRound: dealer and first bidder are absent where they are not known
    assert game("pagat")["next"] == {"round_number": 1}
    assert game("pagat", row("6/6", "6/7"))["next"] == {"round_number": 2}
    assert "dealer" not in game("pagat", row("6/6", "6/7"))["rounds"][0]


def test_a_round_may_tell_its_own_dealer() -> None:
    # design, games/score: a dealer in a round; the deal goes on from there
    answer = game("pagat", row("6/6", "6/7"), row("6/6", "6/7", dealer="dee"), row("6/6", "6/7"), first_dealer="ana")
    assert [each["dealer"] for each in answer["rounds"]] == ["ana", "dee", "ana"]
    assert answer["next"] == {"round_number": 4, "dealer": "ben", "first_bidder": "cy"}


def test_the_dealer_that_a_round_tells_rules_its_bidding() -> None:
    # parameter bidding.first_bidder left_of_dealer (C1): left of who dealt, not of who was to deal
    told = game("pagat", opened_by("ben"), opened_by("ana", dealer="dee"), opened_by("ben"), first_dealer="ana")
    assert [codes(each["findings"]) for each in told["rounds"]] == [[], [], []]
    wrong = game("pagat", opened_by("ben"), opened_by("cy", dealer="dee"), first_dealer="ana")
    assert places(wrong["rounds"][1]["findings"]) == [("bid_out_of_turn", "#/rounds/1/bids/0")]


@pytest.mark.parametrize(
    ("ruleset", "members", "coming"),
    [
        ("pagat", {"first_dealer": "dee"}, {"round_number": 4, "dealer": "cy", "first_bidder": "dee"}),
        ("pagat", {}, {"round_number": 4, "dealer": "cy", "first_bidder": "dee"}),
        ("solitaire-bliss", {}, {"round_number": 4, "first_bidder": "dee"}),
    ],
)
def test_who_opened_out_of_turn_does_not_turn_the_deal(ruleset: str, members: Json, coming: Json) -> None:
    # parameter table.deal_rotation (A11): it goes on clockwise; rulings, one fault, one finding
    answer = game(ruleset, opened_by("ana"), opened_by("dee"), opened_by("cy"), **members)
    assert [places(each["findings"]) for each in answer["rounds"]] == [
        [],
        [("bid_out_of_turn", "#/rounds/1/bids/0")],
        [],
    ]
    assert answer["next"] == coming


def test_a_later_round_alone_may_tell_its_dealer() -> None:
    answer = game("pagat", row("6/6", "6/7"), row("6/6", "6/7", dealer="cy"))
    assert [each.get("dealer") for each in answer["rounds"]] == [None, "cy"]
    assert answer["next"] == {"round_number": 3, "dealer": "dee", "first_bidder": "ana"}


def test_the_first_bidder_is_drawn_and_then_goes_round() -> None:
    # parameter bidding.first_bidder drawn_then_rotates (C1); Solitaire Bliss, l.20
    assert game("solitaire-bliss")["next"] == {"round_number": 1}
    answer = game("solitaire-bliss", opened_by("cy"))
    assert answer["next"] == {"round_number": 2, "first_bidder": "dee"}
    answer = game("solitaire-bliss", opened_by("cy"), opened_by("dee"), opened_by("ana"))
    assert answer["next"] == {"round_number": 4, "first_bidder": "ben"}
    assert [codes(each["findings"]) for each in answer["rounds"]] == [[], [], []]


def test_where_the_first_bidder_is_drawn_a_dealer_is_ignored() -> None:
    # parameter bidding.first_bidder drawn_then_rotates: a dealer in the record is ignored
    answer = game("solitaire-bliss", opened_by("cy", dealer="ana"), first_dealer="ana")
    assert codes(answer["rounds"][0]["findings"]) == []
    assert answer["next"] == {"round_number": 2, "first_bidder": "dee"}


@pytest.mark.parametrize(
    ("ruleset", "members"),
    [
        pytest.param("pagat", {"first_dealer": "dee"}, id="the first dealer is known"),
        pytest.param("pagat", {}, id="the first bid told the dealer"),
        pytest.param("solitaire-bliss", {}, id="drawn_then_rotates"),
    ],
)
def test_who_opens_the_next_round_out_of_turn(ruleset: str, members: Json) -> None:
    # parameter bidding.first_bidder (C1) and table.deal_rotation (A11): after ana it is ben who bids first
    coming = game(ruleset, opened_by("ana"), **members)["next"]
    assert coming["first_bidder"] == "ben"
    right = game(ruleset, opened_by("ana"), opened_by("ben"), **members)
    assert places(right["rounds"][1]["findings"]) == []
    wrong = game(ruleset, opened_by("ana"), opened_by("ana"), **members)
    assert places(wrong["rounds"][1]["findings"]) == [("bid_out_of_turn", "#/rounds/1/bids/0")]


# Rules that look at the standing or at the number of the round.


@pytest.mark.parametrize(
    ("behind", "found"),
    [
        pytest.param(96, [("blind_bid_not_allowed", "#/rounds/1/bids/0")], id="96 behind after round one"),
        pytest.param(99, [("blind_bid_not_allowed", "#/rounds/1/bids/0")], id="99 behind"),
        pytest.param(100, [], id="100 behind"),
    ],
)
def test_a_deficit_is_that_of_the_running_standing(behind: int, found: list[tuple[str, str]]) -> None:
    # parameter nil.blind_deficit (D11): at least so far behind the highest side; round one makes it 96 more
    blind = deal("ana blind 0, ben 3, cy 4, dee 3", "ben 4, cy 5, dee 4")
    answer = game("pagat", row("8/6", "1/7"), blind, before={"ben+dee": {"score": behind - 96}})
    mine, others = (side["before"]["score"] for side in answer["rounds"][1]["teams"])
    assert others - mine == behind
    assert places(answer["rounds"][1]["findings"]) == found


def test_a_game_begins_level() -> None:
    # parameter nil.blind_deficit (D11): nobody is behind in the first round
    answer = game("pagat", deal("ana blind 0, ben 3, cy 4, dee 3", "ben 4, cy 5, dee 4"))
    assert places(answer["rounds"][0]["findings"]) == [("blind_bid_not_allowed", "#/rounds/0/bids/0")]


def test_the_first_round_bids_itself() -> None:
    # parameter bidding.first_round bids_itself (C14): trick points for all, no bags; only in round one
    ruleset = rules(bidding={"first_round": "bids_itself"})
    unbid = {"bids": [], "tricks_won": {"ana+cy": 8, "ben+dee": 5}}
    answer = game(ruleset, unbid, row("5/7", "6/6"), first_dealer="dee")
    first, second = answer["rounds"]
    assert [(side["points"], side["bags"]) for side in first["teams"]] == [(80, 0), (50, 0)]
    assert [(side["points"], side["bags"]) for side in second["teams"]] == [(52, 2), (60, 0)]
    assert first["findings"] == second["findings"] == []
    assert answer["next"] == {"round_number": 3, "dealer": "ben", "first_bidder": "cy"}


def test_only_the_first_round_bids_itself() -> None:
    # parameter bidding.first_round: the second round needs its bids
    ruleset = rules(bidding={"first_round": "bids_itself"})
    unbid = {"bids": [], "tricks_won": {"ana+cy": 8, "ben+dee": 5}}
    assert faults(ruleset, [unbid, unbid]) == {("missing_bid", "#/rounds/1/bids")}
    found = game(ruleset, row("6/6", "6/7"))["rounds"][0]["findings"]
    assert places(found) == [("bid_not_allowed", "#/rounds/0/bids/0"), ("bid_not_allowed", "#/rounds/0/bids/1")]


def test_where_the_first_round_bids_itself_the_second_tells_who_opens_the_third() -> None:
    # parameter bidding.first_bidder drawn_then_rotates: the next clockwise the round after
    ruleset = rules(4, "solitaire-bliss", bidding={"first_round": "bids_itself"})
    unbid = {"bids": [], "tricks_won": {"ana+cy": 8, "ben+dee": 5}}
    assert game(ruleset, unbid)["next"] == {"round_number": 2}
    assert game(ruleset, unbid, opened_by("cy"))["next"] == {"round_number": 3, "first_bidder": "dee"}


# What can't be read.


def faults(ruleset: Json | str, rounds: Sequence[Json], **members: object) -> set[tuple[str, str]]:
    """Return code and pointer of all that keeps a game from being read."""
    body = {"ruleset": ruleset, "players": list(PLAYERS[:4]), "rounds": list(rounds), **members}
    answer = ask("scoreGame", body, status=422)
    assert answer["type"] == "/problems/unreadable-record"
    return {(each["code"], each["pointer"]) for each in answer["errors"]}


GOOD = deal("ana 3, ben 4, cy 2, dee 3", "ana+cy 6, ben+dee 7")


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (GOOD | {"tricks_won": {"ana": 12}}, ("tricks_total", "#/rounds/2/tricks_won")),
        (GOOD | {"tricks_won": {"ana": 14}}, ("tricks_total", "#/rounds/2/tricks_won")),
        (GOOD | {"tricks_won": {"ana": 6, "zed": 7, "ben": 7}}, ("unknown_player", "#/rounds/2/tricks_won/zed")),
        (
            GOOD | {"tricks_won": {"ana": 6, "ana+cy": 6, "ben": 7}},
            ("doubled_tricks", "#/rounds/2/tricks_won/ana+cy"),
        ),
        (GOOD | {"bids": bids("zed 3, ben 4, cy 2, dee 3")}, ("unknown_player", "#/rounds/2/bids/0/player")),
        (GOOD | {"bids": bids("ana+ben 3, ben+dee 4")}, ("unknown_team", "#/rounds/2/bids/0/team")),
        (GOOD | {"bids": bids("ana 3, ben 4, cy 2")}, ("missing_bid", "#/rounds/2/bids")),
        (GOOD | {"bids": []}, ("missing_bid", "#/rounds/2/bids")),
        (GOOD | {"bids": bids("ana 3, ben 4, cy 2, dee 3, ben 5")}, ("doubled_bid", "#/rounds/2/bids/4")),
        (GOOD | {"bids": [{"tricks": 3}, *GOOD["bids"][1:]]}, ("player_or_team", "#/rounds/2/bids/0")),
        (GOOD | {"bids": bids("ana 0, ben 4, cy 2, dee 3")}, ("nil_needs_player", "#/rounds/2/tricks_won/ana+cy")),
        (GOOD | {"dealer": "zed"}, ("unknown_player", "#/rounds/2/dealer")),
    ],
)
def test_what_can_not_be_read_is_pointed_at(bad: Json, fault: tuple[str, str]) -> None:
    # design, statuses: 422 with the pointers of what can't be read; rulings, the order of scoring, step 1
    found = faults("pagat", [GOOD, GOOD, bad])
    assert fault in found
    assert all(pointer.startswith("#/rounds/2/") for _, pointer in found)


def test_the_head_of_a_game_is_pointed_at() -> None:
    assert faults("pagat", [GOOD], first_dealer="zed") == {("unknown_player", "#/first_dealer")}
    assert faults("pagat", [GOOD], before={"ana+ben": {}}) == {("unknown_team", "#/before/ana+ben")}


def test_every_fault_of_every_round_is_told_at_once() -> None:
    # design, statuses: all errors at once
    bad = [GOOD | {"tricks_won": {"ana": 12}}, GOOD, GOOD | {"bids": bids("ana 3, ben 4, cy 2")}]
    assert faults("pagat", bad, first_dealer="zed") == {
        ("tricks_total", "#/rounds/0/tricks_won"),
        ("missing_bid", "#/rounds/2/bids"),
        ("unknown_player", "#/first_dealer"),
    }
