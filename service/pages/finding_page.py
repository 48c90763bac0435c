"""The explanation of a finding code for a director: its proof, parameters, penalty, authorities and related codes.

The texts are those of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from service.json_types import Json
from service.spades.catalogue.finding_codes import CODES, PARTS
from service.spades.catalogue.finding_entry import Authority, FindingEntry, Severity
from service.spades.catalogue.parameter import ELSE, Entry
from service.spades.rules.parameters import ENTRIES

AUTHORITIES: Mapping[str, str] = MappingProxyType(
    {
        "ruleset": "The ruleset's own text",
        "tournaments": "Spades tournament sheets",
        "hoyle": "Hoyle-type rules for Spades",
        "whist": "Laws of Whist",
        "bridge": "Laws of Duplicate Bridge",
        "service": "This service",
    }
)
"""The title of each authority, the highest first. This service is one only if all others are silent."""
_PART_OF: Mapping[str, str] = MappingProxyType({finding.code: part.name for part in PARTS for finding in part.findings})
UNDECIDED: Mapping[Severity, str] = MappingProxyType(
    {
        "offence": (
            "A record that contradicts itself may leave it open, too: it is proved only if it stands in every reading"
            " of the record that one slip of the pen would explain, or if there is none, only if nothing that it rests"
            " on is suspect."
        )
    }
)
"""What may leave every finding of a severity open, beside what its entry says."""


def all_codes() -> Json:
    """Return every code with its severity, its part of the game and its meaning, in the order of a record."""
    return {"findings": [_summary(finding) for finding in CODES.values()]}


def codes_by_part(listing: Json) -> dict[str, Any]:
    """Return the content of the page of all codes: those of `all_codes` under the title of their part of the game."""
    return {
        "parts": [
            {"title": part.title, "findings": [shown for shown in listing["findings"] if shown["part"] == part.name]}
            for part in PARTS
        ]
    }


def explanation(code: str) -> Json:
    """Return the full explanation of a finding code (the contract's ``FindingPage``); None for an unknown code."""
    finding = CODES.get(code)
    if finding is None:
        return None
    members = {
        **_summary(finding),
        "law": finding.law,
        "proof": finding.proof,
        "undecided": " ".join(filter(None, [finding.undecided, UNDECIDED.get(finding.severity)])),
        "governed_by": _parameters(finding.governed_by, finding.never),
        "penalty": finding.penalty,
        "penalised_by": _parameters(finding.penalised_by, finding.never),
        "authorities": list(map(_authority, finding.authorities)),
        "told_apart": list(_told_apart(code)),
    }
    return {name: value for name, value in members.items() if value is not None}


def _summary(finding: FindingEntry) -> Json:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "part": _PART_OF[finding.code],
        "meaning": finding.meaning,
    }


def _authority(authority: Authority) -> Json:
    name, text, laws = authority
    return {"authority": name, "title": AUTHORITIES[name], "laws": list(laws), "text": text}


def _told_apart(code: str) -> Iterator[Json]:
    """Yield the codes that a code is confused with, whichever of the two entries states the difference."""
    for finding in CODES.values():
        for other, difference in finding.told_apart.items():
            if code in {finding.code, other}:
                yield {"finding": other if code == finding.code else finding.code, "difference": difference}


def _parameters(names: Iterable[str], never: Mapping[str, tuple[str, ...]]) -> Json:
    """Return parameters with their values explained; ``never`` has the values under which the finding can't occur."""
    return [
        {
            "parameter": name,
            "text": ENTRIES[name].page,
            **_default(ENTRIES[name].default),
            "values": [
                {"value": value, "text": text, "never": value in never.get(name, ())}
                for value, text in values_on_page(ENTRIES[name]).items()
            ],
        }
        for name in names
    ]


def values_on_page(entry: Entry) -> dict[str, str]:
    """Return the values of a parameter that a page explains, as they are written there, with their texts."""
    return {
        "1 or more" if value == ELSE else str(value).lower(): meaning.on_page
        for value, meaning in entry.means.items()
        if meaning.on_page
    }


def _default(value: object) -> Json:
    """Return the default of a parameter if it is a single value; the text of the parameter states any other."""
    return {"default": str(value).lower()} if isinstance(value, str | int) else {}
