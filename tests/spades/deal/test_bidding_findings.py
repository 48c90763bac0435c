"""Findings about the bidding: every code beside its nearest innocent twin, every parameter from both sides."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import faults, ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, with_hands, without
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import Case, codes, evident, places

PAIRS_OF_SIX: Json = {"players": [6], "sides": "partnership"}


def bidding(bid: str, players: int = 4, **groups: Json) -> Json:
    """Return a record of nothing but these bids; the last player dealt."""
    return record(rules(players, **groups), bid=bid, players=players)


def expected(code: str, place: int, player: str | None, team: str, parameter: str, basis: str) -> Json:
    """Return a finding about the bid at this place."""
    severity = {"bid_missing": "error", "bid_raised": "note"}.get(code, "offence")
    finding: Json = {"code": code, "severity": severity, "pointer": f"#/bids/{place}" if place >= 0 else "#/bids"}
    if player is not None:
        finding["player"] = player
    return {**finding, "team": team, "rule": {"parameter": parameter, "basis": basis}}


FOLLOWED = "ana KH 5H 9H 2H"
OVERRIDE = "override"

CASES = (
    Case(
        rule="parameters, bidding.first_bidder (C1): ben bids before ana",
        fault=bidding("ben 3, ana 4, cy 1, dee 2"),
        twin=bidding("ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_out_of_turn", 0, "ben", "ben+dee", "bidding.first_bidder", "written"),
    ),
    Case(
        rule="parameters, bidding.by (C2); rulings, cascades: missing bid, finding, no score",
        fault=record("pagat", FOLLOWED, bid="ana 4, ben 3, cy 1"),
        twin=record("pagat", FOLLOWED, bid="ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_missing", -1, "dee", "ben+dee", "bidding.by", "written"),
    ),
    Case(
        rule="parameters, bidding.changes (C11)",
        fault=bidding("ana 4, ben 3, cy 1, dee 2, ana 5"),
        twin=bidding("ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_repeated", 4, "ana", "ana+cy", "bidding.changes", "written"),
    ),
    Case(
        rule="parameters, bidding.minimum (C3)",
        fault=bidding("ana 1, ben 3, cy 4, dee 2", bidding={"minimum": 2}),
        twin=bidding("ana 2, ben 3, cy 4, dee 2", bidding={"minimum": 2}),
        finding=expected("bid_too_low", 0, "ana", "ana+cy", "bidding.minimum", OVERRIDE),
    ),
    Case(
        rule="parameters, bidding.maximum (C4): 0 is the size of a hand",
        fault=bidding("ana 14, ben 3, cy 1, dee 2"),
        twin=bidding("ana 13, ben 3, cy 1, dee 2"),
        finding=expected("bid_too_high", 0, "ana", "ana+cy", "bidding.maximum", "written"),
    ),
    Case(
        rule="parameters, bidding.zero (C5)",
        fault=bidding("ana 4, ben 0, cy 1, dee 2", bidding={"zero": "not_allowed"}, nil={"blind": False}),
        twin=bidding("ana 4, ben 1, cy 1, dee 2", bidding={"zero": "not_allowed"}, nil={"blind": False}),
        finding=expected("bid_not_allowed", 1, "ben", "ben+dee", "bidding.zero", OVERRIDE),
    ),
    Case(
        rule="parameters, blind_bid.allowed (D12)",
        fault=bidding("ana blind 6, ben 3, cy 1, dee 2"),
        twin=bidding("ana 6, ben 3, cy 1, dee 2"),
        finding=expected("blind_bid_not_allowed", 0, "ana", "ana+cy", "blind_bid.allowed", "default"),
    ),
    Case(
        rule="parameters, bidding.team_minimum (C6)",
        fault=bidding("ana 2, ben 3, cy 1, dee 2", bidding={"team_minimum": 4}),
        twin=bidding("ana 2, ben 3, cy 2, dee 2", bidding={"team_minimum": 4}),
        finding=expected("team_bid_too_low", 2, "cy", "ana+cy", "bidding.team_minimum", OVERRIDE),
    ),
    Case(
        rule="parameters, bidding.team_maximum",
        fault=bidding("ana 4, ben 3, cy 4, dee 2", bidding={"team_maximum": 7}),
        twin=bidding("ana 4, ben 3, cy 3, dee 2", bidding={"team_maximum": 7}),
        finding=expected("team_bid_too_high", 2, "cy", "ana+cy", "bidding.team_maximum", OVERRIDE),
    ),
    Case(
        rule="parameters, bidding.nil_partner_minimum (C8)",
        fault=bidding("ana 0, ben 3, cy 2, dee 2", bidding={"nil_partner_minimum": 3}),
        twin=bidding("ana 0, ben 3, cy 3, dee 2", bidding={"nil_partner_minimum": 3}),
        finding=expected("nil_partner_bid_too_low", 2, "cy", "ana+cy", "bidding.nil_partner_minimum", OVERRIDE),
    ),
    Case(
        rule="parameters, bidding.table_total (C10)",
        fault=bidding("ana 4, ben 3, cy 4, dee 2", bidding={"table_total": "not_hand_size"}),
        twin=bidding("ana 4, ben 3, cy 4, dee 3", bidding={"table_total": "not_hand_size"}),
        finding=expected("table_total_not_allowed", 3, "dee", "ben+dee", "bidding.table_total", OVERRIDE),
    ),
    Case(
        rule="parameters, bidding.nil_partner_breach (C9): a note is nobody's fault",
        fault=bidding(
            "ana 1, ben 3, cy 0, dee 2", bidding={"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"}
        ),
        twin=bidding(
            "ana 3, ben 3, cy 0, dee 2", bidding={"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"}
        ),
        finding=expected("bid_raised", 0, "ana", "ana+cy", "bidding.nil_partner_breach", OVERRIDE),
        verdict="clean",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_fault_is_found_and_nothing_else(case: Case) -> None:
    """Each case cites its rule; that the fault is found once is the heading of the cascade table of the rulings."""
    ruled = ruling(case.fault)
    assert [evident(each) for each in ruled["findings"]] == [case.finding]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == (case.verdict, case.complete)
    assert "as_played" not in ruled


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_its_twin_is_innocent(case: Case) -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(case.twin)
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    assert (ruled["verdict"], ruled["complete"]) == ("clean", case.complete)


def found_in(body: Json) -> list[tuple[str, str, str]]:
    """Return code, pointer and parameter of all findings; nothing may be undecided."""
    ruled = ruling(body)
    assert ruled["undecided"] == []
    return [(each["code"], each["pointer"], each["rule"]["parameter"]) for each in ruled["findings"]]


def sides(body: Json) -> dict[str, Json]:
    """Return the score as played, by team."""
    return {side["team"]: side for side in ruling(body)["as_played"]}


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
        (4, DRAWN, "cy ana dee ben", [1]),
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
def test_only_who_jumps_is_out_of_turn(order: str, out: list[int]) -> None:
    """Rulings, cascades: before one's turn, only the player who jumped; in turn is who follows one that has acted."""
    body = bidding(", ".join(f"{name} 1" for name in order.split()))
    assert places(ruling(body)["findings"]) == [("bid_out_of_turn", f"#/bids/{place}") for place in out]


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("rule", ["left_of_dealer", "dealer"])
def test_without_a_dealer_the_first_bid_is_in_turn(rule: str, first: int) -> None:
    """Rulings, cascades, bids: no dealer, the first bidder recorded is taken, and turn is checked from there."""
    order = [PLAYERS[(first + step) % 4] for step in range(4)]
    body = bidding(", ".join(f"{name} 1" for name in order), bidding={"first_bidder": rule})
    assert found_in(without(body, "dealer")) == []
    order[1], order[2] = order[2], order[1]
    body = bidding(", ".join(f"{name} 1" for name in order), bidding={"first_bidder": rule})
    assert places(ruling(without(body, "dealer"))["findings"]) == [("bid_out_of_turn", "#/bids/1")]


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
def test_each_bid_that_is_missing_is_told_once_play_has_begun(bid: str, missing: str) -> None:
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
    ("bid", "out"),
    [
        ("ben+eve 2, cy+fay 2, ana+dee 2", []),
        ("ana+dee 2, cy+fay 2, ben+eve 2", [1]),
    ],
)
def test_three_sides_bid_in_turn_from_the_first_recorded(bid: str, out: list[int]) -> None:
    """Rulings, cascades, bids: no dealer, the first bidder recorded is taken, and turn is checked from there."""
    body = without(bidding(bid, 6, table=PAIRS_OF_SIX, **BY_TEAM), "dealer")
    assert places(ruling(body)["findings"]) == [("bid_out_of_turn", f"#/bids/{place}") for place in out]


