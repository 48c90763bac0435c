"""The limits of what may be ruled wrongly on records of known truth, row by row.

`tests.slips.measure` prints the table for any number of records.
"""

from __future__ import annotations

import pytest

from tests.slips.kinds import KINDS
from tests.slips.measure import Tally
from tests.slips.rows import Row, rows

ROWS = [row for row in rows().values() if row.limits and row.name not in KINDS]
FEW, MANY = 3, 80
RARE = 3
"""Where no more than so many of a hundred may be accused falsely, none is of a few."""


def over(row: Row, seeds: range, *, spare: int) -> list[str]:
    """Return the shares over their limits by more than is spared, and what counts against the row."""
    tally = Tally(row)
    tally.measure(seeds)
    assert tally.broken == []
    shares = tally.over(spare)
    against = [f"seed {spoilt.seed}: {each.accused}" for spoilt, each in tally.against()]
    return [*shares, *against] if shares else []


@pytest.mark.parametrize("row", [row for row in ROWS if row.limits.get("false", 0) <= RARE], ids=lambda row: row.name)
def test_few_records_are_ruled_rightly(row: Row) -> None:
    assert over(row._replace(limits={**row.limits, "proved": 0}), range(FEW), spare=0) == []


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_many_records_are_within_the_limits(row: Row) -> None:
    # Two more may be chance: an ordinary slip more explains two offences at once.
    assert over(row, range(FEW, FEW + MANY), spare=2) == []
