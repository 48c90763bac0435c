"""Texts on the bidding, nil, blind bids, and contracts with points of their own."""

from __future__ import annotations

from typing import Final

from service.spades.rules.sentences.text_table import ELSE, TextTable

BIDDING: Final[TextTable] = {
    "bidding.first_bidder": {
        "left_of_dealer": "The {side_of}player to the dealer's left bids first, and the bidding goes "
        "clockwise.{round_one}",
        "dealer": "The {side_of}dealer bids first, and the bidding goes clockwise.{round_one}",
        "non_dealer": "The {side_of}player who did not {deal} bids first, and the bidding goes clockwise.{round_one}",
        "drawn_then_rotates": "There is no dealer: the first bidder of round one is drawn by lot, and the first bid "
        "then passes clockwise from round to round.{round_one}",
    },
    "bidding.minimum": {ELSE: "A {bidder}'s bid{other_than_zero} must be at least {minimum:trick}."},
    "bidding.by": {
        "player": "Each player makes one bid.{round_one}",
        "team": "Each side makes a single bid.{round_one}",
    },
    "bidding.maximum": {
        0: "A bid may not be for more tricks than the round has: {size}.",
        ELSE: "A {bidder} may bid at most {bidding.maximum:trick}, and never more than the round has: {size}.",
    },
    "bidding.zero": {
        "nil": "A bid of 0 is nil: the bidder undertakes to take no tricks.",
        "uncommitted": "A bid of 0 is not nil but an ordinary bid that promises nothing and adds nothing to the "
        "contract.",
        "not_allowed": "A bid of 0 is not allowed.",
    },
    "bidding.changes": {"never": "A bid can't be changed once made; if a bidder bids twice, the first bid stands."},
    "bidding.team_maximum": {
        0: "There is no separate limit on a side's contract.",
        ELSE: "A side's contract may be at most {bidding.team_maximum:trick}.",
    },
    "bidding.team_minimum": {
        0: "There is no board: a side's contract has no minimum.",
        ELSE: "The board is {bidding.team_minimum}: a side's contract must be at least that{exempt_nil}.",
    },
    "bidding.team_minimum_breach": {
        "illegal": "A side may not bid below the board of {bidding.team_minimum}; if it does, the bid is scored as it "
        "was made{exempt_nil}.",
        "raised": "If a side bids below the board of {bidding.team_minimum}, the last of its bids{but_nil} is raised "
        "to reach it{exempt_nil}.",
        "set": "A side that bids below the board of {bidding.team_minimum} is set, however many tricks it "
        "takes{exempt_nil}.",
    },
    "bidding.nil_partner_minimum": {
        0: "There is no special minimum for a nil bidder's partner.",
        ELSE: "The partner of a nil bidder must bid at least {bidding.nil_partner_minimum}{or_nil}.",
    },
    "bidding.nil_partner_breach": {
        "illegal": "A bid below {bidding.nil_partner_minimum} beside a partner's nil is not allowed, whichever of the "
        "two comes first; a second nil does not break this rule.",
        "raise_earlier": "A bid below {bidding.nil_partner_minimum} is raised to {bidding.nil_partner_minimum} if the "
        "partner bids nil after it, and is not allowed if the partner bid nil before it; a second nil does not break "
        "this rule.",
    },
    "bidding.table_total": {
        "any": "There is no rule on the total of all bids.",
        "not_hand_size": "The total of all bids may not be exactly the number of tricks in the round: {size}.",
        "at_most_hand_size": "The total of all bids may not be more than the number of tricks in the round: {size}.",
    },
    "bidding.restriction": {
        "none": "A bidder may make any bid that the other rules allow.",
        "mirror": "Each player must bid exactly the number of spades in hand; with none, the bid is "
        "{of_none}.{round_one}",
        "whiz": "Each player must bid nil or exactly the number of spades in hand.{round_one}",
        "suicide": "One of the two partners must bid nil, and the other's bid is the side's contract.{round_one}",
    },
    "bidding.first_round": {
        "normal": "Round one is bid like any other.",
        "bids_itself": "Round one is played without bids: each trick {scoring.trick_points:scores} for the side that "
        "takes it, and none is a bag.",
    },
}