def test_a_side_bids_once() -> None:
    """Parameters, bidding.by = team: one bid a side (C2); the first stands (C11)."""
    body = bidding("ana+cy 5, ben+dee 6, ana+cy 4", **BY_TEAM)
    found = ruling(body)["findings"]
    assert [evident(each) for each in found] == [
        expected("bid_repeated", 2, None, "ana+cy", "bidding.changes", "written")
    ]


def test_a_partner_does_not_bid_beside_the_team() -> None:
    """Parameters, bidding.by = team: one bid a side (C2)."""
    assert found_in(bidding("ana 3, cy 2, ben+dee 6", **BY_TEAM)) == [("bid_repeated", "#/bids/1", "bidding.changes")]


def test_the_bid_of_a_side_is_missing() -> None:
    """Parameters, bidding.by = team (C2); the finding names the side alone."""
    body = record(rules(**BY_TEAM), FOLLOWED, bid="ana+cy 5")
    found = ruling(body)["findings"]
    assert [evident(each) for each in found] == [expected("bid_missing", -1, None, "ben+dee", "bidding.by", OVERRIDE)]


def test_a_sheet_of_team_bids_is_taken_where_players_bid() -> None:
    """Parameters, bidding.by = player: a sheet that records only team bids is still scored (C2)."""
    body = changed(ranks_round(), bids=record("pagat", bid="ana+cy 3, ben+dee 1")["bids"])
    ruled = ruling(body)
    assert (ruled["findings"], ruled["complete"]) == ([], True)
    assert {team: side["contract"] for team, side in sides(body).items()} == {"ana+cy": 3, "ben+dee": 1}


