"""Records made fast are whole: each has every member of its kind, which nothing checks when it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.spades.errors import UnreadableRecord
from service.spades.record.parse import read_record, read_result
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.scoring.round import score
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import ALL_HOUSES, hidden_and_spoilt, play, sheet_of_round
from tests.spades.builders.rulesets import ruleset_named


def records() -> Iterator[Json]:
    """Yield rounds of every house, played carelessly, hidden in part and spoilt."""
    for seed in range(10):
        for house in ALL_HOUSES:
            yield hidden_and_spoilt(play(house, seed, care=0.9), seed, seed)


def sheets() -> Iterator[Json]:
    """Yield the score sheets of rounds of every house."""
    for seed in range(10):
        for house in ALL_HOUSES:
            yield sheet_of_round(play(house, seed))


def tuples_in(value: object) -> Iterator[tuple[object, ...]]:
    """Yield every named tuple in a value, itself and those inside others."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            yield value
        for each in value:
            yield from tuples_in(each)


def assert_whole(*values: object) -> set[str]:
    """Check that every named tuple in these values has all its members; return the names of their kinds."""
    kinds = set()
    for each in tuples_in(values):
        assert len(each) == len(getattr(each, "_fields", ())), each
        kinds.add(type(each).__name__)
    return kinds


@pytest.mark.parametrize(
    ("requests", "read", "judge", "kinds"),
    [
        (records, read_record, audit, {"Trick", "TrickResult"}),
        (sheets, read_result, score, {"NilResult"}),
    ],
)
def test_what_is_read_and_what_is_found_is_whole(
    requests: Callable[[], Iterator[Json]],
    read: Callable[[Ruleset, Json], Any],
    judge: Callable[[Any, Ruleset], object],
    kinds: set[str],
) -> None:
    seen: set[str] = set()
    for body in requests():
        ruleset = ruleset_named(body["ruleset"])
        try:
            found = read(ruleset, body)
        except UnreadableRecord:
            continue
        seen |= assert_whole(found, judge(found, ruleset))
    assert seen >= {"Bid", "StandingBid", "Contract", "Line", "SideScore", "Standing", *kinds}
