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
        "card_counted": "{cards:cards}, which by the count must be in this hand",
        "one_of_cards_counted": "at least one of {cards:cards}, by the count",
        "nothing": "",
        "taken_back_late": ", and took it back too late",
        "taken_back_in_time": ", and took it back in time",
        "hand_contradicts_itself": "the record contradicts itself about this hand",
        "broken_not_known": "it is not known whether spades had been broken",
        "broken_in_doubt": "whether spades had been broken depends on a card of trick {trick} that the record does"
        " not show for certain",
        "hand_not_known": "it is not known whether the hand held a card that forbids it",
        "lead_not_known": "{player:player} played {card:card}{taken_back:clause}; it is not known which lead it"
        " answered.",
        "unread_card": "{player:player}'s card can't be read; it is not known whether it followed the {suit:suit}"
        " lead.",
        "unread_lead": "{player:player} played {card:card}; the lead can't be read, and may have been of a suit that"
        " {player:player} held.",
        "unread_lead_and_card": "Neither the lead nor {player:player}'s card can be read; it is not known whether the"
        " card followed suit.",
        "unread_card_led": "{player:player}'s lead can't be read; it is not known whether it was a card that may be led"
        " to this trick.",
        "unread_card_of_trick": "{player:player}'s card can't be read; it is not known whether it was one that may be"
        " played to the first trick.",
        "unread_card_and_leader_not_known": "{player:player}'s card can't be read, and it is not known who led; so it"
        " is not known whether the card followed suit.",
        "leader_not_known": "{player:player} played {card:card}; it is not known who led, and {player:player} may have"
        " held a card of the suit that was led.",
        # Cards that can't have come from the hand.
        "played_not_in_pack": "{player:player} played {card:card}, which is not in the pack.",
        "played_before": "{player:player} played {card:card}, which had already been played.",
        "played_without_holding": "{player:player} has {card:card} here, which by the rest of the record was not in"
        " that hand.",
        # Leads and turns.
        "leader_mismatch": "The record names {claimed:player} as the leader, but {leader:player} played the first"
        " card.",
        "wrong_leader": "{player:player} led; it was {expected:player}'s lead.",
        "cannot_have_won_the_lead": "{player:player} led, but can't have won the trick before, whatever the card in it"
        " was that is not known.",
        "lead_may_be_missing": "{player:player} has the first card recorded; it was {expected:player}'s lead, and"
        " {expected:player}'s card is the only one that the trick lacks.",
        "lowest_club_not_known": "{player:player} led; it is not known who held the lowest club, and with it the lead.",
        "lowest_club_elsewhere": "{player:player} led, but the lowest club was in another hand.",
        "missing_play": "{player:player} has no card in this trick.",
        "extra_play": "{player:player} has a second card in this trick, {card:card}.",
        "played_out_of_turn": "{player:player} played {card:card} out of turn; it was {waiting:player}'s turn.",
        "wrong_winner": "The record gives the trick to {claimed:player}, but {winner:player} won it.",
        "cannot_have_won": "The record gives the trick to {claimed:player}, who can't have won it, whatever the card in"
        " it was that is not known.",
        "extra_tricks": "A round has {size:#trick}; the record has {tricks}.",
        # One card by itself, for a player who asks what is legal.
        "card_not_in_pack": "{card:card} is not in the pack.",
        "card_listed_twice": "{card:card} is listed twice.",
        "card_in_trick": "{card:card} is in the trick already.",
        "may_not_be_led": "{card:card} may not be led from a hand that holds {other:card}.",
        "may_not_be_played": "{card:card} may not be played on a {suit:suit} lead from a hand that holds {other:card}.",
        # One trick by itself.
        "trick_not_finished": "The trick is not finished.",
        "no_card_can_win": "No card can win this trick as recorded.",
        "won_with_spade": "{winner:player} won with {card:card}, the highest spade in the trick.",
        "won_with_suit": "{winner:player} won with {card:card}, the highest {suit:suit}; no spade was played.",
    }
)
