"""The range of a bid, nil, and the bids of a side or of the table together."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import record
from tests.spades.builders.rulings import codes, evident, places
from tests.spades.deal.bidding_cases import OVERRIDE, bidding, expected, found_in, sides

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


def test_a_bid_raised_beside_the_partners_nil_counts_as_raised() -> None:
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
