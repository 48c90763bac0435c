"""Texts on the bidding, nil, blind bids, and contracts with points of their own."""

from __future__ import annotations

from service.spades.rules.sentences.text_table import ELSE, TextTable

BIDDING: TextTable = {
    "bidding.first_bidder": {
        "left_of_dealer": "The {side_of}player to the dealer's left bids first, and the bidding goes round "
        "clockwise.{round_one}",
        "dealer": "The {side_of}dealer bids first, and the bidding goes round clockwise.{round_one}",
        "non_dealer": "The {side_of}player who did not {deal} bids first, and the bidding goes round "
        "clockwise.{round_one}",
        "drawn_then_rotates": "There is no dealer: the first bid is drawn by lot for round one and then passes "
        "clockwise from round to round.{round_one}",
    },
    "bidding.minimum": {ELSE: "A {bidder}'s bid{other_than_zero} is for at least {minimum:trick}."},
    "bidding.by": {
        "player": "Each player makes one bid.{round_one}",
        "team": "Each side makes one bid as a whole.{round_one}",
    },
    "bidding.maximum": {
        0: "No bid is for more tricks than the round has: {size}.",
        ELSE: "A {bidder}'s bid is for at most {bidding.maximum:trick}, and never for more than the round has: {size}.",
    },
    "bidding.zero": {
        "nil": "A bid of 0 is nil: its bidder undertakes to take no trick.",
        "uncommitted": "A bid of 0 is not nil but an ordinary bid, which promises nothing and adds nothing to the "
        "contract.",
        "not_allowed": "A bid of 0 is not allowed.",
    },
    "bidding.changes": {"never": "A bid can't be changed once it is made; of two by one bidder the first stands."},
    "bidding.team_maximum": {
        0: "No limit of its own is set to the contract of a side.",
        ELSE: "The contract of a side may be for at most {bidding.team_maximum:trick}.",
    },
    "bidding.team_minimum": {
        0: "There is no board: no least contract is asked of a side.",
        ELSE: "The board is {bidding.team_minimum}: the least contract that a side may have{exempt_nil}.",
    },
    "bidding.team_minimum_breach": {
        "illegal": "A side may not bid below the board of {bidding.team_minimum}; if it does, the bid is scored as it "
        "was made{exempt_nil}.",
        "raised": "A side that bids below the board of {bidding.team_minimum} is raised to it by the last of its "
        "bids{but_nil}{exempt_nil}.",
        "set": "A side that bids below the board of {bidding.team_minimum} is set, whatever it takes{exempt_nil}.",
    },
    "bidding.nil_partner_minimum": {
        0: "No least bid of its own is asked of a nil bidder's partner.",
        ELSE: "The partner of a nil bidder must bid at least {bidding.nil_partner_minimum}{or_nil}.",
    },
    "bidding.nil_partner_breach": {
        "illegal": "A bid below {bidding.nil_partner_minimum} beside a partner's nil is not allowed, whichever of the "
        "two comes first; another nil is no such bid.",
        "raise_earlier": "A bid below {bidding.nil_partner_minimum} made before the partner's nil is raised to "
        "{bidding.nil_partner_minimum}, and made after it is not allowed; another nil is no such bid.",
    },
    "bidding.table_total": {
        "any": "There is no rule on what all bids at the table add up to.",
        "not_hand_size": "All bids at the table may not add up to exactly the number of tricks in the round: {size}.",
        "at_most_hand_size": "All bids at the table may not add up to more than the tricks of the round: {size}.",
    },
    "bidding.restriction": {
        "none": "A bidder may choose any bid that the other rules allow.",
        "mirror": "Each player must bid exactly the number of spades in the hand; with none the bid is {of_none}."
        "{round_one}",
        "whiz": "Each player must bid nil or exactly the number of spades in the hand.{round_one}",
        "suicide": "One of two partners must bid nil, and the other's bid is the contract of the side.{round_one}",
    },
    "bidding.first_round": {
        "normal": "The first round is bid like every other.",
        "bids_itself": "Round one is played without bids: each trick {scoring.trick_points:scores} for the side that "
        "takes it, and none is a bag.",
    },
}

