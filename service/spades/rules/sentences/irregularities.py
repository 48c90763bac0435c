"""Texts on irregularities: what an offence costs, and until when it may be corrected or called."""

from __future__ import annotations

from typing import Final

from service.spades.rules.sentences.text_table import ELSE, TextTable

_AS_RECORDED: Final = "A lead by a player wrongly recorded as the winner of the trick before is not out of turn."
_ACCEPTED: Final = "A claim that the other side accepts stands; any other holds "

IRREGULARITIES: Final[TextTable] = {
    "irregularities.revoke_penalty": {
        "none": "A revoke is an offence without a penalty, even for a nil bidder or a second revoke.",
        "tricks": "The penalty for a revoke is {tricks_off}.",
        "contract_set": "A side that revokes is set, however many tricks it takes.{round_one_for_nothing}",
        "no_contract_points": "A side that revokes scores no points for making its contract, and its overtricks score "
        "none{but_are_bags}; a contract that is set is scored as usual.{round_one_for_nothing}",
        "opponents_credited": "A side that revokes loses {scoring.trick_points:point} for each trick of its contract, "
        "and every side that does not is scored as if it had taken exactly its contract, nils "
        "apart.{round_one_for_nothing}",
        "bridge_64": "The penalty for a revoke is 2 tricks if its player won that trick and the side won a later one "
        "too, 1 trick if the side won that trick or a later one in any other way, and none if it won neither. There is "
        "none for a second revoke by the same player in the same suit, if another side revoked too, or in the last "
        "trick but one.",
    },
    "irregularities.revoke_tricks": {
        ELSE: "The penalty for {fined} is {irregularities.revoke_tricks:trick}.",
    },
    "irregularities.revoke_tricks_go_to": {
        "nobody": "Tricks lost as a penalty go to nobody.",
        "opponents": "Tricks lost as a penalty go to the other side.",
    },
    "irregularities.revoke_established": {
        "next_player_plays": "A revoke may be corrected without penalty until the next player has played or, if it is "
        "the last card of its trick, until the next trick is led.",
        "next_trick_led": "A revoke may be corrected without penalty until the next trick is led.",
        "offending_side_plays_next": "A revoke may be corrected without penalty until its side has played to the next "
        "trick.",
        "at_once": "A revoke is established as soon as the card is played, and taking the card back does not undo it.",
    },
    "irregularities.repeat_revoke": {
        "each": "A further revoke in the same round is penalised like the first{unless_excused}.",
        "same_suit_once": "A further revoke by the same player in the same suit and round has no penalty; any other is "
        "penalised like the first{unless_excused}.",
        "forfeit_game": "A side's second revoke in the game loses it the game; a revoke that was corrected in time or "
        "called too late does not count.",
    },
    "irregularities.revoke_and_nil": {
        "fails": "A nil bidder who revokes fails the nil, even without taking a trick.{penalty_tricks_and_nil}",
        "no_points": "A nil bidder who revokes scores nothing for the nil without taking a trick, and fails it by "
        "taking one.{penalty_tricks_and_nil}",
        "untouched": "A revoke does not affect the revoker's own nil, which is judged by its tricks "
        "alone.{penalty_tricks_and_nil}",
    },
    "irregularities.accusation_until": {
        "next_trick_led": "A revoke must be called before the next trick is led.{late_call}",
        "end_of_round": "A revoke must be called while the round is being played.{late_call}",
        "next_deal": "A revoke may be called until the next deal, even after the round.{late_call}",
    },
    "irregularities.false_accusation": {
        "none": "Calling a revoke by another side when there was none has no penalty.",
        "tricks": "Calling a revoke by another side when there was none costs the caller's side {fine}.",
        "same_penalty": "Calling a revoke by another side when there was none {same_penalty}.",
    },
    "irregularities.illegal_spade_lead": {
        "stands": "Leading a spade too early is an offence without a penalty, and the completed trick stands; the "
        "first trick has its own rule.",
        "as_revoke": "Leading a spade too early counts as a revoke; the first trick has its own rule.",
    },
    "irregularities.out_of_turn": {
        "stands": "A card played out of turn stands, even a lead, and has no penalty. " + _AS_RECORDED,
        "tricks": "A card played out of turn stands, even a lead, and costs its side {fine}. " + _AS_RECORDED,
    },
    "irregularities.wrong_count": {
        "void_round": "A round in which a hand had the wrong number of cards is void, and nobody scores.",
        "offender_set": "A side with a hand of the wrong number of cards is set, however many tricks it "
        "takes.{round_one_for_nothing}",
    },
    "irregularities.claims": {
        "certain": _ACCEPTED + "if the tricks claimed are taken however all the cards left are played.",
        "by_statement": _ACCEPTED + "if the claimer takes the tricks claimed by playing as stated, however the others "
        "play.",
        "best_play": _ACCEPTED + "if the tricks claimed are taken when every side plays as well as possible.",
        "not_allowed": "Tricks may not be claimed: a round is played to the last card.",
    },
    "irregularities.failed_claim": {
        "doubtful_tricks": "After a claim that does not hold, the claimer's side gets the tricks that it is certain to "
        "take by the same test, and the other side gets the rest.",
        "all_tricks": "After a claim that does not hold, the other side gets all the tricks that are left.",
        "play_on": "After a claim that does not hold, the play goes on with the claimer's cards face up.",
    },
}
