"""The findings about the deal: hands, draws, and the cards that partners pass."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import Authority, FindingEntry, Part

DEAL: Final = Part(
    name="deal",
    title="The deal",
    findings=(
        FindingEntry(
            code="wrong_hand_size",
            severity="offence",
            meaning="A hand does not have the number of cards that each player is dealt.",
            parameter="deck.hand_size",
            doubts_hand=True,
            made_costly_by="irregularities.wrong_count",
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
            proof=(
                "All hands are listed, with every card that was dealt once, and a hand has more or fewer cards than"
                " each player gets. If the lists do not agree with each other, or if the tricks show that the player"
                " had cards missing from the list or that others had the surplus ones, the list is wrong and not the"
                " deal. Then this is an error in the record. A wrong deal is nobody's offence, unless by the ruleset"
                " the side with that hand is set."
            ),
            undecided=(
                "Lists that do not agree with each other, or of which some are missing: then the wrong list is an error"
                " in the record."
            ),
            penalty=(
                "Depending on the ruleset, the round is void or the side with that hand is set. An error in the record"
                " costs nothing."
            ),
            governed_by=("deck.hand_size",),
            penalised_by=("irregularities.wrong_count",),
            authorities=(
                Authority(
                    "tournaments",
                    "A wrong number of cards is a misdeal, and the round does not count. By one sheet a player who is"
                    " a card short at the end is set.",
                ),
                Authority(
                    "hoyle",
                    "Before anybody has looked at the cards, a short hand takes a card from a long one. After that it"
                    " is a misdeal, and the round does not count.",
                ),
            ),
            told_apart={
                "missing_cards": (
                    "A wrong hand size is about the number of cards in a hand, missing cards are about cards of the"
                    " pack that are nowhere. A hand that is a card short may lead to both, and then the missing card"
                    " names the short hand as its cause."
                )
            },
        ),
        FindingEntry(
            code="duplicate_card",
            severity="error",
            meaning="A card is listed twice in the hands or among the cards set aside.",
            parameter="deck.removed",
            doubts_hand=True,
            sentences={
                "listed_twice": "{card:card} is listed twice; the first time: {first:location}.",
                "drawn_twice": "{card:card} had been drawn before; the first time: {first:location}.",
            },
            proof=(
                "A card is listed twice in the hands, the cards set aside or the draws. The finding points to the"
                " second entry and names the first."
            ),
            undecided=(
                "A card that could not be read. It may be any card that is nowhere else, so it is never listed twice."
            ),
            penalty=(
                "None. The record is at fault, and no player is. A revoke that only such a card would prove is left"
                " undecided."
            ),
            governed_by=("deck.removed",),
            authorities=(Authority("ruleset", "The pack has one of each card."),),
            told_apart={
                "card_replayed": (
                    "A duplicate card is listed twice in the hands, draws or cards set aside. A card replayed is played"
                    " twice."
                ),
                "card_not_in_deck": (
                    "A duplicate card is one that the pack has, but only once. A card not in the deck is one that it"
                    " does not have at all."
                ),
            },
        ),
        FindingEntry(
            code="card_not_in_deck",
            severity="error",
            meaning="A card is not in the pack of this ruleset.",
            parameter="deck.removed",
            doubts_hand=True,
            cannot_win=True,
            sentences={
                "listed_not_in_pack": "{card:card} is not in this ruleset's pack for {players} players.",
                "not_in_pack": "{card:card} is not in the pack.",
                "played_not_in_pack": "{player:player} played {card:card}, which is not in the pack.",
            },
            proof=(
                "A card is in a hand, a draw, a trick or the cards set aside, but the ruleset has taken it out of the"
                " pack or never put it in."
            ),
            undecided="A card that could not be read. It is presumed to be one of the pack.",
            penalty="None. The card can't win its trick. If it is led, its suit must still be followed.",
            governed_by=("deck.removed", "deck.jokers"),
            authorities=(
                Authority("ruleset", "The ruleset says which cards are taken out and which jokers are put in."),
            ),
            told_apart={
                "card_not_held": (
                    "Nobody can hold a card that is not in the pack. A card not held is in the pack, but not in this"
                    " hand."
                )
            },
        ),
        FindingEntry(
            code="missing_cards",
            severity="error",
            meaning="All hands are listed, but cards of the pack are in none of them.",
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
            proof=(
                "All hands are listed, and more cards of the pack are missing from them than the ruleset leaves over"
                " and the lists have cards that could not be read. If another finding may be the cause, this one names"
                " it."
            ),
            undecided=(
                "A hand that is not listed, or a card in a list that could not be read: the missing card may be there."
            ),
            penalty="None. The record is at fault, and no player is.",
            governed_by=("deck.leftover", "deck.hand_size", "deck.removed"),
            authorities=(
                Authority("ruleset", "The ruleset says how many cards are dealt and how many are left over."),
            ),
        ),
        FindingEntry(
            code="illegal_draw",
            severity="offence",
            meaning="The wrong player drew two cards, or did not keep exactly one of them.",
            parameter="deck.formation",
            deed="drew against the rules",
            sentences={
                "hands_are_dealt": "Under this ruleset hands are dealt, not drawn.",
                "illegal_draw": "{player:player}: {reasons:clauses}.",
                "draw_out_of_turn": "it was {player:player}'s turn to draw",
                "draw_with_full_hand": "the hand already had its {size:#card}",
                "draw_of_wrong_number": "{drawn:#card} {drawn:was|were} drawn instead of two",
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
            proof=(
                "The wrong player drew, a player with a full hand drew, or a player did not draw two cards or did not"
                " keep exactly one of them. Or a listed hand is not the cards that its player kept, or draws are"
                " recorded although the ruleset deals the hands. If the record names no dealer, the first player to"
                " draw is presumed to be the right one."
            ),
            undecided=(
                "A dealer who is not recorded: the first player to draw is then presumed to be the right one. A card"
                " that could not be read, if the draw depends on it."
            ),
            penalty=(
                "None. The hand is what was drawn and kept, and the turn passes on from the player who really drew."
            ),
            governed_by=("deck.formation", "bidding.first_bidder"),
            authorities=(
                Authority(
                    "ruleset",
                    "The rules for two players say how hands are drawn: two cards in each turn, one kept and one"
                    " discarded.",
                ),
            ),
            told_apart={
                "illegal_exchange": (
                    "Two players draw their hands before the bidding. Partners pass each other cards after it."
                )
            },
        ),
        FindingEntry(
            code="illegal_exchange",
            severity="offence",
            meaning="Cards were passed that the rules do not allow to be passed, or too many, or too few.",
            parameter="nil.exchange",
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
            proof=(
                "Cards were passed to a player who is not the partner, by a side whose bids do not allow it, in the"
                " wrong number, or more than once. If the listed hand of the giver does not have the cards, this is an"
                " error in the record and not an offence."
            ),
            undecided=(
                "A giver whose hand is not listed, or not wholly: it is then not known whether the cards were in it."
                " Cards passed without cards in return: that pass may not have been written down. A bid that is not"
                " recorded and may have been a nil."
            ),
            penalty="None. The receiver has the cards from then on.",
            governed_by=("nil.exchange", "nil.blind_exchange"),
            authorities=(
                Authority(
                    "ruleset",
                    "Rulesets in which a nil bidder and the partner pass cards say how many: up to four each way.",
                ),
            ),
        ),
    ),
)
