"""The scores of a ruling side by side, as played and as ruled, line by line; and the score sheet beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final

from service.json_types import Json
from service.pages.finding_marks import FindingMarks
from service.pages.phrases import number, opening, signed
from service.spades.english import listed

_WORDS: Mapping[str, str] = MappingProxyType({"as_played": "as played", "as_ruled": "as ruled"})
"""The two scores that an answer may have, in words."""
_ALIKE: Final = "as played and as ruled"
_NOTHING = "\N{EN DASH}"
_POINTS: Final = "Points of the round"
_SCORE: Final = "Score"
_TOTALS = {_POINTS, _SCORE}
_ABOUT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("slam_made", "slam_failed", "ten_made", "ten_failed"), "contract"),
        **dict.fromkeys(("contract_made", "contract_set", "contract_without_points", "contract_credited"), "contract"),
        **dict.fromkeys(("nil_made", "nil_failed", "blind_nil_made", "blind_nil_failed", "nil_without_points"), "nil"),
        **dict.fromkeys(("double_nil_made", "double_nil_failed"), "nil"),
        "linked_set": "nil and contract",
    }
)
"""What a line is about, so that in both scores made and set stand beside each other."""


def compared(answer: Json) -> Iterator[dict[str, Any]]:
    """Yield the score of each side: rows of a label and a cell for each of the scores that there are."""
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


def outcome(answer: Json) -> list[str]:
    """Return in a sentence for each side what it scores, once where the penalties change nothing of that."""
    versions = _versions(answer)
    told = []
    for scores in zip(*versions.values(), strict=True):
        points = [signed(score["points"]) for score in scores]
        apart = [f"{each} {words}" for each, words in zip(points, versions, strict=True)]
        told.append(f"{scores[0]['team']}: {points[0] if len(set(points)) == 1 else ', '.join(apart)}")
    return told


def titles(answer: Json) -> list[str]:
    """Return what stands over the columns of `compared`."""
    return [opening(words) for words in _versions(answer)]


def claims(answer: Json, marks: FindingMarks) -> list[dict[str, str]] | None:
    """Return the values of the score sheet that are not as ruled, each beside both figures; None without a sheet."""
    if "differences" not in answer:
        return None
    rows = []
    for each in answer["differences"]:
        path = each["pointer"]
        played = _as_played(answer, *path[-2:])
        rows.append(
            {
                "place": opening(marks.words(each["pointer"])),
                "reported": number(each["reported"]),
                "played": "" if played is None else number(played),
                "ruled": number(each["ruled"]),
                "marks": marks.at(*path)["marks"],
            }
        )
    return rows


def _as_played(answer: Json, row: str, name: str) -> int | None:
    """Return what a value of the score sheet is as played, None where there is no score."""
    if row == "tricks_won" and name in answer["tricks_won"]:
        return int(answer["tricks_won"][name])
    side = next((each for each in answer.get("as_played", ()) if each["team"] == name), None)
    if side is None:
        return None
    figures = {"tricks_won": side["tricks"], "points": side["points"]}
    return int(figures[row] if row in figures else side["after"][row])


def _versions(answer: Json) -> dict[str, Json]:
    """Return the scores of an answer by their words: one where the penalties change nothing, none of a void round."""
    if answer["verdict"] == "void":
        return {}
    versions = {words: answer[name] for name, words in _WORDS.items() if answer.get(name)}
    figures = [[_figures(each) for each in scores] for scores in versions.values()]
    alike = len(figures) > 1 and figures[0] == figures[1]
    return {_ALIKE: answer["as_ruled"]} if alike else versions


def _figures(score: Json) -> Json:
    return {name: value for name, value in score.items() if name != "tricks_adjustment" or value}


def _rows(scores: Sequence[Json]) -> Iterator[tuple[str, list[str]]]:
    yield "Contract", [_contract(each) for each in scores]
    yield "Tricks", [_taken(each) for each in scores]
    for nils in zip_longest(*(each["nils"] for each in scores)):
        bidder = next(nil.get("player", scores[0]["team"]) for nil in nils if nil)
        blind = "Blind nil" if any(nil and nil["blind"] for nil in nils) else "Nil"
        yield f"{blind} of {bidder}", [_nil(nil) for nil in nils]
    lines = [_by_code(each["lines"]) for each in scores]
    for code, count in _merged(lines):
        yield (
            f"Points: {code.replace('_', ' ')}",
            [_line(each[code, count]) if (code, count) in each else _NOTHING for each in lines],
        )
    yield _POINTS, [signed(each["points"]) for each in scores]
    yield (
        _SCORE,
        [f"{number(each['before']['score'])} → {number(each['after']['score'])}" for each in scores],
    )
    for name in ("bags", "sets", "revokes"):
        steps = [(each["before"][name], each["after"][name]) for each in scores]
        # A count that stays at nothing is one that this game does not keep, or that tells nothing.
        yield opening(name), [f"{before} → {after}" if any(map(any, steps)) else "" for before, after in steps]


def _contract(score: Json) -> str:
    if any(line["code"] == "trick_points" for line in score["lines"]):
        return "no bids in this round"
    if not score["contract"] and score["nils"]:
        return "nil alone"
    return f"{score['contract']}, {'made' if score['made'] else 'not made'}"


def _taken(score: Json) -> str:
    change = score.get("tricks_adjustment", 0)
    parts = [str(score["tricks"])]
    if change:
        parts.append(f"{signed(change)} by penalty")
    if score["contract_tricks"] != score["tricks"]:
        parts.append(f"{score['contract_tricks']} towards the contract")
    if score["boston"]:
        parts.append("every trick")
    return ", ".join(parts)


def _nil(nil: Json | None) -> str:
    if nil is None:
        return _NOTHING
    took = f"took {nil['tricks']}" if nil["tricks"] else "took no trick"
    return f"{'made' if nil['made'] else 'failed'}, {took}"


def _line(line: Json) -> str:
    return f"{signed(line['points'])} · {line['detail']}"


def _by_code(lines: Iterable[Json]) -> dict[tuple[str, int], Json]:
    """Return the lines of a score by what they are about, so that made and set stand beside each other."""
    met: Counter[str] = Counter()
    found = {}
    for line in lines:
        about = _ABOUT.get(line["code"], line["code"])
        found[about, met[about]] = line
        met[about] += 1
    return found


def _merged(lines: Sequence[Mapping[tuple[str, int], Json]]) -> list[tuple[str, int]]:
    """Return what there are lines about, each in the place where its own score has it."""
    order: list[tuple[str, int]] = []
    for each in lines:
        place = 0
        for about in each:
            if about in order:
                place = order.index(about) + 1
            else:
                order.insert(place, about)
                place += 1
    return order
