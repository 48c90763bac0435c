"""Every finding about the bidding, beside the nearest legal bidding."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import Case


def bidding(bid: str, players: int = 4, **groups: Json) -> Json:
    """Return a record of nothing but these bids; the last player dealt."""
    return record(rules(players, **groups), bid=bid, players=players)


def expected(code: str, place: int, player: str | None, team: str | None, parameter: str, basis: str) -> Json:
    """Return a finding about the bid at this place."""
    severity = {"bid_missing": "error", "bid_raised": "note", "bid_advised": "note", "round_thrown_in": "note"}.get(
        code, "offence"
    )
    finding: Json = {"code": code, "severity": severity, "pointer": f"#/bids/{place}" if place >= 0 else "#/bids"}
    if player is not None:
        finding["player"] = player
    if team is not None:
        finding["team"] = team
    return {**finding, "rule": {"parameter": parameter, "basis": basis}}


FOLLOWED = "ana KH 5H 9H 2H"
OVERRIDE = "override"
CASES = (
    Case(
        rule="parameters, bids.first_bidder (C1): ben bids before ana",
        fault=bidding("ben 3, ana 4, cy 1, dee 2"),
        twin=bidding("ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_out_of_turn", 0, "ben", "ben+dee", "bids.first_bidder", "written"),
    ),
    Case(
        rule="parameters, bids.by (C2); rulings, cascades: missing bid, finding, no score",
        fault=record("pagat", FOLLOWED, bid="ana 4, ben 3, cy 1"),
        twin=record("pagat", FOLLOWED, bid="ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_missing", -1, "dee", "ben+dee", "bids.by", "written"),
    ),
    Case(
        rule="parameters, bids.changes (C11)",
        fault=bidding("ana 4, ben 3, cy 1, dee 2, ana 5"),
        twin=bidding("ana 4, ben 3, cy 1, dee 2"),
        finding=expected("bid_repeated", 4, "ana", "ana+cy", "bids.changes", "written"),
    ),
    Case(
        rule="parameters, bids.by = last_partner (C2): the first number is advice, which is nobody's fault",
        fault=bidding("ana 4, ben+dee 6, cy 7", bids={"by": "last_partner"}),
        twin=bidding("ana+cy 7, ben+dee 6", bids={"by": "last_partner"}),
        finding=expected("bid_advised", 0, "ana", "ana+cy", "bids.by", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.number.least (C3)",
        fault=bidding("ana 1, ben 3, cy 4, dee 2", bids={"number": {"least": 2}}),
        twin=bidding("ana 2, ben 3, cy 4, dee 2", bids={"number": {"least": 2}}),
        finding=expected("bid_too_low", 0, "ana", "ana+cy", "bids.number.least", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.number.most (C4): 0 is the size of a hand",
        fault=bidding("ana 14, ben 3, cy 1, dee 2"),
        twin=bidding("ana 13, ben 3, cy 1, dee 2"),
        finding=expected("bid_too_high", 0, "ana", "ana+cy", "bids.number.most", "written"),
    ),
    Case(
        rule="parameters, bids.nil.allowed (C5)",
        fault=bidding("ana 4, ben 0, cy 1, dee 2", bids={"nil": {"allowed": False}, "blind_nil": {"allowed": False}}),
        twin=bidding("ana 4, ben 1, cy 1, dee 2", bids={"nil": {"allowed": False}, "blind_nil": {"allowed": False}}),
        finding=expected("bid_not_allowed", 1, "ben", "ben+dee", "bids.nil.allowed", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.blind.allowed (D12)",
        fault=bidding("ana blind 6, ben 3, cy 1, dee 2"),
        twin=bidding("ana 6, ben 3, cy 1, dee 2"),
        finding=expected("blind_bid_not_allowed", 0, "ana", "ana+cy", "bids.blind.allowed", "default"),
    ),
    Case(
        rule="parameters, bids.side_least (C6)",
        fault=bidding("ana 2, ben 3, cy 1, dee 2", bids={"side_least": 4}),
        twin=bidding("ana 2, ben 3, cy 2, dee 2", bids={"side_least": 4}),
        finding=expected("team_bid_too_low", 2, "cy", "ana+cy", "bids.side_least", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.side_most",
        fault=bidding("ana 4, ben 3, cy 4, dee 2", bids={"side_most": 7}),
        twin=bidding("ana 4, ben 3, cy 3, dee 2", bids={"side_most": 7}),
        finding=expected("team_bid_too_high", 2, "cy", "ana+cy", "bids.side_most", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.partner_of_nil.least (C8)",
        fault=bidding("ana 0, ben 3, cy 2, dee 2", bids={"partner_of_nil": {"least": 3}}),
        twin=bidding("ana 0, ben 3, cy 3, dee 2", bids={"partner_of_nil": {"least": 3}}),
        finding=expected("nil_partner_bid_too_low", 2, "cy", "ana+cy", "bids.partner_of_nil.least", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.table.not_hand_size (C10)",
        fault=bidding("ana 4, ben 3, cy 4, dee 2", bids={"table": {"not_hand_size": True}}),
        twin=bidding("ana 4, ben 3, cy 4, dee 3", bids={"table": {"not_hand_size": True}}),
        finding=expected("table_total_not_allowed", 3, "dee", "ben+dee", "bids.table.not_hand_size", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.partner_of_nil.breach (C9): a note is nobody's fault",
        fault=bidding("ana 1, ben 3, cy 0, dee 2", bids={"partner_of_nil": {"least": 3, "breach": "raise_earlier"}}),
        twin=bidding("ana 3, ben 3, cy 0, dee 2", bids={"partner_of_nil": {"least": 3, "breach": "raise_earlier"}}),
        finding=expected("bid_raised", 0, "ana", "ana+cy", "bids.partner_of_nil.breach", OVERRIDE),
    ),
    Case(
        rule="parameters, bids.table.breach = redeal (C10): ten or less is thrown in, which is nobody's fault",
        fault=bidding("ana 2, ben 3, cy 3, dee 2", bids={"table": {"least": 11, "breach": "redeal"}}),
        twin=bidding("ana 2, ben 3, cy 3, dee 3", bids={"table": {"least": 11, "breach": "redeal"}}),
        finding=expected("round_thrown_in", -1, None, None, "bids.table.least", OVERRIDE),
    ),
)
