"""The findings about the deal: hands, draws, and the cards that partners pass."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import FindingEntry, Part

DEAL: Final = Part(
    name="deal",
    title="The deal",
    findings=(
        FindingEntry(
            code="misdeal",
            severity="note",
            parameter="table.misdeal",
            sentences={
                "misdeal": "{player:player} called a misdeal with {what:clause} in hand.",
                "no_spade": "no spade",
                "no_face_card": "no face card",
            },
        ),
        FindingEntry(
            code="misdeal_not_due",
            severity="offence",
            parameter="table.misdeal",
            deed="called a misdeal that was not due",
            sentences={
                "no_misdeal_here": "{player:player} called a misdeal, which this ruleset does not have.",
                "misdeal_not_due": "{player:player} called a misdeal while holding {holding:cards}.",
                "misdeal_not_due_by_others": (
                    "{player:player} called a misdeal, but the cards that the others were dealt leave no such hand."
                ),
                "misdeal_not_known": (
                    "{player:player} called a misdeal; whether the hand allows it is not known, as the"
                    " record does not show enough of it."
                ),
            },
        ),
        FindingEntry(
            code="wrong_hand_size",
            severity="offence",
            parameter="deck.hand_size",
            doubts_hand=True,
            penalty="wrong_count",
            deed="held the wrong number of cards",
            deed_in_figures="held {listed:#card} instead of {dealt}",
            sentences={
                "wrong_hand_size": (
                    "{player:player}'s hand is listed with {listed:#card}; each player is dealt {dealt}."
                ),
                "lists_disagree": (
                    "Only lists that have every card once would prove a wrong deal, so this list is taken to be wrong."
                ),
                "deal_of_another": (
                    "The lists have the sizes that a deal by another player makes, so either the dealer's name is wrong"
                    " or a list is."
                ),
                "whole_pack_listed": (
                    "The lists have every card of the pack, {left:#card} more than this ruleset deals: it sets"
                    " {left:it|them} aside. So this list is taken to be wrong."
                ),
                "list_unread": "If the other cards of the hand are not known, write ?? for each of them.",
                "list_is_short": "The log shows that {player:player} also held {cards:cards}, so the list is wrong.",
                "list_is_long": "The log shows that another player held {cards:cards}, so the list is wrong.",
                "wrong_number_of_cards": "the wrong number of cards in {player:player}'s hand",
            },
        ),
        FindingEntry(
            code="duplicate_card",
            severity="error",
            parameter="deck.removed",
            doubts_hand=True,
            sentences={
                "listed_twice": "{card:card} is listed twice; the first time: {first:location}.",
                "drawn_twice": "{card:card} had been drawn before; the first time: {first:location}.",
            },
        ),
        FindingEntry(
            code="card_not_in_deck",
            severity="error",
            parameter="deck.removed",
            doubts_hand=True,
            cannot_win=True,
            sentences={
                "listed_not_in_pack": "{card:card} is not in this ruleset's pack for {players} players.",
                "not_in_pack": "{card:card} is not in the pack.",
                "played_not_in_pack": "{player:player} played {card:card}, which is not in the pack.",
            },
        ),
        FindingEntry(
            code="missing_cards",
            severity="error",
            parameter="deck.leftover",
            sentences={
                "missing_cards": "All hands are listed, but {cards:cards} of the pack {cards:is|are} in none of them.",
                "too_many_missing": (
                    "All hands are listed, but {missing:#card} of the pack {missing:is|are} in none of them, and only"
                    " {aside} {aside:is|are} set aside."
                ),
                "too_many_unread": (
                    "All hands are listed, but {missing:#card} of the pack {missing:is|are} named in none of them, and"
                    " no more than {room} can be set aside or be cards that could not be read."
                ),
            },
        ),
        FindingEntry(
            code="illegal_draw",
            severity="offence",
            parameter="deck.formation",
            deed="drew against the rules",
            sentences={
                "hands_are_dealt": "Under this ruleset hands are dealt, not drawn.",
                "illegal_draw": "{player:player}: {reasons:clauses}.",
                "draw_out_of_turn": "it was {player:player}'s turn to draw",
                "draw_with_full_hand": "the hand already had its {size:#card}",
                "draw_of_wrong_number": "{drawn:#card} {drawn:was|were} drawn instead of two",
                "draw_not_written": "It is not certain, because not every draw, or not every card of one, is recorded.",
                "kept_without_drawing": "{cards:cards} {cards:was|were} kept without being drawn",
                "kept_both": "both cards were kept, but one must be discarded",
                "kept_neither": "neither card was kept, but one must be",
                "hand_is_not_what_was_kept": (
                    "{player:player}'s hand is not what {player:player} kept: they differ in {cards:cards}."
                ),
                "hand_is_less_than_was_kept": (
                    "{player:player} kept {kept:#card}, and the hand is listed with {listed}."
                ),
            },
        ),
        FindingEntry(
            code="illegal_exchange",
            severity="offence",
            parameter="bids.nil.exchange",
            deed="passed cards against the rules",
            sentences={
                "illegal_exchange": "{giver:player} passed {passed:#card} to {taker:player}: {reasons:clauses}.",
                "exchange_not_with_partner": "{giver:player} and {taker:player} are not partners",
                "exchange_without_bid": "this side has made no bid that lets partners pass cards",
                "exchange_of_wrong_number": "the number to pass is {allowed}",
                "exchange_repeated": "{giver:player} had already passed cards to {taker:player}",
                "exchange_not_returned": "no pass back from {taker:player} is recorded",
                "exchange_not_read": "It is not certain, because a card that can't be read proves nothing.",
                "exchange_of_card_not_held": "{giver:player} did not hold {cards:cards}",
            },
        ),
    ),
)
