"""Whole games against the naive oracle (`tests.naive`).

Where the two differ, the message names the seed: ``python -m tests.naive.compare_games SEED SEED`` tells it again, and
compares as many as one likes.
"""

from __future__ import annotations

from tests.naive import compare_games

SHOWN = 5
"""How many differences a failing test tells."""


def test_games_are_ruled_and_scored_alike() -> None:
    """parameters.md, game and the order of scoring; rulings.md, the sheet; catalogue.md, G."""
    seeds = range(200)
    told = [compare_games.compare(seed) for seed in seeds]
    differing = [(seed, lines) for seed, lines in told if lines]
    shown = [f"seed {seed}: {line}" for seed, lines in differing[:SHOWN] for line in lines]
    assert not differing, "\n".join([f"{len(differing)} differ, the first of them:", *shown])
