"""Random rounds in their short forms: the same ruling from each, and nobody accused because of a slip in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from tests.lengths import in_two_portions
from tests.naive.compare_forms import compare
from tests.naive.short_form_slips import ALL_SLIPS, FORMS, SLIPS, case_of, compared, judged


@in_two_portions("seeds", [*range(150), 700_722, *range(1_000_000, 1_000_075)], few=50)
def test_every_form_of_a_round_has_one_ruling(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, "Order that was not recorded"."""
    assert [line for seed in seeds for line in compare(seed)] == []


def _accused(seeds: Iterable[int]) -> tuple[list[str], Counter[str]]:
    """Return what is wrongly told about these seeds, and the counts of what became of their slips."""
    lines: list[str] = []
    counts: Counter[str] = Counter()
    for seed in seeds:
        case = case_of(seed)
        if case is not None:
            told, count = judged(case)
            lines += [f"seed {seed}, {case.form}, {case.slip}: {line}" for line in told]
            counts += count
    return lines, counts


@in_two_portions("seeds", range(176), few=25)
def test_what_the_service_proves_beside_a_slip_in_a_short_form_the_naive_proof_does(seeds: Sequence[int]) -> None:
    """In a short form a slip may change who led, and so whose all later cards are."""
    cases = [(seed, case) for seed in seeds if (case := case_of(seed, ALL_SLIPS)) is not None]
    lines = [f"seed {seed}: {line}" for seed, case in cases for line in compared(case)]
    assert [line for line in lines if "the service alone proves" in line] == []


def test_nobody_is_accused_because_of_a_slip_in_a_few_short_forms() -> None:
    assert _accused(range(30))[0] == []


@pytest.mark.long
def test_nobody_is_accused_because_of_a_slip_in_a_short_form() -> None:
    """docs/reference/rules.md, "Slips before accusations"."""
    lines, counts = _accused(range(320))
    assert lines == []
    assert len(SLIPS) * len(FORMS) * 4 < counts["seen"] < 1.2 * counts["mended"]
    assert counts["kept"] > 0.7 * counts["true"] > 0
