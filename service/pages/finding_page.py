"""What a finding code means, in words for whoever has to rule: its proof, its parameters, its penalty, its authority.

The texts stand in `finding_pages.toml`, which is read once; severity and meaning are those of the core's own table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from service.json_types import Json
from service.spades.finding_codes import CODES
from service.spades.rules.parameters import Parameters, value_of

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
"""Who stands behind a rule or a penalty, the highest authority first; this service only where all others are silent."""


@cache
def texts() -> Json:
    """Return the texts: parameters, codes, and the pairs of codes that are told apart."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def listed() -> Json:
    """Return every code with its severity and its meaning, in the order of the record."""
    return {"findings": [_heading(code) for code in CODES]}


def explained(code: str) -> Json:
    """Return all that there is to say about a code, or None for one that does not exist."""
    if code not in CODES:
        return None
    page = texts()["codes"][code]
    never = page.get("never", {})
    members = {
        **_heading(code),
        "law": CODES[code].law,
        "proof": page["proof"],
        "undecided": page.get("open"),
        "governed_by": _parameters(page.get("rules", ()), never),
        "penalty": page["penalty"],
        "penalised_by": _parameters(page.get("costs", ()), never),
        "authorities": [_authority(each) for each in page["authorities"]],
        "told_apart": [
            {"finding": other, "difference": pair["text"]}
            for pair in texts()["apart"]
            if code in pair["codes"]
            for other in pair["codes"]
            if other != code
        ],
    }
    return {name: value for name, value in members.items() if value is not None}


def _heading(code: str) -> Json:
    return {"code": code, "severity": CODES[code].severity, "meaning": CODES[code].meaning}


def _authority(text: Json) -> Json:
    name = text["authority"]
    return {"authority": name, "title": AUTHORITIES[name], "laws": text.get("laws", []), "text": text["text"]}


def _parameters(names: Iterable[str], never: Mapping[str, list[str]]) -> Json:
    """Return these parameters with what their values make of the finding; ``never`` has those that rule it out."""
    return [
        {
            "parameter": name,
            "text": texts()["parameters"][name]["text"],
            **_default(name),
            "values": [
                {"value": value, "text": text, "never": value in never.get(name, ())}
                for value, text in texts()["parameters"][name].get("values", {}).items()
            ],
        }
        for name in names
    ]


def _default(name: str) -> Json:
    """Return the default where it is a single value; what a list or a map is by default stands in its text."""
    value = value_of(Parameters(), name)
    return {"default": str(value).lower()} if isinstance(value, str | int) else {}
