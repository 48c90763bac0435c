"""Every kind of slip, with what a record has to show for it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from tests.naive.spoilt import deal_slips, log_slips
from tests.naive.spoilt.model import Make, Scene, Slip

Need: TypeAlias = Literal["", "hands", "sheet", "dealer", "winner", "leader", "draws", "exchanges"]
"""What a record has to show."""


class Kind(NamedTuple):
    """How a slip is made, and in which records it can be."""

    make: Make
    need: Need = ""
    shifts: bool = False
    """Whether the numbers of tricks may change; then no call names a trick."""
    rare: bool = False
    """Whether it is so rare that it is measured by itself alone."""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "lead_miscopied": Kind(log_slips.lead_miscopied),
        "card_miscopied": Kind(log_slips.card_miscopied),
        "card_miscopied_in_trick": Kind(log_slips.card_miscopied_in_trick),
        "cards_exchanged": Kind(log_slips.cards_exchanged),
        "names_exchanged": Kind(log_slips.names_exchanged),
        "name_miscopied": Kind(log_slips.name_miscopied),
        "plays_exchanged": Kind(log_slips.plays_exchanged, "leader", rare=True),
        "cards_shifted": Kind(log_slips.cards_shifted, "hands", rare=True),
        "own_cards_exchanged": Kind(log_slips.own_cards_exchanged, "winner", rare=True),
        "lead_left_out": Kind(log_slips.lead_left_out),
        "play_left_out": Kind(log_slips.play_left_out),
        "play_written_twice": Kind(log_slips.play_written_twice),
        "trick_left_out": Kind(log_slips.trick_left_out, "sheet", shifts=True),
        "trick_written_twice": Kind(log_slips.trick_written_twice, shifts=True),
        "tricks_exchanged": Kind(log_slips.tricks_exchanged, shifts=True),
        "wrong_dealer": Kind(deal_slips.wrong_dealer, "dealer"),
        "wrong_winner": Kind(log_slips.wrong_winner, "winner"),
        "wrong_leader": Kind(log_slips.wrong_leader, "leader"),
        "claims_exchanged": Kind(log_slips.claims_exchanged, "winner", rare=True),
        "wrong_bidder": Kind(deal_slips.wrong_bidder),
        "card_twice_in_hand": Kind(deal_slips.card_twice_in_hand, "hands"),
        "card_twice_for_another": Kind(deal_slips.card_twice_for_another, "hands"),
        "card_left_out_of_hand": Kind(deal_slips.card_left_out_of_hand, "hands"),
        "wrong_card_in_hand": Kind(deal_slips.wrong_card_in_hand, "hands"),
        "card_with_wrong_player": Kind(deal_slips.card_with_wrong_player, "hands"),
        "cards_of_lists_exchanged": Kind(deal_slips.cards_of_lists_exchanged, "hands"),
        "lists_under_each_others_names": Kind(deal_slips.lists_under_each_others_names, "hands"),
        "pass_turned_round": Kind(deal_slips.pass_turned_round, "exchanges", rare=True),
        "name_of_pass_miscopied": Kind(deal_slips.name_of_pass_miscopied, "exchanges", rare=True),
        "names_of_draws_exchanged": Kind(deal_slips.names_of_draws_exchanged, "draws"),
        "name_of_draw_miscopied": Kind(deal_slips.name_of_draw_miscopied, "draws"),
    }
)
NAMES = tuple(KINDS)
IN_PLAY = (
    *("lead_miscopied", "card_miscopied", "card_miscopied_in_trick", "cards_exchanged", "names_exchanged"),
    *("name_miscopied", "lead_left_out", "play_left_out", "play_written_twice", "trick_written_twice"),
)


def slip_in_play(scene: Scene, rng: Random) -> Slip | None:
    """Make a slip in the cards and names of the log, or leave out a play, or write a play or a trick twice."""
    return KINDS[rng.choice(IN_PLAY)].make(scene, rng)


def any_slip(scene: Scene, rng: Random) -> Slip | None:
    """Make a slip of any kind that there is in such a record."""
    record = scene.record
    shown = {"": True, "sheet": True} | {member: bool(record.get(member)) for member in ("hands", "dealer", "draws")}
    shown |= {member: any(member in trick for trick in record["tricks"]) for member in ("winner", "leader")}
    kinds = [KINDS[name].make for name in NAMES if not KINDS[name].rare and shown[KINDS[name].need]]
    return rng.choice([*kinds, log_slips.suit_misread, deal_slips.cards_of_lists_exchanged])(scene, rng)
