"""The sentences about slips of the pen: what a record may have been meant to say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SLIPS: Mapping[str, str] = MappingProxyType(
    {
        # What is found where only the dealer or the order of two tricks is wrong.
        "wrong_dealer": "With {dealer:player} as the dealer, bidding and play both begin with the wrong player; with"
        " {suggested:player}, neither does.",
        "leader_named_wrongly": "With {claimed:player} as the leader, more than this lead is irregular; with"
        " {suggested:player}, none of it is.",
        "tricks_in_wrong_order": "Tricks {trick} and {other} are led by the wrong players; in each other's place, they"
        " are led rightly.",
        "in_a_reading": "In one reading of the record: {text:text}",
        "depends_on_slip": "Whether it is so depends on which entry of the record is wrong.",
        # Readings.
        "card_miscopied": "{suggested:card} instead of {recorded:card} as {player:player}'s card in trick {trick}.",
        "card_not_told": "Another card instead of {recorded:card} as {player:player}'s card in trick {trick}.",
        "name_miscopied": "{suggested:player} instead of {recorded:player} as the player of {card:card} in trick"
        " {trick}.",
        "cards_exchanged": "{first:card} and {second:card} exchanged in trick {trick} (plays {one} and {other}).",
        "names_exchanged": "{first:player} and {second:player} exchanged in trick {trick} (plays {one} and {other}).",
        "play_left_out": "{player:player}'s {suggested:card} left out of trick {trick}, as play {play}.",
        "play_left_out_unknown": "A card of {player:player}'s left out of trick {trick}, as play {play}.",
        "lead_left_out": "{player:player}'s lead of {suggested:card} left out of trick {trick} (play {play}).",
        "lead_left_out_unknown": "{player:player}'s lead left out of trick {trick} (play {play}).",
        "play_written_twice": "{player:player}'s play written twice in trick {trick} (play {play} is one too many).",
        "trick_left_out": "A trick left out before what is recorded as trick {trick}.",
        "last_trick_left_out": "The last trick left out.",
        "trick_written_twice": "Trick {trick} written twice.",
        "empty_trick_written": "A trick without cards written in as trick {trick}.",
        "tricks_exchanged": "Tricks {trick} and {other} written in each other's place.",
        "list_entry_miscopied": "{suggested:card} instead of {recorded:card} as {location:location}.",
        "list_entry_not_told": "Another card instead of {recorded:card} as {location:location}.",
        "card_left_out": "{suggested:card} left out of the list of {player:player}'s hand.",
        "card_left_out_of_exchange": "{suggested:card} left out of the cards that {giver:player} passed to"
        " {player:player}.",
        "card_left_out_unknown": "A card left out of the list of {player:player}'s hand.",
        "card_written_twice": "{recorded:card} written once too often, in the list of {player:player}'s hand.",
        "card_with_wrong_player": "{recorded:card} listed for {player:player} instead of {other:player}.",
        "wrong_name": "{suggested:player} instead of {recorded:player} as {location:location}.",
        "wrong_team": "{suggested:team} instead of {recorded:team} as {location:location}.",
        "winner_not_told": "Another winner instead of {recorded:player} as {location:location}.",
    }
)
