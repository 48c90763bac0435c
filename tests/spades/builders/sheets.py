"""A score sheet beside the record of its round, below the wire."""

from __future__ import annotations

from collections.abc import Mapping

from service.spades.findings import Finding
from service.spades.record.model import Reported, RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from service.spades.ruling.score_sheet import Played, SheetFindings, sheet_findings
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.reading import read_with_ruleset

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
    told = tuple(tricks or 0 for tricks in ruling.tricks_won)
    return told if sum(told) == size else None


def findings_of_sheet(body: Json, sheet: Reported, offset: int = 0) -> SheetFindings:
    """Hold a sheet against a record."""
    found, ruleset, ruling = judged_without_sheet(body)
    return sheet_findings(
        sheet,
        found.table,
        ruleset,
        won(ruling, ruleset.packs[len(found.table.players)].hand_size),
        as_played=ruling.as_played,
        as_ruled=ruling.as_ruled,
        played=Played(len(found.tricks), begun=False),
        standing_known=found.before is not None,
        offset=offset,
    )


def seen(finding: Finding) -> tuple[str, str, object, object]:
    """Return code, pointer, and the figures of a finding."""
    evidence = finding.evidence or {}
    return finding.code, finding.pointer, evidence.get("reported"), evidence.get("counted")


def found(body: Json, sheet: Reported) -> list[tuple[str, str, object, object]]:
    """Return the findings about a sheet, with nothing left open."""
    answer = findings_of_sheet(body, sheet)
    assert answer.undecided == ()
    assert {finding.gravity for finding in answer.findings} <= {"error"}
    return [seen(finding) for finding in answer.findings]


STOOD = changed(LEGAL, before=BEFORE)
"""51 for ana and cy; for ben and dee 52 less 100, as their eleventh bag is the first of another ten."""
