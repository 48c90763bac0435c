"""The page of a round under several rulesets, made from the request and from the answer in JSON like that of a ruling.

Each ruleset has a letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.media_types import Json
from service.pages.page import Page
from service.pages.phrases import capitalised, location_in_words, number_text
from service.spades.english import count_of, listed
from service.spades.findings import CODES
from service.wire.deeds import deeds_in_words

_LETTERS: Final = "ABCDEFGH"
_NO_VALUE: Final = "\N{EN DASH}"
_UNREADABLE: Final = ""
"""A cell under a ruleset that can't read the record."""
_FINDINGS: Mapping[str, str] = MappingProxyType(
    {"offences": "Offence", "errors": "Error in the record", "undecided": "Open question"}
)
"""What the findings of each list of a result are."""
_FIGURES: Mapping[str, str] = MappingProxyType({"points": "points", "bags": "bags after the round"})
_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        "readable": "Whether the record can be read",
        "verdict": "The verdict",
        "complete": "Whether the round is complete",
        "offence": "Offence",
        "error": "Error in the record",
        "undecided": "Open question",
        "penalty": "Penalty of",
        "tricks": "The tricks of",
        "points_as_played": "The points as played of",
        "points_as_ruled": "The points as ruled of",
        "bags": "The bags after the round of",
    }
)
"""How each subject of a difference begins; with a team or a finding after it, if the difference is about one."""


class Row(NamedTuple):
    """A row with a cell for each ruleset, which may differ."""

    label: str
    cells: Sequence[str]

    @property
    def differs(self) -> bool:
        """Whether rulesets that can read the record differ in it."""
        return len(set(self.cells) - {_UNREADABLE}) > 1


def round_comparison_page(record: Json, answer: Json) -> Page:
    """Return the page of a comparison.

    ``record`` is the request, checked by the contract. ``answer`` has the members of the contract's
    ``RoundComparison``, but each pointer is a tuple of names and indices.
    """
    results = answer["results"]
    letters = _LETTERS[: len(results)]
    content = {
        "answer": answer,
        "letters": letters,
        "lettered": list(zip(letters, results, strict=True)),
        "headline": " ".join(_headline(answer)),
        "figures": [*_verdict_rows(results), *_score_rows(results)],
        "findings": list(_finding_rows(record, results)),
        "has_penalties": any(result.get("penalties") for result in results),
        "differences": [_difference(record, difference) for difference in answer["differences"]],
    }
    return Page("round_comparison", f"One round under {len(results)} rulesets", content, links=False)


def _headline(answer: Json) -> Iterator[str]:
    """Yield the verdicts, and how much differs, in short sentences."""
    verdicts: dict[str, list[str]] = {}
    for letter, result in zip(_LETTERS, answer["results"], strict=False):
        verdicts.setdefault(result.get("verdict", "not readable"), []).append(letter)
    yield capitalised(", ".join(f"{verdict} under {listed(letters)}" for verdict, letters in verdicts.items())) + "."
    differences = answer["differences"]
    if not differences:
        yield "The rulesets decide everything alike."
        return
    verb = "differs" if len(differences) == 1 else "differ"
    yield f"{capitalised(count_of(len(differences), 'decision'))} {verb}."


def _verdict_rows(results: Sequence[Json]) -> Iterator[Row]:
    yield Row("Verdict", [result.get("verdict", "not readable") for result in results])
    complete = {True: "complete", False: "not complete", None: _UNREADABLE}
    yield Row("Round", [complete[result.get("complete")] for result in results])


def _score_rows(results: Sequence[Json]) -> Iterator[Row]:
    """Yield the figures of each side that any of the rulesets makes."""
    sides = [{side["team"]: side for side in result.get("teams", ())} for result in results]
    for team in dict.fromkeys(name for by_name in sides for name in by_name):
        own = [
            None if "faults" in result else by_name.get(team, {})
            for by_name, result in zip(sides, results, strict=True)
        ]
        yield Row(f"{team}: tricks", [_number(side, "tricks") for side in own])
        for kind, words in (("as_played", "as played"), ("as_ruled", "as ruled")):
            for name, figure in _FIGURES.items():
                cells = [_number(side and side.get(kind, {}), name) for side in own]
                if not set(cells) <= {_NO_VALUE, _UNREADABLE} and (name, kind) != ("bags", "as_played"):
                    yield Row(f"{team}: {figure} {words}", cells)


def _number(figures: Mapping[str, int] | None, name: str) -> str:
    """Return a figure of a side; None for the side means that the record can't be read."""
    if figures is None:
        return _UNREADABLE
    return number_text(figures[name]) if name in figures else _NO_VALUE


def _finding_rows(record: Json, results: Sequence[Json]) -> Iterator[Row]:
    """Yield each finding and open question of any ruling, with whether the others have it."""
    for member, kind in _FINDINGS.items():
        found = [{_key(finding): finding for finding in result.get(member, ())} for result in results]
        for key, finding in {key: finding for own in found for key, finding in own.items()}.items():
            cells = [
                _established(own[key]) if key in own else _UNREADABLE if "faults" in result else "no"
                for own, result in zip(found, results, strict=True)
            ]
            yield Row(f"{kind}: {_finding(record, finding)}", cells)


def _key(finding: Json) -> tuple[Any, ...]:
    """Return what is the same of a finding under every ruleset: the side of a player is the ruleset's."""
    return finding["code"], finding["pointer"], finding.get("player") or finding.get("team")


def _established(finding: Json) -> str:
    if "established" not in finding:
        return "yes"
    return "yes, established" if finding["established"] else "yes, not established"


def _finding(record: Json, finding: Json) -> str:
    """Return what was found, and where; only an offence is somebody's deed."""
    code = finding["code"]
    is_offence = code in CODES and CODES[code].severity == "offence"
    what = deeds_in_words([finding]) if is_offence else code.replace("_", " ")
    return f"{what} ({location_in_words(record, finding['pointer'])})"


def _difference(record: Json, difference: Json) -> tuple[str, str]:
    """Return what is not decided alike, and what each ruleset decides."""
    subject = difference["subject"]
    about = _SUBJECTS[subject]
    if "team" in difference:
        about = f"{about} {difference['team']}"
    if "finding" in difference:
        finding = _finding(record, difference["finding"])
        about = (
            f"{about} ({difference['effect']}) because {finding}" if "effect" in difference else f"{about}: {finding}"
        )
    values = [
        f"{_value(decided['value'])} under {listed([_LETTERS[index] for index in decided['rulesets']])}"
        for decided in difference["values"]
    ]
    return about, "; ".join(values)


def _value(value: str) -> str:
    return number_text(int(value)) if value.lstrip("-").isdecimal() else value.replace("_", " ")
