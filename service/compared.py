"""The scores of a ruling side by side: as played and as ruled, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final

from service.wording import listed, number, opening, signed

Json = Any  # what is to be an answer
TITLES: Mapping[str, str] = MappingProxyType({"as_played": "As played", "as_ruled": "As ruled"})
"""The two scores that an answer may have, with what stands over them."""
_IN_SENTENCES: Mapping[str, str] = MappingProxyType({"as_played": "as played", "as_ruled": "as ruled"})
_NOTHING = "\N{EN DASH}"
_POINTS: Final = "Points of the round"
_SCORE: Final = "Score"
_TOTALS = {_POINTS, _SCORE}
_OUTCOMES = ("_made", "_set", "_failed")


def compared(answer: Json) -> Iterator[dict[str, Any]]:
    """Yield the score of each side: rows of a label and a cell for each of the scores that there are."""
    versions = [answer[name] for name in ("as_played", "as_ruled") if answer.get(name)]
    for scores in zip(*versions, strict=True):
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
    """Return in a sentence for each side what it scores."""
    versions = {words: answer[name] for name, words in _IN_SENTENCES.items() if answer.get(name)}
    return [
        f"{scores[0]['team']}: "
        + ", ".join(f"{signed(score['points'])} {words}" for words, score in zip(versions, scores, strict=True))
        for scores in zip(*versions.values(), strict=True)
    ]


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
        about = next(
            (line["code"].removesuffix(each) for each in _OUTCOMES if line["code"].endswith(each)), line["code"]
        )
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
