"""Texts on the table, the pack and the deal."""

from __future__ import annotations

from service.spades.rules.sentences.text_table import ELSE, TextTable

TABLE: TextTable = {
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
