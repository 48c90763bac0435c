"""Every finding code: a record that is just wrong enough for it, and one that is just right."""

from __future__ import annotations

import pytest

from service.spades.findings import CODES
from tests.spades.builders.asking import ruling
from tests.spades.builders.rulings import Case, evidence_stands, evident
from tests.spades.deal.bidding_cases import CASES as BIDDING
from tests.spades.deal.deal_cases import CASES as DEAL
from tests.spades.play.play_cases import CASES as PLAY
from tests.spades.ruling.claim_cases import CLAIM_CASES
from tests.spades.ruling.sheet_cases import CASES as SHEET

CASES = (*DEAL, *BIDDING, *PLAY, *CLAIM_CASES, *SHEET)
NOT_ALONE = {
    "round_after_end",
    "row_repeated",
    "row_missing",
    "rows_exchanged",
    "late_accusation",
    "remedy_not_chosen",
    "end_of_play_open",
    "conceded_tricks_open",
    "tricks_not_recorded",
}
"""Codes that no single round can have, that always come with another, or that are always an open question."""


def test_every_code_has_a_case() -> None:
    """Design, finding codes: each with a minimal failing example and its nearest innocent twin."""
    assert {case.code for case in CASES} == CODES.keys() - NOT_ALONE


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_fault_is_found_and_nothing_else(case: Case) -> None:
    """Each case cites its rule; that the fault is found once is the heading of the cascade table of the rulings."""
    ruled = ruling(case.fault)
    assert [evident(each) for each in ruled["findings"]] == [case.finding]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == (case.verdict, case.complete)
    assert ("as_played" in ruled) is case.is_scored


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_its_innocent_twin_has_no_finding(case: Case) -> None:
    """Rulings, what is asked: a legal round never gets a finding."""
    ruled = ruling(case.twin)
    assert (ruled["findings"], ruled["undecided"], ruled["verdict"]) == ([], [], "clean")


@pytest.mark.parametrize("case", [*DEAL, *BIDDING], ids=lambda case: case.code)
def test_its_twin_is_as_complete(case: Case) -> None:
    assert ruling(case.twin)["complete"] is case.complete


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_code_has_the_severity_of_its_meaning(case: Case) -> None:
    """Rulings, severity: offence, error or note; the table of codes and the wire say the same.

    A wrong hand count is an offence only where all lists agree; then it is found with two hands, and never alone.
    """
    of_list = case.code == "wrong_hand_size"
    assert case.finding["severity"] == ("error" if of_list else CODES[case.code].severity)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_finding_points_into_the_record(case: Case) -> None:
    """Design, contract: pointers lead into the request, and so does what a finding rests on."""
    assert evidence_stands(case.fault, ruling(case.fault))
