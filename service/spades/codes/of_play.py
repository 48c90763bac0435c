"""The codes of the play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code

OF_PLAY: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "revoke": Code(
            "offence",
            "A player who held a card of the suit led played another suit.",
            parameter="play.follow_suit",
            taints_play=True,
            illegal_card=True,
            may_be_revoke=True,
            penalised_by="irregularities.revoke_penalty",
        ),
        "revoke_corrected": Code(
            "note",
            "A revoke was taken back in time; it costs nothing.",
            parameter="play.follow_suit",
        ),
        "illegal_spade_lead": Code(
            "offence",
            "A spade was led before spades could be led, from a hand with another suit.",
            parameter="play.spade_lead",
            taints_play=True,
            illegal_card=True,
            may_be_revoke=True,
            penalised_by="irregularities.illegal_spade_lead",
        ),
        "illegal_opening_card": Code(
            "offence",
            "The first card of the round may not open it.",
            parameter="play.opening_card",
            taints_play=True,
            illegal_card=True,
        ),
        "illegal_first_trick_card": Code(
            "offence",
            "A card was played to the first trick that may not be played there.",
            parameter="play.first_trick",
            taints_play=True,
            illegal_card=True,
        ),
        "out_of_turn": Code(
            "offence",
            "A card was played out of turn.",
            law="Play goes clockwise from the player who led.",
            taints_play=True,
            penalised_by="irregularities.out_of_turn",
        ),
        "wrong_leader": Code(
            "offence",
            "A player led a trick when it was another's lead.",
            law="The winner of a trick leads to the next.",
            taints_play=True,
            penalised_by="irregularities.out_of_turn",
        ),
        "card_not_held": Code(
            "error",
            "A card was played by a player who did not hold it.",
            law="A player may play only cards that he holds.",
            doubts_hand=True,
        ),
        "card_replayed": Code(
            "error",
            "A card was played that had already been played; it can't win.",
            law="Each card is played once.",
            doubts_hand=True,
            cannot_win=True,
        ),
        "missing_play": Code(
            "error",
            "A trick before the last one lacks a player's card.",
            law="Every player plays one card to each trick.",
        ),
        "extra_play": Code(
            "error",
            "A player has more than one card in one trick.",
            law="Every player plays one card to each trick.",
        ),
        "extra_tricks": Code(
            "error",
            "The record has more tricks than the round; the surplus is not judged.",
            parameter="deck.hand_size",
        ),
        "missing_tricks": Code(
            "error",
            "The score sheet is for a finished round, but tricks are missing from the record.",
            parameter="deck.hand_size",
        ),
    }
)
