"""What an offence costs by the table of penalties."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

ROWS = {
    "revoke": "revoke",
    "illegal_spade_lead": "early_spade",
    "illegal_opening_card": "opening_card",
    "illegal_first_trick_card": "first_trick_card",
    "wrong_leader": "lead_out_of_turn",
    "out_of_turn": "play_out_of_turn",
    "card_taken_back": "card_taken_back",
    "bid_out_of_turn": "bid_out_of_turn",
    "wrong_hand_size": "wrong_count",
    "false_accusation": "false_call",
    **dict.fromkeys(
        (
            *("bid_not_allowed", "blind_bid_not_allowed", "bid_too_low", "bid_too_high", "bid_repeated"),
            *("team_bid_too_low", "team_bid_too_high", "nil_partner_bid_too_low", "table_total_not_allowed"),
        ),
        "illegal_bid",
    ),
}
"""The row of each offence."""


def row_of(parameters: Json, name: str) -> Json:
    """Return the row whose remedy, amount and nil hold for an offence: its own, or the one that it is like."""
    rows: dict[str, Json] = parameters["penalties"]
    like: str = rows[name]["as"]
    return rows[name] if like == "none" else rows[like]


def count_voids(parameters: Json) -> bool:
    """Tell whether a hand of the wrong number of cards voids the round."""
    return bool(row_of(parameters, "wrong_count")["remedy"] == "redeal")
