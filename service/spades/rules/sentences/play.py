"""Texts on the play of the cards."""

from __future__ import annotations

from typing import Final

from service.spades.rules.sentences.text_table import TextTable

PLAY: Final[TextTable] = {
    "play.follow_suit": {"must": "A player who holds a card of the suit led must play one.{promoted_are_spades}"},
    "play.void_play": {
        "any_card": "A player who can't follow suit may play any card{first_trick_apart}.",
    },
    "play.opening_leader": {
        "left_of_dealer": "The player to the dealer's left leads to the first trick; the winner of each trick leads to "
        "the next.",
        "first_bidder": "The player whose turn it is to bid first{or_would} leads to the first trick; the winner of "
        "each trick leads to the next.",
        "dealer": "The dealer leads to the first trick; the winner of each trick leads to the next.",
        "high_bidder": "The {bidder} with the highest bid, or the first of several to make it, leads to the first "
        "trick; the winner of each trick leads to the next.{round_one}",
        "lowest_club": "The player who holds the lowest club leads to the first trick; the winner of each trick leads "
        "to the next.",
    },
    "play.opening_card": {
        "non_spade": "The first lead of a round may not be a spade, unless the leader holds nothing but spades.",
        "any": "Any card may be led to the first trick, even a spade.",
        "lowest_club": "The first lead of a round must be the leader's lowest club; a leader without clubs may not "
        "lead a spade, unless holding nothing but spades.",
    },
    "play.first_trick": {
        "normal": "After the first lead, the first trick is played like any other.",
        "no_spades": "A player who can't follow suit in the first trick may not play a spade, unless holding nothing "
        "but spades.",
        "all_lowest_club": "If a club is led to the first trick, each player must play the lowest club in hand. A "
        "player who can't follow suit in the first trick may not play a spade, unless holding nothing but spades.",
    },
    "play.spade_lead": {
        "after_broken": "Spades may not be led until they are broken, unless the leader holds nothing but spades; the "
        "first trick has its own rule.",
        "any_time": "Spades may be led at any time, broken or not; the first trick has its own rule.",
        "after_first_trick": "Spades may be led from the second trick on, broken or not; the first trick has its own "
        "rule.",
    },
    "play.broken_by": {
        "discard_only": "Spades are broken by a spade played on the lead of another suit, even if it turns out to have "
        "been a revoke, unless it was taken back; no spade that is led breaks them.",
        "any_spade": "Any spade that is played breaks spades, discarded or led, even if it turns out to have been a "
        "revoke or led too early, unless it was taken back.",
    },
}
