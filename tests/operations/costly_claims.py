"""Claims with all cards in hand that took most of those found by a search, in requests of some 600 bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PLAYERS = ("ana", "ben", "cy", "dee")


def _claim(hands: tuple[str, ...], leader: str, overrides: Mapping[str, Any], **members: Any) -> dict[str, Any]:
    return {
        "ruleset": {"name": "pagat", "overrides": overrides},
        "players": list(PLAYERS),
        "leader": leader,
        "spades_broken": False,
        "hands": {player: hand.split() for player, hand in zip(PLAYERS, hands, strict=True)},
        **members,
    }


def costly_claims() -> tuple[dict[str, Any], ...]:
    """Return a claim to a single trick, of a player who plays alone, and one beside three nils."""
    return (
        _claim(
            (
                "2C 6C 5C AC 5D 8H KD 4H 2S 9S 3S 7S JS",
                "3C 7C JC 2D 6D TD AD 5H 9H KH 4S 8S TS",
                "9D 8C QC 3D 7D JD 2H 6H TH KS 5S QH AH",
                "TC 9C KC 3H 8D 6S 4D 7H JH 4C QD QS AS",
            ),
            "ben",
            {
                "table": {"sides": "individual"},
                "deck": {"top_trumps": ["2D", "AH", "3H"]},
                "play": {"opening_card": "lowest_club", "first_trick": "no_spades"},
            },
            claim={"by": "ana", "tricks": 1, "statement": ["2C"]},
        ),
        _claim(
            (
                "6D KH 8S QD 9C 8D 7D 3C QS 7H 4H 5H TC",
                "4D 5C KS 9S 2H 2D 4C 5D 4S TH 8C JD 7C",
                "3S KC JH 9D 6H 6C 6S 3D JC KD JS AS 2S",
                "AC AD QH 5S 7S TD 2C 9H 8H QC TS AH 3H",
            ),
            "dee",
            {"deck": {"top_trumps": ["3H", "2D", "2S"]}},
            claim={"by": "ben", "tricks": 3, "statement": ["2H", "9S", "4D", "5C", "4S", "7C", "2D"]},
            bids_by_player={"ana": 0, "ben": 0, "cy": 1, "dee": 0},
        ),
    )
