"""Whose turn it is to bid, and bids that are missing, repeated or made by a side; the order of the findings."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, with_hands, without
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import record, trick
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, evident, places
from tests.spades.deal.bidding_cases import FOLLOWED, OVERRIDE, bidding, expected, found_in, sides

PAIRS_OF_SIX: Json = {"players": [6], "sides": "partnership"}


# Whose turn it is.

DRAWN: Json = {"bidding": {"first_bidder": "drawn_then_rotates"}, "play": {"opening_leader": "first_bidder"}}


@pytest.mark.parametrize(
    ("players", "groups", "order", "out"),
    [
        (4, {}, "ana ben cy dee", []),
        (4, {}, "dee ana ben cy", [0]),
        (4, {"bidding": {"first_bidder": "dealer"}}, "dee ana ben cy", []),
        (4, {"bidding": {"first_bidder": "dealer"}}, "ana ben cy dee", [0]),
        (2, {"bidding": {"first_bidder": "non_dealer"}}, "ana ben", []),
        (2, {"bidding": {"first_bidder": "non_dealer"}}, "ben ana", [0]),
        (2, {}, "ana ben", []),
        (2, {"bidding": {"first_bidder": "dealer"}}, "ana ben", [0]),
        (4, DRAWN, "cy dee ana ben", []),
        (4, DRAWN, "ana ben cy dee", []),
        (3, {}, "ana ben cy", []),
        (3, {}, "ana cy ben", [1]),
        (5, {}, "ana ben cy dee eve", []),
        (5, {"bidding": {"first_bidder": "dealer"}}, "eve ana ben cy dee", []),
        (5, {}, "eve ana ben cy dee", [0]),
        (6, {}, "ana ben cy dee eve fay", []),
        (6, {"table": PAIRS_OF_SIX}, "ana cy ben dee eve fay", [1]),
    ],
)
def test_who_bids_first(players: int, groups: Json, order: str, out: list[int]) -> None:
    """Parameters, bidding.first_bidder, every value (C1); a dealer is ignored under drawn_then_rotates."""
    body = bidding(", ".join(f"{name} 1" for name in order.split()), players, **groups)
    assert found_in(body) == [("bid_out_of_turn", f"#/bids/{place}", "bidding.first_bidder") for place in out]


@pytest.mark.parametrize(
    ("order", "out"),
    [
        ("ana cy ben dee", [1]),
        ("cy ana ben dee", [0]),
        ("dee cy ben ana", [0, 1, 2]),
        ("ben dee ana cy", [0, 1]),
        ("ben cy dee ana", [0]),
    ],
)
def test_only_the_player_who_jumps_ahead_is_out_of_turn(order: str, out: list[int]) -> None:
    """Rulings, cascades: before one's turn, only the player who jumped; in turn is who follows one that has acted."""
    body = bidding(", ".join(f"{name} 1" for name in order.split()))
    assert places(ruling(body)["findings"]) == [("bid_out_of_turn", f"#/bids/{place}") for place in out]


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("rule", ["left_of_dealer", "dealer"])
def test_without_a_dealer_nobody_is_out_of_turn(rule: str, first: int) -> None:
    """Rulings, the order of judging, 1: what was not written is unknown; convict only under every dealer.

    In turn from anybody, the bids raise no question. Otherwise it depends on the dealer who jumped ahead: the first or
    the second to bid.
    """
    order = [PLAYERS[(first + step) % 4] for step in range(4)]
    body = bidding(", ".join(f"{name} 1" for name in order), bidding={"first_bidder": rule})
    ruled = ruling(without(body, "dealer"))
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    order[1], order[2] = order[2], order[1]
    body = bidding(", ".join(f"{name} 1" for name in order), bidding={"first_bidder": rule})
    ruled = ruling(without(body, "dealer"))
    assert ruled["findings"] == []
    assert places(ruled["undecided"]) == [("bid_out_of_turn", "#/bids/0"), ("bid_out_of_turn", "#/bids/1")]
    assert {each["decided_by"] for each in ruled["undecided"]} == {"#/dealer"}


def test_who_opens_the_bidding_is_not_known_where_that_was_drawn() -> None:
    """Parameters, bidding.first_bidder = drawn_then_rotates (C1): only rounds before tell it, so nobody is accused."""
    ruled = ruling(bidding("cy 1, ana 1, dee 1, ben 1", **DRAWN))
    assert ruled["findings"] == []
    assert {(each["code"], each["decided_by"]) for each in ruled["undecided"]} == {("bid_out_of_turn", "#/bids")}


