"""The ruling after the proof against the naive one (`tests.naive.ruling`), on random disputes from seeds.

The oracle was written from the rules alone. Where the two differ, the message names the seed:
``python -m tests.naive.compare SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.naive.compare import compare, usable

SHOWN = 5
"""How many differences a failing test tells."""
IN_DOUBT = 0.04
"""The share of spoilt records that contradict themselves about cards in a way that the rulings leave open."""
NOTES = {"bid_raised", "revoke_corrected"}


def _same(seeds: range, kind: str, *, in_doubt: float = 0.0) -> None:
    differing = doubtful = 0
    lines: list[str] = []
    for seed in seeds:
        case, differences, doubt = compare(seed, kind)
        doubtful += doubt
        if differences and not doubt:
            differing += 1
            if differing <= SHOWN:
                lines += [f"seed {case.seed}:", *(f"    {line}" for line in differences)]
    assert not differing, "\n".join([f"{differing} rulings differ, the first of them:", *lines])
    assert doubtful <= in_doubt * len(seeds)


def _codes(found: Iterable[dict[str, str]]) -> set[str]:
    return {each["code"] for each in found}


@pytest.mark.parametrize("first", [0, 500, 1000, 1500])
def test_disputes_are_ruled_alike(first: int) -> None:
    """parameters.md, irregularities and the order of scoring; rulings.md, "After the proof"."""
    _same(range(first, first + 500), "offences")


def test_rounds_with_a_wrong_count_are_ruled_alike() -> None:
    """`irregularities.wrong_count`: the round is void, or the offender's side is set."""
    _same(range(10_000, 10_500), "miscounts", in_doubt=IN_DOUBT / 4)


def test_rounds_with_faults_of_any_kind_are_ruled_alike() -> None:
    _same(range(20_000, 20_500), "spoilt", in_doubt=IN_DOUBT)


def test_a_legal_round_is_never_accused_whatever_is_hidden() -> None:
    """rulings.md, "What is asked": a legal round never gets a finding, whatever is hidden.

    A revoke that was taken back in time is no offence.
    """
    for seed in range(30_000, 30_600):
        case, answer = usable(seed, "legal")
        assert _codes(answer["findings"]) <= NOTES, case.seed
        assert answer["verdict"] in {"clean", "undetermined"}, case.seed
        assert answer["penalties"] == [], case.seed


def test_a_right_sheet_of_a_legal_round_is_never_called_wrong() -> None:
    """rulings.md, "After the proof", the sheet."""
    for seed in range(40_000, 40_400):
        case, answer = usable(seed, "sheet")
        assert _codes(answer["findings"]) <= NOTES, case.seed
        assert answer["verdict"] in {"clean", "undetermined"}, case.seed
        if "reported" in case.record and "before" in case.record:
            assert answer["differences"] == [], case.seed
