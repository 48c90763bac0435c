"""The codes of the record as a whole, and of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code

OF_SHEET: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "leader_mismatch": Code(
            "error",
            "The record names a leader who did not play the trick's first card.",
            law="The leader of a trick is the player of its first card.",
        ),
        "wrong_dealer": Code(
            "error",
            "With the dealer of the record both the bidding and the opening lead are irregular; with another, neither.",
            law="The dealer decides who bids and leads first.",
            of_order_alone=True,
            spares_cards=True,
        ),
        "tricks_exchanged": Code(
            "error",
            "Two neighbouring tricks are led by the wrong players, and rightly if each stands in the other's place.",
            law="The winner of a trick leads to the next.",
            of_order_alone=True,
        ),
        "round_after_end": Code(
            "error",
            "A round was played after the game had been won.",
            law="The game ends with the round that decides it.",
            spares_cards=True,
        ),
        "wrong_winner": Code(
            "error",
            "The record names a winner who did not win the trick.",
            law="A trick is won by the highest spade in it or, without a spade, by the highest card of the suit led.",
        ),
        "wrong_tricks_won": Code(
            "error",
            "The score sheet gives a player or side a different number of tricks from the record, or tricks that do not"
            " add up to those of the round.",
            law="Tricks count for the side that won them.",
            sheet_row="tricks_won",
            spares_cards=True,
        ),
        "wrong_points": Code(
            "error",
            "The score sheet gives a side different points for the round from those that the record makes.",
            law="The points of a round follow from its bids and tricks.",
            sheet_row="points",
            spares_cards=True,
        ),
        "wrong_score": Code(
            "error",
            "The running score on the sheet is not the score before the round plus the points of the round.",
            law="The running score is the score before the round plus the points of the round.",
            sheet_row="score",
            spares_cards=True,
        ),
        "wrong_bags": Code(
            "error",
            "The number of bags on the sheet is not the number after the round.",
            law="Bags run on from round to round; a penalty takes off those that it is for.",
            sheet_row="bags",
            spares_cards=True,
        ),
    }
)
