"""Blind bids: when they are allowed, and how low they may be."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import record
from tests.spades.builders.rulings import codes, evident
from tests.spades.deal.bidding_cases import bidding, expected, found_in, sides

PAIRS_OF_SIX: Json = {"players": [6], "sides": "partnership"}


# Blind bids.

BEHIND = {"ana+cy": {"score": 100}, "ben+dee": {"score": 200}}
NOT_BEHIND = {"ana+cy": {"score": 101}, "ben+dee": {"score": 200}}
BLIND_NIL = "ana blind 0, ben 3, cy 3, dee 2"
BLIND_SIX = "ana blind 6, ben 3, cy 3, dee 2"
OPEN: Json = {"allowed": True}


@pytest.mark.parametrize(
    ("bid", "groups", "parameter"),
    [
        (BLIND_NIL, {"nil": {"blind": False}}, "nil.blind"),
        (BLIND_NIL, {"nil": {"blind": True, "blind_deficit": 0}}, None),
        (BLIND_SIX, {"nil": {"blind": True}}, "blind_bid.allowed"),
        (BLIND_SIX, {"blind_bid": {"allowed": True, "deficit": 0}}, None),
        (BLIND_NIL, {"nil": {"blind": False}, "blind_bid": {"allowed": True}}, "nil.blind"),
    ],
)
def test_whether_a_bid_may_be_blind(bid: str, groups: Json, parameter: str | None) -> None:
    """Parameters, nil.blind (D3) and blind_bid.allowed (D12), each with its own switch."""
    found = [] if parameter is None else [("blind_bid_not_allowed", "#/bids/0", parameter)]
    assert found_in(bidding(bid, **groups)) == found


@pytest.mark.parametrize(
    ("bid", "groups", "parameter", "basis"),
    [
        (BLIND_NIL, {}, "nil.blind_deficit", "written"),
        (BLIND_SIX, {"blind_bid": OPEN}, "blind_bid.deficit", "default"),
    ],
)
def test_the_deficit_that_a_blind_bid_needs(bid: str, groups: Json, parameter: str, basis: str) -> None:
    """Parameters, nil.blind_deficit (D11) and blind_bid.deficit (D12): at least that far behind the highest side."""
    body = bidding(bid, **groups)
    assert found_in(changed(body, before=BEHIND)) == []
    assert found_in(changed(body, before={"ben+dee": {"score": 100}})) == []
    for before in (NOT_BEHIND, {}, {"ana+cy": {"score": 300}}):
        found = ruling(changed(body, before=before))["findings"]
        assert [evident(each) for each in found] == [
            expected("blind_bid_not_allowed", 0, "ana", "ana+cy", parameter, basis)
        ]
    ruled = ruling(body)
    assert (ruled["findings"], ruled["verdict"]) == ([], "undetermined")
    assert [evident(each) for each in ruled["undecided"]] == [
        {**expected("blind_bid_not_allowed", 0, "ana", "ana+cy", parameter, basis), "decided_by": "#/before"}
    ]


def test_the_deficit_is_that_to_the_highest_side() -> None:
    """Parameters, nil.blind_deficit: behind the highest side, of three (D11)."""
    body = bidding("ana blind 0, ben 1, cy 1, dee 1, eve 1, fay 1", 6, table=PAIRS_OF_SIX)
    before = {"ana+dee": {"score": 100}, "ben+eve": {"score": 90}, "cy+fay": {"score": 200}}
    assert found_in(changed(body, before=before)) == []
    before["cy+fay"] = {"score": 199}
    assert codes(ruling(changed(body, before=before))["findings"]) == ["blind_bid_not_allowed"]


def test_a_bid_that_is_not_blind_needs_no_deficit() -> None:
    """Parameters, nil.blind_deficit (D11): it is for blind nil alone."""
    assert found_in(bidding("ana 0, ben 3, cy 3, dee 2")) == []


@pytest.mark.parametrize(
    ("tricks", "found"),
    [(5, [("bid_too_low", "#/bids/0", "blind_bid.minimum")]), (6, []), (13, [])],
)
def test_the_least_blind_bid(tricks: int, found: list[tuple[str, str, str]]) -> None:
    """Parameters, blind_bid.minimum (D12)."""
    rule = {"allowed": True, "deficit": 0, "minimum": 6}
    assert found_in(bidding(f"ana blind {tricks}, ben 3, cy 3, dee 2", blind_bid=rule)) == found


def test_the_minimum_of_blind_bids_does_not_bind_other_bids() -> None:
    """Parameters, blind_bid.minimum: neither for a blind nil nor for a bid with open eyes (D3, D12)."""
    rule = {"allowed": True, "deficit": 0, "minimum": 6}
    assert found_in(bidding("ana blind 0, ben 3, cy 3, dee 2", blind_bid=rule, nil={"blind_deficit": 0})) == []


def test_a_blind_bid_below_both_minimums_is_one_fault() -> None:
    """Rulings, cascades: one fault, one finding."""
    rule = {"allowed": True, "deficit": 0, "minimum": 6}
    body = bidding("ana blind 1, ben 3, cy 3, dee 2", bidding={"minimum": 2}, blind_bid=rule)
    assert codes(ruling(body)["findings"]) == ["bid_too_low"]


def test_a_nil_beside_a_nil_is_one_fault_whatever_forbids_it() -> None:
    """Rulings, one fault, one finding: nil.both_partners (D7) and bidding.restriction (C12) both forbid it."""
    suicide: Json = {"bidding": {"restriction": "suicide"}, "nil": {"both_partners": "forbidden"}}
    body = bidding("ana 0, ben 4, cy 0, dee 0", **suicide)
    assert found_in(body) == [("bid_not_allowed", "#/bids/2", "nil.both_partners")]


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ({"allowed": False}, ["bid_not_allowed", "blind_bid_not_allowed"]),
        ({"allowed": True, "minimum": 2, "deficit": 0}, ["bid_not_allowed"]),
    ],
)
def test_a_blind_bid_of_no_tricks_may_break_several_rules(rule: Json, found: list[str]) -> None:
    """Parameters, bidding.minimum (C3): whether 0 may be bid is `bidding.zero` alone; whether blind is another rule."""
    body = bidding(
        "ana blind 0, ben 3, cy 3, dee 2", nil={"blind": False}, blind_bid=rule, bidding={"zero": "not_allowed"}
    )
    assert codes(ruling(body)["findings"]) == found


def test_a_forbidden_blind_bid_is_scored_as_made() -> None:
    """Order of scoring, step 2: a bid that the rules forbid is a finding and scores as it was made."""
    body = ranks_round(nil={"blind": False})
    body = changed(body, bids=record("pagat", bid="ana 1, ben blind 0, cy 1, dee 1")["bids"])
    assert codes(ruling(body)["findings"]) == ["blind_bid_not_allowed"]
    assert sides(body)["ben+dee"]["bids"][0]["kind"] == "blind_nil"
