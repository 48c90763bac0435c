"""The order of findings, and what makes one offence the same in two readings."""

from __future__ import annotations

import pytest

from service.spades.findings import Finding, Location, insert_in_order
from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import taken_back
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import places
from tests.spades.builders.slips import offences, open_questions

IN_ORDER: tuple[Location, ...] = (
    ("hands", 1),
    ("bids", 3),
    ("tricks", 0, "leader"),
    ("tricks", 0, "plays", 0),
    ("tricks", 0, "plays", 2, "withdrawn", 0),
    ("tricks", 0, "winner"),
    ("tricks", 1, "plays", 1),
    ("tricks", 2, "winner"),
    ("tricks",),
)
"""The deal, the bids, each trick with its lead, its plays and its winner, and a trick that the log lacks."""


@pytest.mark.parametrize("index", range(len(IN_ORDER)))
def test_a_finding_that_the_readings_add_goes_into_the_order_of_the_record(index: int) -> None:
    """Rulings, severity: findings stand in the order of the record: deal, bids, plays, sheet."""
    findings = [Finding("", location, (), severity="error") for location in IN_ORDER]
    added = findings.pop(index)
    insert_in_order(findings, [added])
    assert [finding.location for finding in findings] == list(IN_ORDER)


def test_a_card_taken_back_and_the_card_that_stayed_are_two_offences() -> None:
    """Rulings, slips: what stands in all readings is stated; cy kept the queen of hearts from trick 1 in either.

    If the queen of diamonds in trick 1 was miscopied, cy followed suit with the card that stayed.
    """
    lines = ("ana AH KH QD JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS QS JS")
    ruled = ruling(taken_back(record(honours(), *lines), 1, "cy", "QC", at=(2, 2)))
    back, stayed = "#/tricks/0/plays/2/withdrawn/0", "#/tricks/0/plays/2"
    assert places(ruled["findings"]) == [("revoke", back), ("card_replayed", "#/tricks/2/plays/2")]
    assert open_questions(ruled) == [("revoke", stayed, [1])]
    both = [("revoke", "cy", back), ("revoke", "cy", stayed)]
    assert [offences(each) for each in ruled["readings"]] == [both[:1], both]
