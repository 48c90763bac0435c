"""Every code that an error of a problem may have, by the type of the problem: what is wrong, and what to write instead.

The codes are made where a fault is found: by the contract, in the core and in the notations. `fault_codes.md` is their
one list, which `/problems/{slug}` and the contract show; `tests/test_fault_codes.py` holds it complete.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple


class FaultCode(NamedTuple):
    """What a code says of a request."""

    meaning: str
    """What is wrong, in a sentence."""
    fix: str
    """What to write instead; the `detail` of an error has the values."""


def codes_in(text: str) -> Mapping[str, Mapping[str, FaultCode]]:
    """Return the codes of a list by the types of the problems; raises `ValueError` for one that a type has twice."""
    codes: dict[str, dict[str, FaultCode]] = {}
    for part in text.split("\n## ")[1:]:
        types, *items = (" ".join(each.split()) for each in re.split(r"^- ", part, flags=re.MULTILINE))
        for slug in types.split(", "):
            of_type = codes.setdefault(slug, {})
            for code, said in (item.split(": ", 1) for item in items):
                if code in of_type:
                    raise ValueError(f"{slug} has {code} twice")
                meaning, fix = said.split(". ", 1)
                of_type[code] = FaultCode(f"{meaning}.", fix)
    return MappingProxyType({slug: MappingProxyType(of_type) for slug, of_type in codes.items()})


CODES: Final = codes_in(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
"""The codes by the last part of the problem's type; other types list no errors."""
KEYWORDS: Final = CODES["contract-violation"]
"""The codes of violations of the contract, which are keywords of JSON Schema."""
