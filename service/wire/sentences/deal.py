"""The sentences about the deal: hands, draws, and the cards that partners pass."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DEAL: Mapping[str, str] = MappingProxyType(
    {
        # Hands as they are listed.
        "listed_twice": "{card:card} is listed twice; the first time: {first:location}.",
        "listed_not_in_pack": "{card:card} is not in this ruleset's pack for {players} players.",
        "not_in_pack": "{card:card} is not in the pack.",
        "wrong_hand_size": "{player:player}'s hand is listed with {listed:#card}; each player is dealt {dealt}.",
        "lists_disagree": "The lists of the hands do not have every card once, so a list is wrong, and not the deal.",
        "list_is_short": "The log shows that {player:player} also held {cards:cards}, so the list is wrong.",
        "list_is_long": "The log shows that another player held {cards:cards}, so the list is wrong.",
        "missing_cards": "All hands are listed, but {cards:cards} of the pack {cards:is|are} in none of them.",
        "too_many_missing": "All hands are listed, but {missing:#card} of the pack {missing:is|are} in none of them,"
        " and only {aside} {aside:is|are} set aside.",
        # Cards passed between partners.
        "illegal_exchange": "{giver:player} passed {passed:#card} to {taker:player}: {reasons:clauses}.",
        "exchange_not_with_partner": "{giver:player} and {taker:player} are not partners",
        "exchange_without_bid": "this side has made no bid that lets partners pass cards",
        "exchange_of_wrong_number": "the number to pass is {allowed}",
        "exchange_repeated": "{giver:player} had already passed cards to {taker:player}",
        "exchange_not_returned": "{taker:player} passed nothing back",
        "exchange_not_read": "It is not certain, because a card that can't be read proves nothing.",
        "exchange_of_card_not_held": "{giver:player} did not hold {cards:cards}",
        # Hands that two players draw.
        "hands_are_dealt": "Under this ruleset hands are dealt, not drawn.",
        "illegal_draw": "{player:player}: {reasons:clauses}.",
        "draw_out_of_turn": "it was {player:player}'s turn to draw",
        "draw_with_full_hand": "the hand already had its {size:#card}",
        "draw_of_wrong_number": "{drawn:#card} {drawn:was|were} drawn instead of two",
        "kept_without_drawing": "{cards:cards} {cards:was|were} kept without being drawn",
        "kept_both": "both cards were kept, but one must be discarded",
        "kept_neither": "neither card was kept, but one must be",
        "hand_is_not_what_was_kept": "{player:player}'s hand is not what {player:player} kept: they differ in"
        " {cards:cards}.",
        "hand_is_less_than_was_kept": "{player:player} kept {kept:#card}, and the hand is listed with {listed}.",
        "drawn_twice": "{card:card} had been drawn before; the first time: {first:location}.",
    }
)
