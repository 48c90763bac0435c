"""Whole games, and the smallest correction of a record, against the naive oracle (`tests.naive`).

Where the two differ, the message names the seed: ``python -m tests.naive.compare_games SEED SEED`` and
``python -m tests.naive.compare_mending SEED SEED`` tell it again, and compare as many as one likes.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.naive import compare_games, compare_mending
from tests.naive.compare import Told

SHOWN = 5
"""How many differences a failing test tells."""


def _same(compare: Callable[[int], Told], seeds: range, *, in_doubt: float) -> None:
    """Compare these; so many may contradict themselves about cards in a way that the rulings leave open."""
    told = [compare(seed) for seed in seeds]
    differing = [(seed, lines) for seed, lines, doubtful in told if lines and not doubtful]
    shown = [f"seed {seed}: {line}" for seed, lines in differing[:SHOWN] for line in lines]
    assert not differing, "\n".join([f"{len(differing)} differ, the first of them:", *shown])
    assert sum(doubtful for _, _, doubtful in told) <= in_doubt * len(seeds)


def test_games_are_ruled_and_scored_alike() -> None:
    """parameters.md, game and the order of scoring; rulings.md, the sheet; catalogue.md, G."""
    _same(compare_games.compare, range(300), in_doubt=0.03)


def test_the_same_correction_is_suggested() -> None:
    """rulings.md, smallest correction: try each place, and suggest the exchange only if exactly one leaves no error."""
    _same(compare_mending.compare, range(100), in_doubt=0.03)