def test_who_bid_first_out_of_turn_accuses_nobody_without_a_dealer() -> None:
    """Rulings, the order of judging, 1: cy bid before ben, whose turn it was; ben bid next, and did nothing wrong."""
    body = changed(bidding("cy 1, ben 1, dee 1, ana 1"), dealer="ana")
    assert places(ruling(body)["findings"]) == [("bid_out_of_turn", "#/bids/0")]
    ruled = ruling(without(body, "dealer"))
    assert ruled["findings"] == []
    assert places(ruled["undecided"]) == [("bid_out_of_turn", "#/bids/0"), ("bid_out_of_turn", "#/bids/1")]


def test_a_bid_out_of_turn_stands() -> None:
    """Rulings, cascades, bids: out of turn, stands."""
    body = changed(ranks_round(), bids=bidding("ben 2, ana 1, cy 1, dee 1")["bids"])
    assert codes(ruling(body)["findings"]) == ["bid_out_of_turn"]
    assert sides(body)["ben+dee"]["contract"] == 3


# Bids that are missing or made twice.


@pytest.mark.parametrize(
    ("bid", "missing"),
    [("", "ana cy ben dee"), ("ana 1, ben 1, cy 1", "dee"), ("ana 1, cy 1", "ben dee"), ("ana+cy 2, ben 1", "dee")],
)
def test_each_missing_bid_is_found_once_play_has_begun(bid: str, missing: str) -> None:
    """Parameters, bidding.by = player (C2); rulings, cascades: missing, finding, no score; one fault, one finding.

    Who bids after a bid that is missing has not bid out of turn.
    """
    body = changed(ranks_round(), bids=record("pagat", bid=bid)["bids"])
    ruled = ruling(body)
    assert [(each["code"], each["pointer"], each["player"]) for each in ruled["findings"]] == [
        ("bid_missing", "#/bids", player) for player in missing.split()
    ]
    assert not ruled["complete"]
    assert "as_played" not in ruled
    assert "bid_missing" not in codes(ruling(changed(body, tricks=[]))["findings"])


def test_the_first_of_two_bids_stands() -> None:
    """Rulings, cascades, bids: repeated, the first stands (C11)."""
    body = changed(ranks_round(), bids=bidding("ana 2, ben 1, cy 1, dee 1, ana 4")["bids"])
    assert found_in(body) == [("bid_repeated", "#/bids/4", "bidding.changes")]
    side = sides(body)["ana+cy"]
    assert (side["contract"], side["bids"][0]["tricks"]) == (3, 2)


def test_a_bid_repeated_is_not_judged_again() -> None:
    """Rulings, cascades: one fault, one finding; the bid that does not stand is neither too high nor out of turn."""
    assert found_in(bidding("ana 2, ana 14, ben 1, cy 1, dee 1")) == [("bid_repeated", "#/bids/1", "bidding.changes")]


# A bid for each side.

BY_TEAM: Json = {"bidding": {"by": "team"}}


def test_sides_bid_in_turn() -> None:
    """Parameters, bidding.by = team (C2), with bidding.first_bidder (C1)."""
    assert found_in(bidding("ana+cy 5, ben+dee 6", **BY_TEAM)) == []
    found = ruling(bidding("ben+dee 6, ana+cy 5", **BY_TEAM))["findings"]
    assert [evident(each) for each in found] == [
        expected("bid_out_of_turn", 0, None, "ben+dee", "bidding.first_bidder", "written")
    ]


@pytest.mark.parametrize(
    ("bid", "out"),
    [
        ("ana+dee 2, ben+eve 2, cy+fay 2", []),
        ("ben+eve 2, cy+fay 2, ana+dee 2", [0]),
        ("ana+dee 2, cy+fay 2, ben+eve 2", [1]),
    ],
)
def test_three_sides_bid_in_turn(bid: str, out: list[int]) -> None:
    """Parameters, bidding.by = team with three pairs (C2, A2)."""
    body = bidding(bid, 6, table=PAIRS_OF_SIX, **BY_TEAM)
    assert places(ruling(body)["findings"]) == [("bid_out_of_turn", f"#/bids/{place}") for place in out]


