"""Games of leagues to make tables of, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_games import GAMES, LABELS
from tests.contract.builders import Body


def result(standing: Mapping[str, int | Body], **members: Any) -> Body:
    """Return the result of a game; a score alone stands for a standing of that score."""
    totals = {team: {"score": each} if isinstance(each, int) else each for team, each in standing.items()}
    return {"standing": totals, **members}


def league(*results: Body, **members: Any) -> Body:
    return {"results": list(results), **members}


def _decided_by(tie_break: str, *results: Body) -> Body:
    """Return a league in which one tie-break places Bears above Lions."""
    return league(*results, order=[tie_break])


_BEATEN = {"score": 400, "bags": 2, "sets": 1, "revokes": 1, "consecutive_sets": 1}
_BEARS = result({"Bears": {"score": 500, "bags": 1}, "Lions": _BEATEN})
_CIRCLE = (
    result({"Bears": 500, "Lions": 400}),
    result({"Lions": 500, "Wolves": 450}),
    result({"Wolves": 500, "Bears": 100}),
)
_EQUAL_BUT_FOR_ONE_GAME = (
    result({"Bears": 500, "Lions": 400}),
    result({"Lions": 500, "Wolves": 400}),
    result({"Wolves": 500, "Bears": 400}, winners=["Wolves", "Bears"]),
    result({"Lions": 400, "Hawks": 500}, winners=["Lions", "Hawks"]),
)

STANDINGS: Mapping[str, Body] = {
    "nothing yet": league(labels=LABELS),
    "nobody has played": league(teams=["Bears", "Lions"]),
    "a draw": league(result({"Bears": 500, "Lions": 500})),
    "a win shared against the score": league(result({"Bears": 500, "Lions": 400}, winners=["Bears", "Lions"])),
    "nobody has won": league(result({"Bears": -200, "Lions": -210}, winners=[], reason="floor")),
    "a forfeit": league(
        result({"Bears": 400, "Lions": 100}, winners=["Lions"], reason="forfeit"), league_points={"forfeit_loss": -1}
    ),
    "three sides, of which one forfeits": league(
        result({"Bears": 400, "Lions": 100, "Wolves": 50}, reason="forfeit", forfeited_by=["Bears"]),
        league_points={"win": 3, "draw": 1, "loss": 1, "forfeit_loss": 0},
    ),
    "a game that is not over": league(
        _BEARS, result({"Bears": 0, "Lions": 10}, finished=False, winners=[], labels=LABELS), labels=LABELS
    ),
    "a circle": league(*_CIRCLE, order=["head_to_head", "head_to_head_difference"]),
    "head to head": league(*_EQUAL_BUT_FOR_ONE_GAME),
    "games": {"games": [GAMES["the target"], GAMES["another round is needed"]], "league_points": {"win": 1}},
    "games and results": {
        "games": [GAMES["a tie is shared"], GAMES["names for the teams"]],
        "results": [result({"ana+cy": 10, "ben+dee": 20}, finished=True, reason="target")],
    },
    **{
        f"decided by {each}": _decided_by(each, _BEARS)
        for each in (
            *("league_points", "won", "win_rate", "points_difference", "points_for", "points_against"),
            *("head_to_head", "head_to_head_difference", "fewest_bags", "fewest_sets", "fewest_revokes"),
        )
    },
    "players whose partners rotate": league(
        result({"ana+ben": 512, "cy+dee": 430}),
        result({"Bears": 505, "ben+dee": 470}, teams=[{"name": "Bears", "players": ["ana", "cy"]}]),
        result({"ana+dee": 0, "ben+cy": 0}, reason="forfeit", forfeited_by=["ben+cy"]),
        result({"ana+eve": 10, "ben+cy": 0}, finished=False),
        table_of="players",
        byes=["eve"],
        adjustments=[{"team": "ana", "league_points": -1, "reason": "late"}],
        league_points={"bye": 1, "forfeit_loss": -1},
    ),
    "byes and points taken off": league(
        _BEARS,
        byes=["Wolves", "Lions"],
        adjustments=[{"team": "Bears", "league_points": -3, "reason": "late"}],
        league_points={"bye": 1},
        table_of="teams",
    ),
}
