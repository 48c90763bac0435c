"""The findings about bids. Their sentences begin with the bidder."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import Authority, FindingEntry, Part

BIDDING: Final = Part(
    name="bidding",
    title="The bidding",
    sentences={
        "player": "{player:player}",
        "side": "{side:team}",
        "blind_nil": "blind nil",
        "tricks_blind": "{tricks} blind",
        "may_be_advice": "It is not known whether this was the contract or advice.",
    },
    findings=(
        FindingEntry(
            code="bid_out_of_turn",
            severity="offence",
            meaning="A bid was made out of turn.",
            parameter="bidding.first_bidder",
            deed="bid out of turn",
            sentences={
                "bid_out_of_turn": "{bidder:clause} bid {bid} out of turn; it was {whose:clause}'s turn.",
                "bid_in_turn_or_not": (
                    "{bidder:clause} bid {bid} in turn or out of turn: it is not known who was to bid first. Whoever it"
                    " was, somebody bid out of turn."
                ),
            },
            proof=(
                "The bids in the record are not in the order of the turn. Only the bidder who jumped ahead is named,"
                " and not those who bid next. If nothing says who was to bid first, nobody is. Once play has begun, a"
                " missing bid puts nobody else out of turn."
            ),
            undecided=(
                "Who bid out of turn if nothing says who was to bid first and the bids are in turn from nobody."
            ),
            penalty="None. The bid stands.",
            governed_by=("bidding.first_bidder", "bidding.by"),
            authorities=(
                Authority("ruleset", "The ruleset says who bids first, and that the bidding goes round the table."),
                Authority(
                    "whist",
                    "By analogy: a player who follows one that played out of turn has not played out of turn.",
                    laws=("67",),
                ),
                Authority(
                    "service",
                    "No rules of Spades say what a bid out of turn costs. It stands, as in bridge when the next player"
                    " bids over it.",
                ),
            ),
            told_apart={
                "bid_missing": (
                    "During the bidding a player who bids too early is out of turn. Once play has begun, a bid that was"
                    " skipped is missing, and nobody else was out of turn because of it."
                ),
                "out_of_turn": "A bid out of turn is about the bidding, out of turn alone about the cards.",
                "bid_repeated": (
                    "A second bid by the same bidder is a repeated bid, whenever it was made. It is never also out of"
                    " turn."
                ),
            },
        ),
        FindingEntry(
            code="bid_missing",
            severity="error",
            meaning="Play has begun, but a bid that the ruleset requires is not in the record.",
            parameter="bidding.by",
            spares_cards=True,
            sentences={"bid_missing": "The record has no bid by {bidder:clause}."},
            proof=(
                "Play has begun, but a player has no bid in the record, or a side if the ruleset asks for one bid per"
                " side, or takes a single one for the contract. Where the record has only the numbers by player, the"
                " bid was not recorded: that contradicts nothing, and is a note."
            ),
            undecided="A record without play: the bid may still be made.",
            penalty="None, but the round has no score without all bids.",
            governed_by=("bidding.by", "bidding.first_round"),
            authorities=(Authority("ruleset", "All published rules require a bid from everybody. Nobody may pass."),),
        ),
        FindingEntry(
            code="bid_repeated",
            severity="offence",
            meaning="A player or side bid a second time, and not as an allowed raise; the bid before stands.",
            parameter="bidding.changes",
            deed="bid a second time",
            sentences={
                "bid_repeated": "{bidder:clause} bid {bid} after having bid already; the first bid stands.",
                "bid_is_no_raise": (
                    "{bidder:clause} bid {bid} after having bid already; as it is no higher, or another side has bid,"
                    " the bid before it stands."
                ),
            },
            proof=(
                "The same bidder has an earlier bid in the record. A bid of the whole side counts as a bid of each"
                " partner. If a side may raise its bid until another one has bid, the later bid is no higher, or it"
                " came too late."
            ),
            undecided="The name of a bidder, if somebody else has no bid: it may be a slip of the pen.",
            penalty="None. The earlier bid stands, and the later one does not count.",
            governed_by=("bidding.changes", "bidding.by"),
            authorities=(
                Authority(
                    "ruleset",
                    "Published rulesets do not let a bid be changed. A few variants have one round of raising bids.",
                ),
                Authority(
                    "tournaments",
                    "Some sheets let a player raise a bid before the opponents have bid, until it is written down."
                    " This service has only bids that can't be changed.",
                ),
            ),
        ),
        FindingEntry(
            code="bid_advised",
            severity="note",
            meaning="A number was advice: the partner, who bid second, made the contract.",
            parameter="bidding.by",
            sentences={
                "bid_advised": "{bidder:clause} bid {bid} as advice; the partner's {contract} is the contract.",
                "second_number_unknown": (
                    "The contract of {side:team} is {one} or {other}: which of the partners bid second is not known."
                ),
            },
            proof=(
                "Both partners have a number in the record, and in this ruleset that of the partner who bids second is"
                " the contract."
            ),
            undecided=(
                "Which of the partners bid second, if neither the order of the bids nor the dealer is in the record."
            ),
            penalty="None. Nobody is at fault, and only the second number counts.",
            governed_by=("bidding.by",),
            never={"bidding.by": ("player", "team")},
            authorities=(
                Authority(
                    "tournaments",
                    "On some sheets the partner who speaks last makes the bid, or one partner opens it and the other"
                    " closes it.",
                ),
            ),
            told_apart={
                "bid_repeated": (
                    "Advice and the bid that follows it come from two partners. A repeated bid is the second one of the"
                    " same player."
                )
            },
        ),
        FindingEntry(
            code="bid_too_low",
            severity="offence",
            meaning="A bid is below the minimum.",
            parameter="bidding.minimum",
            deed="bid too low",
            sentences={
                "bid_below_least": "{bidder:clause} bid {bid}; the minimum is {least}.",
                "blind_below_least": "{bidder:clause} bid {what:clause}; the minimum for a blind bid is {least}.",
            },
            proof=(
                "A bid in the record is below the minimum, but is not 0. For a blind bid it is the minimum of blind"
                " bids."
            ),
            undecided="Nothing in the bid itself. It is below the minimum, whatever else the record leaves out.",
            penalty="None. The bid is scored as made.",
            governed_by=("bidding.minimum", "blind_bid.minimum"),
            authorities=(Authority("ruleset", "The ruleset states the minimum bid."),),
            told_apart={
                "bid_not_allowed": (
                    "A bid that is too low is for at least one trick, but for too few. A bid of 0 is not allowed at all"
                    " if the ruleset has no such bid."
                ),
                "bid_too_high": "Both are about a single bid: it is below the minimum or above the maximum.",
                "team_bid_too_low": "A single bid is too low by itself, or the bids of a side are too low in all.",
            },
        ),
        FindingEntry(
            code="bid_too_high",
            severity="offence",
            meaning="A bid is above the maximum.",
            parameter="bidding.maximum",
            deed="bid too high",
            sentences={
                "bid_above_most": "{bidder:clause} bid {bid}; the maximum is {most}.",
                "bid_above_all_tricks": "{bidder:clause} bid {bid}, but the round has only {size:#trick}.",
            },
            proof="A bid in the record is for more tricks than the ruleset allows, or than the round has.",
            undecided="Nothing in the bid itself. It is above the maximum, whatever else the record leaves out.",
            penalty="None. The bid is scored as made.",
            governed_by=("bidding.maximum", "deck.hand_size"),
            authorities=(
                Authority(
                    "ruleset", "The ruleset states the maximum bid, and nobody can take more tricks than there are."
                ),
            ),
            told_apart={
                "team_bid_too_high": "A single bid is too high by itself, or the bids of a side are too high in all."
            },
        ),
        FindingEntry(
            code="bid_not_allowed",
            severity="offence",
            meaning="A bid is one that this ruleset does not have, or does not open to this bidder.",
            parameter="bidding.restriction",
            deed="made a bid that is not allowed",
            sentences={
                "bid_in_unbid_round": "{bidder:clause} bid {bid} in a round that is played without bids.",
                "zero_not_allowed": "{bidder:clause} bid 0, which is not allowed.",
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
                "nil_after_partners_nil": "{bidder:clause} bid nil after the partner had bid nil.",
                "one_nil_too_many": (
                    "{bidder:clause} and the partner both bid nil; which of the two bid second, when nil was no longer"
                    " allowed, is not known."
                ),
                "spades_not_known": "{bidder:clause} bid {bid}; it is not known how many spades the hand held.",
                "not_the_spades_held": "{bidder:clause} bid {bid} with {spades:#spade} in hand.",
                "outside_the_spades_held": "{bidder:clause} bid {bid} with {least} to {most} spades in hand.",
            },
            proof=(
                "The record has a bid in a round without bids, a bid of 0 although the ruleset has none, a nil after"
                " the partner's nil although only one is allowed, or a bid other than those that the spades in the hand"
                " or the partner's bid allow."
            ),
            undecided=(
                "If the bid has to match the spades in the hand: a hand that is not known well enough to count them."
            ),
            penalty="None. The bid is scored as made, but in a round without bids it does not count.",
            governed_by=("bidding.zero", "nil.both_partners", "bidding.restriction", "bidding.first_round"),
            never={
                "bidding.zero": ("nil", "uncommitted"),
                "nil.both_partners": ("allowed",),
                "bidding.restriction": ("none",),
                "bidding.first_round": ("normal",),
            },
            authorities=(
                Authority(
                    "ruleset", "The variants that have such a rule state it. No other source says what a breach costs."
                ),
            ),
            told_apart={
                "blind_bid_not_allowed": (
                    "A blind bid that is not allowed might be allowed if it were not blind. A bid that is not allowed"
                    " would not be."
                )
            },
        ),
        FindingEntry(
            code="blind_bid_not_allowed",
            severity="offence",
            meaning="A blind bid was made that the ruleset does not allow, or without being far enough behind.",
            parameter="blind_bid.allowed",
            deed="made a blind bid that is not allowed",
            sentences={
                "blind_not_allowed": "{bidder:clause} bid {what:clause}, which this ruleset does not allow.",
                "blind_needs_deficit": (
                    "{bidder:clause} bid {what:clause}, for which the side must be {deficit:#point} behind; the"
                    " standing is not known."
                ),
                "blind_without_deficit": (
                    "{bidder:clause} bid {what:clause} when {behind:#point} behind; the side must be {deficit} behind"
                    " for that."
                ),
                "blind_without_deficit_anyway": (
                    "{bidder:clause} bid {what:clause}, for which the side must be {deficit:#point} behind; by no"
                    " standing that the game may have is it that far behind."
                ),
            },
            proof=(
                "A bid is recorded as blind, but the ruleset has no such bid, or the scores before the round show that"
                " the side was not far enough behind the leading side."
            ),
            undecided=(
                "Scores before the round that are not in the record, if the ruleset requires the side to be behind."
            ),
            penalty="None. The bid is scored as made, as a blind bid.",
            governed_by=("nil.blind", "nil.blind_deficit", "blind_bid.allowed", "blind_bid.deficit"),
            never={
                "nil.blind": ("true",),
                "nil.blind_deficit": ("0",),
                "blind_bid.allowed": ("true",),
                "blind_bid.deficit": ("0",),
            },
            authorities=(
                Authority(
                    "ruleset",
                    "Rulesets with blind bids say who may make them. Often the side must be at least 100 points"
                    " behind.",
                ),
                Authority(
                    "tournaments",
                    "Some sheets have the same condition, one requires 50 points, and some do not allow blind bids at"
                    " all.",
                ),
            ),
        ),
        FindingEntry(
            code="team_bid_too_low",
            severity="offence",
            meaning="A side bid less than the board in all.",
            parameter="bidding.team_minimum",
            deed="bid too low as a side",
            of_side=True,
            sentences={
                "side_under_the_board": (
                    "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the board is {board}."
                ),
                "side_under_the_board_together": "{side:team} bid {together} together; the board is {board}.",
            },
            proof=(
                "All bids of a side are in the record, not all of them are nil, and together they are below the board."
            ),
            undecided="A bid of the side that is missing: with it the side may reach the board.",
            penalty="Depending on the ruleset, none, or the side is set, however many tricks it takes.",
            governed_by=("bidding.team_minimum",),
            penalised_by=("bidding.team_minimum_breach",),
            never={"bidding.team_minimum": ("0",), "bidding.team_minimum_breach": ("raised",)},
            authorities=(
                Authority(
                    "tournaments",
                    "A board of four is common. In one scorekeeper's preset a side that bids below it is set.",
                ),
            ),
            told_apart={
                "nil_partner_bid_too_low": (
                    "The board is a minimum for the bids of a side in all, and the minimum beside a nil is one for the"
                    " partner's bid alone. One bid may break both rules."
                ),
                "bid_raised": "If the ruleset raises bids below the board, the bid is raised. Otherwise it is too low.",
            },
        ),
        FindingEntry(
            code="team_bid_too_high",
            severity="offence",
            meaning="A side bid more in all than it may.",
            parameter="bidding.team_maximum",
            deed="bid too high as a side",
            of_side=True,
            sentences={
                "side_over_its_most": (
                    "{bidder:clause} bid {bid}, which makes {together} for {side:team}; the maximum is {most}."
                ),
                "side_over_its_most_together": "{side:team} bid {together} together; the maximum is {most}.",
            },
            proof="The bids of a side add up to more than the maximum.",
            undecided="Nothing in the bids themselves. A bid that is missing could only add to them.",
            penalty="None. The bids are scored as made.",
            governed_by=("bidding.team_maximum",),
            never={"bidding.team_maximum": ("0",)},
            authorities=(
                Authority(
                    "ruleset",
                    "Only rulesets with such a limit have this rule. No other source says what a breach costs.",
                ),
            ),
            told_apart={
                "table_total_not_allowed": (
                    "The limit for a side applies to the bids of that side, the table total to the bids of the whole"
                    " table."
                )
            },
        ),
        FindingEntry(
            code="nil_partner_bid_too_low",
            severity="offence",
            meaning="A partner's bid is below the minimum beside a nil.",
            parameter="bidding.nil_partner_minimum",
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
            proof=(
                "The record has a nil and a partner's bid below the minimum beside nil. The later of the two bids is at"
                " fault. If the ruleset makes one partner bid nil, the minimum applies to the other from the start."
            ),
            undecided="A bid of the partner that is missing: it may be a nil or not.",
            penalty="None. The bid is scored as made.",
            governed_by=("bidding.nil_partner_minimum", "bidding.nil_partner_breach"),
            never={"bidding.nil_partner_minimum": ("0",)},
            authorities=(
                Authority(
                    "ruleset",
                    "Rulesets with a minimum bid beside nil have three or four tricks. In one of them a lower bid made"
                    " earlier is raised.",
                ),
            ),
            told_apart={
                "bid_raised": (
                    "A bid made before the partner's nil is raised if the ruleset says so. A bid made after it is too"
                    " low in any case."
                )
            },
        ),
        FindingEntry(
            code="table_total_not_allowed",
            severity="offence",
            meaning="All bids add up to a total that the ruleset does not allow.",
            parameter="bidding.table_total",
            deed="brought the bids to a total that is not allowed",
            sentences={
                "table_total": (
                    "{bidder:clause} bid {bid}, which brings the total of all bids to {total} in a round of"
                    " {size:#trick}."
                ),
                "table_total_or_advice": (
                    "All contracts together are {total} in a round of {size:#trick}, unless a number of them was"
                    " advice."
                ),
                "table_total_of_unknown_last": (
                    "All bids together are {total} in a round of {size:#trick}; who bid last, and should not have made"
                    " that total, is not known."
                ),
            },
            proof=(
                "All bids add up to a total that the ruleset does not allow. The last bid is at fault. If the total may"
                " not be exactly the number of tricks, this can be judged only when every bid is there."
            ),
            undecided="A bid that is missing, if the total may not be exactly the number of tricks.",
            penalty="None. The bids are scored as made.",
            governed_by=("bidding.table_total", "deck.hand_size"),
            never={"bidding.table_total": ("any",)},
            authorities=(
                Authority(
                    "ruleset",
                    "Some rulesets do not allow a total of exactly the number of tricks, so that somebody must fail."
                    " Some do not allow a higher total.",
                ),
            ),
        ),
        FindingEntry(
            code="bid_raised",
            severity="note",
            meaning="The rules raise a bid; only the raised bid counts.",
            parameter="bidding.team_minimum_breach",
            sentences={
                "bid_raised_by_nil": "{bidder:clause} bid {bid}; the partner's nil raises that to {least}.",
                "bid_raised_to_board": (
                    "{bidder:clause} bid {bid}; {side:team} bid {together} together, which is raised to {board}."
                ),
                "side_raised_to_board": "{side:team} bid {together} together, which is raised to {board}.",
            },
            proof="A bid in the record is one that the ruleset raises.",
            undecided=(
                "A bid that is missing and on which it depends whether the other is raised: that of the partner, or one"
                " of the side."
            ),
            penalty="None. Nobody is at fault, and from then on only the raised bid counts.",
            governed_by=(
                "bidding.nil_partner_breach",
                "bidding.nil_partner_minimum",
                "bidding.team_minimum_breach",
                "bidding.team_minimum",
            ),
            never={
                "bidding.nil_partner_breach": ("illegal",),
                "bidding.nil_partner_minimum": ("0",),
                "bidding.team_minimum_breach": ("illegal", "set"),
                "bidding.team_minimum": ("0",),
            },
            authorities=(
                Authority(
                    "ruleset",
                    "In one published ruleset an earlier bid of a nil bidder's partner is raised to the minimum beside"
                    " nil.",
                ),
            ),
        ),
    ),
)
