"""Records of strangers, each with the answer that is right (`corpus/strangers.json`).

A case that only a later change mends says in `later` why it fails until then. Once it passes, the test fails: take
`later` away.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

CASES = json.loads((Path(__file__).parent.parent / "corpus" / "strangers.json").read_text(encoding="utf-8"))
SEPARATORS = ",;\t"
"""What divides the cells of a CSV, each in some country's spreadsheet."""
RUN = ("=", "+", "-", "@")
"""With what a cell begins that a spreadsheet runs."""


def marked(case: dict[str, Any]) -> Any:
    """Return a case as the parameter of a test, which is expected to fail if it says so."""
    fails = [pytest.mark.xfail(reason=case["later"], raises=AssertionError, strict=True)] if "later" in case else []
    return pytest.param(case, id=case["name"], marks=fails)


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_a_record_of_strangers_is_answered_rightly(case: dict[str, Any], client: FlaskClient) -> None:
    path, request, expected = case["path"], case["request"], case["expect"]
    for media, status in expected.get("statuses", {}).items():
        assert client.post(path, json=request, headers={"Accept": media}).status_code == status, media
    if "harmless_csv" in expected:
        answer = client.post(path, json=request, headers={"Accept": "text/csv"})
        assert answer.status_code == 422 or not cells_that_run(answer.get_data(as_text=True))
    ruled = client.post(path, json=request)
    assert ruled.status_code == 200
    assert differing(expected, ruled.get_json()) == [], case["right"]


def differing(expected: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Return in what an answer is not the one expected: each member of that once, if it does not hold."""
    rulings = answer.get("rounds", [answer])
    proved, undecided = (
        [[each["code"], each.get("player")] for ruling in rulings for each in ruling.get(member, ())]
        for member in ("findings", "undecided")
    )
    holds: dict[str, Callable[[Any], bool]] = {
        "verdict_not": lambda verdict: bool(answer["verdict"] != verdict),
        "proved": lambda found: all(each in proved for each in found),
        "not_proved": lambda found: not any(each in proved for each in found),
        "undecided": lambda found: all(each in undecided for each in found),
    }
    return [member for member in expected.keys() & holds.keys() if not holds[member](expected[member])]


def cells_that_run(text: str) -> list[str]:
    """Return the cells of a CSV that a spreadsheet runs, whichever of these separators it takes."""
    return [
        cell
        for separator in SEPARATORS
        for row in csv.reader(io.StringIO(text), delimiter=separator)
        for cell in row
        if cell.startswith(RUN) and not cell.removeprefix("-").isdigit()
    ]
