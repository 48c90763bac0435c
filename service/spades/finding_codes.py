"""Every finding code with its properties, once.

To add a code, give it an entry in `CODES`. Whatever the rest of the core asks about a code is a property of it here, so
that no other module keeps a list of codes. The rules behind them: docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["offence", "error", "note"]
"""``offence``: a player broke a rule. ``error``: the record contradicts itself. ``note``: nobody is at fault."""


class Code(NamedTuple):
    """The meaning of a finding code and what follows from it."""

    severity: Severity
    meaning: str
    law: str | None = None
    """The rule of the game itself, for what no parameter governs."""
    parameter: str | None = None
    """The parameter whose rule is broken, unless the finding names another."""
    penalised_by: str | None = None
    """The parameter that may give the offence a penalty."""
    may_be_revoke: bool = False
    """Whether it is a revoke, or counts as one under `irregularities.illegal_spade_lead`."""
    of_order_alone: bool = False
    """Whether it shows in a record of which no entry contradicts another, so that nothing more is proved by it."""
    illegal_card: bool = False
    """Whether another card of the hand was legal: its `Finding.alternatives` say what that would have changed."""
    taints_play: bool = False
    """Whether the play of later tricks may have been influenced by it; never by what is only written wrong."""
    doubts_hand: bool = False
    """Whether it puts in doubt which cards its player held."""
    cannot_win: bool = False
    """Whether its card can't win the trick."""
    sheet_row: str | None = None
    """The row of the score sheet that is wrong."""


CODES: Mapping[str, Code] = MappingProxyType(
    {
        # The deal.
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
        # The bidding.
        "bid_out_of_turn": Code(
            "offence",
            "A bid was made out of turn.",
            parameter="bidding.first_bidder",
        ),
        "bid_missing": Code(
            "error",
            "Play has begun, but a bid that the ruleset requires is not in the record.",
            parameter="bidding.by",
        ),
        "bid_repeated": Code(
            "offence",
            "A player or side bid a second time; the first bid stands.",
            parameter="bidding.changes",
        ),
        "bid_too_low": Code(
            "offence",
            "A bid is below the minimum.",
            parameter="bidding.minimum",
        ),
        "bid_too_high": Code(
            "offence",
            "A bid is above the maximum.",
            parameter="bidding.maximum",
        ),
        "bid_not_allowed": Code(
            "offence",
            "A bid is one that this ruleset does not have, or does not open to this bidder.",
            parameter="bidding.restriction",
        ),
        "blind_bid_not_allowed": Code(
            "offence",
            "A blind bid was made that the ruleset does not allow, or without being far enough behind.",
            parameter="blind_bid.allowed",
        ),
        "team_bid_too_low": Code(
            "offence",
            "A side bid less than the board in all.",
            parameter="bidding.team_minimum",
        ),
        "team_bid_too_high": Code(
            "offence",
            "A side bid more in all than it may.",
            parameter="bidding.team_maximum",
        ),
        "nil_partner_bid_too_low": Code(
            "offence",
            "A partner's bid is below the minimum beside a nil.",
            parameter="bidding.nil_partner_minimum",
        ),
        "table_total_not_allowed": Code(
            "offence",
            "All bids add up to a total that the ruleset does not allow.",
            parameter="bidding.table_total",
        ),
        "bid_raised": Code(
            "note",
            "The rules raise a bid; only the raised bid counts.",
            parameter="bidding.team_minimum_breach",
        ),
        # The play.
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
        # The calls.
        "false_accusation": Code(
            "offence",
            "A revoke was called, but the record proves that there was none.",
            parameter="irregularities.false_accusation",
            penalised_by="irregularities.false_accusation",
        ),
        "late_accusation": Code(
            "note",
            "A revoke was rightly called, but too late, so that it costs nothing.",
            parameter="irregularities.accusation_until",
        ),
        # The record and the score sheet.
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
        ),
        "wrong_points": Code(
            "error",
            "The score sheet gives a side different points for the round from those that the record makes.",
            law="The points of a round follow from its bids and tricks.",
            sheet_row="points",
        ),
        "wrong_score": Code(
            "error",
            "The running score on the sheet is not the score before the round plus the points of the round.",
            law="The running score is the score before the round plus the points of the round.",
            sheet_row="score",
        ),
        "wrong_bags": Code(
            "error",
            "The number of bags on the sheet is not the number after the round.",
            law="Bags run on from round to round; a penalty takes off those that it is for.",
            sheet_row="bags",
        ),
    }
)

SHEET_CODES: Mapping[str, str] = MappingProxyType(
    {row: code for code, each in CODES.items() if (row := each.sheet_row)}
)
"""For each row of a score sheet the code of a wrong value in it."""
