"""A sheet of a round that may be void is wrong only if it is wrong either way (rulings: only what stands in all)."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.rulings import codes

CALLED: Json = {
    "ruleset": {"name": "pagat", "overrides": {"table": {"misdeal": ["no_spade"]}}},
    "players": ["N", "E", "S", "W"],
    "dealer": "W",
    "misdeal_called_by": "W",
    "bids": [{"player": player, "tricks": tricks} for player, tricks in (("N", 3), ("E", 4), ("S", 3), ("W", 3))],
    "before": {"N+S": {"score": 0}, "E+W": {"score": 0}},
    "tricks": [{"number": 1, "leader": "N", "cards": ["QD", "2D", "5D", "3D"]}],
}
"""West called a misdeal for want of a spade, and nothing shows the hand."""
LATER: Json = {"number": 3, "leader": "N", "cards": ["KH", "2H", "4H", "3H"]}
"""A trick after one that was not recorded."""


@pytest.mark.parametrize(
    ("points", "found"), [((0, 0), []), ((-60, 71), []), ((7, 0), ["wrong_points"]), ((0, 71), [])]
)
def test_points_are_right_if_they_are_those_of_the_round_or_of_none(points: tuple[int, int], found: list[str]) -> None:
    """North and South bid 6 and took 5; East and West bid 7 and took 8."""
    sheet = {"tricks_won": {"N+S": 5, "E+W": 8}, "points": dict(zip(("N+S", "E+W"), points, strict=True))}
    ruled = ruling({**CALLED, "tricks": [*CALLED["tricks"], LATER], "reported": sheet})
    assert "misdeal_not_due" in codes(ruled["undecided"])
    assert codes(ruled["findings"]) == found
    assert "as_ruled" not in ruled
