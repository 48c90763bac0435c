"""The sentences of the rulebook: for each parameter what each of its values makes the rule, in the words of players.

A text is a template: ``{nil.made}`` is a parameter, ``{bidder}`` a word of `rulebook`, which several parameters decide.
The formats ``:scores``, ``:score`` and ``:loses`` write a number as points with a verb, any other format as a count of
such things (``{scoring.bag_limit:bag}``). Every text has to be true whatever the other parameters are, or to be put out
of effect by them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ELSE: Final = "else"
"""The key of the text for every value that has none of its own."""

# Why a rule has no effect. The keys are conditions of `rulebook`.
OUT_OF_EFFECT: Mapping[str, str] = MappingProxyType(
    {
        "no_nil": "There is no nil in this game, so this rule does not apply.",
        "no_blind_nil": "Nil may not be bid blind, so this rule does not apply.",
        "alone": "Each player plays alone and has no partner, so this rule does not apply.",
        "one_bid": "A side makes one bid as a whole, not one for each partner, so this rule does not apply.",
        "linked": "A failed nil brings down the contract with it, and its bidder's tricks score nothing.",
        "each_nil_apart": "Two nils of partners are not scored as one, so there is no value for both together.",
        "failed_nil_no_bags": "The tricks of a failed nil bidder are not set apart as bags, so this rule does not "
        "apply.",
        "no_partner_minimum": "No least bid is asked of a nil bidder's partner, so this rule does not apply.",
        "no_board": "There is no board, so no side can bid below it.",
        "no_blind_bid": "A bid of tricks may not be made blind, so this rule does not apply.",
        "set_for_nothing": "A contract that is set scores nothing, blind or not, so this rule does not apply.",
        "set_by_missing_tricks": "A contract that is set is scored by the tricks missing, blind or not.",
        "no_bags": "Bags are not counted, so there is no bag penalty.",
        "no_floor": "No score is so low that it ends the game, so this rule does not apply.",
        "no_dealer": "There is no dealer, so this rule does not apply.",
    }
)

# Under which conditions the rule of a parameter has no effect, the first that holds being given as the reason.
IDLE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "table.first_dealer": ("no_dealer",),
        "table.deal_rotation": ("no_dealer",),
        "bidding.team_minimum_breach": ("no_board",),
        "bidding.nil_partner_minimum": ("no_nil", "alone", "one_bid"),
        "bidding.nil_partner_breach": ("no_nil", "alone", "one_bid", "no_partner_minimum"),
        "nil.made": ("no_nil",),
        "nil.failed": ("no_nil",),
        "nil.blind": ("no_nil",),
        "nil.blind_made": ("no_nil",),
        "nil.blind_failed": ("no_nil",),
        "nil.blind_deficit": ("no_nil", "no_blind_nil"),
        "nil.scoring": ("no_nil",),
        "nil.failed_tricks": ("no_nil", "linked"),
        "nil.failed_bags_when_set": ("no_nil", "alone", "one_bid", "linked", "failed_nil_no_bags"),
        "nil.both_partners": ("no_nil", "alone", "one_bid"),
        "nil.double": ("no_nil", "alone", "one_bid"),
        "nil.double_made": ("no_nil", "alone", "one_bid", "each_nil_apart"),
        "nil.double_failed": ("no_nil", "alone", "one_bid", "each_nil_apart"),
        "nil.exchange": ("no_nil", "alone"),
        "nil.blind_exchange": ("no_nil", "alone"),
        "blind_bid.minimum": ("no_blind_bid",),
        "blind_bid.deficit": ("no_blind_bid",),
        "blind_bid.failed_multiplier": ("set_for_nothing", "set_by_missing_tricks"),
        "scoring.bag_penalty": ("no_bags",),
        "scoring.bag_carry": ("no_bags",),
        "scoring.bag_points_cancelled": ("no_bags",),
        "game.floor_test": ("no_floor",),
        "game.floor_effect": ("no_floor",),
    }
)

_TABLE: Mapping[str, Mapping[object, str]] = {
    "table.players": {ELSE: "The game is for {player_counts}."},
    "table.sides": {
        "partnership": "Players who sit opposite each other are partners: {pairs}.",
        "individual": "Each player plays alone, as a side of one.",
    },
    "table.first_dealer": {
        "random": "The player who {deals} first is chosen at random.",
        "high_card": "Each player draws a card, and the player with the highest {deals} first.",
    },
    "table.deal_rotation": {"clockwise": "After each round the next player clockwise {deals}."},
    "deck.jokers": {
        0: "The pack has no jokers.",
        1: "The big joker is added to the pack, as a spade.",
        2: "The big joker and the little joker are added to the pack, as spades.",
    },
    "deck.removed": {ELSE: "The pack holds each of the 52 cards{and_jokers} once; {taken_out}."},
    "deck.top_trumps": {ELSE: "{top_trumps}"},
    "deck.leftover": {
        "none": "Every card of the pack is in a player's hand when play starts; none is left over.",
        "set_aside": "Cards that are in no player's hand when play starts are set aside and take no part in the round.",
    },
    "deck.hand_size": {ELSE: "When play starts each player holds as many cards as the round has tricks: {size}."},
    "deck.formation": {
        "deal": "Each player is dealt a hand.",
        "draw": "The two players build their hands by drawing two cards a turn, the first bidder first. Each turn "
        "either the first card is kept and the second discarded, or the first discarded and the second kept.",
    },
}

_BIDDING: Mapping[str, Mapping[object, str]] = {
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

_NIL: Mapping[str, Mapping[object, str]] = {
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
        "allowed": "Both partners may{not_suicide} bid nil in the same round.",
        "forbidden": "Both partners may not bid nil in the same round.",
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

_SPECIAL: Mapping[str, Mapping[object, str]] = {
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

_PLAY: Mapping[str, Mapping[object, str]] = {
    "play.follow_suit": {"must": "A player who holds a card of the suit led must play one.{promoted_are_spades}"},
    "play.void_play": {
        "any_card": "A player who can't follow suit may play any card{first_trick_apart}.",
    },
    "play.opening_leader": {
        "left_of_dealer": "The player to the dealer's left leads to the first trick; the winner of each trick leads to "
        "the next.",
        "first_bidder": "Whoever's turn it is to bid first{or_would} leads to the first trick; the winner of each "
        "trick leads to the next.",
        "dealer": "The dealer leads to the first trick; the winner of each trick leads to the next.",
        "high_bidder": "The {bidder} with the highest bid, the first to make it if several did, leads to the first "
        "trick; the winner of each trick leads to the next.{round_one}",
        "lowest_club": "The player with the lowest club in any hand leads to the first trick; the winner of each trick "
        "leads to the next.",
    },
    "play.opening_card": {
        "non_spade": "The first card of a round may not be a spade, unless its player holds nothing but spades.",
        "any": "Any card may be led to the first trick of a round, a spade too.",
        "lowest_club": "The first card of a round must be its player's lowest club; a player without clubs may not "
        "lead a spade to it, unless holding nothing but spades.",
    },
    "play.first_trick": {
        "normal": "The cards that follow the first lead of a round are played by the same rules as in every other "
        "trick.",
        "no_spades": "A player who can't follow suit in the first trick may not play a spade, unless holding nothing "
        "but spades.",
        "all_lowest_club": "When a club is led to the first trick, each player must follow with the lowest club in the "
        "hand. A player who can't follow suit in the first trick may not play a spade, unless holding nothing but "
        "spades.",
    },
    "play.spade_lead": {
        "after_broken": "A spade may not be led until spades are broken, unless the player who leads holds nothing but "
        "spades; the first trick has a rule of its own.",
        "any_time": "A spade may be led at any time, whether spades are broken or not; the first trick has a rule of "
        "its own.",
        "after_first_trick": "A spade may be led from the second trick on, whether spades are broken or not; the first "
        "trick has a rule of its own.",
    },
    "play.broken_by": {
        "discard_only": "Spades are broken only by a spade from a player who could not follow when another suit was "
        "led: no spade lead breaks them, and no spade played in a revoke.",
        "any_spade": "Spades are broken by any spade that is played, however it came to be played.",
    },
}

_SCORING: Mapping[str, Mapping[object, str]] = {
    "scoring.trick_points": {
        ELSE: "A contract that is made {scoring.trick_points:scores} for each trick bid{made_apart}"
        "{unbid_tricks}.{beside_nil}",
    },
    "scoring.overtrick_points": {
        ELSE: "Each overtrick of a contract that is made {scoring.overtrick_points:scores}{unless_blind}.{beside_nil}",
    },
    "scoring.set": {
        "minus_bid": "A contract that is set {scoring.trick_points:loses} for each trick bid{set_apart}.{beside_nil}",
        "zero": "A contract that is set scores nothing{special_apart}.{beside_nil}",
        "minus_undertricks": "A contract that is set {scoring.trick_points:loses} for each trick missing"
        "{special_apart}.{beside_nil}",
    },
    "scoring.bag_limit": {
        0: "Bags are not counted, so there is no bag penalty.",
        ELSE: "Each overtrick is a bag, and each time a side's bags reach {scoring.bag_limit}, that "
        "{scoring.bag_penalty:scores}.",
    },
    "scoring.bag_penalty": {
        ELSE: "The bag penalty, for a side whose bags reach {scoring.bag_limit}, {scoring.bag_penalty:scores}.",
    },
    "scoring.bag_carry": {
        "remainder": "The bag penalty takes {scoring.bag_limit:bag} off the count, and the rest are carried on; as "
        "long as {scoring.bag_limit} or more are left, it is due again.",
        "reset": "The bag penalty takes all the side's bags off the count, which starts again from 0.",
    },
    "scoring.bag_points_cancelled": {
        False: "The points that bags have earned are kept when the bag penalty falls due.",
        True: "The bag penalty also takes back the points of the {scoring.bag_limit:bag}, which "
        "{bags_taken_back:scores}.",
    },
}

_GAME: Mapping[str, Mapping[object, str]] = {
    "game.target": {
        ELSE: "A side wins with {target} after a round; of several such sides the one with the highest score wins.",
    },
    "game.target_test": {
        "at_least": "A score of exactly {game.target:point} is enough to win.",
        "more_than": "A score of exactly {game.target:point} is not enough to win: it takes more than {game.target}.",
    },
    "game.floor": {
        0: "No score is so low that it ends the game.",
        ELSE: "A side with {floor} after a round {ends}.",
    },
    "game.floor_test": {
        "at_or_below": "A score of exactly {game.floor:point} already counts as the losing score.",
        "below": "A score of exactly {game.floor:point} does not yet count as the losing score: it takes a lower one.",
    },
    "game.floor_effect": {
        "side_loses": "A side with {floor} after a round loses the game, and the highest of the others wins it.",
        "highest_wins": "When a side has {floor} after a round, the game ends and the highest score wins.",
    },
    "game.tie": {
        "extra_round": "When sides past the target are equal with the highest score, another round is played.",
        "shared": "When sides past the target are equal with the highest score, they win together.",
    },
    "game.sets_limit": {
        0: "A side does not lose the game by the number of times that it is set.",
        ELSE: "A side that has been set {game.sets_limit:time} loses the game.",
    },
    "game.round_limit": {
        0: "The game is not limited to a number of rounds.",
        ELSE: "The game ends after {game.round_limit:round} at the latest, and the highest score wins.",
    },
}

TEXTS: Mapping[str, Mapping[object, str]] = MappingProxyType(
    {**_TABLE, **_BIDDING, **_NIL, **_SPECIAL, **_PLAY, **_SCORING, **_GAME}
)
"""For each dotted parameter name its texts, by value."""
