"""The sentences about the deal: hands, draws, and the cards that partners pass."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DEAL: Mapping[str, str] = MappingProxyType(
    {
        # Hands as they are listed.
        "listed_twice": "{card:card} is listed a second time; the first is {first:location}.",
        "listed_not_in_pack": "{card:card} is not in the pack of this ruleset for {players} players.",
        "not_in_pack": "{card:card} is not in the pack.",
        "wrong_hand_size": "{player:player}'s hand is listed with {listed} cards; each player is dealt {dealt}.",
        "list_is_short": "The log shows that {player:player} also held {cards:cards}: the list is wrong.",
        "list_is_long": "The log shows that another player held {cards:cards}: the list is wrong.",
        "missing_cards": "All hands are listed, and {cards:cards} of the pack {cards:stands|stand} nowhere.",
        "too_many_missing": "All hands are listed, and {missing} cards stand nowhere, though {aside} are set aside.",
        # Cards passed between partners.
        "illegal_exchange": "{giver:player} passed {passed} cards to {taker:player}: {reasons:clauses}.",
        "exchange_not_with_partner": "{giver:player} and {taker:player} are not partners",
        "exchange_without_bid": "this side has no bid that lets its partners pass cards",
        "exchange_of_wrong_number": "{passed} cards were passed where {allowed} are",
        "exchange_repeated": "{giver:player} has passed cards to {taker:player} before",
        "exchange_not_returned": "{taker:player} passed nothing back",
        "exchange_of_card_not_held": "{giver:player} did not hold {cards:cards}",
        # Hands that two players draw.
        "hands_are_dealt": "Hands are dealt by this ruleset, not drawn.",
        "illegal_draw": "{player:player}: {reasons:clauses}.",
        "draw_out_of_turn": "it was {player:player}'s turn to draw",
        "draw_with_full_hand": "the hand of {size} cards was full",
        "draw_of_wrong_number": "{drawn} cards were drawn in one turn, where two are",
        "kept_without_drawing": "{cards:cards} was kept without being drawn",
        "kept_both": "the first card was kept, so that the second had to be discarded",
        "kept_neither": "the first card was discarded, so that the second had to be kept",
        "hand_is_not_what_was_kept": "{player:player}'s hand is not what {player:player} kept; they differ in"
        " {cards:cards}.",
        "drawn_twice": "{card:card} was drawn before; the first time is {first:location}.",
    }
)
