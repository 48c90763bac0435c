"""Rules that have no effect beside the other rules of a ruleset, and why.

A ruleset without nil still has a value for ``nil.made``: its rule does not apply, and pages for people leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.rules.parameters import Parameters

Condition: TypeAlias = Callable[[Parameters], bool]

CONDITIONS: Final[Mapping[str, Condition]] = MappingProxyType(
    {
        "alone": lambda p: p.table.sides == "individual",
        "one_bid": lambda p: p.bidding.by == "team",
        "no_dealer": lambda p: p.bidding.first_bidder == "drawn_then_rotates",
        "no_board": lambda p: not p.bidding.team_minimum,
        "no_partner_minimum": lambda p: not p.bidding.nil_partner_minimum,
        "no_nil": lambda p: p.bidding.zero != "nil",
        "no_blind_nil": lambda p: not p.nil.blind,
        "linked": lambda p: p.nil.scoring == "linked",
        "each_nil_apart": lambda p: p.nil.double == "independent",
        "failed_nil_no_bags": lambda p: p.nil.failed_tricks != "bags",
        "no_blind_bid": lambda p: not p.blind_bid.allowed,
        "set_for_nothing": lambda p: p.scoring.set == "zero",
        "set_by_missing_tricks": lambda p: p.scoring.set == "minus_undertricks",
        "no_bags": lambda p: not p.scoring.bag_limit,
        "no_floor": lambda p: not p.game.floor,
        "forfeited_to_zero": lambda p: p.game.forfeit_score == "target_to_zero",
        "no_revoke_penalty": lambda p: p.irregularities.revoke_penalty == "none",
        "no_set_tricks": lambda p: not offences_with_trick_penalty(p),
        "no_penalty_tricks": lambda p: (
            not offences_with_trick_penalty(p) and p.irregularities.revoke_penalty != "bridge_64"
        ),
        "spades_unbroken": lambda p: p.play.spade_lead != "after_broken",
        "no_claims": lambda p: p.irregularities.claims == "not_allowed",
    }
)
"""When each reason holds."""


class Explanation(NamedTuple):
    """Why a rule has no effect."""

    why: str
    """The reason, as a sentence without its full stop."""
    so: str = "this rule does not apply"
    """What follows; empty if the reason is all there is to say."""

    @property
    def text(self) -> str:
        """The reason and what follows, in one sentence."""
        return f"{self.why}, so {self.so}." if self.so else f"{self.why}."


EXPLANATIONS: Final[Mapping[str, Explanation]] = MappingProxyType(
    {
        "no_nil": Explanation("There is no nil in this game"),
        "no_blind_nil": Explanation("Nil may not be bid blind"),
        "alone": Explanation("There are no partners"),
        "one_bid": Explanation("A side makes a single bid, not one for each partner"),
        "linked": Explanation(
            "A failed nil brings its side's contract down with it, and its bidder's tricks score nothing", ""
        ),
        "each_nil_apart": Explanation("Two nils of partners are scored separately"),
        "failed_nil_no_bags": Explanation("The tricks of a failed nil bidder are not set apart as bags"),
        "no_partner_minimum": Explanation("There is no special minimum for a nil bidder's partner"),
        "no_board": Explanation("There is no board", "no side can bid below it"),
        "no_blind_bid": Explanation("Tricks may not be bid blind"),
        "set_for_nothing": Explanation("A contract that is set scores nothing, blind or not"),
        "set_by_missing_tricks": Explanation(
            "A contract that is set is scored by the tricks it falls short, blind or not", ""
        ),
        "no_bags": Explanation("Bags are not counted", "there is no bag penalty"),
        "no_floor": Explanation("There is no losing score"),
        "forfeited_to_zero": Explanation("A forfeit moves the scores to 0 and to the target instead"),
        "no_dealer": Explanation("There is no dealer"),
        "no_revoke_penalty": Explanation("There is no penalty for a revoke"),
        "no_set_tricks": Explanation("No penalty is a fixed number of tricks"),
        "no_penalty_tricks": Explanation("No penalty takes tricks from a side"),
        "no_claims": Explanation("Tricks may not be claimed"),
        "spades_unbroken": Explanation("Spades need not be broken before they are led"),
    }
)
"""The sentence for each reason."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
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
        "game.forfeit_penalty": ("forfeited_to_zero",),
        "game.forfeit_credit": ("forfeited_to_zero",),
        "irregularities.revoke_tricks": ("no_set_tricks",),
        "irregularities.revoke_tricks_go_to": ("no_penalty_tricks",),
        "irregularities.repeat_revoke": ("no_revoke_penalty",),
        "irregularities.revoke_and_nil": ("no_nil", "no_revoke_penalty"),
        "irregularities.illegal_spade_lead": ("spades_unbroken",),
        "irregularities.failed_claim": ("no_claims",),
    }
)
"""For each parameter what can put its rule out of effect; the first reason that holds is given."""


def why_out_of_effect(parameters: Parameters, name: str) -> Explanation | None:
    """Return why this parameter's rule has no effect, None if it has one."""
    for reason in REASONS.get(name, ()):
        if CONDITIONS[reason](parameters):
            return EXPLANATIONS[reason]
    return None


def offences_with_trick_penalty(parameters: Parameters) -> list[str]:
    """Return the offences, in words, whose penalty is the number of tricks in ``revoke_tricks``."""
    rules = parameters.irregularities
    revoke = rules.revoke_penalty == "tricks"
    called = rules.false_accusation == "tricks" or (revoke and rules.false_accusation == "same_penalty")
    fined = {"a revoke": revoke, "a false revoke call": called, "a play out of turn": rules.out_of_turn == "tricks"}
    return [offence for offence, costs in fined.items() if costs]
