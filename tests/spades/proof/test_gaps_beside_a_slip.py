"""A record with gaps that no slip mends: where nothing is proved, no trick is put into the gaps."""

from __future__ import annotations

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.rulings import codes


def played(*cards: str) -> list[Json]:
    """Return plays, each given as a name and a card."""
    return [{"player": player, "card": card} for player, card in (each.split() for each in cards)]


def test_a_bid_written_twice_beside_gaps_accuses_nobody() -> None:
    """No single slip explains both the bid of ana under ben's name and her second card in the first trick."""
    tricks = [
        {"plays": played("ana KH", "ana 3H", "cy 3S", "dee 2H"), "after_gap": True},
        {"plays": played("dee AC", "ana 5C", "ben 7C", "cy 9H"), "after_gap": True},
    ]
    bids = [{"player": player, "tricks": number} for player, number in (("ben", 4), ("ben", 3), ("cy", 1), ("dee", 5))]
    ruled = ruling({"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "bids": bids, "tricks": tricks})
    assert ruled["verdict"] == "inconsistent"
    assert codes(ruled["findings"]) == ["bid_missing", "missing_play", "extra_play"]
    assert {"bid_repeated", "revoke"} <= {*codes(ruled["undecided"])}
