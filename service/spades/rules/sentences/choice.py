"""Which text of a parameter holds: the key of the text for any other value, and what puts a rule out of effect."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ELSE: Final = "else"
"""The key of the text for every value that has none of its own."""

# Why a rule has no effect. The keys are conditions of `words`.
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
        "no_revoke_penalty": "There is no penalty for a revoke, so this rule does not apply.",
        "no_set_tricks": "No penalty is a set number of tricks, so this rule does not apply.",
        "no_penalty_tricks": "No penalty takes tricks from a side, so this rule does not apply.",
        "spades_unbroken": "Spades need not be broken before one is led, so this rule does not apply.",
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
        "irregularities.revoke_tricks": ("no_set_tricks",),
        "irregularities.revoke_tricks_go_to": ("no_penalty_tricks",),
        "irregularities.repeat_revoke": ("no_revoke_penalty",),
        "irregularities.revoke_and_nil": ("no_nil", "no_revoke_penalty"),
        "irregularities.illegal_spade_lead": ("spades_unbroken",),
    }
)
