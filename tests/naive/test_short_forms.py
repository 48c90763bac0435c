"""Random rounds in their short forms: the same ruling from each, and nobody accused because of a slip in one."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.naive.compare_forms import compare
from tests.naive.short_form_slips import FORMS, SLIPS, case_of, judged


@pytest.mark.parametrize("first", [0, 1_000_000])
def test_every_form_of_a_round_has_one_ruling(first: int) -> None:
    """docs/rules.md, "Order that was not recorded"."""
    assert [line for seed in range(first, first + 150) for line in compare(seed)] == []


def test_nobody_is_accused_because_of_a_slip_in_a_short_form() -> None:
    """docs/rules.md, "Slips before accusations"."""
    lines: list[str] = []
    counts: Counter[str] = Counter()
    for seed in range(320):
        case = case_of(seed)
        if case is not None:
            told, count = judged(case)
            lines += [f"seed {seed}, {case.form}, {case.slip}: {line}" for line in told]
            counts += count
    assert lines == []
    assert len(SLIPS) * len(FORMS) * 4 < counts["seen"] < 1.2 * counts["mended"]
    assert counts["kept"] > 0.7 * counts["true"] > 0
