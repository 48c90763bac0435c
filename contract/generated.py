"""The files that hold something from the catalogue, and what is written in them.

In `openapi.yaml`: the lists of finding codes, of their severities, parts and authorities, and of the codes of score
lines; the groups of parameters, with their values, bounds, defaults and descriptions. In `docs/reference/rules.md`: the
tables of codes. `tests/contract/test_generated.py` holds all of it to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from contract.parameters import with_parameters, with_rows
from contract.yaml_text import replaced
from service.pages.finding_texts import AUTHORITIES
from service.spades.catalogue.entries import Severity
from service.spades.findings import CODES, PARTS
from service.spades.scoring.model import LINE_CODES

ROOT = Path(__file__).parent.parent


def _lists() -> Mapping[tuple[str, ...], list[str]]:
    """Return the vocabularies of the contract that are the catalogue's, by where each is among the components."""
    return {
        ("FindingCode",): list(CODES),
        ("FindingSeverity",): list(get_args(Severity)),
        ("FindingPart",): [part.name for part in PARTS],
        ("FindingAuthority", "properties", "authority"): list(AUTHORITIES),
        ("ScoreLine", "properties", "code"): list(LINE_CODES),
    }


def openapi(text: str) -> str:
    """Return the text of the contract with everything that comes from the catalogue, and nothing else changed."""
    values: dict[tuple[str, ...], Any] = {
        ("components", "schemas", *place, "examples"): words for place, words in _lists().items()
    }
    return with_parameters(replaced(text, values))


WRITERS: Mapping[Path, Callable[[str], str]] = MappingProxyType(
    {
        ROOT / "openapi.yaml": openapi,
        ROOT / "docs" / "reference" / "rules.md": with_rows,
    }
)
"""For each file the function that returns its text as it should be, from its text as it is."""