def test_a_player_does_not_bid_after_the_team() -> None:
    """Rulings, cascades, bids: repeated, the first stands."""
    assert found_in(bidding("ana+cy 5, ben 3, cy 2, dee 3")) == [("bid_repeated", "#/bids/2", "bidding.changes")]


# The range of a bid.


@pytest.mark.parametrize(
    ("tricks", "rules_of_bidding", "found"),
    [
        (1, {}, None),
        (0, {"minimum": 3}, None),
        (2, {"minimum": 3}, ("bid_too_low", "bidding.minimum")),
        (3, {"minimum": 3}, None),
        (5, {"maximum": 5}, None),
        (6, {"maximum": 5}, ("bid_too_high", "bidding.maximum")),
        (13, {"maximum": 13}, None),
        (14, {"maximum": 5}, ("bid_too_high", "bidding.maximum")),
    ],
)
def test_the_range_of_a_bid(tricks: int, rules_of_bidding: Json, found: tuple[str, str] | None) -> None:
    """Parameters, bidding.minimum, of a bid other than 0 (C3), and bidding.maximum (C4)."""
    body = bidding(f"ana {tricks}, ben 3, cy 3, dee 3", bidding=rules_of_bidding)
    assert found_in(body) == ([] if found is None else [(found[0], "#/bids/0", found[1])])


@pytest.mark.parametrize(("players", "size"), [(2, 26), (3, 17), (4, 13), (5, 10), (6, 8)])
def test_no_bid_is_above_the_size_of_a_hand(players: int, size: int) -> None:
    """Parameters, bidding.maximum = 0: the size of a hand (C4, A9)."""
    others = "".join(f", {name} 1" for name in PLAYERS[1:players])
    assert found_in(bidding(f"ana {size}{others}", players)) == []
    assert found_in(bidding(f"ana {size + 1}{others}", players)) == [("bid_too_high", "#/bids/0", "bidding.maximum")]


