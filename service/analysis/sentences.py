"""What claims and estimates are explained with: for every key that they say, its text.

The texts are templates with the forms of `service.spades.catalogue.sentences`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ESTIMATES: Final[Mapping[str, str]] = {
    "counts_as_promoted": "{card:card} outranks the ace of spades: 1 trick.",
    "counts_as_high_spade": "{card:card} is a high spade, from the ten up: 1 trick.",
    "counts_as_court_spade": "{card:card} is the ace, king or queen of spades: 1 trick.",
    "counts_as_length": "{spades:#spade} beyond the first three: 1 trick each.",
    "counts_as_side_ace": "{card:card} is the ace of a side suit: 1 trick.",
    "counts_as_side_king": "{card:card} is the king of a side suit: 1 trick.",
    "counts_as_king_with_ace": "{card:card} is beside {ace:card}: 1 trick.",
    "counts_as_king_without_ace": "{card:card} is a king without its ace: 2/3 of a trick.",
    "counts_as_queen_with_ace": "{card:card} makes {ace:card} and itself 1 1/2 tricks: 1/2 of a trick.",
    "counts_as_queen_with_king": "{card:card} makes {king:card} and itself 1 trick: 1/3 of a trick.",
    "counts_as_queen_alone": "{card:card} is a queen with neither ace nor king: 1/3 of a trick.",
}
"""The sentences about what the cards of a hand count before the play."""

RECORDED_CLAIMS: Final[Mapping[str, str]] = {
    "claimed_tricks": "{player:player} claimed {tricks} of the {left:#trick} left",
    "claimed_rest": "{player:player} claimed the {left:#trick} that {left:was|were} left",
    # What became of the claim.
    "claim_accepted": "{claim:clause}, and the other side accepted that.",
    "claim_not_allowed": "{claim:clause}, which this ruleset does not allow.",
    "claim_undecided": "{claim:clause}. This record can't decide whether that holds.",
    "claim_proved_certain": "{claim:clause}. That holds, however all cards are played.",
    "claim_proved_by_statement": "{claim:clause}. That holds by playing as stated, however the others play.",
    "claim_proved_best_play": "{claim:clause}. That holds if every side plays as well as possible.",
    "claim_disproved_certain": "{claim:clause}. That does not hold: some way of playing the cards takes fewer.",
    "claim_disproved_by_statement": "{claim:clause}. That does not hold: played as stated, it can bring in fewer.",
    "claim_disproved_best_play": "{claim:clause}. That does not hold: best play by the others leaves fewer.",
    "claim_undecided_certain": "{claim:clause}. Whether that holds however all cards are played is undecided.",
    "claim_undecided_by_statement": "{claim:clause}. Whether that holds by playing as stated is undecided.",
    "claim_undecided_best_play": "{claim:clause}. Whether that holds against best play is undecided.",
    # What follows.
    "claim_gives": "Of the tricks left, {shares:clauses with and}.",
    "claim_share": "{side:team} gets {tricks}",
    "claim_play_goes_on": "The play goes on, and the round has no score yet.",
    "claim_gives_nothing": "Nobody is given the tricks left, and the round has no score.",
}
"""The sentences on the claim with which the play of a round ended: what became of it, and who gets the tricks."""

JUDGED_CLAIMS: Final[Mapping[str, str]] = {
    "claim_is_not_accepted": "This ruleset accepts no claims, so {player:player}'s claim does not hold.",
    # The tricks claimed, of those left.
    "all_tricks_left": "all {left:#trick} left",
    "both_tricks_left": "both tricks left",
    "last_trick_left": "the last trick",
    "some_tricks_left": "{claimed} of the {left:#trick} left",
    "at_least_some_tricks_left": "at least {claimed} of the {left:#trick} left",
    # Whether the claim holds.
    "claim_holds_in_every_line": (
        "{player:player}'s claim holds: however the cards are played, {side:team} takes {tricks:clause}."
    ),
    "claim_fails_in_some_line": (
        "{player:player}'s claim does not hold: the cards can be played so that {side:team} does not take"
        " {tricks:clause}."
    ),
    "claim_holds_as_stated": (
        "{player:player}'s claim holds: played as stated, {side:team} takes {tricks:clause}, whatever the others play."
    ),
    "claim_holds_as_far_as_stated": (
        "{player:player}'s claim holds: played as stated as long as that is legal, {side:team} takes {tricks:clause},"
        " however the other cards are played."
    ),
    "claim_fails_as_stated": (
        "{player:player}'s claim does not hold: though it is played as stated, the others can play so that {side:team}"
        " does not take {tricks:clause}."
    ),
    "claim_fails_as_far_as_stated": (
        "{player:player}'s claim does not hold: though it is played as stated as long as that is legal, the cards can"
        " be played so that {side:team} does not take {tricks:clause}."
    ),
    "claim_holds_with_best_play": (
        "{player:player}'s claim holds: if every side plays as well as possible, {side:team} takes {tricks:clause}."
    ),
    "claim_fails_against_best_play": (
        "{player:player}'s claim does not hold: if every side plays as well as possible, {side:team} does not take"
        " {tricks:clause}."
    ),
    "claim_not_decided": (
        "{player:player}'s claim to {tricks:clause} is not decided within {budget} {budget:position|positions}:"
        " {side:team} is only proved to take at least {at_least} and at most {at_most}."
    ),
    "statement_is_dropped": (
        "In the line shown {player:player} may not play {card:card} when its turn comes, so the rest of the statement"
        " is dropped."
    ),
    "statement_is_dropped_at_once": "{player:player} may not play {card:card} now, so the whole statement is dropped.",
    "nil_is_safe": "{player:player}'s nil is made however the cards are played.",
    "nil_can_be_made": (
        "{player:player}'s nil is made if every side plays as well as possible, but some line of play sets it."
    ),
    "nil_is_made_with_best_play": "{player:player}'s nil is made if every side plays as well as possible.",
    "nil_can_be_set": "{player:player}'s nil is set if every side plays as well as possible.",
    "nil_fails_in_any_case": "{player:player}'s nil is set however the cards are played.",
    "nil_fails_as_stated": (
        "{player:player}'s nil is set if {claimer:player} plays as stated, however the others play."
    ),
    "nil_is_not_decided": "{player:player}'s nil is not decided within {budget} {budget:position|positions}.",
    "tricks_go_to": "{side:team} takes every trick that is left.",
    "tricks_are_shared": "Of the {left:#trick} left, {shares:clauses with and}.",
    "conceded_to_several_sides": (
        "{conceded:#trick} may go to more than one side, and the claim does not say to which: there is no score."
    ),
    "given_to_two_nils": (
        "All players of {side:team} have bid nil, and the claim does not say who takes {tricks:#trick}: there is no"
        " score."
    ),
}
"""The sentences on claims judged with all hands open: whether one holds, what becomes of a nil, who gets the tricks."""

OF_ANALYSIS: Final[Mapping[str, str]] = MappingProxyType({**ESTIMATES, **RECORDED_CLAIMS, **JUDGED_CLAIMS})
"""All of them."""
