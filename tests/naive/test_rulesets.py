"""Random rulesets of the whole vocabulary: rounds, score sheets and games by each, against the naive referee.

A test that fails names the seed: ``python -m tests.naive.compare_rulesets SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.lengths import in_two_portions
from tests.naive.compare_rulesets import compare

ONCE_APART = (37, 121, 249, 1859)
"""Seeds on which the two differed, until one of them was mended."""
SHOWN = 5
"""How many differences a failing test tells."""


@in_two_portions("seeds", [*ONCE_APART, *range(100)], few=8)
def test_what_random_rulesets_say_is_ruled_and_scored_alike(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, the codes: every group of parameters."""
    differing = {seed: lines for seed in dict.fromkeys(seeds) if (lines := compare(seed)[0])}
    shown = [f"seed {seed}: {line}" for seed, lines in differing.items() for line in lines[:SHOWN]]
    assert not differing, "\n".join([f"{len(differing)} differ, the first of them:", *shown])
