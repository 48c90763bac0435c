"""The names that parameters had before rulesets were two tables, each with what to write today.

Whoever sends one is told the new name. A value that moved with its name is converted, where it is a single one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FORMER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            f"bidding.{name}": f"bids.{name}"
            for name in ("first_bidder", "by", "changes", "restriction", "first_round")
        },
        "bidding.minimum": "bids.number.least",
        "bidding.maximum": "bids.number.most",
        "bidding.zero": "bids.nil.allowed",
        "bidding.team_minimum": "bids.side_least",
        "bidding.team_maximum": "bids.side_most",
        "bidding.team_minimum_breach": "bids.side_breach",
        "bidding.nil_partner_minimum": "bids.partner_of_nil.least",
        "bidding.nil_partner_breach": "bids.partner_of_nil.breach",
        "bidding.table_total": "bids.table.not_hand_size",
        "nil.made": "bids.nil.made",
        "nil.failed": "bids.nil.failed",
        "nil.blind": "bids.blind_nil.allowed",
        "nil.blind_made": "bids.blind_nil.made",
        "nil.blind_failed": "bids.blind_nil.failed",
        "nil.blind_deficit": "bids.blind_nil.deficit",
        "nil.scoring": "bids.linked",
        "nil.failed_tricks": "bids.nil.failed_tricks",
        "nil.failed_bags_when_set": "bids.nil.failed_bags_when_set",
        "nil.both_partners": "bids.both_nil.how",
        "nil.double": "bids.both_nil.how",
        "nil.double_made": "bids.both_nil.made",
        "nil.double_failed": "bids.both_nil.failed",
        "nil.exchange": "bids.nil.exchange",
        "nil.blind_exchange": "bids.blind_nil.exchange",
        "blind_bid.allowed": "bids.blind.allowed",
        "blind_bid.minimum": "bids.blind.least",
        "blind_bid.deficit": "bids.blind.deficit",
        "blind_bid.made_multiplier": "bids.blind.made",
        "blind_bid.failed_multiplier": "bids.blind.failed",
        "blind_bid.overtricks": "bids.blind.overtrick",
        "blind_bid.exact": "bids.blind.exact",
        **{f"special_bids.{name}": "contracts" for name in ("ten", "slam", "boston", "boston_wins")},
        "scoring.trick_points": "bids.number.made",
        "scoring.overtrick_points": "bids.number.overtrick",
        "scoring.set": "bids.number.failed",
        "scoring.bag_limit": "bags.limit",
        "scoring.bag_penalty": "bags.penalty",
        "scoring.bag_carry": "bags.carry",
        "scoring.bag_points_cancelled": "bags.points_cancelled",
        "irregularities.revoke_penalty": "penalties.revoke.remedy",
        "irregularities.revoke_tricks": "penalties.revoke.tricks",
        "irregularities.revoke_tricks_go_to": "penalties.revoke.to",
        "irregularities.repeat_revoke": "penalties.revoke.repeat",
        "irregularities.revoke_and_nil": "penalties.revoke.nil",
        "irregularities.false_accusation": "penalties.false_call.remedy",
        "irregularities.illegal_spade_lead": "penalties.early_spade.as",
        "irregularities.out_of_turn": "penalties.play_out_of_turn.remedy",
        "irregularities.wrong_count": "penalties.wrong_count.remedy",
        "irregularities.revoke_established": "calls.established",
        "irregularities.accusation_until": "calls.until",
        "irregularities.call_names": "calls.names",
        "irregularities.claims": "claims.test",
        "irregularities.failed_claim": "claims.failed",
    }
)
