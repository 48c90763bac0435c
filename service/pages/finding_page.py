"""The explanation of a finding code for a director: its proof, parameters, penalty, authorities and related codes.

The texts are in `finding_page.toml`, which is read once. Severity and meaning come from the core's table of codes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

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
"""The title of each authority, the highest first. This service is one only where all others are silent."""


@cache
def texts() -> Json:
    """Return the contents of `finding_page.toml`."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def all_codes() -> Json:
    """Return every code with its severity, its part of the game and its meaning, in the order of a record."""
    return {"findings": [_summary(code) for code in CODES]}


def codes_by_part(listing: Json) -> dict[str, Any]:
    """Return the content of the page of all codes: those of `all_codes` under the title of their part of the game."""
    return {
        "parts": [
            {"title": title, "findings": [each for each in listing["findings"] if each["part"] == part]}
            for part, title in texts()["parts"].items()
        ]
    }


def explanation(code: str) -> Json:
    """Return the full explanation of a finding code (the contract's ``FindingPage``); None for an unknown code."""
    if code not in CODES:
        return None
    page = texts()["codes"][code]
    never = page.get("never", {})
    members = {
        **_summary(code),
        "law": CODES[code].law,
        "proof": page["proof"],
        "undecided": " ".join(filter(None, [page["undecided"], texts()["undecided"].get(CODES[code].severity)])),
        "governed_by": _parameters(page.get("governed_by", ()), never),
        "penalty": page["penalty"],
        "penalised_by": _parameters(page.get("penalised_by", ()), never),
        "authorities": [_authority(each) for each in page["authorities"]],
        "told_apart": [
            {"finding": other, "difference": pair["difference"]}
            for pair in texts()["pairs"]
            if code in pair["codes"]
            for other in pair["codes"]
            if other != code
        ],
    }
    return {name: value for name, value in members.items() if value is not None}


def _summary(code: str) -> Json:
    return {
        "code": code,
        "severity": CODES[code].severity,
        "part": texts()["codes"][code]["part"],
        "meaning": CODES[code].meaning,
    }


def _authority(entry: Json) -> Json:
    name = entry["authority"]
    return {"authority": name, "title": AUTHORITIES[name], "laws": entry.get("laws", []), "text": entry["text"]}


def _parameters(names: Iterable[str], never: Mapping[str, list[str]]) -> Json:
    """Return parameters with their values explained; ``never`` has the values under which the finding can't occur."""
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
    """Return the default of a parameter if it is a single value; the text of the parameter states any other."""
    value = value_of(Parameters(), name)
    return {"default": str(value).lower()} if isinstance(value, str | int) else {}