def test_a_bid_out_of_range_is_scored_as_made() -> None:
    """Rulings, cascades, bids: out of range or forbidden, finding, scored as made."""
    body = changed(ranks_round(bidding={"minimum": 2}), bids=record("pagat", bid="ana 1, ben 2, cy 5, dee 2")["bids"])
    assert found_in(body) == [
        ("bid_too_low", "#/bids/0", "bidding.minimum"),
        ("bid_too_high", "#/bids/2", "bidding.maximum"),
    ]
    assert sides(body)["ana+cy"]["contract"] == 6


def test_the_range_holds_for_the_bid_of_a_side() -> None:
    """Parameters, bidding.by = team (C2) with bidding.minimum (C3)."""
    ruled = ruling(bidding("ana+cy 3, ben+dee 4", bidding={"by": "team", "minimum": 4}))
    assert [evident(each) for each in ruled["findings"]] == [
        expected("bid_too_low", 0, None, "ana+cy", "bidding.minimum", OVERRIDE)
    ]


# A bid of none.


@pytest.mark.parametrize(
    ("zero", "kind", "found"),
    [
        ("nil", "nil", []),
        ("uncommitted", "uncommitted", []),
        ("not_allowed", "uncommitted", [("bid_not_allowed", "#/bids/1", "bidding.zero")]),
    ],
)
def test_what_a_bid_of_none_is(zero: str, kind: str, found: list[tuple[str, str, str]]) -> None:
    """Parameters, bidding.zero, every value (C5); forbidden or not, it is in the score."""
    body = ranks_round(bidding={"zero": zero}, nil={"blind": False})
    body = changed(body, bids=record("pagat", bid="ana 1, ben 0, cy 1, dee 1")["bids"])
    assert found_in(body) == found
    assert sides(body)["ben+dee"]["bids"][0]["kind"] == kind


def test_no_least_bid_applies_to_a_bid_of_none() -> None:
    """Parameters, bidding.minimum: whether 0 may be bid is bidding.zero alone (C3)."""
    body = bidding("ana 0, ben 2, cy 2, dee 2", bidding={"minimum": 2, "zero": "uncommitted"}, nil={"blind": False})
    assert found_in(body) == []


@pytest.mark.parametrize(
    ("both", "bid", "found"),
    [
        ("allowed", "ana 0, ben 3, cy 0, dee 2", []),
        ("forbidden", "ana 0, ben 3, cy 0, dee 2", [("bid_not_allowed", "#/bids/2", "nil.both_partners")]),
        ("forbidden", "ana 0, ben 0, cy 1, dee 2", []),
    ],
)
def test_both_partners_nil(both: str, bid: str, found: list[tuple[str, str, str]]) -> None:
    """Parameters, nil.both_partners, both values (D7): the later nil is the one too many; opponents don't count."""
    assert found_in(bidding(bid, nil={"both_partners": both})) == found


# Bids of a side together.


@pytest.mark.parametrize(
    ("bid", "found"),
    [
        ("ana 2, ben 2, cy 2, dee 2", []),
        ("ana 1, ben 2, cy 2, dee 2", [("team_bid_too_low", "#/bids/2", "bidding.team_minimum")]),
        ("ana 4, ben 2, cy 0, dee 2", []),
        ("ana 3, ben 2, cy 0, dee 2", [("team_bid_too_low", "#/bids/2", "bidding.team_minimum")]),
        ("ana 0, ben 2, cy 0, dee 2", []),
        ("ana+cy 3, ben+dee 4", [("team_bid_too_low", "#/bids/0", "bidding.team_minimum")]),
    ],
)
def test_the_board(bid: str, found: list[tuple[str, str, str]]) -> None:
    """Parameters, bidding.team_minimum (C6); nils add nothing, and a side of nils only is exempt."""
    assert found_in(bidding(bid, bidding={"team_minimum": 4})) == found


def test_no_board_on_half_a_bid() -> None:
    """Parameters, bidding.team_minimum (C6): a side that has not finished bidding is not judged."""
    assert found_in(bidding("ana 1, ben 2", bidding={"team_minimum": 4})) == []