@pytest.mark.parametrize(
    ("bid", "open_"),
    [
        ("ben+eve 2, cy+fay 2, ana+dee 2", []),
        ("ana+dee 2, cy+fay 2, ben+eve 2", [0, 1]),
    ],
)
def test_sides_bid_in_turn_from_anybody_without_a_dealer(bid: str, open_: list[int]) -> None:
    """Rulings, the order of judging, 1: without a dealer it is not known which side was out of turn."""
    ruled = ruling(without(bidding(bid, 6, table=PAIRS_OF_SIX, **BY_TEAM), "dealer"))
    assert ruled["findings"] == []
    assert places(ruled["undecided"]) == [("bid_out_of_turn", f"#/bids/{place}") for place in open_]


def test_a_side_bids_once() -> None:
    """Parameters, bidding.by = team: one bid a side (C2); the first stands (C11)."""
    body = bidding("ana+cy 5, ben+dee 6, ana+cy 4", **BY_TEAM)
    found = ruling(body)["findings"]
    assert [evident(each) for each in found] == [
        expected("bid_repeated", 2, None, "ana+cy", "bidding.changes", "written")
    ]


@pytest.mark.parametrize(
    ("said", "contract", "found"),
    [
        pytest.param("ana+cy 5, ana+cy 6, ben+dee 6", 6, [], id="a raise"),
        pytest.param("ana+cy 5, ana+cy 4, ana+cy 7, ben+dee 6", 7, [1], id="no raise, then one"),
        pytest.param("ana+cy 5, ana+cy 5, ben+dee 6", 5, [1], id="as high"),
        pytest.param("ana+cy 5, ben+dee 6, ana+cy 6", 5, [2], id="too late"),
        pytest.param("ana+cy 5, ben+dee 6, ben+dee 7", 5, [2], id="the others had bid before"),
    ],
)
def test_a_side_may_raise_its_bid_until_the_others_bid(said: str, contract: int, found: list[int]) -> None:
    """Parameters, bidding.changes = raise_until_opponents_bid (C11)."""
    rule = {"bidding": BY_TEAM["bidding"] | {"changes": "raise_until_opponents_bid"}}
    ruled = ruling(bidding(said, **rule))
    assert places(ruled["findings"]) == [("bid_repeated", f"#/bids/{place}") for place in found]
    checked = ask("checkBids", without(bidding(said, **rule), "tricks", "stopped"))
    assert checked["sides"][0]["contract"] == contract


def test_a_bid_that_was_raised_is_no_longer_judged() -> None:
    """Parameters, bidding.changes (C11): 3 is below the board, the 5 that it was raised to is not."""
    board = {"team_minimum": 4, "changes": "raise_until_opponents_bid"}
    rule = {"bidding": BY_TEAM["bidding"] | board}
    assert found_in(bidding("ana+cy 3, ana+cy 5, ben+dee 6", **rule)) == []
    low = found_in(bidding("ana+cy 3, ben+dee 6", **rule))
    assert low == [("team_bid_too_low", "#/bids/0", "bidding.team_minimum")]


def test_a_partner_does_not_bid_beside_the_team() -> None:
    """Parameters, bidding.by = team: one bid a side (C2)."""
    assert found_in(bidding("ana 3, cy 2, ben+dee 6", **BY_TEAM)) == [("bid_repeated", "#/bids/1", "bidding.changes")]


def test_the_bid_of_a_side_is_missing() -> None:
    """Parameters, bidding.by = team (C2); the finding names the side alone."""
    body = record(rules(**BY_TEAM), FOLLOWED, bid="ana+cy 5")
    found = ruling(body)["findings"]
    assert [evident(each) for each in found] == [expected("bid_missing", -1, None, "ben+dee", "bidding.by", OVERRIDE)]


def test_team_bids_are_accepted_although_players_bid() -> None:
    """Parameters, bidding.by = player: a sheet that records only team bids is still scored (C2)."""
    body = changed(ranks_round(), bids=record("pagat", bid="ana+cy 3, ben+dee 1")["bids"])
    ruled = ruling(body)
    assert (ruled["findings"], ruled["complete"]) == ([], True)
    assert {team: side["contract"] for team, side in sides(body).items()} == {"ana+cy": 3, "ben+dee": 1}


