"""What comes next in rounds that break off, against the naive referee, on random disputes from seeds.

A test that fails names the seed: ``python -m tests.naive.compare_next SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.lengths import in_two_portions
from tests.naive.compare_next import compare

SHOWN = 5
"""How many differences a failing test tells."""


@in_two_portions("seeds", range(800), few=80)
def test_whose_turn_it_is_and_what_he_may_play_is_told_alike(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, E: turns, leads and following suit, also after an offence."""
    said, lines = Counter[str](), list[str]()
    for seed in seeds:
        differing, what = compare(seed)
        said[what] += 1
        lines += [f"seed {seed}: {line}" for line in differing]
    assert not lines, "\n".join(lines[:SHOWN])
    assert said["legal"] > len(seeds) / 3, said
