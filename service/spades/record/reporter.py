"""The one maker of findings: what is proved about a record, and what it leaves open."""

from __future__ import annotations

from typing import TypedDict, Unpack

from service.spades.cards import UNREAD
from service.spades.catalogue.finding_codes import CODES
from service.spades.catalogue.finding_entry import Severity
from service.spades.findings import Evidence, Finding, Location
from service.spades.sentence import Sentence
from service.spades.table import Table


class About(TypedDict, total=False):
    """What a finding may hold besides its code, its location and its sentences: members of `Finding`."""

    severity: Severity
    """Only if it is not the usual severity of the code."""
    parameter: str | None
    """Only if it is not the usual parameter of the code; None for a rule of the game itself."""
    trick: int | None
    seat: int | None
    side: int
    """Only if there is no seat, whose side it would be."""
    card: int
    cards: tuple[int, ...]
    legal_cards: tuple[int, ...] | None
    evidence: Evidence | None
    established: bool | None
    follows: int | None
    conflicts_with: tuple[int, ...] | None
    decided_by: Location


class Contradiction(Exception):  # noqa: N818 - not an error of the program
    """Raised where a record that should not contradict itself does."""


class Reporter:
    """Collects the findings and the open questions about one record, in the order in which they are reported."""

    def __init__(self, table: Table, *, strict: bool = False) -> None:
        """If ``strict``, the first error of the record raises `Contradiction` instead of being reported."""
        self.table = table
        self.strict = strict
        self.findings: list[Finding] = []
        self.undecided: list[Finding] = []

    def report(self, code: str, location: Location, *detail: Sentence, **about: Unpack[About]) -> None:
        """Add a finding that is proved."""
        finding = self._make(code, location, detail, about)
        if self.strict and finding.severity == "error":
            raise Contradiction
        self.findings.append(finding)

    def ask(self, code: str, location: Location, *detail: Sentence, **about: Unpack[About]) -> None:
        """Add an open question: what may be found here if more were known."""
        self.undecided.append(self._make(code, location, detail, about))

    def _make(self, code: str, location: Location, detail: tuple[Sentence, ...], about: About) -> Finding:
        properties = CODES[code]
        about.setdefault("severity", properties.severity)
        about.setdefault("parameter", properties.parameter)
        seat = about.get("seat")
        if seat is not None:
            about["side"] = self.table.side_of[seat]
        if about.get("card") == UNREAD:
            del about["card"]
        return Finding(code, location, detail, **about)
