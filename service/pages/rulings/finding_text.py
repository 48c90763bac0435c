"""The findings of a ruling in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from service.json_types import Json
from service.pages import phrases
from service.pages.rulings.finding_marks import FindingMarks
from service.spades.english import count_of, listed
from service.spades.errors import pointer_to

_SEVERITIES: Mapping[str, str] = MappingProxyType(
    {"offence": "Offence", "error": "Error in the record", "sheet": "Error on the score sheet", "note": "Note"}
)
_COUNTED: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "offence": lambda number: count_of(number, "offence"),
        "error": lambda number: f"{count_of(number, 'error')} in the record",
        "sheet": lambda number: f"{count_of(number, 'error')} on the score sheet",
        "note": lambda number: count_of(number, "note"),
        "question": lambda number: count_of(number, "open question"),
    }
)
"""How the findings of each kind are counted in words."""
_ESTABLISHED: Mapping[object, str] = MappingProxyType(
    {True: "yes, it was too late to correct it", False: "no, it was not too late to correct it"}
)


def _kind(finding: Json) -> str:
    """Return the severity of a finding, or ``sheet`` if it is an error on the score sheet."""
    on_sheet = finding["pointer"][:1] == ("reported",)
    return "sheet" if on_sheet and finding["severity"] == "error" else str(finding["severity"])


def resting_on_defaults(findings: Sequence[Json], penalties: Sequence[Json]) -> str:
    """Return the subject and verb of a sentence: which findings and penalties rest on a default of this service.

    ``findings`` are those of `finding_content`, ``penalties`` those of the page. Empty if none does.
    """
    numbers = [str(each["number"]) for each in findings if each["basis"] == "default"]
    penalised = dict.fromkeys(
        each["finding"] for each in penalties if any(rule["basis"] == "default" for rule in each["rules"])
    )
    subjects = [f"finding{'' if len(numbers) == 1 else 's'} {listed(numbers)}"] if numbers else []
    if penalised:
        subjects.append(f"the penalty for finding{'' if len(penalised) == 1 else 's'} {listed(list(penalised))}")
    # "The penalty for findings 1 and 2" is singular.
    singular = len(subjects) == 1 and (not numbers or len(numbers) == 1)
    return f"{phrases.capitalised(listed(subjects))} rest{'s' if singular else ''}" if subjects else ""


def finding_counts(answer: Json) -> str:
    """Return how many findings of each kind there are, and how many open questions."""
    counts = Counter([*map(_kind, answer["findings"]), *("question" for _ in answer["undecided"])])
    return listed([counted(counts[kind]) for kind, counted in _COUNTED.items() if counts[kind]])


def finding_content(marks: FindingMarks, number: int, finding: Json) -> dict[str, Any]:
    """Return a finding or an open question by the names that the templates use; numbers start at 1."""
    rule = finding.get("rule", {})
    basis = rule.get("basis")
    return {
        "number": number,
        "code": finding["code"],
        "severity": _SEVERITIES.get(_kind(finding), finding["severity"]),
        "location": marks.location(finding["pointer"]),
        "pointer": pointer_to(*finding["pointer"]),
        "detail": finding["detail"],
        "facts": [(label, text) for label, text in _facts(marks, finding) if text],
        "rule": rule.get("text", ""),
        "parameter": rule.get("parameter", ""),
        "basis": basis,
        "basis_in_words": phrases.BASES.get(basis, basis or ""),
    }


def _facts(marks: FindingMarks, finding: Json) -> Iterator[tuple[str, str]]:
    """Yield labels and texts; a text is empty if the finding has no such member."""
    yield "Cards", phrases.cards_text(finding.get("cards", ()))
    yield "Evidence", phrases.evidence_in_words(marks.record, finding.get("evidence", {}))
    yield "Legal instead", phrases.cards_text(finding.get("legal_cards", ()))
    yield "Winner of the trick with another card", phrases.alternatives_in_words(finding.get("alternatives", ()))
    yield "Established", _ESTABLISHED.get(finding.get("established"), "")
    if "follows" in finding:
        yield "Follows from", finding_references([finding["follows"]])
    if "conflicts_with" in finding:
        yield "Can't be decided because of", finding_references(finding["conflicts_with"])
    if "decided_by" in finding:
        yield "Would be decided by", marks.location(finding["decided_by"])


def finding_references(indices: Sequence[int]) -> str:
    """Return references to findings by their numbers; empty for no finding.

    >>> finding_references([0, 2])
    'findings 1 and 3'
    """
    numbers = [str(index + 1) for index in indices]
    return f"finding{'' if len(numbers) == 1 else 's'} {listed(numbers)}" if numbers else ""
