"""The content of the page with the rulings on one round under several rulesets, side by side.

It is made from the request and from the answer in JSON, like the page of a ruling. Each ruleset has a letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from service.json_types import Json
from service.pages.phrases import BASES, capitalised, location_in_words, number_text, overrides_in_words
from service.pages.rulings.deeds import deeds_in_words
from service.spades.catalogue.finding_codes import CODES
from service.spades.english import count_of, listed

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


def round_comparison_content(record: Json, answer: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    ``record`` is the request, checked by the contract. ``answer`` has the members of the contract's
    ``RoundComparison``, but each pointer is a tuple of names and indices.
    """
    results = answer["results"]
    return {
        "labels": [(capitalised(name), text) for name, text in answer.get("labels", {}).items()],
        "headline": " ".join(_headline(answer)),
        "letters": _LETTERS[: len(results)],
        "rulesets": [_ruleset(letter, each) for letter, each in zip(_LETTERS, results, strict=False)],
        "rows": [*_verdict_rows(results), *_score_rows(results)],
        "findings": list(_finding_rows(record, results)),
        "penalties": list(_penalty_rows(results)),
        "groups": list(_groups(record, answer["differences"])),
        "rules": [_rules(each) for each in answer["parameters"]],
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
    }


def _headline(answer: Json) -> Iterator[str]:
    """Yield the verdicts, and how much differs, in short sentences."""
    verdicts: dict[str, list[str]] = {}
    for letter, each in zip(_LETTERS, answer["results"], strict=False):
        verdicts.setdefault(each.get("verdict", "not readable"), []).append(letter)
    yield capitalised(", ".join(f"{verdict} under {listed(letters)}" for verdict, letters in verdicts.items())) + "."
    differences = answer["differences"]
    if not differences:
        yield "The rulesets decide everything alike."
        return
    parameters = count_of(len(answer["parameters"]), "parameter")
    verb = "differs" if len(differences) == 1 else "differ"
    yield f"{capitalised(count_of(len(differences), 'decision'))} {verb}, because of {parameters}."


def _ruleset(letter: str, result: Json) -> dict[str, Any]:
    ruleset = result["ruleset"]
    return {
        "letter": letter,
        "title": result["title"],
        **{name: ruleset[name] for name in ("name", "version", "digest", "options")},
        "overrides": overrides_in_words(ruleset),
        "faults": [each["detail"] for each in result.get("faults", ())],
    }


def _row(label: str, cells: Sequence[str]) -> dict[str, Any]:
    return {"label": label, "cells": cells, "differs": len(set(cells) - {_UNREADABLE}) > 1}


def _verdict_rows(results: Sequence[Json]) -> Iterator[dict[str, Any]]:
    yield _row("Verdict", [each.get("verdict", "not readable") for each in results])
    complete = {True: "complete", False: "not complete", None: _UNREADABLE}
    yield _row("Round", [complete[each.get("complete")] for each in results])


def _score_rows(results: Sequence[Json]) -> Iterator[dict[str, Any]]:
    """Yield the figures of each side that any of the rulesets makes."""
    sides = [{side["team"]: side for side in each.get("teams", ())} for each in results]
    for team in dict.fromkeys(name for each in sides for name in each):
        own = [None if "faults" in result else each.get(team, {}) for each, result in zip(sides, results, strict=True)]
        yield _row(f"{team}: tricks", [_number(side, "tricks") for side in own])
        for kind, words in (("as_played", "as played"), ("as_ruled", "as ruled")):
            for name, figure in _FIGURES.items():
                cells = [_number(side and side.get(kind, {}), name) for side in own]
                if not set(cells) <= {_NO_VALUE, _UNREADABLE} and (name, kind) != ("bags", "as_played"):
                    yield _row(f"{team}: {figure} {words}", cells)


def _number(figures: Mapping[str, int] | None, name: str) -> str:
    """Return a figure of a side; None for the side means that the record can't be read."""
    if figures is None:
        return _UNREADABLE
    return number_text(figures[name]) if name in figures else _NO_VALUE


def _finding_rows(record: Json, results: Sequence[Json]) -> Iterator[dict[str, Any]]:
    """Yield each finding and open question of any ruling, with whether the others have it."""
    for member, kind in _FINDINGS.items():
        found = [{_key(each): each for each in result.get(member, ())} for result in results]
        for key, finding in {key: each for own in found for key, each in own.items()}.items():
            cells = [
                _established(own[key]) if key in own else _UNREADABLE if "faults" in result else "no"
                for own, result in zip(found, results, strict=True)
            ]
            yield _row(f"{kind}: {_finding(record, finding)}", cells)


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


def _penalty_rows(results: Sequence[Json]) -> Iterator[dict[str, str]]:
    for letter, result in zip(_LETTERS, results, strict=False):
        for each in result.get("penalties", ()):
            yield {"letter": letter, "team": each["team"], "detail": each["detail"], "rule": each["rule"]["text"]}


def _groups(record: Json, differences: Sequence[Json]) -> Iterator[dict[str, Any]]:
    """Yield the differences that have the same causes together, with these causes."""
    by_causes: dict[tuple[Any, ...], list[Json]] = {}
    for each in differences:
        key = tuple((*(cause[name] for name in _CAUSE), tuple(cause["parameters"])) for cause in each["causes"])
        by_causes.setdefault(key, []).append(each)
    for alike in by_causes.values():
        yield {
            "differences": [_difference(record, each) for each in alike],
            "causes": [_causes(list(own)) for _, own in groupby(alike[0]["causes"], key=_step)],
        }


_CAUSE = ("ruleset", "other", "result")


def _step(cause: Json) -> tuple[int, int]:
    return cause["ruleset"], cause["other"]


def _causes(causes: Sequence[Json]) -> dict[str, Any]:
    """Return what makes one ruleset decide like another: one parameter, or any of several, or all of several."""
    first = causes[0]
    return {
        "ruleset": _LETTERS[first["ruleset"]],
        "other": _LETTERS[first["other"]],
        "result": first["result"],
        "parameters": [name for each in causes for name in each["parameters"]],
    }


def _difference(record: Json, difference: Json) -> dict[str, Any]:
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
        f"{_value(each['value'])} under {listed([_LETTERS[index] for index in each['rulesets']])}"
        for each in difference["values"]
    ]
    return {"about": about, "decided": "; ".join(values)}


def _value(value: str) -> str:
    return number_text(int(value)) if value.lstrip("-").isdecimal() else value.replace("_", " ")


def _rules(parameter: Json) -> dict[str, Any]:
    """Return what each ruleset says of a parameter; those that say the same together."""
    texts: dict[tuple[str, str], list[str]] = {}
    for letter, rule in zip(_LETTERS, parameter["rules"], strict=False):
        texts.setdefault((rule["text"], rule["basis"]), []).append(letter)
    return {
        "parameter": parameter["parameter"],
        "section": parameter["section"],
        "texts": [
            {"letters": listed(letters), "text": text, "basis_in_words": BASES.get(basis, basis)}
            for (text, basis), letters in texts.items()
        ],
    }
