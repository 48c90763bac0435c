"""A slip of the pen accuses nobody: some hundred records, each with one slip that shows.

`tests.naive.spoilt.measure` does the same for any number of records.
"""

from __future__ import annotations

import pytest

from tests.naive.spoilt.generator import SpoiltRecord, spoilt_records
from tests.naive.spoilt.kinds import NAMES
from tests.naive.spoilt.measure import Tally
from tests.naive.spoilt.rows import rows
from tests.naive.spoilt.soundness import mended
from tests.naive.spoilt.truth import has_errors
from tests.naive.spoilt.visibility import LABELS
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json

RECORDS = 200
STILL_PROVED = 0.8
"""The least share of true offences that a slip elsewhere leaves proved."""
OFFERED = 0.95
"""The least share of records with a whole log and an error whose true reading is offered."""
ROWS = rows()


def spoilt_record(seed: int, kind: str | None = None) -> SpoiltRecord:
    """Return the record of a seed with one slip that shows; by default the kinds of slips take turns."""
    plan = ROWS[kind or NAMES[seed % len(NAMES)]].plans[0]
    return next(spoilt_records(seed, plan))


@pytest.fixture(scope="module")
def counted() -> Tally:
    """Return records with one slip of every kind, judged."""
    tally = Tally(ROWS["one visible slip (any rules)"])
    tally.measure(range(RECORDS))
    assert tally.broken == []
    return tally


def test_nobody_is_accused_because_of_a_slip(counted: Tally) -> None:
    assert [(spoilt.seed, each.accused) for spoilt, each in counted.judged if each.accused] == []


def test_true_offences_are_still_proved(counted: Tally) -> None:
    provable = sum(each.provable for _, each in counted.judged)
    assert provable > RECORDS / 5
    assert sum(each.proved for _, each in counted.judged) >= STILL_PROVED * provable


def test_true_reading_is_offered(counted: Tally) -> None:
    whole = [each.offered for spoilt, each in counted.judged if each.has_errors and spoilt.shown.whole]
    assert len(whole) > RECORDS / 3
    assert sum(whole) >= OFFERED * len(whole)


# The generator itself.


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_is_made(kind: str) -> None:
    found = [spoilt_record(seed, kind) for seed in range(5)]
    assert {each.plan.name for each in found} == {kind}
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