@pytest.mark.parametrize(
    ("breach", "code", "parameter", "contract", "made"),
    [
        ("illegal", "team_bid_too_low", "bidding.team_minimum", 2, True),
        ("raised", "bid_raised", "bidding.team_minimum_breach", 3, True),
        ("set", "team_bid_too_low", "bidding.team_minimum", 2, False),
    ],
)
def test_a_side_below_the_board(breach: str, code: str, parameter: str, contract: int, made: bool) -> None:
    """Parameters, bidding.team_minimum_breach, every value (C7): illegal, raised, or set whatever the side takes."""
    body = ranks_round(bidding={"team_minimum": 3, "team_minimum_breach": breach})
    body = changed(body, bids=record("pagat", bid="ana 1, ben 2, cy 1, dee 2")["bids"])
    assert found_in(body) == [(code, "#/bids/2", parameter)]
    side = sides(body)["ana+cy"]
    assert (side["contract"], side["made"]) == (contract, made)
    assert [bid["counts_as"] for bid in side["bids"]] == [1, contract - 1]
    assert ruling(body)["verdict"] == ("clean" if breach == "raised" else "irregular")


@pytest.mark.parametrize(
    ("breach", "bid", "found"),
    [
        ("illegal", "ana 3, ben 1, cy 0, dee 1", []),
        ("illegal", "ana 2, ben 1, cy 0, dee 1", [("nil_partner_bid_too_low", "#/bids/2", "cy")]),
        ("illegal", "ana 0, ben 1, cy 2, dee 1", [("nil_partner_bid_too_low", "#/bids/2", "cy")]),
        ("illegal", "ana 0, ben 1, cy 0, dee 1", []),
        ("raise_earlier", "ana 2, ben 1, cy 0, dee 1", [("bid_raised", "#/bids/0", "ana")]),
        ("raise_earlier", "ana 0, ben 1, cy 2, dee 1", [("nil_partner_bid_too_low", "#/bids/2", "cy")]),
        ("raise_earlier", "ana 0, ben 1, cy 0, dee 1", []),
        ("raise_earlier", "ana 3, ben 1, cy 0, dee 1", []),
    ],
)
def test_the_bid_beside_a_nil(breach: str, bid: str, found: list[tuple[str, str, str]]) -> None:
    """Parameters, bidding.nil_partner_minimum (C8) and nil_partner_breach, both values (C9).

    Another nil is no breach; the offence is the later of the two bids.
    """
    ruled = ruling(bidding(bid, bidding={"nil_partner_minimum": 3, "nil_partner_breach": breach}))
    assert [(each["code"], each["pointer"], each["player"]) for each in ruled["findings"]] == found


def test_the_partner_of_no_nil_may_bid_low() -> None:
    """Parameters, bidding.nil_partner_minimum: off at 0, and only beside a nil (C8)."""
    assert found_in(bidding("ana 0, ben 1, cy 1, dee 1")) == []
    assert found_in(bidding("ana 1, ben 1, cy 1, dee 1", bidding={"nil_partner_minimum": 3})) == []


def test_a_bid_raised_beside_a_nil_counts_as_raised() -> None:
    """Order of scoring, step 2: from here on only the raised bid counts (C9)."""
    body = ranks_round(bidding={"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier"})
    body = changed(body, bids=record("pagat", bid="ana 1, ben 1, cy 0, dee 1")["bids"])
    side = sides(body)["ana+cy"]
    assert (side["contract"], [bid["counts_as"] for bid in side["bids"]]) == (3, [3, 0])


@pytest.mark.parametrize(
    ("rule", "total", "found"),
    [
        ("any", 13, False),
        ("any", 14, False),
        ("not_hand_size", 12, False),
        ("not_hand_size", 13, True),
        ("not_hand_size", 14, False),
        ("at_most_hand_size", 12, False),
        ("at_most_hand_size", 13, False),
        ("at_most_hand_size", 14, True),
    ],
)
def test_the_total_of_the_table(rule: str, total: int, found: bool) -> None:
    """Parameters, bidding.table_total, every value (C10): the last bid is the one that makes it."""
    body = bidding(f"ana 4, ben 0, cy 4, dee {total - 8}", bidding={"table_total": rule})
    assert found_in(body) == [("table_total_not_allowed", "#/bids/3", "bidding.table_total")] * found


