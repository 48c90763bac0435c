"""Bids that the hand decides: mirror, whiz and suicide."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, without
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, evident
from tests.spades.deal.bidding_cases import OVERRIDE, bidding, expected, found_in

PAIRS_OF_SIX: Json = {"players": [6], "sides": "partnership"}


# Restrictions.

MIRROR: Json = {"bidding": {"restriction": "mirror"}}
WHIZ: Json = {"bidding": {"restriction": "whiz"}}
SUICIDE: Json = {"bidding": {"restriction": "suicide"}}
TWO_SPADES = hands(ana="AH KH AS KS")
NO_SPADES = hands(ana="AH KH QH JH")
RESTRICTED = [("bid_not_allowed", "#/bids/0", "bidding.restriction")]


@pytest.mark.parametrize(
    ("restriction", "hand", "tricks", "found"),
    [
        ("none", TWO_SPADES, 3, []),
        ("mirror", TWO_SPADES, 2, []),
        ("mirror", TWO_SPADES, 1, RESTRICTED),
        ("mirror", TWO_SPADES, 3, RESTRICTED),
        ("mirror", TWO_SPADES, 0, RESTRICTED),
        ("mirror", NO_SPADES, 0, []),
        ("mirror", NO_SPADES, 1, RESTRICTED),
        ("whiz", TWO_SPADES, 2, []),
        ("whiz", TWO_SPADES, 0, []),
        ("whiz", TWO_SPADES, 1, RESTRICTED),
        ("whiz", NO_SPADES, 0, []),
        ("whiz", NO_SPADES, 1, RESTRICTED),
    ],
)
def test_bids_of_the_spades_held(
    restriction: str, hand: dict[str, list[str]], tricks: int, found: list[tuple[str, str, str]]
) -> None:
    """Parameters, bidding.restriction (C12): mirror exactly the spades held, none held is nil; whiz that or nil."""
    body = record(honours(bidding={"restriction": restriction}), bid=f"ana {tricks}", hands=hand)
    assert found_in(body) == found


@pytest.mark.parametrize(
    ("deck", "spades"),
    [
        ({}, 2),
        ({"jokers": 1, "removed": {"4": ["3C"]}}, 3),
        ({"jokers": 2, "removed": {"4": ["3C", "3D"]}}, 4),
        ({"jokers": 2, "removed": {"4": ["3C", "3D"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}, 5),
        ({"top_trumps": ["2D", "2H"]}, 3),
    ],
)
def test_jokers_and_promoted_cards_are_spades_to_bid_on(deck: Json, spades: int) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades (A7), so a mirror bid counts them (C12)."""
    jokers = ["BJ", "LJ"][: deck.get("jokers", 0)]
    hand = [*jokers, "AS", "2S", "2D", *(f"{rank}C" for rank in "AKQJT98765")][:13]
    for tricks in range(1, 6):
        body = record(rules(deck=deck, **MIRROR), bid=f"ana {tricks}", hands={"ana": hand})
        assert found_in(body) == RESTRICTED * (tricks != spades)


@pytest.mark.parametrize("restriction", [MIRROR, WHIZ], ids=["mirror", "whiz"])
def test_a_bid_on_a_hand_that_is_not_known_is_undecided(restriction: Json) -> None:
    """Rulings, what is asked: what the record can't decide is undecided and says what would decide it."""
    ruled = ruling(record(honours(**restriction), bid="ana 2", hands=hands(ben="KH KC KD KS")))
    assert (ruled["findings"], ruled["verdict"]) == ([], "undetermined")
    assert [evident(each) for each in ruled["undecided"]] == [
        {
            **expected("bid_not_allowed", 0, "ana", "ana+cy", "bidding.restriction", OVERRIDE),
            "decided_by": "#/hands/ana",
        }
    ]


def test_a_nil_under_whiz_asks_for_no_hand() -> None:
    """Parameters, bidding.restriction = whiz: nil is always open (C12)."""
    assert found_in(record(honours(**WHIZ), bid="ana 0")) == []


@pytest.mark.parametrize(("tricks", "found"), [(1, []), (2, RESTRICTED)])
def test_a_finished_log_shows_the_hand_that_was_bid_on(tricks: int, found: list[tuple[str, str, str]]) -> None:
    """Rulings, proof: a complete log without hands decides everything that full hands decide."""
    body = changed(ranks_round(**MIRROR), bids=record("pagat", bid=f"ana {tricks}, ben 1, cy 1, dee 1")["bids"])
    assert found_in(body) == found
    assert found_in(without(body, "hands")) == found