NIL: Final[TextTable] = {
    "nil.made": {
        ELSE: "A nil {nil.made:scores} when its bidder takes no tricks{if_all_made}.{two_nils}",
    },
    "nil.failed": {
        ELSE: "A nil {nil.failed:scores} when its bidder takes a trick{contract_falls}.{two_nils}",
    },
    "nil.blind": {
        False: "Nil may not be bid blind.",
        True: "Nil may also be bid blind, before looking at the hand, by {side_for_blind_nil}.",
    },
    "nil.blind_made": {
        ELSE: "A blind nil{though_no_blind_nil} {nil.blind_made:scores} when its bidder takes no "
        "tricks{if_all_made}.{two_nils}",
    },
    "nil.blind_failed": {
        ELSE: "A blind nil{though_no_blind_nil} {nil.blind_failed:scores} when its bidder takes a trick"
        "{contract_falls}.{two_nils}",
    },
    "nil.blind_deficit": {
        0: "Blind nil may be bid whatever the score.",
        ELSE: "Only {side_for_blind_nil} may bid blind nil.",
    },
    "nil.scoring": {
        "independent": "A nil and its side's contract are scored separately: one may be made while the other fails.",
        "linked": "A nil and its side's contract stand or fall together. If either fails, the side scores the value of "
        "a failed nil less {scoring.trick_points:point} for each trick of the contract, with no overtricks and no "
        "bags.",
    },
    "nil.failed_tricks": {
        "bags": "The tricks of a failed nil bidder do not count towards the side's contract; if the contract is made, "
        "they score like overtricks{and_are_bags}.",
        "to_contract": "The tricks of a failed nil bidder count towards the side's contract like any others.",
        "ignored": "The tricks of a failed nil bidder count for nothing: not towards the contract, not as overtricks "
        "and not as bags.",
    },
    "nil.failed_bags_when_set": {
        "none": "If the contract is set, the failed nil bidder's tricks score nothing and are not bags.",
        "bags_only": "If the contract is set, the failed nil bidder's tricks {bags_if_counted}score no points.",
        "bags_and_points": "If the contract is set, the failed nil bidder's tricks {bags_if_counted}score like "
        "overtricks.",
    },
    "nil.both_partners": {
        "allowed": "{nil_partners} bid nil in the same round.",
        "forbidden": "Only one of the two partners may bid nil in the same round.",
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
        0: "Partners pass no cards for a nil{not_blind}.",
        ELSE: "The partners of a side that bids a nil{not_blind} pass each other {nil.exchange:card} after the "
        "bidding.",
    },
    "nil.blind_exchange": {
        0: "Partners pass no cards for a blind nil.",
        ELSE: "The partners of a side that bids a blind nil{though_no_blind_nil} pass each other "
        "{nil.blind_exchange:card} after the bidding.",
    },
}

SPECIAL: Final[TextTable] = {
    "blind_bid.allowed": {
        False: "Tricks may not be bid blind.",
        True: "A bid of at least {blind_minimum:trick} may be made blind, before looking at the hand, by "
        "{side_for_blind_bid}.",
    },
    "blind_bid.minimum": {ELSE: "A blind bid{but_nil} must be at least {blind_minimum:trick}."},
    "blind_bid.deficit": {
        0: "Tricks may be bid blind whatever the score.",
        ELSE: "Only {side_for_blind_bid} may bid tricks blind.",
    },
    "blind_bid.made_multiplier": {
        ELSE: "When the contract is made, each trick bid blind{though_no_blind_bid} {blind_rate:scores}.{beside_nil}",
    },
    "blind_bid.failed_multiplier": {
        ELSE: "When the contract is set, each trick bid blind{though_no_blind_bid} {blind_rate_set:loses}.{beside_nil}",
    },
    "blind_bid.overtricks": {
        True: "A blind bid{though_no_blind_bid} does not change the value of an overtrick{but_sets}.",
        False: "The overtricks of a side with a blind bid{though_no_blind_bid} score no points{but_are_bags}.",
    },
    "blind_bid.exact": {
        True: "A contract with a blind bid{though_no_blind_bid} has to be taken exactly: an overtrick sets it too.",
        False: "A contract with a blind bid{though_no_blind_bid} is not set by overtricks.",
    },
    "special_bids.ten": {
        0: "A contract of 10 tricks has no special value.",
        ELSE: "A contract of {ten} {special_bids.ten.made:scores} if it is made and {special_bids.ten.failed:scores} "
        "if it is set, instead of the ordinary points.{beside_nil}",
    },
    "special_bids.slam": {
        0: "A contract for every trick of the round has no special value.",
        ELSE: "A contract for every trick of the round{without_blind} {special_bids.slam.made:scores} if it is made "
        "and {special_bids.slam.failed:scores} if it is set, instead of the ordinary points.{beside_nil}",
    },
    "special_bids.boston": {
        ELSE: "Taking every trick of the round without having bid them all, a Boston, {special_bids.boston:scores} "
        "extra.",
    },
}
