"""The findings about bids. Their sentences begin with the bidder."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import FindingEntry, Part

BIDDING: Final = Part(
    name="bidding",
    title="The bidding",
    sentences={
        "player": "{player:player}",
        "side": "{side:team}",
        "same_bid_costs_once": "It is the same bid as before, which is penalised once.",
        "illegal_bid": "{player:player}'s bid",
        "illegal_bid_of_side": "the bid of {side:team}",
        "bid_out_of_turn_phrase": "{player:player}'s bid out of turn",
        "number": "tricks",
        "zero": "0 without a promise",
        "blind": "tricks blind",
        "blind_nil": "blind nil",
        "may_not": "{bidder:clause} may not",
        "may_perhaps": "{bidder:clause} may perhaps",
        "bid_needs_deficit": (
            "{bidder:clause} bid {what:clause}, for which the side must be {deficit:#point} behind; the standing is not"
            " known."
        ),
        "bid_without_deficit": (
            "{bidder:clause} bid {what:clause} when {behind:#point} behind; the side must be {deficit} behind for that."
        ),
        "bid_without_deficit_anyway": (
            "{bidder:clause} bid {what:clause}, for which the side must be {deficit:#point} behind; by no standing that"
            " the game may have is it that far behind."
        ),
        "one_too_many": (
            "{bidder:clause} and the partner both bid {what:clause}; which of the two bid second, when that was no"
            " longer allowed, is not known."
        ),
        "not_beside_partners": "{bidder:clause} bid {what:clause} after the partner had bid {what:clause}.",
        "tricks_blind": "{tricks} blind",
        "may_be_advice": "It is not known whether this was the contract or advice.",
    },
    findings=(
        FindingEntry(
            code="bid_out_of_turn",
            severity="offence",
            parameter="bids.first_bidder",
            penalty="bid_out_of_turn",
            deed="bid out of turn",
            sentences={
                "bid_out_of_turn": "{bidder:clause} bid {bid} out of turn; it was {whose:clause}'s turn.",
                "bid_out_of_turn_unless_unwritten": (
                    "{bidder:clause} bid {bid} out of turn, unless a bid of {whose:clause}, whose turn it was, was not"
                    " written down."
                ),
                "bid_in_turn_or_not": (
                    "{bidder:clause} bid {bid} in turn or out of turn: it is not known who was to bid first. Whoever it"
                    " was, somebody bid out of turn."
                ),
                "bids_listed_by_seat": (
                    "The bids of several rounds are listed in the order of the players, whoever was to bid first, so"
                    " that nobody knows who bid when: list them in the order in which they were made, or send them as"
                    " `bids_by_player`."
                ),
            },
        ),
        FindingEntry(
            code="bid_missing",
            severity="error",
            parameter="bids.by",
            spares_cards=True,
            sentences={"bid_missing": "The record has no bid by {bidder:clause}."},
        ),
        FindingEntry(
            code="bid_repeated",
            severity="offence",
            parameter="bids.changes",
            penalty="illegal_bid",
            deed="bid a second time",
            sentences={
                "bid_repeated": "{bidder:clause} bid {bid} after having bid already; the first bid stands.",
                "bid_said_again": "{bidder:clause} bid {bid} twice: the same bid again changes nothing.",
                "bid_is_no_raise": (
                    "{bidder:clause} bid {bid} after having bid already; as it is no higher, or another side has bid,"
                    " the bid before it stands."
                ),
            },
        ),
        FindingEntry(
            code="bid_advised",
            severity="note",
            parameter="bids.by",
            sentences={
                "bid_advised": "{bidder:clause} bid {bid} as advice; the partner's {contract} is the contract.",
                "second_number_unknown": (
                    "The contract of {side:team} is {one} or {other}: which of the partners bid second is not known."
                ),
            },
        ),
        FindingEntry(
            code="bid_too_low",
            severity="offence",
            parameter="bids.number.least",
            penalty="illegal_bid",
            deed="bid too low",
            sentences={
                "bid_below_least": "{bidder:clause} bid {bid}; the minimum is {least}.",
                "blind_below_least": "{bidder:clause} bid {what:clause}; the minimum for a blind bid is {least}.",
            },
        ),
        FindingEntry(
            code="bid_too_high",
            severity="offence",
            parameter="bids.number.most",
            penalty="illegal_bid",
            deed="bid too high",
            sentences={
                "bid_above_most": "{bidder:clause} bid {bid}; the maximum is {most}.",
                "bid_above_all_tricks": "{bidder:clause} bid {bid}, but the round has only {size:#trick}.",
            },
        ),
        FindingEntry(
            code="bid_not_allowed",
            severity="offence",
            parameter="bids.restriction",
            penalty="illegal_bid",
            deed="made a bid that is not allowed",
            sentences={
                "bid_in_unbid_round": "{bidder:clause} bid {bid} in a round that is played without bids.",
                "zero_not_allowed": "{bidder:clause} bid 0, which is not allowed.",
                "number_not_allowed": "{bidder:clause} bid {bid}; tricks may only be bid blind.",
                "only_nil_is_open": (
                    "{bidder:clause} bid {bid}; after the partner's bid of {partners} only nil is allowed."
                ),
                "only_contract_is_open": (
                    "{bidder:clause} bid nil after the partner's nil; one partner has to bid the contract."
                ),
                "one_contract_too_many": (
                    "{bidder:clause} bid {bid}, and the partner did not bid nil; which of the two bid second, when only"
                    " nil was allowed, is not known."
                ),
                "one_nil_too_many": (
                    "{bidder:clause} and the partner both bid nil; which of the two bid second, when nil was no longer"
                    " allowed, is not known."
                ),
                "spades_not_known": "{bidder:clause} bid {bid}; it is not known how many spades the hand held.",
                "not_the_spades_held": "{bidder:clause} bid {bid} with {spades:#spade} in hand.",
                "outside_the_spades_held": "{bidder:clause} bid {bid} with {least} to {most} spades in hand.",
            },
        ),
        FindingEntry(
            code="blind_bid_not_allowed",
            severity="offence",
            parameter="bids.blind.allowed",
            penalty="illegal_bid",
            deed="made a blind bid that is not allowed",
            sentences={
                "blind_not_allowed": "{bidder:clause} bid {what:clause}, which this ruleset does not allow.",
            },
        ),
        FindingEntry(
            code="team_bid_too_low",
            severity="offence",
            parameter="bids.side_least",
            penalty="illegal_bid",
            deed="bid too low as a side",
            of_side=True,
            sentences={
                "side_under_the_board": (
                    "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the board is {board}."
                ),
                "side_under_the_board_together": "{side:team} bid {together} together; the board is {board}.",
            },
        ),
        FindingEntry(
            code="team_bid_too_high",
            severity="offence",
            parameter="bids.side_most",
            penalty="illegal_bid",
            deed="bid too high as a side",
            of_side=True,
            sentences={
                "side_over_its_most": (
                    "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the maximum is {most}."
                ),
                "side_over_its_most_together": "{side:team} bid {together} together; the maximum is {most}.",
            },
        ),
        FindingEntry(
            code="nil_partner_bid_too_low",
            severity="offence",
            parameter="bids.partner_of_nil.least",
            penalty="illegal_bid",
            deed="bid too low beside a nil",
            sentences={
                "bid_too_low_before_nil": (
                    "{bidder:clause} bid {bid}; the partner has to bid nil, and the minimum beside a nil is {least}."
                ),
                "low_bid_or_nil": (
                    "{bidder:clause} bid {bid}. The minimum beside a nil is {least}; which of the partners bid second,"
                    " and broke that rule, is not known."
                ),
                "low_bid_or_raised": (
                    "{bidder:clause} bid {bid}. A nil that the partner bid later raises that to {least}, and after one"
                    " bid before it is too low; the order of the bids is not known."
                ),
                "bid_too_low_beside_nil": "{bidder:clause} bid {bid} beside a nil; the minimum there is {least}.",
                "nil_beside_bid_too_low": (
                    "{bidder:clause} bid nil beside the partner's bid of {partners}; the minimum beside a nil is"
                    " {least}."
                ),
            },
        ),
        FindingEntry(
            code="table_total_not_allowed",
            severity="offence",
            parameter="bids.table.most",
            penalty="illegal_bid",
            deed="brought the bids to a total that is not allowed",
            sentences={
                "table_total": (
                    "{bidder:clause} bid {bid}, which brings the total of all bids to {total}; that is not allowed."
                ),
                "table_total_or_advice": (
                    "All contracts together are {total}, which is not allowed, unless a number of them was advice."
                ),
                "table_total_of_unknown_last": (
                    "All bids together are {total}, which is not allowed; who bid last, and should not have made that"
                    " total, is not known."
                ),
            },
        ),
        FindingEntry(
            code="round_thrown_in",
            severity="note",
            parameter="bids.table.least",
            sentences={"round_thrown_in": "All bids together are {total}, and so the round is thrown in."},
        ),
        FindingEntry(
            code="bid_raised",
            severity="note",
            parameter="bids.side_breach",
            sentences={
                "bid_raised_by_nil": "{bidder:clause} bid {bid}; the partner's nil raises that to {least}.",
                "bid_raised_to_board": (
                    "{bidder:clause} bid {bid}; {side:team} bid {together} together, which is raised to {board}."
                ),
                "side_raised_to_board": "{side:team} bid {together} together, which is raised to {board}.",
            },
        ),
    ),
)
