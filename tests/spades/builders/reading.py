"""Records as the core reads and judges them, and what it finds as the wire writes it."""

from __future__ import annotations

from service.spades.record.model import RoundRecord
from service.spades.record.parse import parse_record
from service.spades.rules.ruleset import Ruleset
from service.wire.schemas.rounds_and_games import RoundRecordSchema
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.members import members
from tests.spades.builders.rulesets import ruleset_named
from tests.spades.builders.rulings import evidence_stands


def read_with_ruleset(body: Json) -> tuple[RoundRecord, Ruleset]:
    """Return a record as the core reads it, and the ruleset that it names."""
    ruleset = ruleset_named(body["ruleset"])
    return parse_record(ruleset, members(RoundRecordSchema, body)), ruleset


def judged(body: Json) -> Json:
    """Return the ruling on a record; whatever it points to has to be in the record."""
    ruled = ruling(body)
    assert evidence_stands(body, ruled)
    return ruled


def withdrawn_card(number: int, place: int, position: int = 0) -> str:
    """Return the pointer to a card taken back, all from 0."""
    return f"#/tricks/{number}/plays/{place}/withdrawn/{position}"
