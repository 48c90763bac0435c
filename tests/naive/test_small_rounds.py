"""Every round of a small pack: the engine against the naive referee."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.naive.compare import ask, rulings_differing
from tests.naive.ruling import rule
from tests.naive.small_rounds import SMALL_PACKS

SHOWN = 5
"""How many differences a failing test tells."""
FEW = [
    ("two ranks of four suits", slice(0, None, 97), 1),
    ("jokers and a promoted card", slice(0, None, 293), 1),
    ("three players", slice(0, None, 9), 1),
    ("three players, two cards aside", slice(0, None, 97), 1),
    ("two cards drawn", slice(0, None, 19), 1),
    ("four cards drawn", slice(None), 113),
    ("three cards", slice(None), 649),
]
"""Some deals of each pack in all orders of play; where there are few deals, each in some orders."""
MANY = [
    *(("two ranks of four suits", slice(first, None, 4), 1) for first in range(4)),
    ("jokers and a promoted card", slice(1, None, 21), 1),
    ("three players", slice(None), 1),
    ("three players, two cards aside", slice(1, None, 7), 1),
    ("two cards drawn", slice(None), 1),
    ("four cards drawn", slice(None), 11),
    ("three cards", slice(None), 61),
]


@pytest.mark.parametrize(
    ("name", "deals", "every"), [*FEW, *(pytest.param(*each, marks=pytest.mark.long) for each in MANY)]
)
def test_every_round_of_a_small_pack_is_judged_alike(name: str, deals: slice, every: int) -> None:
    """All deals and all orders of play, with the hands and without, also where a rule is broken."""
    lines = list(_differing(name, deals, every))
    assert not lines, "\n".join([f"{len(lines)} differ, the first of them:", *lines[:SHOWN]])


def _differing(name: str, deals: slice, every: int) -> Iterator[str]:
    pack = SMALL_PACKS[name]
    for deal in range(len(pack.deals))[deals]:
        for case in pack.rounds(deal, every):
            answer = ask(case)
            assert answer is not None, f"refused: {case.request}"
            for line in rulings_differing(answer, rule(case.record, case.parameters)):
                yield f"{line} in {case.request}"
