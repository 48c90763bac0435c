"""Texts on the table, the pack and the deal."""

from __future__ import annotations

from typing import Final

from service.spades.rules.sentences.text_table import ELSE, TextTable

TABLE: Final[TextTable] = {
    "table.players": {ELSE: "The game is for {player_counts}."},
    "table.sides": {
        "partnership": "Players who sit opposite each other are partners: {pairs}.",
        "individual": "Each player plays alone, as a side of one.",
    },
    "table.first_dealer": {
        "random": "The player who {deals} first is chosen at random.",
        "high_card": "Each player draws a card, and whoever draws the highest {deals} first.",
    },
    "table.deal_rotation": {"clockwise": "After each round, the next player clockwise {deals}."},
    "table.redeal_by": {
        "same_dealer": "A round that is void counts for nothing, and {again_after_void}.",
        "next_dealer": "A round that is void counts for nothing, and {on_after_void}.",
    },
    "deck.jokers": {
        0: "The pack has no jokers.",
        1: "The big joker is added to the pack and is a spade.",
        2: "The big joker and the little joker are added to the pack and are spades.",
    },
    "deck.removed": {ELSE: "The pack is the standard 52 cards{and_jokers}; {taken_out}."},
    "deck.top_trumps": {ELSE: "{top_trumps}"},
    "deck.leftover": {
        "none": "When play starts, every card of the pack is in a player's hand.",
        "set_aside": "Cards that are in no player's hand when play starts are set aside and take no part in the round.",
    },
    "deck.hand_size": {ELSE: "When play starts, each player holds as many cards as the round has tricks: {size}."},
    "deck.formation": {
        "deal": "Each player is dealt a hand.",
        "draw": "The two players build their hands by drawing two cards per turn, the first bidder first. On each turn "
        "a player either keeps the first card and discards the second, or discards the first and keeps the second.",
    },
}
