"""The sheet of a game, carried from round to round, and what is wrong with a sheet that cannot be read."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PAIRS, PLAYERS, Json
from tests.spades.builders.games import deal, game, opened_by, outcome, play_rules, row, scores_of
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import places

GOES_ON: tuple[list[str], None] = ([], None)
ANA_CY, BEN_DEE = ["ana+cy"], ["ben+dee"]


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


def test_no_bags_are_carried_if_none_are_counted() -> None:
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


def test_every_fault_of_every_round_is_reported_at_once() -> None:
    # design, statuses: all errors at once
    bad = [GOOD | {"tricks_won": {"ana": 12}}, GOOD, GOOD | {"bids": bids("ana 3, ben 4, cy 2")}]
    assert faults("pagat", bad, first_dealer="zed") == {
        ("tricks_total", "#/rounds/0/tricks_won"),
        ("missing_bid", "#/rounds/2/bids"),
        ("unknown_player", "#/first_dealer"),
    }