def test_the_total_of_three_players() -> None:
    """Parameters, bidding.table_total (C10): the size of a hand of three is seventeen."""
    rule: Json = {"bidding": {"table_total": "not_hand_size"}}
    assert found_in(bidding("ana 5, ben 5, cy 3", 3, **rule)) == []
    assert codes(ruling(bidding("ana 5, ben 6, cy 6", 3, **rule))["findings"]) == ["table_total_not_allowed"]


def test_no_total_before_everybody_has_bid() -> None:
    """Parameters, bidding.table_total (C10): the total is that of all bids."""
    assert found_in(bidding("ana 7, ben 6", bidding={"table_total": "not_hand_size"})) == []


def test_the_total_counts_a_raised_bid_as_raised() -> None:
    """Order of scoring, step 2: first raise what the rules raise; from here on only the raised bid counts."""
    raising = {"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier", "table_total": "not_hand_size"}
    # ana's 1 is raised to 3 by cy's nil: three, three and seven make thirteen.
    found = ruling(bidding("ana 1, ben 3, cy 0, dee 7", bidding=raising))["findings"]
    assert places(found) == [("bid_raised", "#/bids/0"), ("table_total_not_allowed", "#/bids/3")]
    assert codes(ruling(bidding("ana 1, ben 3, cy 0, dee 9", bidding=raising))["findings"]) == ["bid_raised"]


def test_the_most_of_a_side_counts_a_raised_bid_as_raised() -> None:
    """Order of scoring, step 2, with bidding.team_maximum."""
    raising = {"nil_partner_minimum": 3, "nil_partner_breach": "raise_earlier", "team_maximum": 3}
    assert codes(ruling(bidding("ana 1, ben 1, cy 0, dee 2", bidding=raising))["findings"]) == ["bid_raised"]


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


def test_a_hand_that_the_log_completes_was_bid_on_whole() -> None:
    """Rulings, cascades: a short list that the log completes is an error of the record, and that is all it is.

    ana holds one spade and bids one; only her list leaves the spade out.
    """
    body = ranks_round(**MIRROR)
    body["hands"]["ana"].remove("AS")
    ruled = ruling(body)
    assert [(each["code"], each["severity"]) for each in ruled["findings"]] == [("wrong_hand_size", "error")]
    assert ruled["undecided"] == []


def test_a_hand_that_is_not_listed_in_full_proves_no_bid_wrong() -> None:
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

    The log shows a diamond as her fourth card, but it may be the one that she took.
    """
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS AD JS", "ana QS KD QD JD")
    ruleset = honours(nil={"exchange": 1}, **WHIZ)
    body = record(ruleset, *lines, bid="ana 0, ben 1, cy 1, dee 1", hands=hands(cy="QH QC QD"))
    assert codes(ruling(body)["findings"]) == ["wrong_hand_size"]


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
def test_one_partner_nil_the_other_the_contract(bid: str, place: int | None) -> None:
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


def test_which_round_it_was_has_to_be_said() -> None:
    """Rulings, cascades, bids: bids_itself needs round_number."""
    assert faults(ranks_round(**UNBID)) == [("#/round_number", "required")]


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


def test_a_bid_made_with_open_eyes_needs_no_deficit() -> None:
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


def test_the_least_blind_bid_is_not_for_others() -> None:
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
def test_a_blind_bid_of_no_tricks_breaks_the_rules_that_it_breaks(rule: Json, found: list[str]) -> None:
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


# The order of what is found.


def test_findings_stand_in_the_order_of_the_record() -> None:
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


def test_what_is_undecided_stands_in_the_order_of_the_record() -> None:
    """Contract, Ruling.undecided: in the same order."""
    body = bidding("ana 3, ben blind 4", blind_bid=OPEN, **MIRROR)
    ruled = ruling(body)
    assert ruled["findings"] == []
    assert [each["pointer"] for each in ruled["undecided"]] == ["#/bids/0", "#/bids/1", "#/bids/1"]


def test_what_players_bid_alone() -> None:
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
