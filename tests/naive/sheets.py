"""Random score sheets, right or with the mistakes that scorers make."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.naive.table import Table
from tests.naive.written import judged, rule_as_written

Json = dict[str, Any]


def reported(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with a score sheet, right or with the mistakes that scorers make."""
    return _report(record, parameters, rng, mistakes=rng.choice([0, 0, 1, 1, 2]))


def rightly_reported(record: Json, parameters: Json, rng: Random) -> Json:
    """Return the record with a right score sheet."""
    return _report(record, parameters, rng, mistakes=0)


def _report(record: Json, parameters: Json, rng: Random, *, mistakes: int) -> Json:
    changed: Json = json.loads(json.dumps(record))
    if rng.random() < 0.3:
        return changed
    ruled = rule_as_written(*judged(changed, parameters))
    scores = ruled["as_played"]
    if mistakes and ruled["as_ruled"] is not None and rng.random() < 0.3:
        scores = ruled["as_ruled"]
    table = Table(changed, parameters)
    won = dict(ruled["tricks_won"])
    if rng.random() < 0.4:
        won = {side: sum(won[player] for player in group) for side, group in table.sides.items()}
    sheet: Json = {"tricks_won": won}
    if scores is not None:
        sheet["points"] = {side: score["points"] for side, score in scores.items()}
        sheet["score"] = {side: score["score"] for side, score in scores.items()}
        sheet["bags"] = {side: score["bags_after"] for side, score in scores.items()}
    for _ in range(mistakes):
        rng.choice(_SLIPS_OF_THE_PEN)(sheet, parameters, rng)
    for member in list(sheet):
        if rng.random() < 0.25:
            del sheet[member]
    if sheet:
        changed["reported"] = sheet
    return changed


def _forget_bag_penalty(sheet: Json, parameters: Json, rng: Random) -> None:
    rules = parameters["bags"]
    if "bags" in sheet:
        side = rng.choice(list(sheet["bags"]))
        sheet["bags"][side] += rules["limit"]
        for member in ("points", "score"):
            if side in sheet[member]:
                sheet[member][side] -= rules["penalty"]


def _swap_rows(sheet: Json, _: Json, rng: Random) -> None:
    row = sheet[rng.choice(list(sheet))]
    if len(row) > 1:
        one, other = rng.sample(list(row), 2)
        row[one], row[other] = row[other], row[one]


def _carry_wrongly(sheet: Json, _: Json, rng: Random) -> None:
    if "score" in sheet:
        side = rng.choice(list(sheet["score"]))
        sheet["score"][side] += rng.choice([-100, -10, 10, 100])


def _count_wrongly(sheet: Json, _: Json, rng: Random) -> None:
    name = rng.choice(list(sheet["tricks_won"]))
    sheet["tricks_won"][name] = max(0, sheet["tricks_won"][name] + rng.choice([-1, 1]))


def _leave_out(sheet: Json, _: Json, rng: Random) -> None:
    row = sheet[rng.choice(list(sheet))]
    if len(row) > 1:
        del row[rng.choice(list(row))]


_SLIPS_OF_THE_PEN: list[Callable[[Json, Json, Random], None]] = [
    _forget_bag_penalty,
    _swap_rows,
    _carry_wrongly,
    _count_wrongly,
    _leave_out,
]
