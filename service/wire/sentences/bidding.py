"""The sentences about bids; each begins with the bidder."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BIDDING: Mapping[str, str] = MappingProxyType(
    {
        "player": "{player:player}",
        "side": "{side:team}",
        "blind_nil": "blind nil",
        "tricks_blind": "{tricks} blind",
        # Turn and number.
        "bid_out_of_turn": "{bidder:clause} bid {bid} before the turn had come round; it was {whose:clause}'s.",
        "bid_repeated": "{bidder:clause} bid {bid} after the bid had been made.",
        "bid_missing": "{bidder:clause} has no bid in the record.",
        "bid_in_unbid_round": "{bidder:clause} bid in the round that is played without bids.",
        # Range.
        "zero_not_allowed": "{bidder:clause} bid 0, which may not be bid.",
        "bid_below_least": "{bidder:clause} bid {bid}; the least is {least}.",
        "bid_above_most": "{bidder:clause} bid {bid}; the most is {most}.",
        "bid_above_all_tricks": "{bidder:clause} bid {bid}; the round has {size} tricks.",
        # Blind bids.
        "blind_not_allowed": "{bidder:clause} bid {what:clause}; no such bid may be made blind.",
        "blind_below_least": "{bidder:clause} bid {what:clause}; the least blind bid is {least}.",
        "blind_needs_deficit": "{bidder:clause} bid {what:clause}, which needs a deficit of {deficit} points; the"
        " standing is not known.",
        "blind_without_deficit": "{bidder:clause} bid {what:clause} at {behind} points behind; it needs {deficit}.",
        # Restrictions.
        "only_nil_is_open": "{bidder:clause} bid {bid}; beside the partner's {partners} only nil is open.",
        "only_contract_is_open": "{bidder:clause} bid {bid}; beside the partner's {partners} only the team's contract"
        " is open.",
        "bid_too_low_before_nil": "{bidder:clause} bid {bid} where the partner has to bid nil; the least is {least}.",
        "spades_not_known": "{bidder:clause} bid {bid}; how many spades the hand held is not known.",
        "not_the_spades_held": "{bidder:clause} bid {bid} with {spades:spade} in the hand.",
        "outside_the_spades_held": "{bidder:clause} bid {bid} with {least} to {most} spades in the hand.",
        "table_total": "{bidder:clause} bid {bid}, which makes {total} for the table of {size} tricks.",
        # Partners.
        "nil_after_partners_nil": "{bidder:clause} bid nil after the partner had bid nil.",
        "bid_too_low_beside_nil": "{bidder:clause} bid {bid} beside a nil; the least is {least}.",
        "nil_beside_bid_too_low": "{bidder:clause} bid nil beside a partner's {partners}; the least beside a nil is"
        " {least}.",
        "bid_raised_by_nil": "{bidder:clause} bid {bid}; the partner's nil raises it to {least}.",
        "bid_raised_to_board": "{bidder:clause} bid {bid}; {side:team} bid {together} together and is raised to"
        " {board}.",
        "side_under_the_board": "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the board is"
        " {board}.",
        "side_over_its_most": "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the most is {most}.",
    }
)
