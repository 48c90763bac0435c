"""The bids that are open to the next player, and why the others are closed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import pytest

from tests.spades.builders.cards import Json
from tests.spades.builders.options import Bids, by_kind, closed, house, opened, upto
from tests.spades.builders.questions import check
from tests.spades.builders.records import hands
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import places

NIL_AND_ALL: Bids = {"nil": [0], "ordinary": upto(13)}


def apart(answer: Json) -> dict[str, Bids]:
    """Return the closed bids that are not blind, once every blind one is closed."""
    blind = [each for each in answer["closed"] if each["kind"].startswith("blind")]
    assert sorted(chain(*by_kind(blind).values())) == upto(13, 0)
    return closed({"closed": [each for each in answer["closed"] if each not in blind]})


# The bids that are open: the ordinary ones and nil (parameters, groups bidding and nil).


def opening(rule: str, said: str, expected: Bids, shut: dict[str, Bids], /, **groups: Mapping[str, object]) -> Any:
    """Return a case: a rule, the bids so far, what is open and what is closed beside the blind bids."""
    return pytest.param(groups, said, expected, shut, id=rule)


OPENINGS = [
    opening("C3 C4 C5: nil, and one to thirteen", "", NIL_AND_ALL, {}),
    opening(
        "C3 minimum: below it only 0",
        "",
        {"nil": [0], "ordinary": upto(13, 3)},
        {"bid_too_low bidding.minimum": {"ordinary": [1, 2]}},
        bidding={"minimum": 3},
    ),
    opening(
        "C4 maximum",
        "",
        {"nil": [0], "ordinary": upto(7)},
        {"bid_too_high bidding.maximum": {"ordinary": upto(13, 8)}},
        bidding={"maximum": 7},
    ),
    opening(
        "team_maximum: more than it can be made good by nobody",
        "",
        {"nil": [0], "ordinary": upto(7)},
        {"team_bid_too_high bidding.team_maximum": {"ordinary": upto(13, 8)}},
        bidding={"team_maximum": 7},
    ),
    opening(
        "team_maximum: what the partner left",
        "ana 4, ben 2",
        {"nil": [0], "ordinary": upto(3)},
        {"team_bid_too_high bidding.team_maximum": {"ordinary": upto(13, 4)}},
        bidding={"team_maximum": 7},
    ),
    opening("C6 board: the first partner is free", "", NIL_AND_ALL, {}, bidding={"team_minimum": 4}),
    opening(
        "C6 board: the second makes it up, and a nil does not",
        "ana 1, ben 2",
        {"ordinary": upto(13, 3)},
        {"team_bid_too_low bidding.team_minimum": {"nil": [0], "ordinary": [1, 2]}},
        bidding={"team_minimum": 4},
    ),
    opening(
        "C6 board: a partner who reached it alone",
        "ana 4, ben 2",
        NIL_AND_ALL,
        {},
        bidding={"team_minimum": 4},
    ),
    opening(
        "C7 raised: a bid below the board is no offence",
        "ana 1, ben 2",
        NIL_AND_ALL,
        {},
        bidding={"team_minimum": 4, "team_minimum_breach": "raised"},
    ),
    opening(
        "C7 set: it is one",
        "ana 1, ben 2",
        {"ordinary": upto(13, 3)},
        {"team_bid_too_low bidding.team_minimum": {"nil": [0], "ordinary": [1, 2]}},
        bidding={"team_minimum": 4, "team_minimum_breach": "set"},
    ),
    opening(
        "C8 nil partner: after the nil too little is closed, another nil is open",
        "ana 0, ben 2",
        {"nil": [0], "ordinary": upto(13, 4)},
        {"nil_partner_bid_too_low bidding.nil_partner_minimum": {"ordinary": [1, 2, 3]}},
        bidding={"nil_partner_minimum": 4},
    ),
    opening(
        "C8 nil partner: after too little the nil is closed",
        "ana 3, ben 2",
        {"ordinary": upto(13)},
        {"nil_partner_bid_too_low bidding.nil_partner_minimum": {"nil": [0]}},
        bidding={"nil_partner_minimum": 4},
    ),
    opening(
        "C8 nil partner: after enough the nil is open",
        "ana 4, ben 2",
        NIL_AND_ALL,
        {},
        bidding={"nil_partner_minimum": 4},
    ),
    opening(
        "C8 nil partner: the opponents' nil is none of it",
        "ana 0",
        NIL_AND_ALL,
        {},
        bidding={"nil_partner_minimum": 4},
    ),
    opening(
        "C9 raise_earlier: an earlier bid is raised, so that the nil is open",
        "ana 1, ben 2",
        NIL_AND_ALL,
        {},
        bidding={"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"},
    ),
    opening(
        "C9 raise_earlier: a later one is closed",
        "ana 0, ben 2",
        {"nil": [0], "ordinary": upto(13, 3)},
        {"nil_partner_bid_too_low bidding.nil_partner_minimum": {"ordinary": [1, 2]}},
        bidding={"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"},
    ),
    opening(
        "C10 not_hand_size: only the last bidder is bound",
        "ana 4, ben 3",
        NIL_AND_ALL,
        {},
        bidding={"table_total": "not_hand_size"},
    ),
    opening(
        "C10 not_hand_size: the last bidder may not make thirteen",
        "ana 4, ben 3, cy 4",
        {"nil": [0], "ordinary": [1, *upto(13, 3)]},
        {"table_total_not_allowed bidding.table_total": {"ordinary": [2]}},
        bidding={"table_total": "not_hand_size"},
    ),
    opening(
        "C10 not_hand_size: a nil counts nothing to the total",
        "ana 4, ben 3, cy 6",
        {"ordinary": upto(13)},
        {"table_total_not_allowed bidding.table_total": {"nil": [0]}},
        bidding={"table_total": "not_hand_size"},
    ),
    opening(
        "C10 not_hand_size: with a total above it nothing is closed",
        "ana 6, ben 3, cy 6",
        NIL_AND_ALL,
        {},
        bidding={"table_total": "not_hand_size"},
    ),
    opening(
        "C10 not_hand_size and C9: the nil that raises the partner to thirteen is closed",
        "ana 5, ben 1, cy 5",
        {"ordinary": [1, *upto(13, 3)]},
        {"table_total_not_allowed bidding.table_total": {"nil": [0], "ordinary": [2]}},
        bidding={"table_total": "not_hand_size", "nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"},
    ),
    opening(
        "C10 at_most_hand_size",
        "ana 4, ben 3, cy 4",
        {"nil": [0], "ordinary": [1, 2]},
        {"table_total_not_allowed bidding.table_total": {"ordinary": upto(13, 3)}},
        bidding={"table_total": "at_most_hand_size"},
    ),
    opening(
        "C10 at_most_hand_size: more than the hand can be made good by nobody",
        "ana 4, ben 3",
        {"nil": [0], "ordinary": upto(6)},
        {"table_total_not_allowed bidding.table_total": {"ordinary": upto(13, 7)}},
        bidding={"table_total": "at_most_hand_size"},
    ),
    opening("C10 any", "ana 13, ben 13, cy 13", NIL_AND_ALL, {}, bidding={"table_total": "any"}),
    opening(
        "D7 both_partners forbidden",
        "ana 0, ben 2",
        {"ordinary": upto(13)},
        {"bid_not_allowed nil.both_partners": {"nil": [0]}},
        nil={"both_partners": "forbidden"},
    ),
    opening(
        "D7 both_partners forbidden: the opponents may",
        "ana 0",
        NIL_AND_ALL,
        {},
        nil={"both_partners": "forbidden"},
    ),
    opening("D7 both_partners allowed", "ana 0, ben 2", NIL_AND_ALL, {}),
]


@pytest.mark.parametrize(("groups", "said", "expected", "shut"), OPENINGS)
def test_the_bids_that_are_open(
    groups: Mapping[str, Mapping[str, object]], said: str, expected: Bids, shut: dict[str, Bids]
) -> None:
    answer = check(house(**groups), said)
    assert answer["findings"] == answer["undecided"] == []
    assert opened(answer) == expected
    assert apart(answer) == shut


def test_where_zero_may_not_be_bid() -> None:
    # parameter bidding.zero not_allowed (C5): 0 is closed by it, not by the minimum
    answer = check(house(bidding={"zero": "not_allowed", "minimum": 2}))
    assert opened(answer) == {"ordinary": upto(13, 2)}
    shut = closed(answer)
    assert shut["bid_not_allowed bidding.zero"]["uncommitted"][0] == 0
    assert shut["bid_too_low bidding.minimum"]["ordinary"] == [1]


def test_where_zero_commits_to_nothing() -> None:
    # parameter bidding.zero uncommitted (C5): an ordinary bid of no tricks
    assert opened(check(house(bidding={"zero": "uncommitted"}))) == {"uncommitted": [0], "ordinary": upto(13)}


@pytest.mark.parametrize("zero", ["uncommitted", "not_allowed", "nil"])
def test_no_bid_is_told_twice(zero: str) -> None:
    # Contract, checkBids: exactly which bids are open, and the rule that closes each of the others
    answer = check(house(bidding={"zero": zero}))
    for bids in by_kind([*answer["open"], *answer["closed"]]).values():
        assert len(bids) == len(set(bids))


def test_bids_that_one_rule_forbids_are_one_row() -> None:
    # Contract, ClosedBid: what forbids a bid is said once, in the words of the rule
    (_, blind) = check(house())["closed"]
    assert (blind["tricks"], blind["up_to"], blind["detail"]) == (1, 13, blind["rule"]["text"])
    (low, *_) = check(house(bidding={"minimum": 2}))["closed"]
    assert (low["tricks"], low["detail"]) == (1, "ana bid 1; the minimum is 2.")
    assert "up_to" not in low


@pytest.mark.parametrize(
    ("players", "size"),
    [pytest.param(2, 26, id="two"), pytest.param(3, 17, id="three"), pytest.param(5, 10, id="five")],
)
def test_a_bid_may_be_as_high_as_the_hand_is_large(players: int, size: int) -> None:
    # parameter bidding.maximum (C4): 0 is the size of a hand; deck.hand_size (A9)
    answer = check(house(players), players=players)
    assert opened(answer) == {"nil": [0], "ordinary": upto(size)}


def test_each_for_oneself_no_partner_binds() -> None:
    # parameter table.sides individual (A2): everybody is a side
    ruleset = house(3, bidding={"nil_partner_minimum": 4}, nil={"both_partners": "forbidden"})
    assert opened(check(ruleset, "ana 0, ben 0", players=3)) == {"nil": [0], "ordinary": upto(17)}


def test_three_pairs_bind_each_other_only() -> None:
    # parameter table.sides (A2): with six three pairs; the partner of ana sits three places on
    ruleset = rules(
        6, table={"sides": "partnership"}, bidding={"nil_partner_minimum": 3}, nil={"blind": False}, deck={}
    )
    assert opened(check(ruleset, "ana 0", players=6)) == {"nil": [0], "ordinary": upto(8)}
    answer = check(ruleset, "ana 0, ben 1, cy 1", players=6)
    assert answer["next_bidder"] == "dee"
    assert opened(answer) == {"nil": [0], "ordinary": upto(8, 3)}


# Blind bids and the standing.

DEFICIT = {"ana+cy": {"score": 100}, "ben+dee": {"score": 200}}
LESS = {"ana+cy": {"score": 101}, "ben+dee": {"score": 200}}


def test_blind_nil_without_a_condition() -> None:
    # parameter nil.blind (D3) and nil.blind_deficit 0 (D11)
    answer = check(rules(nil={"blind_deficit": 0}))
    assert opened(answer) == {**NIL_AND_ALL, "blind_nil": [0]}
    assert closed(answer) == {"blind_bid_not_allowed blind_bid.allowed": {"blind": upto(13)}}


@pytest.mark.parametrize(("before", "is_open"), [(DEFICIT, True), (LESS, False), ({}, False)])
def test_blind_nil_far_enough_behind(before: Json, is_open: bool) -> None:
    # parameter nil.blind_deficit (D11): at least 100 behind the highest side; a team that is absent stands at 0
    answer = check("pagat", before=before)
    assert ("blind_nil" in opened(answer)) is is_open
    assert closed(answer).get("blind_bid_not_allowed nil.blind_deficit") == (None if is_open else {"blind_nil": [0]})


def test_only_what_is_not_known_is_a_condition() -> None:
    # rulings, what is asked: with the standing or the hand known, the bid is open or closed
    mirror = house(bidding={"restriction": "mirror"})
    for ruleset, members in (("pagat", {"before": DEFICIT}), (mirror, {"hands": FOUR_SPADES})):
        assert [each for each in check(ruleset, **members)["open"] if "condition" in each] == []
    assert {each["condition"]["decided_by"] for each in check(mirror)["open"]} == {"#/hands/ana"}
    # An open question about an earlier bid is no condition of the next one.
    (row,) = [each for each in check("pagat", "ana blind 0")["open"] if "condition" in each]
    assert (row["kind"], row["condition"]["detail"].split()[0]) == ("blind_nil", "ben")


def test_the_side_that_leads_may_not_bid_blind() -> None:
    # parameter nil.blind_deficit (D11): ben's side is the highest
    answer = check("pagat", "ana 4", before=DEFICIT)
    assert answer["next_bidder"] == "ben"
    assert "blind_nil" not in opened(answer)


def test_of_three_sides_the_highest_counts() -> None:
    # parameter nil.blind_deficit (D11): behind the highest side, not the next
    ruleset = rules(3, nil={"blind_deficit": 100})
    before = {"ana": {"score": 0}, "ben": {"score": 60}, "cy": {"score": 100}}
    assert "blind_nil" in opened(check(ruleset, players=3, before=before))
    assert "blind_nil" not in opened(check(ruleset, "ana 3", players=3, before=before))


def test_blind_bids_of_tricks() -> None:
    # parameter blind_bid.allowed (D12), minimum and deficit; blind nil stays closed
    ruleset = house(blind_bid={"allowed": True, "minimum": 6, "deficit": 100})
    answer = check(ruleset, before=DEFICIT)
    assert opened(answer) == {**NIL_AND_ALL, "blind": upto(13, 6)}
    assert closed(answer) == {
        "blind_bid_not_allowed nil.blind": {"blind_nil": [0]},
        "bid_too_low blind_bid.minimum": {"blind": upto(5)},
    }
    answer = check(ruleset, before=LESS)
    assert opened(answer) == NIL_AND_ALL
    assert closed(answer)["blind_bid_not_allowed blind_bid.deficit"]["blind"][-8:] == upto(13, 6)


def test_blind_bids_without_a_condition() -> None:
    # parameter blind_bid.deficit 0 (D12)
    answer = check(house(blind_bid={"allowed": True, "deficit": 0}))
    assert opened(answer) == {**NIL_AND_ALL, "blind": upto(13)}
    assert closed(answer) == {"blind_bid_not_allowed nil.blind": {"blind_nil": [0]}}


def test_a_blind_bid_is_bound_by_the_others_like_any_bid() -> None:
    # parameter bidding.maximum (C4), team_maximum: a blind bid of tricks is a bid of tricks
    ruleset = house(blind_bid={"allowed": True, "deficit": 0}, bidding={"maximum": 7, "team_maximum": 8})
    answer = check(ruleset, "ana 4, ben 2")
    assert opened(answer) == {"nil": [0], "ordinary": upto(4), "blind": upto(4)}


def test_where_the_standing_is_not_known_a_blind_bid_is_not_closed() -> None:
    # rulings, what is asked: what is not proved is no offence; made, it stays undecided until the standing is known
    (blind_nil,) = [each for each in check("pagat")["open"] if each["kind"] == "blind_nil"]
    assert blind_nil["condition"].pop("detail")
    assert blind_nil["condition"].pop("rule")["parameter"] == "nil.blind_deficit"
    assert blind_nil["condition"] == {"code": "blind_bid_not_allowed", "decided_by": "#/before"}
    answer = check("pagat", "ana blind 0")
    assert answer["findings"] == []
    assert [(each["code"], each["pointer"], each["decided_by"]) for each in answer["undecided"]] == [
        ("blind_bid_not_allowed", "#/bids/0", "#/before")
    ]


# Rules that look at the hand.

FOUR_SPADES = hands(ana="AS KS 3S 2S AH KH QH 4D 5D 6D 7C 8C 9C")
NO_SPADES = hands(ana="AH KH QH JH 4D 5D 6D 7D 7C 8C 9C TC JC")


@pytest.mark.parametrize(
    ("restriction", "listed", "expected"),
    [
        pytest.param("mirror", FOUR_SPADES, {"ordinary": [4]}, id="C12 mirror: exactly the spades held"),
        pytest.param("mirror", NO_SPADES, {"nil": [0]}, id="C12 mirror: none held = nil"),
        pytest.param("whiz", FOUR_SPADES, {"nil": [0], "ordinary": [4]}, id="C12 whiz: nil or the spades held"),
        pytest.param("whiz", NO_SPADES, {"nil": [0]}, id="C12 whiz: none held"),
        pytest.param("none", FOUR_SPADES, NIL_AND_ALL, id="C12 none"),
    ],
)
def test_the_spades_held_decide_the_bid(restriction: str, listed: Json, expected: Bids) -> None:
    # parameter bidding.restriction (C12)
    answer = check(house(bidding={"restriction": restriction}), hands=listed)
    assert opened(answer) == expected
    everything = {(kind, tricks) for kind, each in NIL_AND_ALL.items() for tricks in each}
    rest = everything - {(kind, tricks) for kind, each in expected.items() for tricks in each}
    shut = closed(answer).get("bid_not_allowed bidding.restriction", {})
    assert {(kind, tricks) for kind in ("nil", "ordinary") for tricks in shut.get(kind, [])} == rest


def test_promoted_cards_are_spades_held() -> None:
    # parameter deck.top_trumps (A7): they are spades; bidding.restriction mirror (C12)
    ruleset = house(
        bidding={"restriction": "mirror"},
        deck={"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
    )
    listed = hands(ana="BJ 2D 2S 3S AH KH QH 4D 5D 6D 7C 8C 9C")
    assert opened(check(ruleset, hands=listed)) == {"ordinary": [4]}


@pytest.mark.parametrize("listed", [None, hands(ana="AS KS"), hands(ben="AH KH QH JH 4D 5D 6D 7D 7C 8C 9C TC JC")])
def test_an_unknown_hand_closes_no_bid(listed: Json | None) -> None:
    # rulings, what is asked: a record that can't decide closes no bid; a hand of a wrong size decides nothing
    answer = check(house(bidding={"restriction": "mirror"}), hands=listed)
    assert opened(answer) == NIL_AND_ALL


def test_the_spades_of_another_hand_are_not_held() -> None:
    # rulings, proof: four of the thirteen spades are in ben's hand, so that ana holds nine at most
    listed = hands(ben="AS KS 3S 2S AH KH QH 4D 5D 6D 7C 8C 9C")
    answer = check(house(bidding={"restriction": "mirror"}), hands=listed)
    assert opened(answer) == {"nil": [0], "ordinary": upto(9)}
    assert apart(answer) == {"bid_not_allowed bidding.restriction": {"ordinary": upto(13, 10)}}


def test_the_hand_of_the_next_bidder_counts() -> None:
    # parameter bidding.restriction mirror (C12)
    listed = FOUR_SPADES | hands(ben="QS JS AD KD QD JD TD 9D 8D 7D AC KC QC")
    answer = check(house(bidding={"restriction": "mirror"}), "ana 4", hands=listed)
    assert answer["next_bidder"] == "ben"
    assert opened(answer) == {"ordinary": [2]}
    assert places(check(house(bidding={"restriction": "mirror"}), "ana 3", hands=listed)["findings"]) == [
        ("bid_not_allowed", "#/bids/0")
    ]


def test_suicide_asks_for_one_nil_in_a_pair() -> None:
    # parameter bidding.restriction suicide (C12): one partner nil, the other the team's bid
    answer = check("suicide", "ana 0, ben 5")
    assert opened(answer) == {"ordinary": upto(13, 4)}
    shut = closed(answer)
    assert shut["bid_not_allowed bidding.restriction"] == {"nil": [0]}
    assert shut["nil_partner_bid_too_low bidding.nil_partner_minimum"] == {"ordinary": [1, 2, 3]}
    answer = check("suicide", "ana 5, ben 5")
    assert opened(answer) == {"nil": [0]}
    assert closed(answer)["bid_not_allowed bidding.restriction"] == {"ordinary": upto(13)}


def test_in_suicide_the_first_partner_bids_nil_or_four() -> None:
    # catalogue 3, suicide: "first partner bids nil or 4+, second the opposite"; parameters, nil_partner_minimum (C8):
    # whoever does not bid nil is a nil bidder's partner, and a lower bid would leave the partner no bid at all
    answer = check("suicide")
    assert opened(answer) == {"nil": [0], "ordinary": upto(13, 4)}
