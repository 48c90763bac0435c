"""What notations of single rounds do with what a director decides in a round of a game: they name it as lost.

How play ended is not lost: but for shorthand, no notation writes a record with a claim, or whose play was stopped.
"""

from __future__ import annotations

import pytest

from service.notations.model import UnwritableRecord
from service.notations.registry import NOTATIONS, write
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


@pytest.mark.parametrize("name", ["ptn", "openspiel"])
def test_each_of_its_members_is_lost_by_name(name: str) -> None:
    losses = write({**ROUND, **DECIDED}, name).losses
    assert {loss.pointer for loss in losses if loss.code == "unmapped"} >= {f"#/{member}" for member in DECIDED}
    for loss in losses:
        member = loss.pointer.removeprefix("#/")
        assert member not in DECIDED or f"`{member}`" in loss.detail or f"'{member}'" in loss.detail
    assert not {loss.pointer for loss in write(ROUND, name).losses} & {f"#/{member}" for member in DECIDED}


CLAIM: Record = {"by": "N", "tricks": "rest", "accepted": True}
WRITTEN = [each.name for each in NOTATIONS.values() if each.write is not None and each.name != "shorthand"]


def refusals(record: Record, name: str) -> list[tuple[str, str]]:
    with pytest.raises(UnwritableRecord) as refused:
        write(record, name)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def test_the_other_notations_that_are_written_are_these() -> None:
    assert set(WRITTEN) == {"ptn", "openspiel", "csv"}


@pytest.mark.parametrize("name", ["ptn", "openspiel"])
def test_a_record_with_a_claim_is_refused_with_the_member(name: str) -> None:
    assert refusals({**ROUND, "claim": CLAIM}, name) == [("#/claim", "claim_unwritable")]


@pytest.mark.parametrize("name", ["ptn", "openspiel"])
def test_a_record_whose_play_was_stopped_is_refused_with_the_member(name: str) -> None:
    assert refusals({**ROUND, "stopped": True}, name) == [("#/stopped", "stop_unwritable")]
    losses = write({**ROUND, "stopped": False}, name).losses
    assert "unmapped" in {loss.code for loss in losses if loss.pointer == "#/stopped"}


def test_a_sheet_with_a_round_that_was_stopped_is_refused_with_the_member() -> None:
    void: Record = {"void": True, "reason": "fire", "tricks": [], "stopped": True}
    assert refusals({"players": ["N", "E", "S", "W"], "rounds": [void]}, "csv") == [
        ("#/rounds/0/stopped", "stop_unwritable")
    ]


def test_a_sheet_with_a_claim_is_refused_with_the_member() -> None:
    void: Record = {"void": True, "reason": "fire", "tricks": [], "claim": CLAIM}
    assert refusals({"players": ["N", "E", "S", "W"], "rounds": [void]}, "csv") == [
        ("#/rounds/0/claim", "claim_unwritable")
    ]
