"""The sentences about the play: leads, turns, and cards against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PLAY: Mapping[str, str] = MappingProxyType(
    {
        # A card against a rule: what was done, with which cards in the hand, and whether it was taken back.
        "held_a_legal_card": "{player:player} {deed:clause} while holding {holding:clause}{taken_back:clause}.",
        "may_have_held_a_legal_card": "{player:player} {deed:clause}{taken_back:clause}; {question:clause}.",
        "played_on_lead": "played {card:card} on a {suit:suit} lead",
        "opened_with": "opened with {card:card}",
        "led_before_broken": "led {card:card} before spades were broken",
        "led": "led {card:card}",
        "cards_held": "{cards:cards}",
        "card_counted": "{cards:cards}, which the count puts in this hand",
        "one_of_cards_counted": "one of {cards:cards}, which the count puts in this hand",
        "nothing": "",
        "taken_back_late": ", and took it back too late",
        "taken_back_in_time": ", and took it back in time",
        "hand_contradicts_itself": "the record contradicts itself about this hand",
        "broken_not_known": "whether spades had been broken depends on a hand that is not known",
        "hand_not_known": "whether the hand held a card that forbids it is not known",
        "lead_not_known": "{player:player} played {card:card}{taken_back:clause}; which lead it answered is not known.",
        # Cards that can't have come from the hand.
        "played_not_in_pack": "{player:player} played {card:card}, which is not in the pack.",
        "played_before": "{player:player} played {card:card}, which had been played before.",
        "played_without_holding": "{player:player} played {card:card} without holding it.",
        # Leads and turns.
        "leader_mismatch": "The record names {claimed:player} as the leader; the first card is {leader:player}'s.",
        "wrong_leader": "{player:player} led; the lead was {expected:player}'s.",
        "lowest_club_not_known": "{player:player} led; who holds the lowest club, and was to lead, is not known.",
        "lowest_club_elsewhere": "{player:player} led; the lowest club was in another hand.",
        "missing_play": "{player:player} has no card in this trick.",
        "extra_play": "{player:player} has a second card in this trick, {card:card}.",
        "played_out_of_turn": "{player:player} played {card:card} before the turn had come round; it was"
        " {waiting:player}'s.",
        "wrong_winner": "The record gives the trick to {claimed:player}; {winner:player} won it.",
        "extra_tricks": "A round has {size} tricks; the record has {tricks}.",
        # One card by itself, for a player who asks what is legal.
        "card_not_in_pack": "{card:card} is not in the pack.",
        "card_listed_twice": "{card:card} is listed a second time.",
        "card_in_trick": "{card:card} lies in the trick.",
        "may_not_be_led": "{card:card} may not be led from a hand that holds {other:card}.",
        "may_not_be_played": "{card:card} may not be played on a {suit:suit} lead from a hand that holds {other:card}.",
        # One trick by itself.
        "trick_not_finished": "The trick is not finished.",
        "no_card_can_win": "No card can win this trick as it was recorded.",
        "won_with_spade": "{winner:player} won with {card:card}, the highest spade in the trick.",
        "won_with_suit": "{winner:player} won with {card:card}, the highest {suit:suit}; no spade was played.",
    }
)
