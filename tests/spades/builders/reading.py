"""Records as the core reads and judges them, below the wire."""

from __future__ import annotations

from collections.abc import Iterable

from service.spades.findings import Finding
from service.spades.record.model import RoundRecord
from service.spades.record.parse import read_record
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import ruleset_named
from tests.spades.builders.rulings import resolves


def read(body: Json) -> RoundRecord:
    """Return a record as the core reads it."""
    return read_record(ruleset_named(body["ruleset"]), body)


def read_with_ruleset(body: Json) -> tuple[RoundRecord, Ruleset]:
    """Return a record as the core reads it, and the ruleset that it names."""
    ruleset = ruleset_named(body["ruleset"])
    return read_record(ruleset, body), ruleset


def judged(body: Json) -> Ruling:
    """Return the core's ruling on a record; whatever it points to has to be in the record."""
    ruling = audit(*read_with_ruleset(body))
    for each in (*ruling.findings, *ruling.undecided):
        assert resolves(body, each.pointer)
        proof = (each.evidence or {}).get("proved_by", "#")
        assert proof == "counting" or resolves(body, str(proof))
    return ruling


def codes_and_pointers(found: Iterable[Finding]) -> list[tuple[str, str]]:
    """Return code and pointer of findings."""
    return [(finding.code, finding.pointer) for finding in found]


def withdrawn_card(number: int, place: int, position: int = 0) -> str:
    """Return the pointer to a card taken back, all from 0."""
    return f"#/tricks/{number}/plays/{place}/withdrawn/{position}"
