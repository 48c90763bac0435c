"""What the tests look at in a ruling, and findings beside the records that they are found in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from tests.spades.builders.cards import Json

GAME = {"basis": "game"}
"""The rule behind a finding: a rule of the game itself, which no parameter governs."""


def codes(found: Iterable[Json]) -> list[str]:
    """Return the codes of findings."""
    return [finding["code"] for finding in found]


def places(found: Iterable[Json]) -> list[tuple[str, str]]:
    """Return code and pointer of findings."""
    return [(finding["code"], finding["pointer"]) for finding in found]


def resolves(body: Json, pointer: str) -> bool:
    """Tell whether a pointer (RFC 6901, as a URI fragment) leads to a place in the record."""
    found: Any = body
    for part in unquote(pointer.removeprefix("#")).split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]
        except (IndexError, KeyError, ValueError):
            return False
    return pointer.startswith("#")


def evidence_stands(body: Json, ruled: Json) -> bool:
    """Tell whether all that the findings point to, as their place or as evidence, is in the record."""
    found = (*ruled["findings"], *ruled["undecided"])
    pointers = {each["pointer"] for each in found}
    for each in found:
        evidence = each.get("evidence", {})
        pointers |= {evidence[name] for name in ("proved_by", "also_at") if name in evidence} - {"counting"}
        pointers |= set(evidence.get("rests_on", ()))
    return all(resolves(body, pointer) for pointer in pointers)


def proof_of(finding: Json) -> Json:
    """Return the evidence of a finding without the entries that it rests on."""
    return {name: value for name, value in finding["evidence"].items() if name != "rests_on"}


def evident(finding: Json) -> Json:
    """Return a finding without its sentences and without the entries that it rests on."""
    members = {name: value for name, value in finding.items() if name not in {"detail", "evidence"}}
    if "evidence" in finding and proof_of(finding):
        members["evidence"] = proof_of(finding)
    if "rule" in members:
        members["rule"] = {name: value for name, value in members["rule"].items() if name != "text"}
    return members


@dataclass(frozen=True)
class Case:
    """A finding code with a record that is just wrong enough for it, and one that is just right."""

    rule: str
    """The rule that the finding rests on."""
    fault: Json
    twin: Json
    finding: Json
    """The finding without its sentences."""
    complete: bool = False

    @property
    def code(self) -> str:
        """The code of the finding."""
        return str(self.finding["code"])

    @property
    def is_scored(self) -> bool:
        """Whether the record has a score as played: a round that was thrown in has one, of nothing."""
        return self.complete or self.code == "round_thrown_in"

    @property
    def verdict(self) -> str:
        """The verdict on the record, which has no other finding."""
        if self.code in {"round_thrown_in", "misdeal"}:
            return "void"  # a note, as it is nobody's fault
        return {"offence": "irregular", "error": "inconsistent", "note": "clean"}[self.finding["severity"]]
