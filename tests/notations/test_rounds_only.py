"""What notations of single rounds do with what a director decides in a round of a game: they name it as lost."""

from __future__ import annotations

import pytest

from service.notations.registry import write
from tests.notations.records import Record

DECIDED: Record = {
    "adjustments": [{"team": "N+S", "points": -50, "reason": "late"}],
    "void": True,
    "forfeited_by": "N+S",
    "reason": "fire",
    "substitutions": [{"out": "N", "in": "Eve"}],
}
HANDS = {seat: [rank + suit for rank in "23456789TJQKA"] for seat, suit in zip("NESW", "CDHS", strict=True)}
ROUND: Record = {
    "players": ["N", "E", "S", "W"],
    "hands": HANDS,
    "bids": [{"player": seat, "tricks": 3} for seat in "NESW"],
    "tricks": [],
}


@pytest.mark.parametrize("name", ["trick_notation", "ptn", "openspiel"])
def test_each_of_its_members_is_lost_by_name(name: str) -> None:
    losses = write({**ROUND, **DECIDED}, name).losses
    assert {loss.pointer for loss in losses if loss.code == "unmapped"} >= {f"#/{member}" for member in DECIDED}
    for loss in losses:
        member = loss.pointer.removeprefix("#/")
        assert member not in DECIDED or f"`{member}`" in loss.detail or f"'{member}'" in loss.detail
    assert not {loss.pointer for loss in write(ROUND, name).losses} & {f"#/{member}" for member in DECIDED}
