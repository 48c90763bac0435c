"""The codes of the bidding."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code

OF_BIDDING: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "bid_out_of_turn": Code(
            "offence",
            "A bid was made out of turn.",
            parameter="bidding.first_bidder",
        ),
        "bid_missing": Code(
            "error",
            "Play has begun, but a bid that the ruleset requires is not in the record.",
            parameter="bidding.by",
            spares_cards=True,
        ),
        "bid_repeated": Code(
            "offence",
            "A player or side bid a second time; the first bid stands.",
            parameter="bidding.changes",
        ),
        "bid_too_low": Code(
            "offence",
            "A bid is below the minimum.",
            parameter="bidding.minimum",
        ),
        "bid_too_high": Code(
            "offence",
            "A bid is above the maximum.",
            parameter="bidding.maximum",
        ),
        "bid_not_allowed": Code(
            "offence",
            "A bid is one that this ruleset does not have, or does not open to this bidder.",
            parameter="bidding.restriction",
        ),
        "blind_bid_not_allowed": Code(
            "offence",
            "A blind bid was made that the ruleset does not allow, or without being far enough behind.",
            parameter="blind_bid.allowed",
        ),
        "team_bid_too_low": Code(
            "offence",
            "A side bid less than the board in all.",
            parameter="bidding.team_minimum",
        ),
        "team_bid_too_high": Code(
            "offence",
            "A side bid more in all than it may.",
            parameter="bidding.team_maximum",
        ),
        "nil_partner_bid_too_low": Code(
            "offence",
            "A partner's bid is below the minimum beside a nil.",
            parameter="bidding.nil_partner_minimum",
        ),
        "table_total_not_allowed": Code(
            "offence",
            "All bids add up to a total that the ruleset does not allow.",
            parameter="bidding.table_total",
        ),
        "bid_raised": Code(
            "note",
            "The rules raise a bid; only the raised bid counts.",
            parameter="bidding.team_minimum_breach",
        ),
    }
)
