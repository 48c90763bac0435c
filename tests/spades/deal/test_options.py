"""What is open to a player: the bids that he may make next, and the cards that he may play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from service.spades.cards import CODES, INDEX
from service.spades.deal.bid_options import advise_on_bids
from service.spades.errors import UnusableRuleset
from service.spades.play.card_options import advise_on_plays
from service.spades.record.model import Moment
from service.spades.record.parse import read_record
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.ruling.audit import audit
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.records import bids, hands, trick
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, places

Bids = dict[str, list[int]]


def check(ruleset: Json | str, said: str = "", players: int = 4, **members: object) -> Json:
    """Return what is open after these bids; unless told otherwise the last player dealt, so that ana bids first."""
    names = list(PLAYERS[:players])
    body = {"ruleset": ruleset, "players": names, "dealer": names[-1], "bids": bids(said), **members}
    return ask("checkBids", {name: value for name, value in body.items() if value is not None})


def opened(answer: Json) -> Bids:
    """Return the open bids, by kind."""
    return _by_kind(answer["open"])


def closed(answer: Json) -> dict[str, Bids]:
    """Return the closed bids by code and parameter, then by kind."""
    rows: dict[str, list[Json]] = {}
    for each in answer["closed"]:
        assert each["detail"]
        assert each["rule"]["text"]
        rows.setdefault(f"{each['code']} {each['rule']['parameter']}", []).append(each)
    return {why: _by_kind(each) for why, each in rows.items()}


def _by_kind(rows: Iterable[Json]) -> Bids:
    kinds: Bids = {}
    for each in rows:
        kinds.setdefault(each["kind"], []).append(each["tricks"])
    return kinds


def upto(most: int, least: int = 1) -> list[int]:
    return list(range(least, most + 1))


def house(players: int = 4, /, **groups: Mapping[str, object]) -> Json:
    """Return the rules of pagat without blind nil, and with these parameters."""
    return rules(players, **{**groups, "nil": {"blind": False, **groups.get("nil", {})}})


NIL_AND_ALL: Bids = {"nil": [0], "ordinary": upto(13)}


def apart(answer: Json) -> dict[str, Bids]:
    """Return the closed bids that are not blind, once every blind one is closed."""
    blind = [each for each in answer["closed"] if each["kind"].startswith("blind")]
    assert [each["tricks"] for each in blind] == upto(13, 0)
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
    told = [(each["tricks"], each["kind"]) for each in (*answer["open"], *answer["closed"])]
    assert sorted(told) == sorted(set(told))


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
    assert "blind_nil" in opened(check("pagat"))
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
def test_a_hand_that_is_not_known_closes_nothing(listed: Json | None) -> None:
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


# Who bids next.


@pytest.mark.parametrize(
    ("said", "bidder"),
    [
        ("", "ana"),
        ("ana 4", "ben"),
        ("ana 4, ben 3, cy 1", "dee"),
        ("ana 4, ben 3, cy 1, dee 2", None),
        ("ben 3", "ana"),
        ("ben 3, ana 4", "cy"),
        ("ana 4, ana 5", "ben"),
        ("ana+cy 5", "ben"),
        ("ana+cy 5, ben 3", "dee"),
        ("ana+cy 5, ben+dee 6", None),
    ],
)
def test_who_bids_next(said: str, bidder: str | None) -> None:
    # parameter bidding.first_bidder (C1); rulings, bids: repeated, the first stands; out of turn, it stands
    answer = check("pagat", said)
    assert answer.get("next_bidder") == bidder
    assert bool(answer["open"]) is bool(answer["closed"]) is (bidder is not None)


def test_without_a_dealer_nobody_is_known_to_begin() -> None:
    # Contract, checkBids: who bids first is told by the dealer or, without one, by the first bid
    answer = check("pagat", dealer=None)
    assert "next_bidder" not in answer
    assert answer["open"] == answer["closed"] == []
    assert check("pagat", "cy 4", dealer=None)["next_bidder"] == "dee"
    assert check("pagat", "cy 4, dee 3, ana 2", dealer=None)["next_bidder"] == "ben"


@pytest.mark.parametrize(
    ("ruleset", "players", "bidder"),
    [
        pytest.param("pagat", 4, "ana", id="C1 left_of_dealer"),
        pytest.param(rules(bidding={"first_bidder": "dealer"}), 4, "dee", id="C1 dealer"),
        pytest.param("two-player", 2, "ana", id="C1 non_dealer"),
        pytest.param("solitaire-bliss", 4, None, id="C1 drawn_then_rotates: there is no dealer"),
    ],
)
def test_who_bids_first(ruleset: Json | str, players: int, bidder: str | None) -> None:
    # parameter bidding.first_bidder (C1)
    assert check(ruleset, players=players).get("next_bidder") == bidder


def test_where_the_first_bidder_is_drawn_the_first_bid_tells() -> None:
    # parameter bidding.first_bidder drawn_then_rotates (C1): the dealer is ignored
    answer = check("solitaire-bliss", "cy 4")
    assert answer["findings"] == []
    assert answer["next_bidder"] == "dee"


def test_a_team_bids_as_one() -> None:
    # parameter bidding.by team (C2), team_minimum 4 (C6), zero not_allowed (C5)
    answer = check("tournament-jja")
    assert answer["next_bidder"] == "ana+cy"
    assert opened(answer) == {"ordinary": upto(13, 4)}
    assert closed(answer)["team_bid_too_low bidding.team_minimum"] == {"ordinary": [1, 2, 3]}
    answer = check("tournament-jja", "ana+cy 7")
    assert answer["next_bidder"] == "ben+dee"
    assert answer["sides"][0] == {
        "team": "ana+cy",
        "contract": 7,
        "bids": [{"tricks": 7, "counts_as": 7, "kind": "ordinary"}],
    }
    answer = check("tournament-jja", "ana+cy 7, ben+dee 5")
    assert "next_bidder" not in answer
    assert answer["findings"] == answer["open"] == answer["closed"] == []


def test_whichever_partner_says_it_the_side_has_bid() -> None:
    # parameter bidding.by team (C2): one bid a side
    answer = check("tournament-jja", "cy 7")
    assert answer["next_bidder"] == "ben+dee"
    assert places(check("tournament-jja", "cy 7, ana 5")["findings"]) == [("bid_repeated", "#/bids/1")]


def test_nobody_bids_in_a_round_that_bids_itself() -> None:
    # parameter bidding.first_round bids_itself (C14)
    ruleset = house(bidding={"first_round": "bids_itself"})
    answer = check(ruleset, round_number=1)
    assert "next_bidder" not in answer
    assert answer["open"] == answer["closed"] == []
    assert check(ruleset, round_number=2)["next_bidder"] == "ana"
    answer = check(ruleset, "ana 4", round_number=1)
    assert places(answer["findings"]) == [("bid_not_allowed", "#/bids/0")]
    body = {"ruleset": ruleset, "players": list(PLAYERS[:4]), "bids": []}
    assert ask("checkBids", body, status=422)["errors"][0]["pointer"] == "#/round_number"


# The bids so far.


def test_a_raised_bid_is_shown_as_raised() -> None:
    # nello's source, l.9: "the nello bid causes the partner's bid to increase to 3"; parameters C9
    answer = check("nello", "ana 2, ben 4, cy 0")
    assert answer["sides"][0] == {
        "team": "ana+cy",
        "contract": 3,
        "bids": [
            {"player": "ana", "tricks": 2, "counts_as": 3, "kind": "ordinary"},
            {"player": "cy", "tricks": 0, "counts_as": 0, "kind": "nil"},
        ],
    }
    assert places(answer["findings"]) == [("bid_raised", "#/bids/0")]
    assert answer["findings"][0]["severity"] == "note"


def test_a_bid_is_not_raised_before_the_nello() -> None:
    # nello's source, l.9: it is the nello that raises it
    answer = check("nello", "ana 2, ben 4")
    assert answer["sides"][0]["contract"] == 2
    assert opened(answer) == NIL_AND_ALL


def test_after_a_nello_one_and_two_are_closed() -> None:
    # nello's source, l.9: "a normal bid (minimum of 3)"; "more than one player … may bid nello"
    answer = check("nello", "ana 0, ben 4")
    assert opened(answer) == {"nil": [0], "ordinary": upto(13, 3)}
    assert closed(answer)["nil_partner_bid_too_low bidding.nil_partner_minimum"] == {"ordinary": [1, 2]}


def test_a_contract_raised_to_the_board() -> None:
    # parameter bidding.team_minimum_breach raised (C7)
    ruleset = house(bidding={"team_minimum": 6, "team_minimum_breach": "raised"})
    answer = check(ruleset, "ana 2, ben 3, cy 1")
    assert answer["sides"][0]["contract"] == 6
    assert codes(answer["findings"]) == ["bid_raised"]
    assert answer["sides"][1]["contract"] == 3


def test_what_is_wrong_with_the_bids_so_far_is_told() -> None:
    # principle 5: all findings, in the order of the record
    answer = check(house(bidding={"minimum": 2}), "ben 1, ana 14, ana 3")
    assert places(answer["findings"]) == [
        ("bid_out_of_turn", "#/bids/0"),
        ("bid_too_low", "#/bids/0"),
        ("bid_too_high", "#/bids/1"),
        ("bid_repeated", "#/bids/2"),
    ]
    assert answer["next_bidder"] == "cy"


def test_a_bidding_that_can_not_be_read() -> None:
    body = {"ruleset": "pagat", "players": list(PLAYERS[:4]), "bids": bids("zed 4"), "hands": {"yan": []}}
    answer = ask("checkBids", body, status=422)
    assert {each["pointer"] for each in answer["errors"]} == {"#/bids/0/player", "#/hands/yan"}


# Whatever the rules and the bids: an open bid adds no offence, a closed one adds its own.


def _random_rules(chance: random.Random) -> tuple[Ruleset, int]:
    count = chance.choice([2, 3, 4, 4, 4, 4, 6])
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count == 4 or (count == 6 and chance.random() < 0.5) else "individual",
        },
        "deck": {"leftover": "set_aside"},
        "bidding": {
            "first_bidder": chance.choice(["left_of_dealer", "dealer"]),
            "minimum": chance.choice([1, 1, 2, 3]),
            "by": chance.choice(["player", "player", "player", "team"]),
            "maximum": chance.choice([0, 0, 6]),
            "zero": chance.choice(["nil", "nil", "nil", "not_allowed"]),
            "team_maximum": chance.choice([0, 0, 8]),
            "team_minimum": chance.choice([0, 0, 4]),
            "team_minimum_breach": chance.choice(["illegal", "raised", "set"]),
            "nil_partner_minimum": chance.choice([0, 3, 4]),
            "nil_partner_breach": chance.choice(["illegal", "raise_earlier"]),
            "table_total": chance.choice(["any", "not_hand_size", "at_most_hand_size"]),
            "restriction": chance.choice(["none", "none", "none", "mirror", "whiz", "suicide"]),
        },
        "nil": {
            "blind": chance.random() < 0.5,
            "blind_deficit": chance.choice([0, 100]),
            "both_partners": chance.choice(["allowed", "forbidden"]),
        },
        "blind_bid": {
            "allowed": chance.random() < 0.5,
            "minimum": chance.choice([3, 5]),
            "deficit": chance.choice([0, 100]),
        },
    }
    return resolve(Reference("pagat", (), overrides)), count


def _random_bidding(chance: random.Random, ruleset: Ruleset, count: int) -> Json:
    """Return some bids in turn, not all of them legal, with the hands and the standing known or not."""
    names = PLAYERS[:count]
    pack, size = list(STANDARD), ruleset.packs[count].hand_size
    chance.shuffle(pack)
    dealt = {name: pack[place * size : (place + 1) * size] for place, name in enumerate(names)}
    made = [
        {"player": name, "tricks": chance.choice([0, 0, 1, 2, 3, 4, 5, 6]), "blind": chance.random() < 0.1}
        for name in (*names, names[0])[chance.choice([0, 0, 0, 1]) :][: chance.randrange(count)]
    ]
    if ruleset.parameters.bidding.by == "team":
        made = made[:1]
    sides = {"+".join((names[seat], names[seat + count // 2])) for seat in range(count // 2)}
    if ruleset.parameters.table.sides == "individual":
        sides = set(names)
    body: Json = {"players": list(names), "dealer": names[-1], "bids": made}
    if chance.random() < 0.5:
        body["hands"] = {name: dealt[name] for name in names if chance.random() < 0.8}
    if chance.random() < 0.7:
        body["before"] = {side: {"score": chance.choice([0, 50, 100, 200])} for side in sorted(sides)}
    return body


def _offences(ruleset: Ruleset, body: Json) -> Counter[tuple[str, str]]:
    """Return code and pointer of every offence that an audit finds in a bidding."""
    found = audit(read_record(ruleset, {**body, "tricks": []}), ruleset).findings
    return Counter((each.code, each.pointer) for each in found if each.gravity == "offence")


def test_an_open_bid_adds_no_offence_and_a_closed_one_adds_its_own() -> None:
    # Contract, checkBids: exactly which bids are open to the next bidder, with the rule that closes each other
    tried = 0
    for seed in range(600):
        chance = random.Random(seed)
        try:
            ruleset, count = _random_rules(chance)
        except UnusableRuleset:
            continue
        body = _random_bidding(chance, ruleset, count)
        record = read_record(ruleset, body)
        advice = advise_on_bids(record, ruleset)
        if advice.next_side is None:
            assert not advice.open
            assert not advice.closed
            continue
        tried += 1
        table, before = record.table, _offences(ruleset, body)
        seat = table.sides[advice.next_side].seats[0] if advice.next_seat is None else advice.next_seat
        for tricks, kind, code in (
            *((tricks, kind, None) for tricks, kind in advice.open),
            *((each.tricks, each.kind, each.finding.code) for each in advice.closed),
        ):
            bid = {"player": table.players[seat], "tricks": tricks, "blind": kind in {"blind", "blind_nil"}}
            added = _offences(ruleset, {**body, "bids": [*body["bids"], bid]}) - before
            told = {each for each, _ in added}
            assert code in told if code else not told, (seed, tricks, kind, code, told)
    assert tried > 200


# The cards that may be played (parameters, group play).


def plays(ruleset: Json | str, hand: str, line: str = "", number: int = 5, **members: object) -> Json:
    """Return which cards of a hand may be played to a trick, the fifth unless told otherwise; spades are not broken."""
    body = {
        "ruleset": ruleset,
        "hand": hand.split(),
        "plays": trick(line)["plays"],
        "trick_number": number,
        "spades_broken": False,
        **members,
    }
    return ask("listLegalPlays", body)


def barred(answer: Json) -> dict[str, str]:
    """Return for each illegal card its code and the parameter behind it."""
    assert all(each["detail"] and each["rule"]["text"] for each in answer["illegal"])
    return {each["card"]: f"{each['code']} {each['rule'].get('parameter')}" for each in answer["illegal"]}


REVOKE = "revoke play.follow_suit"
SPADE_LEAD = "illegal_spade_lead play.spade_lead"
OPENING_CARD = "illegal_opening_card play.opening_card"
FIRST_TRICK = "illegal_first_trick_card play.first_trick"


def playing(rule: str, hand: str, line: str, when: str, why: str, cards: str, /, **play: object) -> Any:
    """Return a case: the cards that are illegal, for one reason; all others of the hand are legal.

    ``when`` is the number of the trick, with ``broken`` where spades have been.
    """
    return pytest.param(play, hand, line, when, why, cards, id=rule)


PLAYS = [
    playing("E1 follow_suit: a heart was led", "AS 9H 3H 4C", "ana KH", "5", REVOKE, "AS 4C"),
    playing(
        "follow_suit: the suit led, not the suit of the best card", "AS 9H 4C", "ana KH 2S", "5 broken", REVOKE, "AS 4C"
    ),
    playing("follow_suit: spades", "AS 9H 4C", "ana KS", "5 broken", REVOKE, "9H 4C"),
    playing("E7 void_play: any card", "AS 9H 4C", "ana KD", "5", "", ""),
    playing("E7 void_play: no duty to trump", "2S 9H 4C", "ana KD AS", "5 broken", "", ""),
    playing("E4 after_broken: not broken", "AS 2S 9H 4C", "", "5", SPADE_LEAD, "AS 2S"),
    playing("E4 after_broken: broken", "AS 2S 9H 4C", "", "5 broken", "", ""),
    playing("E4 after_broken: nothing but spades", "AS 2S", "", "5", "", ""),
    playing("E4 any_time", "AS 9H", "", "5", "", "", spade_lead="any_time"),
    playing("E4 after_first_trick", "AS 9H", "", "2", "", "", spade_lead="after_first_trick"),
    playing(
        "E4 after_first_trick: the first has a rule of its own",
        "AS 9H",
        "",
        "1",
        OPENING_CARD,
        "AS",
        spade_lead="after_first_trick",
    ),
    playing("E2 non_spade", "AS 9H 4C", "", "1", OPENING_CARD, "AS"),
    playing("E2 non_spade yields to a hand of spades", "AS 2S", "", "1", "", ""),
    playing(
        "E2 non_spade though spades may be led any time",
        "AS 9H",
        "",
        "1",
        OPENING_CARD,
        "AS",
        spade_lead="any_time",
    ),
    playing("E2 any", "AS 9H 4C", "", "1", "", "", opening_card="any"),
    playing("E2 lowest_club", "AS 9H 4C 5C", "", "1", OPENING_CARD, "AS 9H 5C", opening_card="lowest_club"),
    playing(
        "E2 lowest_club: without a club no spade",
        "AS 9H 4D",
        "",
        "1",
        OPENING_CARD,
        "AS",
        opening_card="lowest_club",
    ),
    playing("E2 lowest_club: nothing but spades", "AS 2S", "", "1", "", "", opening_card="lowest_club"),
    playing("E2 only in the first trick", "AS 9H 4C 5C", "", "2 broken", "", "", opening_card="lowest_club"),
    playing("E3 normal", "AS 9H", "ana KC", "1", "", ""),
    playing("E3 no_spades: void, and no spade", "AS 9H", "ana KC", "1", FIRST_TRICK, "AS", first_trick="no_spades"),
    playing("E3 no_spades: nothing but spades", "AS 2S", "ana KC", "1", "", "", first_trick="no_spades"),
    playing("E3 no_spades: following comes first", "AS 9C 2H", "ana KC", "1", REVOKE, "AS 2H", first_trick="no_spades"),
    playing("E3 no_spades: any card of the suit led", "9C 2C", "ana KC", "1", "", "", first_trick="no_spades"),
    playing("E3 no_spades: only in the first trick", "AS 9H", "ana KC", "2", "", "", first_trick="no_spades"),
    playing(
        "E3 all_lowest_club: the lowest club",
        "9C 4C 8C",
        "ana 2C",
        "1",
        FIRST_TRICK,
        "9C 8C",
        first_trick="all_lowest_club",
    ),
    playing(
        "E3 all_lowest_club: void, a heart or diamond",
        "AS 9H 4D",
        "ana 2C",
        "1",
        FIRST_TRICK,
        "AS",
        first_trick="all_lowest_club",
    ),
    playing(
        "E3 all_lowest_club: only in the first trick",
        "9C 4C",
        "ana 2C",
        "2",
        "",
        "",
        first_trick="all_lowest_club",
    ),
]


@pytest.mark.parametrize(("play", "hand", "line", "when", "why", "cards"), PLAYS)
def test_the_cards_that_are_legal(play: Json, hand: str, line: str, when: str, why: str, cards: str) -> None:
    number, _, broken = when.partition(" ")
    answer = plays(rules(play=play), hand, line, int(number), spades_broken=bool(broken))
    assert answer["legal"] == [card for card in hand.split() if card not in cards.split()]
    assert barred(answer) == dict.fromkeys(cards.split(), why)


PROMOTED = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}


@pytest.mark.parametrize(
    ("hand", "line", "broken", "illegal"),
    [
        pytest.param("BJ 3D 9H", "ana KS", False, {"3D": REVOKE, "9H": REVOKE}, id="a joker follows spades"),
        pytest.param("2D 3D 9H", "ana KS", False, {"3D": REVOKE, "9H": REVOKE}, id="the promoted deuce follows spades"),
        pytest.param("2D 3D 9H", "ana KD", False, {"2D": REVOKE, "9H": REVOKE}, id="the deuce is no diamond"),
        pytest.param("2D 9H", "ana KD", False, {}, id="who holds only the deuce is void in diamonds"),
        pytest.param("3S 9H", "ana LJ", False, {"9H": REVOKE}, id="a joker led asks for spades"),
        pytest.param("3D 9H", "ana 2D", False, {}, id="a deuce led does not ask for diamonds"),
        pytest.param("BJ 2D 9H", "", False, {"BJ": SPADE_LEAD, "2D": SPADE_LEAD}, id="led like a spade"),
        pytest.param("BJ 2D 9H", "", True, {}, id="led once spades are broken"),
        pytest.param("BJ LJ 2D 2S", "", False, {}, id="nothing but spades"),
    ],
)
def test_promoted_cards_are_spades(hand: str, line: str, broken: bool, illegal: dict[str, str]) -> None:
    # parameter deck.top_trumps (A7): they are spades for following suit, leading and breaking
    answer = plays(rules(deck=PROMOTED), hand, line, spades_broken=broken)
    assert barred(answer) == illegal
    assert answer["legal"] == [card for card in hand.split() if card not in illegal]


def test_cards_that_are_not_in_the_pack() -> None:
    # parameter deck.jokers (A5) and deck.removed (A6)
    answer = plays("pagat", "BJ 9H", "ana KC")
    assert barred(answer) == {"BJ": "card_not_in_deck deck.jokers"}
    answer = plays(rules(deck=PROMOTED), "2H 9H", "ana KC")
    assert barred(answer) == {"2H": "card_not_in_deck deck.removed"}


def test_a_card_that_is_not_in_the_pack_forbids_nothing() -> None:
    # rulings, cascades: it is no card of the game; the deuce of hearts is no heart to follow with
    answer = plays(rules(deck=PROMOTED), "2H AS", "ana KH")
    assert answer["legal"] == ["AS"]
    answer = plays("pagat", "BJ AS", "ana KS")
    assert answer["legal"] == ["AS"]


def test_a_card_that_lies_in_the_trick() -> None:
    # rulings, cascades: each card is played once; held it is not, and forbids nothing
    answer = plays("pagat", "KH AS 2C", "ana KH")
    assert barred(answer) == {"KH": "card_replayed None"}
    assert answer["legal"] == ["AS", "2C"]


def test_a_card_that_is_listed_twice() -> None:
    # findings, duplicate_card: the first stands
    answer = plays("pagat", "9H 9H 2C", "ana KH")
    assert answer["legal"] == ["9H"]
    assert [(each["card"], each["code"]) for each in answer["illegal"]] == [("9H", "duplicate_card"), ("2C", "revoke")]


def test_an_empty_hand_has_no_card() -> None:
    answer = plays("pagat", "")
    assert answer["legal"] == answer["illegal"] == []


def test_the_players_tell_the_pack() -> None:
    # Contract, listLegalPlays: players are needed where the ruleset plays with different packs
    ruleset = {"name": "classic-solo", "options": ["jokers"]}
    answer = plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:3]))
    assert answer["legal"] == ["2C", "2H", "9H"]
    answer = plays(ruleset, "2C 2H 9H", "ana KD", players=list(PLAYERS[:4]))
    assert barred(answer) == {"2C": "card_not_in_deck deck.removed"}
    body = {"ruleset": ruleset, "hand": ["9H"], "plays": [], "trick_number": 1, "spades_broken": False}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/players"]
    body |= {"players": list(PLAYERS[:3]), "plays": trick("dee KH")["plays"]}
    assert [each["pointer"] for each in ask("listLegalPlays", body, status=422)["errors"]] == ["#/plays/0/player"]


# Whatever the rules and the hand: every card is legal or illegal, and something may be played.


def _lawful(play: Mapping[str, str], hand: Sequence[str], led: str, *, first: bool, broken: bool) -> set[str]:
    """Return the cards that the plainest reading of the rules lets play."""
    plain = [card for card in hand if card[1] != "S"]
    clubs = sorted((card for card in hand if card[1] == "C"), key=lambda card: "23456789TJQKA".index(card[0]))
    same = [card for card in hand if card[1] == led]
    if led:
        if not first or play["first_trick"] == "normal":
            return set(same or hand)
        if play["first_trick"] == "all_lowest_club" and led == "C" and same:
            return set(clubs[:1])
        return set(same or plain or hand)
    if first:
        if play["opening_card"] == "any":
            return set(hand)
        return set((clubs[:1] if play["opening_card"] == "lowest_club" else []) or plain or hand)
    return set(hand if broken or play["spade_lead"] != "after_broken" else plain or hand)


def test_a_hand_always_has_a_legal_card() -> None:
    # parameters of the group play: non_spade yields, a player who holds only spades may always lead one
    for seed in range(1500):
        chance = random.Random(seed)
        play = {
            "opening_card": chance.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": chance.choice(["normal", "no_spades", "all_lowest_club"]),
            "spade_lead": chance.choice(["after_broken", "any_time", "after_first_trick"]),
        }
        ruleset = resolve(Reference("pagat", (), {"play": play}))
        spades = [card for card in STANDARD if card[1] == "S"]
        pack = chance.sample(STANDARD if chance.random() < 0.7 else spades, 13)
        hand, others = pack[: chance.randint(1, 10)], pack[10:]
        moment = Moment(
            tuple(INDEX[card] for card in others[: chance.randint(0, 3)]),
            chance.choice([1, 1, 2, 7]),
            broken=chance.random() < 0.5,
        )
        legal, illegal = advise_on_plays(ruleset, ruleset.packs[4], tuple(INDEX[card] for card in hand), moment)
        allowed = [CODES[card] for card in legal]
        barred_cards = [CODES[each.card] for each in illegal]
        assert sorted(allowed + barred_cards) == sorted(hand)
        assert allowed == [card for card in hand if card in allowed]
        assert allowed
        led = CODES[moment.plays[0]][1] if moment.plays else ""
        first = moment.trick_number == 1
        assert set(allowed) == _lawful(play, hand, led, first=first, broken=moment.broken), seed
