"""Who deals and bids next."""

from __future__ import annotations

import pytest

from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.games import game, opened_by, row
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places

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


def test_no_dealer_is_invented_for_a_sheet_without_one() -> None:
    # Contract, NextRound: dealer and first bidder are absent if they are not known
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
def test_opening_out_of_turn_does_not_change_the_order_of_dealers(ruleset: str, members: Json, coming: Json) -> None:
    # parameter table.deal_rotation (A11): it goes on clockwise; rulings, one fault, one finding
    answer = game(ruleset, opened_by("ana"), opened_by("dee"), opened_by("cy"), **members)
    assert [places(each["findings"]) for each in answer["rounds"]] == [
        [],
        [("bid_out_of_turn", "#/rounds/1/bids/0")],
        [],
    ]
    assert answer["next"] == coming


def test_a_later_round_may_name_its_dealer_when_the_first_does_not() -> None:
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


def test_a_dealer_is_ignored_if_the_first_bidder_is_drawn() -> None:
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
