"""Games with all that happens in a league against a second scorer (`tests.spades.second_scorer.compare`)."""

from __future__ import annotations

from tests.spades.second_scorer.compare import compare

TABLES = 200
SHOWN = 10
"""How many differences a failing test shows."""


def test_a_second_scorer_agrees_on_every_table() -> None:
    """Parameters, the order of scoring, game and table.redeal_by: 200 tables of eight rounds, rows only."""
    differing = [f"seed {seed}: {line}" for seed in range(TABLES) for line in compare(seed)]
    assert not differing, "\n".join(differing[:SHOWN])
