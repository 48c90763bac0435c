"""The sentences on claims judged with all hands open: whether one holds, what becomes of a nil, who gets the tricks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

JUDGED_CLAIMS: Mapping[str, str] = MappingProxyType(
    {
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
            "{player:player}'s claim holds: played as stated, {side:team} takes {tricks:clause}, whatever the others"
            " play."
        ),
        "claim_holds_as_far_as_stated": (
            "{player:player}'s claim holds: played as stated as long as that is legal, {side:team} takes"
            " {tricks:clause}, however the other cards are played."
        ),
        "claim_fails_as_stated": (
            "{player:player}'s claim does not hold: though it is played as stated, the others can play so that"
            " {side:team} does not take {tricks:clause}."
        ),
        "claim_fails_as_far_as_stated": (
            "{player:player}'s claim does not hold: though it is played as stated as long as that is legal, the cards"
            " can be played so that {side:team} does not take {tricks:clause}."
        ),
        "claim_holds_with_best_play": (
            "{player:player}'s claim holds: if every side plays as well as possible, {side:team} takes {tricks:clause}."
        ),
        "claim_fails_against_best_play": (
            "{player:player}'s claim does not hold: if every side plays as well as possible, {side:team} does not"
            " take {tricks:clause}."
        ),
        "claim_not_decided": (
            "{player:player}'s claim to {tricks:clause} is not decided within {budget} {budget:position|positions}:"
            " {side:team} is only proved to take at least {at_least} and at most {at_most}."
        ),
        "statement_is_dropped": (
            "In the line shown {player:player} may not play {card:card} when its turn comes, so the rest of the"
            " statement is dropped."
        ),
        "statement_is_dropped_at_once": (
            "{player:player} may not play {card:card} now, so the whole statement is dropped."
        ),
        "nil_is_safe": "{player:player}'s nil is made however the cards are played.",
        "nil_can_be_made": (
            "{player:player}'s nil is made if every side plays as well as possible, but some line of play sets it."
        ),
        "nil_is_made_with_best_play": "{player:player}'s nil is made if every side plays as well as possible.",
        "nil_can_be_set": "{player:player}'s nil is set if every side plays as well as possible.",
        "nil_fails_in_any_case": "{player:player}'s nil is set however the cards are played.",
        "nil_is_not_decided": "{player:player}'s nil is not decided within {budget} {budget:position|positions}.",
        "tricks_go_to": "{side:team} takes every trick that is left.",
        "tricks_are_shared": (
            "Of the {left:#trick} left, {side:team} takes {taken} and {other:team} takes {conceded}."
        ),
        "conceded_to_several_sides": (
            "{conceded:#trick} may go to more than one side, and the claim does not say to which: there is no score."
        ),
        "conceded_to_two_nils": (
            "All players of {side:team} have bid nil, and the claim does not say who takes {conceded:#trick}: there is"
            " no score."
        ),
    }
)