def test_a_player_does_not_bid_after_the_team() -> None:
    """Rulings, cascades, bids: repeated, the first stands."""
    assert found_in(bidding("ana+cy 5, ben 3, cy 2, dee 3")) == [("bid_repeated", "#/bids/2", "bidding.changes")]


# Restrictions.

MIRROR: Json = {"bidding": {"restriction": "mirror"}}


# A first round without bids.

UNBID: Json = {"bidding": {"first_round": "bids_itself"}}


def test_a_round_that_bids_itself_takes_no_bids() -> None:
    """Parameters, bidding.first_round = bids_itself (C14); rulings, cascades, bids: it takes an empty list."""
    body = changed(ranks_round(**UNBID), round_number=1, bids=[])
    ruled = ruling(body)
    assert (ruled["findings"], ruled["verdict"], ruled["complete"]) == ([], "clean", True)
    assert {side["team"]: side["points"] for side in ruled["as_played"]} == {"ana+cy": 40, "ben+dee": 0}


def test_bids_in_a_round_that_bids_itself() -> None:
    """Parameters, bidding.first_round = bids_itself (C14)."""
    body = changed(ranks_round(**UNBID), round_number=1, bids=record("pagat", bid="ana 1, ben 1")["bids"])
    assert [evident(each) for each in ruling(body)["findings"]] == [
        expected("bid_not_allowed", 0, "ana", "ana+cy", "bidding.first_round", OVERRIDE),
        expected("bid_not_allowed", 1, "ben", "ben+dee", "bidding.first_round", OVERRIDE),
    ]


def test_the_second_round_is_bid() -> None:
    """Parameters, bidding.first_round: only round one bids itself (C14)."""
    assert found_in(changed(ranks_round(**UNBID), round_number=2)) == []
    missing = changed(ranks_round(**UNBID), round_number=2, bids=[])
    assert codes(ruling(missing)["findings"]) == ["bid_missing"] * 4


def test_the_first_round_is_bid_where_it_is_like_any_other() -> None:
    """Parameters, bidding.first_round = normal (C14)."""
    assert found_in(changed(ranks_round(), round_number=1)) == []


def test_the_round_number_is_required() -> None:
    """Rulings, cascades, bids: bids_itself needs round_number."""
    assert faults(ranks_round(**UNBID)) == [("#/round_number", "required")]


OPEN: Json = {"allowed": True}


# The order of what is found.


def test_findings_come_in_the_order_of_the_record() -> None:
    """Rulings, severity: findings stand in the order of the record."""
    found = ruling(
        bidding("ben 14, ana 1, cy 2, dee 1, cy 3", bidding={"minimum": 2, "team_minimum": 4}),
    )["findings"]
    assert [each["pointer"] for each in found] == [
        "#/bids/0",
        "#/bids/0",
        "#/bids/1",
        "#/bids/2",
        "#/bids/3",
        "#/bids/4",
    ]


def test_undecided_findings_come_in_the_order_of_the_record() -> None:
    """Contract, Ruling.undecided: in the same order."""
    body = bidding("ana 3, ben blind 4", blind_bid=OPEN, **MIRROR)
    ruled = ruling(body)
    assert ruled["findings"] == []
    assert [each["pointer"] for each in ruled["undecided"]] == ["#/bids/0", "#/bids/1", "#/bids/1"]


def test_players_who_play_alone_bid_alone() -> None:
    """Parameters, table.sides = individual (A2): a player is a side, and the board is for each."""
    found = ruling(bidding("ana 1, ben 2, cy 3", 3, bidding={"team_minimum": 2}))["findings"]
    assert [evident(each) for each in found] == [
        expected("team_bid_too_low", 0, "ana", "ana", "bidding.team_minimum", OVERRIDE)
    ]


def test_teams_may_have_names() -> None:
    """Design, contract: teams renames the sides; a finding names the side by it."""
    body = bidding("ana 14, ben 3, cy 1, dee 2")
    body["teams"] = [{"name": "north", "players": ["ana", "cy"]}]
    assert ruling(body)["findings"][0]["team"] == "north"


def test_the_hands_of_a_played_log_are_bid_on_without_conflict() -> None:
    """Rulings, what is asked: a legal mirror round has no finding."""
    body = record(honours(**MIRROR), bid="ana 1, ben 1, cy 1, dee 1")
    body["tricks"] = [
        trick(line) for line in ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS QS JS")
    ]
    ruled = ruling(with_hands(body))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
