"""The readings of a record that contradicts itself that are offered, each with its ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from service.spades.codes.code import Severity
from service.spades.findings import Finding
from service.spades.proof.irregular_order import errors_among
from service.spades.proof.model import Facts, Weighed
from service.spades.record.model import RoundRecord
from service.spades.ruling.model import OfferedReading, Ruling
from service.spades.slips.model import Mended

MOST_OFFERED: Final = 8
"""So many readings are offered at most; the contract states it too."""


def with_readings(ruling: Ruling, weighed: Weighed, rule_on: Callable[[RoundRecord, Facts], Ruling]) -> Ruling:
    """Return a ruling with the readings of its record, if there are any.

    Those with the fewest offences come first, then those that fit the score sheet best. ``rule_on`` rules on a record
    by what was found in it.
    """
    if not weighed.readings:
        return ruling
    ranked = sorted(weighed.readings, key=lambda each: _count(each.facts.findings, "offence"))[: 2 * MOST_OFFERED]
    judged = [(each, rule_on(each.mended.record, each.facts)) for each in ranked]
    judged.sort(key=lambda each: (_count(each[1].findings, "offence"), _count(each[1].findings, "error")))
    del judged[MOST_OFFERED:]
    return _with_sheet_explained(ruling, [other for _, other in judged])._replace(
        readings=tuple(_offer(reading.mended, other) for reading, other in judged)
    )


def _count(findings: Iterable[Finding], severity: Severity) -> int:
    return sum(finding.severity == severity for finding in findings)


def _offer(mended: Mended, ruling: Ruling) -> OfferedReading:
    offences = [each for each in ruling.findings if each.severity == "offence"]
    return OfferedReading(
        mended.slip,
        mended.changes,
        ruling.verdict,
        tuple(map(mended.finding_as_offered, offences)),
        None if ruling.as_ruled is None else tuple(side.points for side in ruling.as_ruled),
        mended.detail,
    )


def _with_sheet_explained(ruling: Ruling, others: Sequence[Ruling]) -> Ruling:
    """Return a ruling in which figures of the sheet that are right in every reading follow from the slip."""
    cause = errors_among(ruling.findings)[0]
    left = {each.location for other in others for each in other.findings}
    findings = tuple(
        each._replace(follows=cause)
        if each.properties.sheet_row and each.follows is None and each.location not in left
        else each
        for each in ruling.findings
    )
    return ruling._replace(findings=findings)
