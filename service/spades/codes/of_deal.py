"""The codes of the deal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code

OF_DEAL: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "wrong_hand_size": Code(
            "offence",
            "A hand does not have the number of cards that each player is dealt.",
            parameter="deck.hand_size",
            doubts_hand=True,
            penalised_by="irregularities.wrong_count",
        ),
        "duplicate_card": Code(
            "error",
            "A card is listed twice in the hands or among the cards set aside.",
            parameter="deck.removed",
            doubts_hand=True,
        ),
        "card_not_in_deck": Code(
            "error",
            "A card is not in the pack of this ruleset.",
            parameter="deck.removed",
            doubts_hand=True,
            cannot_win=True,
        ),
        "missing_cards": Code(
            "error",
            "All hands are listed, but cards of the pack are in none of them.",
            parameter="deck.leftover",
        ),
        "illegal_draw": Code(
            "offence",
            "The wrong player drew two cards, or did not keep exactly one of them.",
            parameter="deck.formation",
        ),
        "illegal_exchange": Code(
            "offence",
            "Cards were passed that the rules do not allow to be passed, or too many, or too few.",
            parameter="nil.exchange",
        ),
    }
)
