"""What a ruling has found, in words: its verdict, its findings, and what they rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from service.json_types import Json
from service.pages import phrases as wording
from service.pages.finding_marks import FindingMarks
from service.pages.phrases import cards
from service.spades.english import listed
from service.spades.pointers import pointer_to

_SEVERITIES: Mapping[str, str] = MappingProxyType(
    {"offence": "Offence", "error": "Error in the record", "sheet": "Error on the score sheet", "note": "Note"}
)
_VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "void": "a hand had a wrong number of cards, so the round does not count: it has no score",
        "undetermined": "nothing wrong is proved, but this record leaves questions open",
        "clean": "the record decides everything, and nothing was wrong",
    }
)
_IRREGULAR: Mapping[str, str] = MappingProxyType(
    {
        "offence": "rules were broken",
        "error": "the record contradicts itself",
        "sheet": "the score sheet does not agree with the cards",
    }
)
"""What makes a ruling irregular, by the kind of finding."""
_ESTABLISHED: Mapping[object, str] = MappingProxyType({True: "yes, it was too late to correct it", False: "not yet"})


def verdict(answer: Json) -> str:
    """Return what the verdict means here."""
    kinds = {_kind(each) for each in answer["findings"]}
    irregular = listed([words for kind, words in _IRREGULAR.items() if kind in kinds])
    return irregular if answer["verdict"] == "irregular" else _VERDICTS.get(answer["verdict"], "")


def _kind(finding: Json) -> str:
    """Return the severity of a finding, an error being one of the score sheet or of the rest of the record."""
    on_sheet = finding["pointer"][:1] == ("reported",)
    return "sheet" if on_sheet and finding["severity"] == "error" else str(finding["severity"])


def by_default(findings: Sequence[Json], penalties: Sequence[Json]) -> str:
    """Return what in a ruling rests on a default of this engine, as the subject of a sentence."""
    found = [str(each["number"]) for each in findings if each["basis"] == "default"]
    fined = dict.fromkeys(
        each["finding"] for each in penalties if any(rule["basis"] == "default" for rule in each["rules"])
    )
    told = [f"finding{'' if len(found) == 1 else 's'} {listed(found)}"] if found else []
    told += [f"the penalty for finding{'' if len(fined) == 1 else 's'} {listed(list(fined))}"] if fined else []
    one = len(told) == 1 and (not found or len(found) == 1)  # a penalty is one, whatever it is for
    return f"{wording.opening(listed(told))} rest{'s' if one else ''}" if told else ""


def counted(answer: Json) -> str:
    """Return how many findings of which kind there are."""
    counts = Counter(each["severity"] for each in answer["findings"])
    kinds = [(counts["offence"], "offence"), (counts["error"], "error"), (counts["note"], "note")]
    kinds.append((len(answer["undecided"]), "open question"))
    return listed([f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in kinds if count])


def finding(marks: FindingMarks, count: int, finding: Json) -> dict[str, Any]:
    """Return a finding, or an open question, of this number."""
    rule = finding.get("rule", {})
    basis = rule.get("basis")
    return {
        "number": count,
        "code": finding["code"],
        "severity": _SEVERITIES.get(_kind(finding), finding["severity"]),
        "place": marks.words(finding["pointer"]),
        "pointer": pointer_to(*finding["pointer"]),
        "detail": finding["detail"],
        "told": [(label, text) for label, text in _told(marks, finding) if text],
        "rule": rule.get("text", ""),
        "parameter": rule.get("parameter", ""),
        "basis": basis,
        "rests_on": wording.BASES.get(basis, basis or ""),
    }


def _told(marks: FindingMarks, finding: Json) -> Iterator[tuple[str, str]]:
    yield "Cards", cards(finding.get("cards", ()))
    yield "Evidence", wording.evidence(marks.record, finding.get("evidence", {}))
    yield "Legal instead", cards(finding.get("legal_cards", ()))
    yield "Would have won the trick", wording.alternatives(finding.get("alternatives", ()))
    yield "Established", _ESTABLISHED.get(finding.get("established"), "")
    if "follows" in finding:
        yield "Comes from", numbered([finding["follows"]])
    if "conflicts_with" in finding:
        yield "Can't be decided because of", numbered(finding["conflicts_with"])
    if "decided_by" in finding:
        yield "Would be decided by", marks.words(finding["decided_by"])


def numbered(places: Sequence[int]) -> str:
    """Return the findings at these places by their numbers."""
    return f"finding{'' if len(places) == 1 else 's'} {listed([str(place + 1) for place in places])}" if places else ""
