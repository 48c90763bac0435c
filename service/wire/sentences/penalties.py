"""The sentences about penalties: what an offence costs its side, and why one costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PENALTIES: Mapping[str, str] = MappingProxyType(
    {
        # The offence, as what a penalty is for.
        "revoke": "{player:player}'s revoke in {suit:suits} in trick {trick}",
        "revoke_with_card": "{player:player}'s revoke in {suit:suits} in trick {trick} with {card:card}",
        "spade_lead_as_revoke": "{player:player}'s lead of a spade in trick {trick}, counted as a revoke",
        "play_out_of_turn": "{player:player}'s play out of turn in trick {trick}",
        "lead_out_of_turn": "{player:player}'s lead out of turn in trick {trick}",
        "false_accusation": "{player:player}'s false accusation",
        "false_accusation_about_trick": "{player:player}'s false accusation about trick {trick}",
        "wrong_number_of_cards": "the wrong number of cards in {player:player}'s hand",
        # Tricks.
        "in_brackets": " ({text:clause})",
        "loses_tricks": "{side:team} loses {tricks:#trick} for {offence:clause}{why:clause}.",
        "owes_tricks": "{side:team} owes {tricks:#trick} for {offence:clause}{why:clause}, but has"
        " {left:#trick or none} of its own left to lose.",
        "is_given_tricks": "{side:team} is given {tricks:#trick} for {offence:clause}.",
        "loses_no_trick": "{side:team} loses no tricks for {offence:clause} ({why:clause}).",
        # Law 64 of duplicate bridge.
        "revokes_of_both_sides": "more than one side revoked",
        "had_led_spade_before": "{player:player} had already led a spade too early",
        "had_revoked_before": "{player:player} had already revoked in {suit:suits}",
        "last_trick_but_one": "it was the last trick but one",
        "offender_won_and_side_later": "{player:player} won that trick and {side:team} a later one",
        "offender_won_and_side_no_later": "{player:player} won that trick and {side:team} no later one",
        "partner_won": "{side:team} won that trick, though not with {player:player}'s card",
        "side_won_later": "{side:team} did not win that trick, but won a later one",
        "side_won_neither": "{side:team} won neither that trick nor a later one",
        # The contract.
        "is_set_by_penalty": "{side:team} is set for {offence:clause}, whatever it took.",
        "scores_no_contract_points": "{side:team} scores no points for its contract, even if it makes it:"
        " {offence:clause}.",
        "loses_bid": "{side:team} loses {bid:clause} for {offence:clause}.",
        "is_credited": "{side:team} is credited with {bid:clause} for {offence:clause}.",
        "bid_of_tricks": "its bid of {bid}",
        "bid_unknown": "its bid",
        "contract_beside_nils": "its contract of 0, nil apart,",
        "already_credited": "{side:team} is already credited with its bid; {offence:clause} adds nothing to that.",
        "already_without_points": "{side:team} already scores no points for its contract; {offence:clause} adds"
        " nothing to that.",
        "already_set": "{side:team} is already set; {offence:clause} adds nothing to that.",
        "already_lost": "{side:team} has already lost its bid; {offence:clause} adds nothing to that.",
        # Nil, the game, the round.
        "own_nil": "its nil",
        "nil_of": "{player:player}'s nil",
        "has_lost_nil_already": "{side:team} has already lost {nil:clause}; {offence:clause} adds nothing to that.",
        "loses_nil": "{side:team} loses {nil:clause} for {offence:clause}: it fails although it took no tricks.",
        "scores_nothing_for_nil": "{side:team} scores nothing for {nil:clause}: {offence:clause}.",
        "scores_nothing_for_linked_nil": "{side:team} scores nothing for {nil:clause}, even if it is made:"
        " {offence:clause}.",
        "forfeits_game": "{side:team} forfeits the game for {offence:clause}: its {number} revoke of the game.",
        "round_void": "The round is void: {why:text}",
        # Why an offence costs nothing.
        "void_costs_nothing": "The round is void, so it costs nothing.",
        "broken_off_costs_nothing": "The round was broken off by the forfeit, so it costs nothing.",
        "costs_nothing_by_ruleset": "Under this ruleset it costs nothing.",
        "costs_no_tricks": "Under this ruleset it costs no tricks.",
        "costs_nothing_like_revoke": "It costs as much as a revoke: nothing.",
        "lead_stands": "Under this ruleset the lead stands and costs nothing.",
        "card_stands": "Under this ruleset the card stands and costs nothing.",
        "lead_follows_from_record": "The record had given that player the trick before, so the lead costs nothing.",
        "not_established_yet": "It is not established yet, so it costs nothing.",
        "called_too_late": "It was called too late, so it costs nothing.",
        "not_called": "No call was made about it, so it costs nothing.",
        "not_first_spade_lead": "It is not {player:player}'s first such lead in the round, so it costs nothing more.",
        "not_first_revoke": "It is not {player:player}'s first revoke in {suit:suits} in the round, so it costs nothing"
        " more.",
        "depends_on_later_tricks": "Its cost depends on tricks that the record does not have.",
    }
)