NIL: TextTable = {
    "nil.made": {
        ELSE: "A nil {nil.made:scores} when its bidder takes no trick{if_all_made}.{two_nils}",
    },
    "nil.failed": {
        ELSE: "A nil {nil.failed:scores} when its bidder takes a trick{contract_falls}.{two_nils}",
    },
    "nil.blind": {
        False: "Nil may not be bid blind.",
        True: "Nil may also be bid blind, before looking at the hand, by {side_for_blind_nil}.",
    },
    "nil.blind_made": {
        ELSE: "A blind nil{though_no_blind_nil} {nil.blind_made:scores} when its bidder takes no trick"
        "{if_all_made}.{two_nils}",
    },
    "nil.blind_failed": {
        ELSE: "A blind nil{though_no_blind_nil} {nil.blind_failed:scores} when its bidder takes a trick"
        "{contract_falls}.{two_nils}",
    },
    "nil.blind_deficit": {
        0: "Blind nil may be bid whatever the standing.",
        ELSE: "Blind nil may only be bid by {side_for_blind_nil}.",
    },
    "nil.scoring": {
        "independent": "A nil and the contract of its side are scored apart: one may be made while the other fails.",
        "linked": "A nil and the contract of its side stand or fall together. When either fails, the side takes the "
        "value of a failed nil less {scoring.trick_points:point} for each trick of the contract, and no overtricks "
        "and no bags.",
    },
    "nil.failed_tricks": {
        "bags": "The tricks of a failed nil bidder do not count towards the contract of the side; when it is made, "
        "they score like overtricks{and_are_bags}.",
        "to_contract": "The tricks of a failed nil bidder count towards the contract of the side like all its others.",
        "ignored": "The tricks of a failed nil bidder count neither towards the contract nor as overtricks nor as "
        "bags.",
    },
    "nil.failed_bags_when_set": {
        "none": "When the contract is set, the tricks of the failed nil bidder beside it score nothing and are no "
        "bags.",
        "bags_only": "When the contract is set, the tricks of the failed nil bidder beside it {bags_if_counted}"
        "score no points.",
        "bags_and_points": "When the contract is set, the tricks of the failed nil bidder beside it "
        "{bags_if_counted}score like overtricks.",
    },
    "nil.both_partners": {
        "allowed": "{nil_partners} bid nil in the same round.",
        "forbidden": "Only one of two partners may bid nil in the same round.",
    },
    "nil.double": {
        "independent": "When both partners bid nil, {nils_apart}.",
        "joint": "When both partners bid nil, blind or not, the two nils together {nil.double_made:score} if neither "
        "takes a trick and {nil.double_failed:score} if either does.",
        "joint_no_loss": "When both partners bid nil, blind or not, the two nils together {nil.double_made:score} if "
        "neither takes a trick and score nothing if either does.",
    },
    "nil.double_made": {
        ELSE: "When both partners bid nil and neither takes a trick, the two nils together {nil.double_made:score}.",
    },
    "nil.double_failed": {
        ELSE: "When both partners bid nil and either takes a trick, the two nils together {double_failed:score}.",
    },
    "nil.exchange": {
        0: "Partners pass each other no cards for a nil{not_blind}.",
        ELSE: "The partners of a side that bid a nil{not_blind} pass each other {nil.exchange:card} after the bids.",
    },
    "nil.blind_exchange": {
        0: "Partners pass each other no cards for a blind nil.",
        ELSE: "The partners of a side that bid a blind nil{though_no_blind_nil} pass each other "
        "{nil.blind_exchange:card} after the bids.",
    },
}

SPECIAL: TextTable = {
    "blind_bid.allowed": {
        False: "A bid of tricks may not be made blind.",
        True: "A bid of at least {blind_minimum:trick} may be made blind, before looking at the hand, by "
        "{side_for_blind_bid}.",
    },
    "blind_bid.minimum": {ELSE: "A blind bid{but_nil} is for at least {blind_minimum:trick}."},
    "blind_bid.deficit": {
        0: "Tricks may be bid blind whatever the standing.",
        ELSE: "Tricks may only be bid blind by {side_for_blind_bid}.",
    },
    "blind_bid.made_multiplier": {
        ELSE: "When the contract is made, each trick bid blind{though_no_blind_bid} {blind_rate:scores}.{beside_nil}",
    },
    "blind_bid.failed_multiplier": {
        ELSE: "When the contract is set, each trick bid blind{though_no_blind_bid} {blind_rate_set:loses}.{beside_nil}",
    },
    "blind_bid.overtricks": {
        True: "A blind bid{though_no_blind_bid} does not change what an overtrick is worth{but_sets}.",
        False: "The overtricks of a side with a blind bid{though_no_blind_bid} score no points{but_are_bags}.",
    },
    "blind_bid.exact": {
        True: "A contract with a blind bid{though_no_blind_bid} is set by an overtrick as well as by a missing trick.",
        False: "A contract with a blind bid{though_no_blind_bid} is not set by overtricks.",
    },
    "special_bids.ten": {
        0: "A contract of 10 tricks has no value of its own.",
        ELSE: "A contract of {ten} {special_bids.ten.made:scores} when it is made and "
        "{special_bids.ten.failed:scores} when it is set, in place of the ordinary points.{beside_nil}",
    },
    "special_bids.slam": {
        0: "A contract for every trick of the round has no value of its own.",
        ELSE: "A contract for every trick of the round{without_blind} {special_bids.slam.made:scores} when it is "
        "made and {special_bids.slam.failed:scores} when it is set, in place of the ordinary points.{beside_nil}",
    },
    "special_bids.boston": {
        ELSE: "Taking every trick of the round without having bid it, a Boston, {special_bids.boston:scores} extra.",
    },
}
