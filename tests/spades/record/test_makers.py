"""Records made fast are whole: each has every member of its kind, which nothing checks when it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from marshmallow import Schema

from service.spades.errors import UnreadableRecord, UnusableRuleset
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.scoring.round import score
from service.wire.schemas import RoundRecordSchema, ScoreRequestSchema
from tests.contract.bodies import bodies_of


def tuples_in(value: object) -> Iterator[tuple[object, ...]]:
    """Yield every named tuple in a value, itself and those inside others."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            yield value
        for each in value:
            yield from tuples_in(each)


def hold_whole(*values: object) -> set[str]:
    """See that every named tuple in these values has all its members; return the names of their kinds."""
    kinds = set()
    for each in tuples_in(values):
        assert len(each) == len(getattr(each, "_fields", ())), each
        kinds.add(type(each).__name__)
    return kinds


@pytest.mark.parametrize(
    ("operation", "schema", "judge", "kinds"),
    [
        ("auditRound", RoundRecordSchema, audit, {"Trick", "TrickResult"}),
        ("scoreRound", ScoreRequestSchema, score, {"NilResult"}),
    ],
)
def test_what_is_read_and_what_is_found_is_whole(
    operation: str, schema: type[Schema], judge: Callable[[Any, Ruleset], object], kinds: set[str]
) -> None:
    seen: set[str] = set()
    for body in bodies_of(operation).values():
        try:
            ruleset, about = schema().load(body)
        except (UnreadableRecord, UnusableRuleset):
            continue
        seen |= hold_whole(about, judge(about, ruleset))
    assert seen >= {"Bid", "StandingBid", "Contract", "Line", "SideScore", "Standing", *kinds}
