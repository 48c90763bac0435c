"""What the page of a finding says in prose: a Markdown file for each code in ``findings/``, all of the same form.

Under the code stands its meaning. The sections are *At the table* (what to do there), *Example* (a record in shorthand
in which it is found, or open), *Proof*, *What leaves it open*, *Rules* (a list of the parameters;
left out if it is a rule of the game itself), *Penalty* (with a list of the parameters that may set one), *Authorities*
(the highest first) and *Not to be confused with* (each code with the difference; a pair is stated by one of its two
files). ``penalties.revoke.*`` are all columns of a row, ``never with`` names the values of a parameter under which
there is no such finding, and the numbers after an authority are those of its laws. `tests/pages/test_finding_codes.py`
holds the files to that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent
from types import MappingProxyType
from typing import Final, NamedTuple

from service.spades.findings import CODES
from service.spades.rules.ruleset import NAMES

FOLDER: Final = Path(__file__).parent / "findings"
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


class Authority(NamedTuple):
    """Somebody who states a rule or its penalty."""

    name: str
    laws: tuple[str, ...]
    text: str


class FindingText(NamedTuple):
    """The text of one file, in whole sentences for a director."""

    meaning: str
    at_the_table: str
    example: str
    """A record in shorthand."""
    proof: str
    undecided: str
    """What may leave it open, or why nothing does. What holds of all offences is added to it."""
    governed_by: Mapping[str, tuple[str, ...]]
    """All parameters of the rule, each with the values under which there is no such finding."""
    penalty: str
    penalised_by: Mapping[str, tuple[str, ...]]
    """All parameters of the penalty, in the same way."""
    authorities: tuple[Authority, ...]
    told_apart: Mapping[str, str]
    """The codes that it is confused with, each with the difference."""


@cache
def finding_texts() -> Mapping[str, FindingText]:
    """Return the text of each code, in the order of a record. The files are read once."""
    return MappingProxyType({code: _read((FOLDER / f"{code}.md").read_text(encoding="utf-8")) for code in CODES})


def _read(text: str) -> FindingText:
    """Return the text of a file."""
    parts = re.split(r"^##? (.+)\n", text, flags=re.MULTILINE)
    texts = {"Meaning": parts[2], **dict(zip(parts[3::2], parts[4::2], strict=True))}
    sections = {title: _section(said) for title, said in texts.items()}
    prose = {title: paragraph for title, (paragraph, _) in sections.items()}
    items = {title: listed for title, (_, listed) in sections.items()}
    return FindingText(
        meaning=prose["Meaning"],
        at_the_table=prose["At the table"],
        example=dedent(texts["Example"]).strip(),
        proof=prose["Proof"],
        undecided=prose["What leaves it open"],
        governed_by=_parameters(items.get("Rules", {})),
        penalty=prose["Penalty"],
        penalised_by=_parameters(items["Penalty"]),
        authorities=tuple(_authority(*item) for item in items["Authorities"].items()),
        told_apart=items.get("Not to be confused with", {}),
    )


def _section(text: str) -> tuple[str, dict[str, str]]:
    """Return the paragraph with which a section begins, and what it says of each item of its list, by name."""
    paragraph, *items = (" ".join(part.split()) for part in re.split(r"^- ", text, flags=re.MULTILINE))
    return paragraph, {name: said for name, _, said in (item.partition(": ") for item in items)}


def _parameters(items: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    never = {name: tuple(said.removeprefix("never with ").split(", ")) if said else () for name, said in items.items()}
    return {name: values for stated, values in never.items() for name in _named(stated)}


def _named(stated: str) -> list[str]:
    """Return the parameters of a name that ends with a star, or the one of any other name."""
    row = stated.removesuffix("*")
    return [name for name in NAMES if name.startswith(row)] if row != stated else [stated]


def _authority(who: str, text: str) -> Authority:
    name, *laws = who.replace(",", "").split()
    return Authority(name, tuple(laws), text)
