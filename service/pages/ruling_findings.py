"""The findings of a ruling, the calls of revokes and the penalties on a page, and the marks beside a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages import phrases
from service.spades.english import count_of, listed
from service.spades.errors import pointer_to
from service.wire.places import Path
from service.wire.summary import finding_references

_FAULTS: Final = frozenset({"offence", "error"})
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


class Mark(NamedTuple):
    """The numbers of the findings at a location, and whether an offence or an error is among them."""

    numbers: str
    wrong: bool


class FindingMarks:
    """The marks of each location in a record: ``3`` for the third finding, ``Q1`` for the first open question."""

    def __init__(self, record: Json, answer: Json) -> None:
        self.record = record
        self._marks: dict[tuple[str, ...], list[str]] = {}
        self._wrong: set[tuple[str, ...]] = set()
        for number, finding in enumerate(answer["findings"], 1):
            path = _marked_path(finding["pointer"])
            self._marks.setdefault(path, []).append(str(number))
            if finding["severity"] in _FAULTS:
                self._wrong.add(path)
        for number, question in enumerate(answer["undecided"], 1):
            self._marks.setdefault(_marked_path(question["pointer"]), []).append(f"Q{number}")

    def at(self, *path: object) -> Mark:
        """Return the marks of a location."""
        names = tuple(map(str, path))
        return Mark(", ".join(self._marks.get(names, ())), names in self._wrong)

    def within(self, *path: object) -> Mark:
        """Return the marks of a location and of everything in it."""
        names = tuple(map(str, path))
        inside = [location for location in self._marks if location[: len(names)] == names]
        numbers = ", ".join(mark for location in inside for mark in self._marks[location])
        return Mark(numbers, any(location in self._wrong for location in inside))

    def location(self, path: Path) -> str:
        """Return a location in words."""
        return phrases.location_in_words(self.record, path)


def _marked_path(path: Sequence[str | int]) -> tuple[str, ...]:
    """Return the location that is marked for a path: for the card of a play, the play."""
    names = tuple(map(str, path))
    return names[:-1] if names[-1:] == ("card",) else names


def _kind(finding: Json) -> str:
    """Return the severity of a finding, or ``sheet`` if it is an error on the score sheet."""
    on_sheet = finding["pointer"][:1] == ("reported",)
    return "sheet" if on_sheet and finding["severity"] == "error" else str(finding["severity"])


def finding_counts(answer: Json) -> str:
    """Return how many findings of each kind there are, and how many open questions."""
    counts = Counter([*map(_kind, answer["findings"]), *("question" for _ in answer["undecided"])])
    return listed([counted(counts[kind]) for kind, counted in _COUNTED.items() if counts[kind]])


def resting_on_defaults(answer: Json) -> str:
    """Return which findings and penalties rest on a default of this service, in words; empty if none does."""
    numbers = [str(number) for number, found in enumerate(answer["findings"], 1) if _is_default(found.get("rule", {}))]
    penalised = dict.fromkeys(
        str(penalty["finding"] + 1) for penalty in answer.get("penalties", ()) if any(map(_is_default, _rules(penalty)))
    )
    subjects = [f"finding{'' if len(numbers) == 1 else 's'} {listed(numbers)}"] if numbers else []
    if penalised:
        subjects.append(f"the penalty for finding{'' if len(penalised) == 1 else 's'} {listed(list(penalised))}")
    # "The penalty for findings 1 and 2" is singular.
    singular = len(subjects) == 1 and (not numbers or len(numbers) == 1)
    return f"{phrases.capitalised(listed(subjects))} rest{'s' if singular else ''}" if subjects else ""


def _is_default(rule: Json) -> bool:
    return bool(rule.get("basis") == "default")


def severity(finding: Json) -> str:
    """Return the severity of a finding in words; one of a later service unchanged."""
    return _SEVERITIES.get(_kind(finding), str(finding["severity"]))


def places(ruling: Json, of: str = "") -> list[tuple[str, Json, str]]:
    """Return what each finding and each open question is called, itself, and its pointer in the record."""
    numbered = [(f"finding {number}", found) for number, found in enumerate(ruling["findings"], 1)]
    numbered += [(f"question Q{number}", asked) for number, asked in enumerate(ruling.get("undecided", ()), 1)]
    return [(f"{of}{name}", found, pointer_to(*found["pointer"])) for name, found in numbered]


def labelled_facts(marks: FindingMarks, finding: Json) -> list[tuple[str, str]]:
    """Return the facts of a finding that it has, each with its label."""
    return [(label, fact) for label, fact in _labelled_facts(marks, finding) if fact]


def _labelled_facts(marks: FindingMarks, finding: Json) -> Iterator[tuple[str, str]]:
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
    if "readings" in finding:
        numbers = [str(index + 1) for index in finding["readings"]]
        yield "No offence in", f"reading{'' if len(numbers) == 1 else 's'} {listed(numbers)}"
    if "decided_by" in finding:
        yield "Would be decided by", marks.location(finding["decided_by"])


def calls_in_words(record: Json, answer: Json) -> list[tuple[str, str, str, str]]:
    """Return each call of a revoke, its result, why, and what it refers to; none if the record has no list of them."""
    texts = []
    for result in answer.get("accusations", ()):
        call = record["accusations"][result["accusation"]]
        trick = f" in trick {call['trick']}" if "trick" in call else ""
        # Without a moment it came after the round, or at the end of a log that does not show the end of the round.
        after = ", after the round" if answer["complete"] else ""
        at = f", {phrases.moment_in_words(call['at'])}" if "at" in call else after
        called = f"{call['by']} called a revoke by {call['against']}{trick}{at}."
        result_in_words = phrases.capitalised(result["result"])
        texts.append((called, result_in_words, result["detail"], finding_references(result["findings"])))
    return texts


def penalty_effect(penalty: Json) -> str:
    """Return what a penalty changes for a side."""
    for member, unit in (("tricks", "trick"), ("points", "point")):
        if member in penalty:
            return f"{phrases.signed_number(penalty[member])} {unit}{'' if abs(penalty[member]) == 1 else 's'}"
    return str(penalty["effect"])


def with_rules(penalties: Sequence[Json]) -> Iterator[tuple[Json, Json | None, list[Json]]]:
    """Yield penalties in order, each with an earlier one that has the same rules, or with its rules."""
    for penalty in penalties:
        first = next(other for other in penalties if _rules(other) == _rules(penalty))
        # Two parameters may have one sentence, such as a choice and what is to choose from.
        unique: dict[str, Json] = {}
        for rule in _rules(penalty):
            unique.setdefault(rule["text"], rule)
        yield (penalty, None, [*unique.values()]) if first is penalty else (penalty, first, [])


def teams_of_choices(choices: Sequence[Json]) -> list[str]:
    """Return the sides that score by the remedies that a wronged side may choose."""
    return list(dict.fromkeys(side["team"] for choice in choices for side in choice.get("as_ruled", ())))


def points_by_choice(choice: Json, teams: Sequence[str]) -> list[str]:
    """Return the points of each side by one of these remedies."""
    points = {side["team"]: phrases.signed_number(side["points"]) for side in choice.get("as_ruled", ())}
    return [points.get(team, "open") for team in teams]


def _rules(penalty: Json) -> tuple[Json, ...]:
    return (penalty["rule"], *penalty.get("further_rules", ()))


def headline_facts(summary: Json) -> list[tuple[str, Sequence[str]]]:
    """Return the titled lines of what a ruling says first."""
    facts: dict[str, Sequence[str]] = {
        "Proof": [phrases.capitalised("; ".join(proof["detail"] for proof in summary.get("proof", ()))) + "."],
        "Calls": summary.get("calls", ()),
        "Claim": [summary["claim"]] if "claim" in summary else (),
        "Nil": summary.get("nils", ()),
        "Cost": summary.get("cost", ()),
        "Score": [*summary.get("score", ()), *summary.get("why", ())],
        "Score now": summary.get("now", ()),
    }
    return [(title, lines) for title, lines in facts.items() if any(line.strip(".") for line in lines)]
