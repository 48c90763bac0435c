"""The scores of a ruling side by side, as played and as ruled, line by line; and where the score sheet differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final

from service.json_types import Json
from service.pages.phrases import capitalised, number_text, signed_number
from service.pages.rulings.finding_marks import FindingMarks
from service.spades.english import listed

_VERSIONS: Mapping[str, str] = MappingProxyType({"as_played": "as played", "as_ruled": "as ruled"})
"""The two scores that an answer may have, in words."""
_BOTH_VERSIONS: Final = "as played and as ruled"
_NO_LINE = "\N{EN DASH}"
_POINTS: Final = "Points of the round"
_SCORE: Final = "Score"
_TOTALS = {_POINTS, _SCORE}
_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("slam_made", "slam_failed", "ten_made", "ten_failed"), "contract"),
        **dict.fromkeys(("contract_made", "contract_set", "contract_without_points", "contract_credited"), "contract"),
        **dict.fromkeys(("nil_made", "nil_failed", "blind_nil_made", "blind_nil_failed", "nil_without_points"), "nil"),
        **dict.fromkeys(("double_nil_made", "double_nil_failed"), "nil"),
        "linked_set": "nil and contract",
    }
)
"""The subject of a score line. Lines on one subject share a row: a contract made as played may be set as ruled."""


def score_tables(answer: Json) -> Iterator[dict[str, Any]]:
    """Yield a table for each side: rows with a label and a cell for each of `score_columns`."""
    for scores in zip(*_versions(answer).values(), strict=True):
        yield {
            "team": scores[0]["team"],
            "players": listed(scores[0]["players"]) if scores[0]["players"] != [scores[0]["team"]] else "",
            "rows": [
                {"label": label, "cells": cells, "total": label in _TOTALS}
                for label, cells in _rows(scores)
                if any(cells)
            ],
        }


def score_columns(answer: Json) -> list[str]:
    """Return the titles of the columns of `score_tables`."""
    return [capitalised(words) for words in _versions(answer)]


def sheet_differences(answer: Json, marks: FindingMarks) -> list[dict[str, str]] | None:
    """Return the values on the score sheet that differ from the ruling, with both scores; None if there is no sheet."""
    if "differences" not in answer:
        return None
    rows = []
    for each in answer["differences"]:
        path = each["pointer"]
        played = _as_played(answer, *path[-2:])
        rows.append(
            {
                "location": capitalised(marks.location(path)),
                "reported": number_text(each["reported"]),
                "played": "" if played is None else number_text(played),
                "ruled": number_text(each["ruled"]),
                "marks": marks.at(*path)["marks"],
            }
        )
    return rows


def _as_played(answer: Json, row: str, name: str) -> int | None:
    """Return the value that a row of the score sheet has as played, or None if there is no score."""
    if row == "tricks_won" and name in answer["tricks_won"]:
        return int(answer["tricks_won"][name])
    side = next((each for each in answer.get("as_played", ()) if each["team"] == name), None)
    if side is None:
        return None
    figures = {"tricks_won": side["tricks"], "points": side["points"]}
    return int(figures[row] if row in figures else side["after"][row])


def _versions(answer: Json) -> dict[str, Json]:
    """Return the scores by their titles: one if the penalties change nothing, and none if the round is void."""
    if answer["verdict"] == "void":
        return {}
    versions = {words: answer[name] for name, words in _VERSIONS.items() if answer.get(name)}
    figures = [[_figures(each) for each in scores] for scores in versions.values()]
    alike = len(figures) > 1 and figures[0] == figures[1]
    return {_BOTH_VERSIONS: answer["as_ruled"]} if alike else versions


def _figures(score: Json) -> Json:
    return {name: value for name, value in score.items() if name != "tricks_adjustment" or value}


def _rows(scores: Sequence[Json]) -> Iterator[tuple[str, list[str]]]:
    yield "Contract", [_contract(each) for each in scores]
    yield "Tricks", [_tricks(each) for each in scores]
    for nils in zip_longest(*(each["nils"] for each in scores)):
        bidder = next(nil.get("player", scores[0]["team"]) for nil in nils if nil)
        blind = "Blind nil" if any(nil and nil["blind"] for nil in nils) else "Nil"
        yield f"{blind} of {bidder}", [_nil(nil) for nil in nils]
    lines = [_lines_by_subject(each["lines"]) for each in scores]
    for subject, count in _merged_order(lines):
        yield (
            f"Points: {subject.replace('_', ' ')}",
            [_line(each[subject, count]) if (subject, count) in each else _NO_LINE for each in lines],
        )
    yield _POINTS, [signed_number(each["points"]) for each in scores]
    yield (
        _SCORE,
        [f"{number_text(each['before']['score'])} → {number_text(each['after']['score'])}" for each in scores],
    )
    for name in ("bags", "sets", "revokes"):
        changes = [(each["before"][name], each["after"][name]) for each in scores]
        # A count that is 0 throughout may be one that this game does not keep: no row.
        yield capitalised(name), [f"{before} → {after}" if any(map(any, changes)) else "" for before, after in changes]


def _contract(score: Json) -> str:
    if any(line["code"] == "trick_points" for line in score["lines"]):
        return "no bids in this round"
    if not score["contract"] and score["nils"]:
        return "nil alone"
    return f"{score['contract']}, {'made' if score['made'] else 'not made'}"


def _tricks(score: Json) -> str:
    change = score.get("tricks_adjustment", 0)
    parts = [str(score["tricks"])]
    if change:
        parts.append(f"{signed_number(change)} by penalty")
    if score["contract_tricks"] != score["tricks"]:
        parts.append(f"{score['contract_tricks']} towards the contract")
    if score["boston"]:
        parts.append("every trick")
    return ", ".join(parts)


def _nil(nil: Json | None) -> str:
    if nil is None:
        return _NO_LINE
    took = f"took {nil['tricks']}" if nil["tricks"] else "took no tricks"
    return f"{'made' if nil['made'] else 'failed'}, {took}"


def _line(line: Json) -> str:
    return f"{signed_number(line['points'])} · {line['detail']}"


def _lines_by_subject(lines: Iterable[Json]) -> dict[tuple[str, int], Json]:
    """Return the lines of a score by their subject, and by how many lines on this subject come before them."""
    counts: Counter[str] = Counter()
    by_subject = {}
    for line in lines:
        subject = _SUBJECTS.get(line["code"], line["code"])
        by_subject[subject, counts[subject]] = line
        counts[subject] += 1
    return by_subject


def _merged_order(scores: Sequence[Mapping[tuple[str, int], Json]]) -> list[tuple[str, int]]:
    """Return the keys of all scores, each after the key that precedes it in its own score."""
    order: list[tuple[str, int]] = []
    for score in scores:
        index = 0
        for key in score:
            if key in order:
                index = order.index(key) + 1
            else:
                order.insert(index, key)
                index += 1
    return order