def test_a_hand_completed_by_the_log_counts_as_whole_for_the_bid() -> None:
    """Rulings, cascades: a short list that the log completes is an error of the record, and that is all it is.

    ana holds one spade and bids one; only her list leaves the spade out.
    """
    body = ranks_round(**MIRROR)
    body["hands"]["ana"].remove("AS")
    ruled = ruling(body)
    assert [(each["code"], each["severity"]) for each in ruled["findings"]] == [("wrong_hand_size", "error")]
    assert ruled["undecided"] == []


def test_an_incomplete_hand_proves_no_bid_wrong() -> None:
    """Design, principles: what is not proved is never called an offence; ana's fourth card may be the spade she bid."""
    body = record(honours(**MIRROR), bid="ana 1", hands=hands(ana="AH AC AD"))
    assert codes(ruling(body)["findings"]) == ["wrong_hand_size"]


EXCHANGED = hands(ana="AH AC AD AS", ben="KH KC KD KS", cy="QH QC QD QS", dee="JH JC JD JS")


def test_a_finished_log_does_not_show_a_hand_that_was_changed_after_the_bid() -> None:
    """Contract, exchanges: without it, it is not known whether partners passed cards, so the log proves no dealt hand.

    ana bid on one spade and took a second from cy, who bid nil; nothing of that was illegal.
    """
    ruleset = honours(nil={"exchange": 1}, **WHIZ)
    bid = "ana 1, ben 1, cy 0, dee 1"
    passed = [{"from": "ana", "to": "cy", "cards": ["AD"]}, {"from": "cy", "to": "ana", "cards": ["QS"]}]
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS AD JS", "ana QS KD QD JD")
    told = record(ruleset, *lines, bid=bid, hands=EXCHANGED, exchanges=passed)
    assert found_in(told) == []
    assert ruling(without(told, "hands", "exchanges"))["findings"] == []


def test_a_log_completes_no_dealt_hand_where_cards_may_have_been_passed() -> None:
    """Contract, exchanges: as above; the card that cy's list lacks is the spade she bid on and passed to ana.

    The log shows a diamond as her fourth card, but it may be the one that she took: no reading says that it was dealt
    to her, and how many spades she bid on is an open question.
    """
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS AD JS", "ana QS KD QD JD")
    ruleset = honours(nil={"exchange": 1}, **WHIZ)
    body = record(ruleset, *lines, bid="ana 0, ben 1, cy 1, dee 1", hands=hands(cy="QH QC QD"))
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_hand_size"]
    assert [(each["code"], each["decided_by"]) for each in ruled["undecided"]] == [("bid_not_allowed", "#/hands/cy")]
    assert [(each["slip"], each["changes"]) for each in ruled["readings"]] == [
        ("card_left_out", [{"pointer": "#/hands/cy/3"}])
    ]


def test_a_hand_is_bid_on_as_dealt() -> None:
    """Rulings, shapes: hands are as dealt, before exchanges."""
    passed = [{"from": "ana", "to": "cy", "cards": ["AD"]}, {"from": "cy", "to": "ana", "cards": ["QS"]}]
    ruleset = honours(nil={"exchange": 1}, **WHIZ)
    dealt = record(ruleset, bid="ana 1, ben 1, cy 0, dee 1", hands=EXCHANGED, exchanges=passed)
    assert found_in(dealt) == []
    higher = changed(dealt, bids=record("pagat", bid="ana 2, ben 1, cy 0, dee 1")["bids"])
    assert found_in(higher) == RESTRICTED


@pytest.mark.parametrize(
    ("bid", "place"),
    [
        ("ana 0, ben 0, cy 4, dee 5", None),
        ("ana 4, ben 5, cy 0, dee 0", None),
        ("ana 0, ben 0, cy 0, dee 5", 2),
        ("ana 4, ben 0, cy 3, dee 5", 2),
        ("ana 4, ben 0, cy 0, dee 0", 3),
    ],
)
def test_in_suicide_one_partner_bids_nil_and_the_other_the_contract(bid: str, place: int | None) -> None:
    """Parameters, bidding.restriction = suicide (C12): it is the second of two partners who must choose the other."""
    found = [] if place is None else [("bid_not_allowed", f"#/bids/{place}", "bidding.restriction")]
    assert found_in(bidding(bid, **SUICIDE)) == found


def test_suicide_in_three_pairs() -> None:
    """Parameters, bidding.restriction = suicide (C12) with three pairs (A2)."""
    legal = "ana 0, ben 3, cy 0, dee 3, eve 0, fay 2"
    assert found_in(bidding(legal, 6, table=PAIRS_OF_SIX, **SUICIDE)) == []
    wrong = "ana 0, ben 3, cy 0, dee 3, eve 1, fay 2"
    found = [("bid_not_allowed", "#/bids/4", "bidding.restriction")]
    assert found_in(bidding(wrong, 6, table=PAIRS_OF_SIX, **SUICIDE)) == found
