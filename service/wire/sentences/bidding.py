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
        "bid_out_of_turn": "{bidder:clause} bid {bid} out of turn; it was {whose:clause}'s turn.",
        "bid_repeated": "{bidder:clause} bid {bid} after having bid already; the first bid stands.",
        "bid_missing": "The record has no bid by {bidder:clause}.",
        "bid_in_unbid_round": "{bidder:clause} bid {bid} in a round that is played without bids.",
        # Range.
        "zero_not_allowed": "{bidder:clause} bid 0, which is not allowed.",
        "bid_below_least": "{bidder:clause} bid {bid}; the minimum is {least}.",
        "bid_above_most": "{bidder:clause} bid {bid}; the maximum is {most}.",
        "bid_above_all_tricks": "{bidder:clause} bid {bid}, but the round has only {size:#trick}.",
        # Blind bids.
        "blind_not_allowed": "{bidder:clause} bid {what:clause}, which this ruleset does not allow.",
        "blind_below_least": "{bidder:clause} bid {what:clause}; the minimum for a blind bid is {least}.",
        "blind_needs_deficit": "{bidder:clause} bid {what:clause}, for which the side must be {deficit:#point} behind;"
        " the standing is not known.",
        "blind_without_deficit": "{bidder:clause} bid {what:clause} when {behind:#point} behind; the side must be"
        " {deficit} behind for that.",
        # Restrictions.
        "only_nil_is_open": "{bidder:clause} bid {bid}; after the partner's bid of {partners} only nil is allowed.",
        "only_contract_is_open": "{bidder:clause} bid nil after the partner's nil; one partner has to bid the"
        " contract.",
        "bid_too_low_before_nil": "{bidder:clause} bid {bid}; the partner has to bid nil, and the minimum beside a nil"
        " is {least}.",
        "spades_not_known": "{bidder:clause} bid {bid}; it is not known how many spades the hand held.",
        "not_the_spades_held": "{bidder:clause} bid {bid} with {spades:#spade} in hand.",
        "outside_the_spades_held": "{bidder:clause} bid {bid} with {least} to {most} spades in hand.",
        "table_total": "{bidder:clause} bid {bid}, which brings the total of all bids to {total} in a round of"
        " {size:#trick}.",
        "table_total_of_unknown_last": "All bids together are {total} in a round of {size:#trick}; who bid last, and"
        " should not have made that total, is not known.",
        "one_contract_too_many": "{bidder:clause} bid {bid}, and the partner did not bid nil; which of the two bid"
        " second, when only nil was allowed, is not known.",
        # Partners.
        "nil_after_partners_nil": "{bidder:clause} bid nil after the partner had bid nil.",
        "one_nil_too_many": "{bidder:clause} and the partner both bid nil; which of the two bid second, when nil was"
        " no longer allowed, is not known.",
        "low_bid_or_nil": "{bidder:clause} bid {bid}. The minimum beside a nil is {least}; which of the partners bid"
        " second, and broke that rule, is not known.",
        "low_bid_or_raised": "{bidder:clause} bid {bid}. A nil that the partner bid later raises that to {least}, and"
        " after one bid before it is too low; the order of the bids is not known.",
        "bid_too_low_beside_nil": "{bidder:clause} bid {bid} beside a nil; the minimum there is {least}.",
        "nil_beside_bid_too_low": "{bidder:clause} bid nil beside the partner's bid of {partners}; the minimum beside"
        " a nil is {least}.",
        "bid_raised_by_nil": "{bidder:clause} bid {bid}; the partner's nil raises that to {least}.",
        "bid_raised_to_board": "{bidder:clause} bid {bid}; {side:team} bid {together} together, which is raised to"
        " {board}.",
        "side_under_the_board": "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the board is"
        " {board}.",
        "side_raised_to_board": "{side:team} bid {together} together, which is raised to {board}.",
        "side_under_the_board_together": "{side:team} bid {together} together; the board is {board}.",
        "side_over_its_most_together": "{side:team} bid {together} together; the maximum is {most}.",
        "side_over_its_most": "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the maximum is"
        " {most}.",
    }
)
