"""A slip of the pen accuses nobody: some hundred records, each with one slip that shows.

`tests.slips.measure` does the same for any number of records.
"""

from __future__ import annotations

import pytest

from tests.slips.generator import has_errors, spoilt_record
from tests.slips.kinds import NAMES
from tests.slips.measure import measured
from tests.slips.mending import mended
from tests.slips.tables import Table
from tests.slips.visibility import LABELS
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json

RECORDS = 400
STILL_PROVED = 0.8
"""The least share of true offences that a slip elsewhere leaves proved."""
OFFERED = 0.95
"""The least share of records with a whole log and an error whose true reading is offered."""


@pytest.fixture(scope="module")
def counted() -> tuple[Table, list[str]]:
    """Return the counts over all records, and a line for each that accuses somebody falsely."""
    table, lines = Table(NAMES), []
    for seed in range(RECORDS):
        each = measured(seed)
        table.add(each.kind, each.judged, whole=each.whole)
        if each.judged.is_false:
            lines.append(f"seed {seed}, {each.kind}, {each.label}: {'; '.join(each.judged.accused)}")
    return table, lines


def test_nobody_is_accused_because_of_a_slip(counted: tuple[Table, list[str]]) -> None:
    table, lines = counted
    assert lines == [], table.text()


def test_true_offences_are_still_proved(counted: tuple[Table, list[str]]) -> None:
    table, _ = counted
    assert table.total.provable > RECORDS / 5
    assert table.total.proved >= STILL_PROVED * table.total.provable, table.text()


def test_true_reading_is_offered(counted: tuple[Table, list[str]]) -> None:
    table, _ = counted
    assert table.total.whole > RECORDS / 3
    assert table.total.offered_whole >= OFFERED * table.total.whole, table.text()


# The generator itself.


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_is_made(kind: str) -> None:
    found = [spoilt_record(seed, kind) for seed in range(5)]
    assert {each.kind for each in found} == {kind}
    for each in found:
        assert each.body != each.unspoilt
        assert len(each.slip.origins) == len(each.body["tricks"])
        assert not has_errors(ruling(each.unspoilt))
        assert not (each.provable - each.truth)


@pytest.mark.parametrize("kind", [name for name in NAMES if name != "trick_left_out"])
def test_true_reading_leads_back_to_the_record_without_the_slip(kind: str) -> None:
    for seed in range(5):
        spoilt = spoilt_record(seed, kind)
        for reading in spoilt.slip.readings:
            assert _sorted_hands(mended(spoilt.body, reading)) == _sorted_hands(spoilt.unspoilt)


def _sorted_hands(body: Json | None) -> Json:
    assert body is not None
    return {**body, "hands": {player: sorted(hand) for player, hand in body.get("hands", {}).items()}}


def test_a_seed_is_replayed() -> None:
    assert [spoilt_record(seed).body for seed in range(20)] == [spoilt_record(seed).body for seed in range(20)]


def test_records_show_everything_and_little() -> None:
    found = [spoilt_record(seed) for seed in range(120)]
    assert {each.shown.label for each in found} == set(LABELS)
    assert {len(each.body["players"]) for each in found} == {2, 3, 4, 5, 6}
    assert any(each.truth for each in found)
    assert any(not each.truth for each in found)
