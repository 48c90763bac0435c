"""A score sheet beside the record of its round: asked below the wire, answered as on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.spades.record.log import context_of
from service.spades.record.model import Reported, RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from service.spades.ruling.score_sheet import Computed, check_sheet, differences
from service.spades.scoring.model import SideScore
from service.wire.ruling_json import findings_json
from service.wire.writer import Writer
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.reading import read_with_ruleset, writer_for

Row = Mapping[str, int] | None


# ana and cy bid five and take six; ben and dee bid five and take seven.
LEGAL = legal_round()
BEFORE = {"ana+cy": {"score": 337, "bags": 7}, "ben+dee": {"score": 290, "bags": 9}}


def judged_without_sheet(body: Json) -> tuple[RoundRecord, Ruleset, Ruling]:
    """Return a record without its sheet, the ruleset it names, and the ruling on it."""
    record, ruleset = read_with_ruleset(body)
    record = record._replace(reported=None)
    return record, ruleset, audit(record, ruleset)


def reported(tricks_won: Row = None, points: Row = None, score: Row = None, bags: Row = None) -> Reported:
    return Reported(tricks_won, points, score, bags)


def won(ruling: Ruling, size: int = 13) -> tuple[int, ...] | None:
    """Return each seat's tricks where every trick has a winner."""
    tricks = tuple(each or 0 for each in ruling.tricks_won)
    return tricks if sum(tricks) == size else None


class Checked(NamedTuple):
    """What is wrong with a sheet, and what is left open, as on the wire."""

    findings: list[Json]
    undecided: list[Json]


def findings_of_sheet(body: Json, sheet: Reported, offset: int = 0) -> Checked:
    """Check a sheet against a record."""
    record, ruleset, ruling = judged_without_sheet(body)
    computed = Computed(
        won(ruling, ruleset.packs[len(record.table.players)].hand_size),
        as_played=ruling.as_played,
        as_ruled=ruling.as_ruled,
    )
    return checked(body, sheet, computed, offset)


def checked(body: Json, sheet: Reported, computed: Computed, offset: int = 0) -> Checked:
    """Check a sheet against what the record of its round makes."""
    record, ruleset = read_with_ruleset(body)
    answer = check_sheet(sheet, context_of(record, ruleset), computed, offset=offset)
    writer = Writer(record.table, ruleset)
    return Checked(findings_json(writer, answer.findings), findings_json(writer, answer.undecided))


def differing(
    body: Json, sheet: Reported, tricks: tuple[int, ...] | None, as_ruled: tuple[SideScore, ...] | None
) -> list[tuple[str, int, int]]:
    """Return the pointer and the figures of every value of a sheet that is not as ruled.

    ``tricks`` are those of each seat, None where a trick has no winner.
    """
    record, ruleset = read_with_ruleset(body)
    location = writer_for(body).location
    found = differences(sheet, context_of(record, ruleset), tricks, as_ruled)
    return [(location(each.location), each.reported, each.ruled) for each in found]


def seen(finding: Json) -> tuple[str, str, Any, Any]:
    """Return code, pointer, and the figures of a finding."""
    evidence = finding.get("evidence", {})
    return finding["code"], finding["pointer"], evidence.get("reported"), evidence.get("counted")


def found(body: Json, sheet: Reported) -> list[tuple[str, str, Any, Any]]:
    """Return the findings about a sheet, with nothing left open."""
    answer = findings_of_sheet(body, sheet)
    assert answer.undecided == []
    assert {finding["severity"] for finding in answer.findings} <= {"error"}
    return [seen(finding) for finding in answer.findings]


STOOD = changed(LEGAL, before=BEFORE)
"""51 for ana and cy; for ben and dee 52 less 100, as their eleventh bag is the first of another ten."""
