"""Every finding code with its entry, once.

To add a code, give it an entry in the module of its part of the game (`findings`). Whatever the rest of the core asks
about a code is a property of its entry, so that no other module keeps a list of codes. The rules behind the findings:
docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.catalogue.finding_entry import FindingEntry, Part
from service.spades.catalogue.findings.bidding import BIDDING
from service.spades.catalogue.findings.calls_and_claims import CALLS_AND_CLAIMS
from service.spades.catalogue.findings.deal import DEAL
from service.spades.catalogue.findings.play import PLAY
from service.spades.catalogue.findings.sheet import SHEET

PARTS: Final[tuple[Part, ...]] = (DEAL, BIDDING, PLAY, CALLS_AND_CLAIMS, SHEET)
"""The parts of a game that findings are about, in the order of a record."""

CODES: Final[Mapping[str, FindingEntry]] = MappingProxyType(
    {finding.code: finding for part in PARTS for finding in part.findings}
)

SHEET_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row: code for code, finding in CODES.items() if (row := finding.sheet_row)}
)
"""For each row of a score sheet the code of a wrong value in it."""
