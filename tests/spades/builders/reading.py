"""Records as the core reads and judges them, below the wire."""

from __future__ import annotations

from service.spades.record.model import RoundRecord
from service.spades.record.parse import read_record
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import ruleset_named


def read(body: Json) -> RoundRecord:
    """Return a record as the core reads it."""
    return read_record(ruleset_named(body["ruleset"]), body)


def read_with_ruleset(body: Json) -> tuple[RoundRecord, Ruleset]:
    """Return a record as the core reads it, and the ruleset that it names."""
    ruleset = ruleset_named(body["ruleset"])
    return read_record(ruleset, body), ruleset


def ruling_of(body: Json) -> Ruling:
    """Return the core's ruling on a record."""
    return audit(*read_with_ruleset(body))
