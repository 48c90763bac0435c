"""Records with one slip of the pen, against the naive proof (`tests.naive`).

A test that fails names the seed: ``python -m tests.naive.compare_slips SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.lengths import in_two_portions
from tests.naive.compare_slips import compare
from tests.naive.slip_cases import is_false, proof_of, slip_cases, true_readings

ONCE_APART = (700_059, 3_300_351)
"""Seeds of long comparisons on which the two differed, until one of them was mended."""
APART = 143
"""A seed on which the two differ: a card stands twice, and a wrong winner follows; the service does not try that its
first place was misread."""
SHOWN = 5
"""How many differences a failing test tells."""


@in_two_portions("seeds", [*(seed for seed in range(60) if seed != APART), *ONCE_APART], few=8)
def test_the_service_proves_what_stands_in_every_reading(seeds: Sequence[int]) -> None:
    told = [(seed, compare(seed)[1]) for seed in seeds]
    differing = [(seed, lines) for seed, lines in told if lines]
    shown = [f"seed {seed}: {line}" for seed, lines in differing[:SHOWN] for line in lines]
    assert not differing, "\n".join([f"{len(differing)} differ, the first of them:", *shown])


@in_two_portions("seeds", range(1000, 1060), few=4)
def test_the_naive_proof_accuses_nobody_because_of_a_slip(seeds: Sequence[int]) -> None:
    """The oracle itself: the true record is among the readings, so that nothing else can stand in all of them."""
    for seed in seeds:
        case = next(slip_cases(seed))
        proof = proof_of(case.spoilt.record, case.parameters)
        if proof.errors and case.spoilt.kind != "two_slips":
            assert not [offence for offence in proof.offences if is_false(case, offence)], seed
            restoring = [mended.changes for mended in true_readings(case)]
            found = [reading.mended.changes for reading in proof.readings]
            # A reading may have changes more: the tricks that it lacks.
            assert any(changes[: len(true)] == true for changes in found for true in restoring), seed
