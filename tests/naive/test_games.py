"""Whole games against the naive oracle (`tests.naive`).

Where the two differ, the message names the seed: ``python -m tests.naive.compare_games SEED SEED`` tells it again, and
compares as many as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.lengths import in_two_portions
from tests.naive import compare_games
from tests.naive.compare import Told

ONCE_APART = (
    *(121, 573, 801, 1022, 721_115, 721_005, 710_008, 700_352, 700_433, 700_189, 100_041, 100_123, 100_171),
    *(300_222, 500_131, 500_227),
)
"""Seeds of long comparisons on which the two differed, until one of them was mended."""
ROWS_ONCE_APART = (121, 148, 1133)
"""The same of games of rows."""
SHOWN = 5
"""How many differences a failing test tells."""


@in_two_portions(
    "seeds",
    [*ONCE_APART, *range(80)],
    few=8,
)
def test_games_are_ruled_and_scored_alike(seeds: Sequence[int]) -> None:
    """parameters.md, game and the order of scoring; rulings.md, the sheet; catalogue.md, G."""
    _same([compare_games.compare(seed) for seed in seeds])


@in_two_portions("seeds", [*ROWS_ONCE_APART, *range(120)], few=20)
def test_games_with_a_row_missing_twice_or_exchanged_are_ruled_alike(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, a game: also where only the turns of the bids show it."""
    _same([compare_games.compare(seed, rows=True) for seed in seeds])


def _same(told: Sequence[Told]) -> None:
    differing = [(seed, lines) for seed, lines in told if lines]
    shown = [f"seed {seed}: {line}" for seed, lines in differing[:SHOWN] for line in lines]
    assert not differing, "\n".join([f"{len(differing)} differ, the first of them:", *shown])
