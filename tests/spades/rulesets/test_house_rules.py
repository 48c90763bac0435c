"""House rules as people combine them: other tables, other packs, contracts with a value of their own, other totals."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.changes import with_hands
from tests.spades.builders.questions import scored_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import bids, hands, record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, places


def lines(side: Json) -> dict[str, int]:
    return {line["code"]: line["points"] for line in side["lines"]}


def pairs(**groups: Mapping[str, object]) -> Json:
    """Return the rules of six players in three pairs: eight cards each, four over."""
    return rules(6, **{**groups, "table": {"sides": "partnership"}})


# Whole rounds at every table (parameters, groups table and deck).

TABLES = [
    pytest.param(rules(2), 2, 26, STANDARD, id="A9 two players, 26 cards each"),
    pytest.param(
        rules(2, deck={"hand_size": {"2": 13}}), 2, 13, STANDARD, id="A8 two players, 13 cards, the rest over"
    ),
    pytest.param(rules(3), 3, 17, STANDARD, id="A8 three players, one card over"),
    pytest.param(
        rules(3, deck={"removed": {"3": ["2C"]}, "leftover": "none"}),
        3,
        17,
        [card for card in STANDARD if card != "2C"],
        id="A6 three players without 2C",
    ),
    pytest.param(rules(5), 5, 10, STANDARD, id="A8 five players, two cards over"),
    pytest.param(rules(6), 6, 8, STANDARD, id="A8 six players, four cards over"),
    pytest.param(pairs(), 6, 8, STANDARD, id="A2 three pairs"),
    pytest.param(
        pairs(deck={"removed": {"6": ["2C", "2D", "2H", "2S"]}, "leftover": "none"}),
        6,
        8,
        [card for card in STANDARD if card[0] != "2"],
        id="A6 three pairs without the deuces",
    ),
    pytest.param({"name": "cutthroat"}, 3, 17, STANDARD, id="cutthroat"),
    pytest.param(
        honours(), 4, 4, [card for card in STANDARD if card[0] in "AKQJ"], id="A6 four players, a pack of sixteen"
    ),
]


@pytest.mark.parametrize(("ruleset", "players", "size", "cards"), TABLES)
def test_a_legal_round_is_clean_and_scored(ruleset: Json, players: int, size: int, cards: list[str]) -> None:
    # rulings, what is asked: a legal round never gets a finding; the order of scoring, step 1: the sum of the tricks
    for seed in range(6):
        broken_by_discard = ruleset["name"] == "pagat"
        body = chance_round(seed, ruleset, players, size, cards=cards, discard_only=broken_by_discard).body
        chance = random.Random(seed)
        said = ", ".join(f"{name} {chance.randint(1, 3)}" for name in PLAYERS[:players])
        body["bids"] = bids(said)
        answer = ruling(body)
        assert answer["findings"] == answer["undecided"] == []
        assert (answer["verdict"], answer["complete"]) == ("clean", True)
        won = answer["tricks_won"]
        assert sum(won.values()) == size
        assert sum(side["tricks"] for side in answer["as_played"]) == size
        for side in answer["as_played"]:
            assert side["tricks"] == sum(won[player] for player in side["players"])
            assert side["contract"] == sum(bid["tricks"] for bid in side["bids"])
            assert side["made"] is (side["tricks"] >= side["contract"])
        sheet = ", ".join(f"{name} {tricks}" for name, tricks in won.items())
        assert scored_round(ruleset, said, sheet, players)["teams"] == answer["as_played"]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_cards_left_over_may_be_recorded(players: int) -> None:
    # parameter deck.leftover set_aside (A8); contract, set_aside
    size = 52 // players
    body = chance_round(1, rules(players), players, size, discard_only=True).body
    held = {card for hand in body["hands"].values() for card in hand}
    over = [card for card in STANDARD if card not in held]
    assert len(over) == 52 - size * players
    assert ruling({**body, "set_aside": over})["verdict"] == "clean"
    if over:
        taken = body["hands"]["ana"][0]
        found = ruling({**body, "set_aside": [taken, *over[1:]]})["findings"]
        assert "duplicate_card" in codes(found)


# Three pairs of six (A2).


def test_three_pairs_sit_opposite_each_other() -> None:
    # parameter table.sides (A2): with six three pairs; partners sit opposite
    answer = scored_round(
        pairs(), "ana 1, ben 2, cy 1, dee 1, eve 1, fay 2", "ana 3, ben 1, cy 1, dee 1, eve 1, fay 1", 6
    )
    assert [(side["team"], side["players"]) for side in answer["teams"]] == [
        ("ana+dee", ["ana", "dee"]),
        ("ben+eve", ["ben", "eve"]),
        ("cy+fay", ["cy", "fay"]),
    ]
    assert [(side["contract"], side["tricks"], side["points"]) for side in answer["teams"]] == [
        (2, 4, 22),
        (3, 2, -30),
        (3, 2, -30),
    ]
    assert answer["findings"] == []


def test_a_nil_in_three_pairs() -> None:
    # parameter nil.made and nil.failed_tricks bags (D2, D5): the partner is three places on
    answer = scored_round(pairs(), "ana 0, ben 2, cy 1, dee 2, eve 1, fay 2", "dee 3, ben 2, cy 1, eve 1, fay 1", 6)
    assert lines(answer["teams"][0]) == {"nil_made": 100, "contract_made": 20, "overtricks": 1}
    answer = scored_round(
        pairs(), "ana 0, ben 2, cy 1, dee 2, eve 1, fay 2", "ana 1, dee 2, ben 2, cy 1, eve 1, fay 1", 6
    )
    assert lines(answer["teams"][0]) == {"nil_failed": -100, "contract_made": 20, "failed_nil_tricks": 1}


def test_three_pairs_in_a_game() -> None:
    # parameter game.target (G6): the highest of the sides past the target
    first = {
        "bids": bids("ana+dee 2, ben+eve 3, cy+fay 3"),
        "tricks_won": {"ana+dee": 2, "ben+eve": 3, "cy+fay": 3},
    }
    before = {"ana+dee": {"score": 490}, "ben+eve": {"score": 475}, "cy+fay": {"score": 400}}
    body = {"ruleset": pairs(), "players": list(PLAYERS), "rounds": [first], "first_dealer": "fay", "before": before}
    answer = ask("scoreGame", body)
    assert {team: each["score"] for team, each in answer["standing"].items()} == {
        "ana+dee": 510,
        "ben+eve": 505,
        "cy+fay": 430,
    }
    assert answer["winners"] == ["ana+dee"]


# Jokers and deuces as spades (A5, A7).

DECKS = [
    pytest.param({"jokers": 1, "removed": {"4": ["2C"]}}, ["BJ"], id="A5 the big joker alone"),
    pytest.param({"jokers": 2, "removed": {"4": ["2C", "2D"]}}, ["BJ", "LJ"], id="A5 both jokers"),
    pytest.param(
        {"jokers": 2, "removed": {"4": ["2C", "2D"]}, "top_trumps": ["LJ", "BJ"]},
        ["LJ", "BJ"],
        id="A7 the other way round",
    ),
    pytest.param(
        {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
        ["BJ", "LJ", "2D", "2S"],
        id="A7 jokers and two deuces",
    ),
    pytest.param({"top_trumps": ["2H", "2C", "2D", "2S"]}, ["2H", "2C", "2D", "2S"], id="A7 the four deuces"),
]


@pytest.mark.parametrize(("deck", "top"), DECKS)
@pytest.mark.parametrize("broken_by", ["discard_only", "any_spade"])
def test_a_legal_round_with_promoted_cards_is_clean(deck: Json, top: list[str], broken_by: str) -> None:
    # parameter deck.top_trumps (A7) and play.broken_by (E5)
    ruleset = rules(deck=deck, play={"broken_by": broken_by})
    out = deck.get("removed", {}).get("4", [])
    jokers = [card for card in top if card in {"BJ", "LJ"}]
    cards = [card for card in (*STANDARD, *jokers) if card not in out]
    for seed in range(5):
        order, discard_only = Promoted(top), broken_by == "discard_only"
        played = chance_round(seed, ruleset, 4, 13, cards=cards, order=order, discard_only=discard_only)
        answer = ruling(played.body)
        assert (answer["verdict"], answer["complete"]) == ("clean", True)
        assert sum(answer["tricks_won"].values()) == 13


@pytest.mark.parametrize(("deck", "top"), DECKS)
def test_slips_with_promoted_cards_are_found(deck: Json, top: list[str]) -> None:
    # parameter play.follow_suit and play.spade_lead (E4), of which promoted cards are spades (A7)
    ruleset = rules(deck=deck, play={"broken_by": "any_spade"})
    out = deck.get("removed", {}).get("4", [])
    jokers = [card for card in top if card in {"BJ", "LJ"}]
    cards = [card for card in (*STANDARD, *jokers) if card not in out]
    for seed in range(5):
        played = chance_round(seed, ruleset, 4, 13, cards=cards, order=Promoted(top), slips=0.3)
        found = ruling(played.body)["findings"]
        assert [(each["code"], each["trick"], each["player"]) for each in found] == list(played.faults)


JOKERS: Json = {"jokers": 2, "removed": {"4": ["2C", "2D"]}}


def test_a_joker_breaks_spades() -> None:
    # parameter deck.top_trumps (A7): a joker discarded by who could not follow breaks spades
    listed = hands(cy="BJ 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    answer = ruling(record(rules(deck=JOKERS), "ana KH 2H BJ 3H", hands=listed))
    assert answer["tricks"][0]["winning_card"] == "BJ"
    assert answer["tricks"][0]["spades_broken"] is True


def test_a_joker_may_not_be_led_before_spades_are_broken() -> None:
    # parameter play.spade_lead (E4) and play.opening_card (E2): a joker is a spade
    listed = hands(ana="BJ KH 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    opened = ruling(record(rules(deck=JOKERS), "ana BJ 3S 4S 5S", hands=listed))
    assert places(opened["findings"]) == [("illegal_opening_card", "#/tricks/0/plays/0")]
    later = ruling(record(rules(deck=JOKERS), "ana KH 2H 4H 3H", "ana BJ 3S 4S 5S", hands=listed))
    assert places(later["findings"]) == [("illegal_spade_lead", "#/tricks/1/plays/0")]


def test_a_joker_follows_spades_and_asks_for_them() -> None:
    # parameter deck.top_trumps (A7): following suit
    only = rules(deck=JOKERS, play={"opening_card": "any"})
    listed = hands(ben="LJ 3H 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    answer = ruling(record(only, "ana AS 3H 3S 4S", hands=listed))
    assert places(answer["findings"]) == [("revoke", "#/tricks/0/plays/1")]
    assert answer["findings"][0]["evidence"]["held"] == ["LJ"]
    assert ruling(record(only, "ana BJ LJ 3S 4S", hands=listed))["findings"] == []


# Ten, slam and Boston (D13 to D15).


def special(**members: object) -> Json:
    return rules(special_bids=members)


TEN: Json = {"made": 200, "failed": -150}
SLAM: Json = {"made": 500, "failed": -130}
TEN_OR_MORE: Json = {**TEN, "or_more": True}
SPECIAL = [
    # special bids, bids of ana and cy, tricks of theirs, lines of the side
    pytest.param({"ten": TEN}, "6 4", "6 4", {"ten_made": 200}, id="D13 six and four made"),
    pytest.param({"ten": TEN}, "5 5", "8 4", {"ten_made": 200, "overtricks": 2}, id="D13 overtricks as usual"),
    pytest.param({"ten": TEN}, "5 5", "5 4", {"ten_failed": -150}, id="D13 set"),
    pytest.param({"ten": TEN}, "0 10", "0 10", {"nil_made": 100, "ten_made": 200}, id="D13 nil and ten"),
    pytest.param(
        {"ten": TEN},
        "0 10",
        "1 10",
        {"nil_failed": -100, "ten_made": 200, "failed_nil_tricks": 1},
        id="D13 a nil that fails beside ten",
    ),
    pytest.param({"ten": TEN}, "6 5", "6 5", {"contract_made": 110}, id="D13 exactly ten: eleven is ordinary"),
    pytest.param({"ten": TEN_OR_MORE}, "6 5", "6 5", {"ten_made": 200}, id="D13 or_more: eleven counts too"),
    pytest.param({"ten": TEN_OR_MORE}, "6 5", "6 4", {"ten_failed": -150}, id="D13 or_more: eleven set"),
    pytest.param({"ten": TEN_OR_MORE}, "5 4", "5 4", {"contract_made": 90}, id="D13 or_more: nine does not"),
    pytest.param({"ten": {"made": 0}}, "5 5", "5 5", {"contract_made": 100}, id="D13 made 0 is off"),
    pytest.param({"ten": {"made": 200}}, "5 5", "5 4", {"ten_failed": 0}, id="D13 failed 0"),
    pytest.param({"slam": SLAM}, "6 7", "6 7", {"slam_made": 500}, id="D14 made"),
    pytest.param({"slam": SLAM}, "6 7", "6 6", {"slam_failed": -130}, id="D14 set"),
    pytest.param({"slam": SLAM}, "0 13", "0 13", {"nil_made": 100, "slam_made": 500}, id="D14 nil and thirteen"),
    pytest.param({"slam": SLAM}, "6 6", "6 7", {"contract_made": 120, "overtricks": 1}, id="D14 not bid is no slam"),
    pytest.param({"slam": SLAM, "ten": TEN_OR_MORE}, "6 7", "6 7", {"slam_made": 500}, id="step 5: slam before ten"),
    pytest.param(
        {"slam": SLAM, "ten": TEN_OR_MORE}, "6 6", "6 6", {"ten_made": 200}, id="step 5: twelve is ten or more"
    ),
    pytest.param(
        {"boston": 300},
        "4 4",
        "6 7",
        {"contract_made": 80, "overtricks": 5, "boston": 300},
        id="D15 all tricks, not bid",
    ),
    pytest.param({"boston": 300}, "6 7", "6 7", {"contract_made": 130}, id="D15 bid: no bonus"),
    pytest.param({"boston": 300}, "4 4", "6 6", {"contract_made": 80, "overtricks": 4}, id="D15 twelve are not all"),
    pytest.param({"boston": 0}, "4 4", "6 7", {"contract_made": 80, "overtricks": 5}, id="D15 0 is off"),
    pytest.param(
        {"boston": 300},
        "0 4",
        "6 7",
        {"nil_failed": -100, "contract_made": 40, "overtricks": 3, "failed_nil_tricks": 6, "boston": 300},
        id="D15 beside a nil that failed",
    ),
]


@pytest.mark.parametrize(("bonus", "said", "won", "expected"), SPECIAL)
def test_ten_slam_and_boston_have_values_of_their_own(
    bonus: Json, said: str, won: str, expected: dict[str, int]
) -> None:
    # parameter special_bids (D13 to D15); the order of scoring, steps 5 and 8
    (ana, cy), (mine, partners) = said.split(), won.split()
    rest = 13 - int(mine) - int(partners)
    answer = scored_round(
        special(**bonus), f"ana {ana}, ben 1, cy {cy}, dee 1", f"ana {mine}, cy {partners}, ben {rest}"
    )
    side = answer["teams"][0]
    assert lines(side) == expected
    # Taking every trick is always named in the result, bid or not, bonus or not.
    assert side["boston"] is (rest == 0)


@pytest.mark.parametrize("bonus", [{"ten": TEN_OR_MORE}, {"slam": SLAM}])
def test_a_blind_contract_takes_the_blind_rate_only(bonus: Json) -> None:
    # The order of scoring, step 5: a contract with a blind bid takes the blind rate only
    ruleset = rules(special_bids=bonus, blind_bid={"allowed": True, "deficit": 0})
    side = scored_round(ruleset, "ana blind 6, ben 1, cy 7, dee 1", "ana 6, cy 7")["teams"][0]
    assert lines(side) == {"contract_made": 190}


@pytest.mark.parametrize(("players", "size"), [(2, 26), (3, 17), (5, 10), (6, 8)])
def test_every_trick_is_the_size_of_a_hand(players: int, size: int) -> None:
    # parameter special_bids.slam and boston (D14, D15): every trick, at any table
    ruleset = rules(players, special_bids={"slam": SLAM, "boston": 300})
    others = ", ".join(f"{name} 1" for name in PLAYERS[1:players])
    side = scored_round(ruleset, f"ana {size}, {others}", f"ana {size}", players)["teams"][0]
    assert (lines(side), side["boston"]) == ({"slam_made": 500}, True)
    side = scored_round(ruleset, f"ana 1, {others}", f"ana {size}", players)["teams"][0]
    assert lines(side)["boston"] == 300
    assert side["boston"] is True


def test_a_linked_set_scores_nothing_else() -> None:
    # The order of scoring, step 3: no bonus either; taking every trick is named all the same (D15)
    ruleset = rules(4, "nello", special_bids={"boston": 300})
    side = scored_round(ruleset, "ana 0, ben 1, cy 5, dee 1", "ana 6, cy 7")["teams"][0]
    assert lines(side) == {"linked_set": -150}
    assert side["boston"] is True


# A side that bids as one, and the board (C2, C6, C7).


def board(breach: str, least: int = 4, **bidding: object) -> Json:
    members = {"by": "team", "zero": "not_allowed", "team_minimum": least, "team_minimum_breach": breach, **bidding}
    return rules(bidding=members, nil={"blind": False})


BOARD = [
    pytest.param("illegal", 4, 5, 41, [], id="C6 the board itself"),
    pytest.param("illegal", 3, 5, 32, ["team_bid_too_low"], id="C7 illegal: scored as it was made"),
    pytest.param("raised", 3, 5, 41, ["bid_raised"], id="C7 raised: four, made"),
    pytest.param("raised", 3, 3, -40, ["bid_raised"], id="C7 raised: four, set"),
    pytest.param("raised", 4, 4, 40, [], id="C7 raised: nothing to raise"),
    pytest.param("set", 3, 5, -30, ["team_bid_too_low"], id="C7 set: whatever it took"),
    pytest.param("set", 4, 5, 41, [], id="C7 set: the board is kept"),
]
"""What a bid below the board does, the bid and tricks of ana and cy, their points, and what is found."""


@pytest.mark.parametrize(("breach", "said", "won", "points", "found"), BOARD)
def test_the_board_of_a_side_that_bids_as_one(breach: str, said: int, won: int, points: int, found: list[str]) -> None:
    # parameter bidding.by team (C2), team_minimum (C6), team_minimum_breach (C7)
    answer = scored_round(board(breach), f"ana+cy {said}, ben+dee 6", f"ana+cy {won}, ben+dee {13 - won}")
    assert answer["teams"][0]["points"] == points
    assert codes(answer["findings"]) == found


def test_either_partner_bids_for_the_side() -> None:
    # parameter bidding.by team (C2): one bid a side, whoever says it
    for who in ("ana", "cy", "ana+cy"):
        answer = scored_round(board("illegal"), f"{who} 7, ben+dee 6", "ana+cy 7, ben+dee 6")
        assert answer["teams"][0]["points"] == 70
        assert answer["findings"] == []
        assert answer["teams"][0]["bids"] == [{"tricks": 7, "counts_as": 7, "kind": "ordinary"}]


def test_the_sides_bid_in_turn() -> None:
    # parameter bidding.by team (C2) and first_bidder (C1): the side of the player left of the dealer begins
    right = scored_round(board("illegal"), "ana+cy 7, ben+dee 6", "ana+cy 7, ben+dee 6", dealer="dee")
    assert right["findings"] == []
    wrong = scored_round(board("illegal"), "ben+dee 6, ana+cy 7", "ana+cy 7, ben+dee 6", dealer="dee")
    assert places(wrong["findings"]) == [("bid_out_of_turn", "#/bids/0")]


def test_a_round_in_which_sides_bid_as_one_is_audited() -> None:
    # parameter bidding.by team (C2): a bid of every team makes the bidding complete
    body = chance_round(3, board("illegal"), 4, 13, discard_only=True).body
    answer = ruling({**body, "bids": bids("ana+cy 5, ben+dee 6")})
    assert (answer["verdict"], answer["complete"]) == ("clean", True)
    assert [side["contract"] for side in answer["as_played"]] == [5, 6]


# What all bids come to (C10).


TOTALS = [
    pytest.param("not_hand_size", 1, [], id="sixteen of seventeen"),
    pytest.param("not_hand_size", 2, ["table_total_not_allowed"], id="exactly seventeen"),
    pytest.param("not_hand_size", 3, [], id="eighteen"),
    pytest.param("at_most_hand_size", 2, [], id="at most seventeen"),
    pytest.param("at_most_hand_size", 3, ["table_total_not_allowed"], id="more than seventeen"),
    pytest.param("any", 2, [], id="any"),
]
"""A rule about the total of all bids, the bid of the last of three players, and what is found."""


@pytest.mark.parametrize(("rule", "last", "found"), TOTALS)
def test_the_total_of_a_table_of_three(rule: str, last: int, found: list[str]) -> None:
    # parameter bidding.table_total (C10): the hand size is that of the table, seventeen with three players
    answer = scored_round(rules(3, bidding={"table_total": rule}), f"ana 7, ben 8, cy {last}", "ana 7, ben 8, cy 2", 3)
    assert places(answer["findings"]) == [(code, "#/bids/2") for code in found]
    # A bid that the rules forbid is scored as it was made.
    assert [side["points"] for side in answer["teams"]][:2] == [70, 80]


@pytest.mark.parametrize(
    ("rule", "said", "found"),
    [
        pytest.param("not_hand_size", "ana+cy 7, ben+dee 6", ["table_total_not_allowed"], id="thirteen"),
        pytest.param("not_hand_size", "ana+cy 7, ben+dee 5", [], id="twelve"),
        pytest.param("at_most_hand_size", "ana+cy 7, ben+dee 7", ["table_total_not_allowed"], id="fourteen"),
        pytest.param("at_most_hand_size", "ana+cy 7, ben+dee 6", [], id="at most thirteen"),
    ],
)
def test_the_total_of_two_sides_that_bid_as_one(rule: str, said: str, found: list[str]) -> None:
    # parameter bidding.table_total (C10) with bidding.by team (C2)
    answer = scored_round(board("illegal", table_total=rule), said, "ana+cy 7, ben+dee 6")
    assert places(answer["findings"]) == [(code, "#/bids/1") for code in found]


def test_a_total_counts_what_the_board_raises() -> None:
    # The order of scoring, step 2: from there on only the raised bid counts
    answer = scored_round(board("raised", table_total="not_hand_size"), "ana+cy 9, ben+dee 2", "ana+cy 9, ben+dee 4")
    assert sorted(codes(answer["findings"])) == ["bid_raised", "table_total_not_allowed"]


# Other points (F1 to F8), one beside the other.

POINTS: list[Any] = [
    # scoring, side's bid and tricks, bags before, points, bags after
    pytest.param({"trick_points": 20}, 5, 6, 0, 101, 1, id="F1 trick_points"),
    pytest.param({"trick_points": 20}, 5, 4, 0, -100, 0, id="F1 trick_points of a set contract"),
    pytest.param({"overtrick_points": 0}, 5, 8, 0, 50, 3, id="F2 overtricks worth nothing are bags"),
    pytest.param({"overtrick_points": -10}, 5, 8, 0, 20, 3, id="F2 overtricks that cost"),
    pytest.param({"set": "zero"}, 5, 4, 0, 0, 0, id="F3 zero"),
    pytest.param({"set": "minus_undertricks"}, 5, 2, 0, -30, 0, id="F3 minus_undertricks"),
    pytest.param({"bag_limit": 5, "bag_penalty": -50}, 5, 8, 3, 3, 1, id="F5 F6 five bags cost fifty"),
    pytest.param({"bag_limit": 5, "bag_penalty": -50, "bag_carry": "reset"}, 5, 8, 3, 3, 0, id="F7 reset"),
    pytest.param({"bag_points_cancelled": True}, 5, 8, 8, -57, 1, id="F8 the points of the ten go too"),
    pytest.param(
        {"bag_points_cancelled": True, "overtrick_points": -1}, 5, 8, 8, -43, 1, id="F8 what they had cost comes back"
    ),
    pytest.param({"bag_limit": 3, "bag_penalty": -30}, 1, 11, 2, -100, 0, id="F5 four limits in one round"),
]


@pytest.mark.parametrize(("scoring", "said", "won", "bags", "points", "left"), POINTS)
def test_other_points(scoring: Json, said: int, won: int, bags: int, points: int, left: int) -> None:
    # parameters of the group scoring (F1 to F8); the order of scoring, steps 5 to 7
    answer = scored_round(
        rules(scoring=scoring),
        f"ana+cy {said}, ben+dee 1",
        f"ana+cy {won}, ben+dee {13 - won}",
        before={"ana+cy": {"score": 0, "bags": bags}},
    )
    side = answer["teams"][0]
    assert (side["points"], side["after"]["bags"]) == (points, left)


# What the record leaves out is held against nobody.


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_log_alone_decides_a_round_at_every_table(players: int) -> None:
    # rulings, proof: a complete log without hands decides all that full hands decide, but what one slip would explain
    size = 52 // players
    for seed in range(4):
        played = chance_round(seed, rules(players), players, size, discard_only=True, slips=0.05)
        whole = ruling(played.body)
        alone = ruling({name: value for name, value in played.body.items() if name != "hands"})
        explained = [each for each in alone["undecided"] if "readings" in each]
        assert sorted(places([*alone["findings"], *explained])) == sorted(places(whole["findings"]))
        if not explained:
            assert alone["tricks_won"] == whole["tricks_won"]


def test_listing_the_hands_that_the_log_shows_changes_nothing() -> None:
    body = chance_round(2, pairs(), 6, 8, discard_only=True).body
    assert ruling(with_hands(body))["verdict"] == "clean"
