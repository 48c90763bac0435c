"""Every kind of slip, with what a record has to show for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from tests.slips import card_slips, list_slips, name_slips, play_slips, trick_slips
from tests.slips.model import Scene, Slip

Need: TypeAlias = Literal["", "hands", "sheet", "dealer", "winner", "leader"]
"""What a record has to show."""


class Kind(NamedTuple):
    """How a slip is made, and in which records it can be."""

    make: Callable[[Scene, Random], Slip | None]
    need: Need = ""
    shifts: bool = False
    """Whether the numbers of tricks may change; then no call names a trick."""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "lead_miscopied": Kind(card_slips.lead_miscopied),
        "card_miscopied": Kind(card_slips.card_miscopied),
        "card_miscopied_in_trick": Kind(card_slips.card_miscopied_in_trick),
        "cards_exchanged": Kind(card_slips.cards_exchanged),
        "names_exchanged": Kind(card_slips.names_exchanged),
        "name_miscopied": Kind(card_slips.name_miscopied),
        "lead_left_out": Kind(play_slips.lead_left_out),
        "play_left_out": Kind(play_slips.play_left_out),
        "play_written_twice": Kind(play_slips.play_written_twice),
        "trick_left_out": Kind(trick_slips.trick_left_out, "sheet", shifts=True),
        "trick_written_twice": Kind(trick_slips.trick_written_twice, shifts=True),
        "tricks_exchanged": Kind(trick_slips.tricks_exchanged, shifts=True),
        "wrong_dealer": Kind(name_slips.wrong_dealer, "dealer"),
        "wrong_winner": Kind(name_slips.wrong_winner, "winner"),
        "wrong_leader": Kind(name_slips.wrong_leader, "leader"),
        "wrong_bidder": Kind(name_slips.wrong_bidder),
        "card_twice_in_hand": Kind(list_slips.card_twice_in_hand, "hands"),
        "card_twice_for_another": Kind(list_slips.card_twice_for_another, "hands"),
        "card_left_out_of_hand": Kind(list_slips.card_left_out_of_hand, "hands"),
        "wrong_card_in_hand": Kind(list_slips.wrong_card_in_hand, "hands"),
        "card_with_wrong_player": Kind(list_slips.card_with_wrong_player, "hands"),
    }
)
NAMES = tuple(KINDS)
