"""Texts on the play of the cards."""

from __future__ import annotations

from service.spades.rules.sentences.text_table import TextTable

PLAY: TextTable = {
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
