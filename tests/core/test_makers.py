"""Records made fast are whole: each has every member of its kind, which nothing checks when it is made."""

from __future__ import annotations

from collections.abc import Iterator

from service.schemas import RoundRecordSchema, ScoreRequestSchema
from service.spades.faults import UnreadableRecord, UnusableRuleset
from service.spades.ruling import audit, score
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


def test_records_and_rulings_are_whole() -> None:
    kinds: set[str] = set()
    for body in bodies_of("auditRound").values():
        try:
            ruleset, record = RoundRecordSchema().load(body)
        except (UnreadableRecord, UnusableRuleset):
            continue
        kinds |= hold_whole(record, audit(record, ruleset))
    assert kinds >= {"Bid", "Trick", "StandingBid", "Contract", "TrickResult", "Line", "SideScore", "Standing"}


def test_scores_are_whole() -> None:
    kinds: set[str] = set()
    for body in bodies_of("scoreRound").values():
        try:
            ruleset, result = ScoreRequestSchema().load(body)
        except (UnreadableRecord, UnusableRuleset):
            continue
        kinds |= hold_whole(result, score(result, ruleset))
    assert kinds >= {"Bid", "StandingBid", "Contract", "Line", "NilResult", "SideScore", "Standing"}
