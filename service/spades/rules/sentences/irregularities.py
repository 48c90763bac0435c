"""Texts on irregularities: what an offence costs, and until when it may be corrected or called."""

from __future__ import annotations

from service.spades.rules.sentences.text_table import ELSE, TextTable

_AS_RECORDED = "A lead by the player wrongly put down as the winner of the trick before is not out of turn."

IRREGULARITIES: TextTable = {
    "irregularities.revoke_penalty": {
        "none": "A revoke is an offence, but there is no penalty for it, and none for a nil bidder who revokes or for "
        "a second revoke.",
        "tricks": "The penalty for a revoke is {tricks_off}.",
        "contract_set": "A side that revokes is set, whatever it takes.{round_one_for_nothing}",
        "no_contract_points": "A side that revokes scores no points for a contract that it makes, and its overtricks "
        "score none{but_are_bags}; a contract that is set is scored as ever.{round_one_for_nothing}",
        "opponents_credited": "A side that revokes loses {scoring.trick_points:point} for each trick of its contract, "
        "and every side that does not is scored as if it had taken exactly its contract, nils apart."
        "{round_one_for_nothing}",
        "bridge_64": "The penalty for a revoke is 2 tricks if its player won that trick and the side a later one too, "
        "1 trick if the side won that trick or a later one in any other way, and none if it won neither. There is "
        "none for a second revoke by the same player in the same suit, if another side revoked too, or in the last "
        "trick but one.",
    },
    "irregularities.revoke_tricks": {
        ELSE: "The set penalty for {fined} is {irregularities.revoke_tricks:trick}.",
    },
    "irregularities.revoke_tricks_go_to": {
        "nobody": "Tricks that a side loses as a penalty go to nobody.",
        "opponents": "Tricks that a side loses as a penalty are added to those of the other side.",
    },
    "irregularities.revoke_established": {
        "next_player_plays": "A revoke may be put right without penalty until the next player has played, or until the "
        "next trick is led if no other card is to follow.",
        "next_trick_led": "A revoke may be put right without penalty until the next trick is led.",
        "offending_side_plays_next": "A revoke may be put right without penalty until its side has played to the next "
        "trick.",
        "at_once": "A revoke is established as soon as the card is played, and taking the card back does not make up "
        "for it.",
    },
    "irregularities.repeat_revoke": {
        "each": "A further revoke in the same round is penalised like the first{unless_excused}.",
        "same_suit_once": "A further revoke by the same player in the same suit of a round has no penalty; any other "
        "is penalised like the first{unless_excused}.",
        "forfeit_game": "A side's second revoke in the game loses it the game; one that was put right or called too "
        "late does not count.",
    },
    "irregularities.revoke_and_nil": {
        "fails": "A nil bidder who revokes fails the nil, with or without a trick.{penalty_tricks_and_nil}",
        "no_points": "A nil bidder who revokes scores nothing for a nil without a trick, and fails it with one."
        "{penalty_tricks_and_nil}",
        "untouched": "The nil of a bidder who revokes is judged by its tricks alone.{penalty_tricks_and_nil}",
    },
    "irregularities.accusation_until": {
        "next_trick_led": "A revoke has to be called before the next trick is led.{late_call}",
        "end_of_round": "A revoke has to be called while the round is being played.{late_call}",
        "next_deal": "A revoke may be called until the next deal, also after the round.{late_call}",
    },
    "irregularities.false_accusation": {
        "none": "Calling a revoke of another side where there was none has no penalty.",
        "tricks": "Calling a revoke of another side where there was none costs the caller's side {fine}.",
        "same_penalty": "Calling a revoke of another side where there was none {same_penalty}.",
    },
    "irregularities.illegal_spade_lead": {
        "stands": "When a spade is led that may not be led yet, the lead is an offence without a penalty, and the "
        "completed trick stands; the first trick has a rule of its own.",
        "as_revoke": "A spade that is led when it may not be led yet counts as a revoke by its player; the first trick "
        "has a rule of its own.",
    },
    "irregularities.out_of_turn": {
        "stands": "A card played out of turn stands, a lead too, and has no penalty. " + _AS_RECORDED,
        "tricks": "A card played out of turn stands, a lead too, and costs its side {fine}. " + _AS_RECORDED,
    },
    "irregularities.wrong_count": {
        "void_round": "A round in which a hand had the wrong number of cards is void, and nobody scores in it.",
        "offender_set": "A side with a hand of the wrong number of cards is set, whatever it takes."
        "{round_one_for_nothing}",
    },
}
