"""Correcting the record by a click: the ruling is the one that was offered, whichever way the round was entered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

from tests.desk.sitting import Sitting
from tests.desk.test_links import STATE, link
from tests.lengths import in_two_portions
from tests.naive.short_form_slips import case_of
from tests.spades.builders.asking import answer, ask
from tests.spades.builders.cards import Json

if TYPE_CHECKING:
    from playwright.sync_api import Request

BUTTON = "Correct the record"


class Rulings:
    """What the page asks the service to rule on, and the answers."""

    def __init__(self, desk: Sitting) -> None:
        self._asked: list[Request] = []
        desk.page.on("request", lambda each: self._asked.append(each) if each.url.endswith("/rounds/audit") else None)

    def last(self) -> tuple[Json, Json]:
        """Return the body that was sent last, and the ruling on it."""
        response = self._asked[-1].response()
        assert response is not None
        assert response.ok, response.text()
        return json.loads(self._asked[-1].post_data or ""), response.json()


def can_be_clicked(reading: Json) -> bool:
    """Tell whether each change of a reading puts one entry in the place of another."""
    return all({"recorded", "suggested"} <= change.keys() for change in reading["changes"])


def changed(body: Json, changes: Sequence[Json]) -> Json:
    """Return the body with the suggested entries, and nothing else changed."""
    body = json.loads(json.dumps(body))
    for change in changes:
        *way, last = change["pointer"].removeprefix("#/").split("/")
        within: Any = body
        for name in way:
            within = within[int(name) if isinstance(within, list) else name]
        key = int(last) if isinstance(within, list) else last
        assert within[key] == change["recorded"]
        within[key] = change["suggested"]
    return body


def offered(reading: Json) -> tuple[Any, ...]:
    """Return what a reading promises: verdict, offences and points."""
    return reading["verdict"], told(reading["offences"]), reading.get("points")


def given(ruled: Json, points_if_open: Any) -> tuple[Any, ...]:
    """Return the same of a ruling, with the offences that it leaves open because one slip more would explain them.

    Then the points may be open as well.
    """
    found = [each for each in ruled["findings"] if each["severity"] == "offence"]
    explained = [each for each in ruled["undecided"] if "readings" in each]
    verdict = "irregular" if explained and ruled["verdict"] == "undetermined" else ruled["verdict"]
    points = {each["team"]: each["points"] for each in ruled.get("as_played", [])} or None
    return verdict, told([*found, *explained]), points_if_open if explained and points is None else points


def told(offences: Sequence[Json]) -> list[tuple[Any, ...]]:
    """Return who did what in which trick."""
    return sorted(((each["code"], each.get("player"), each.get("trick")) for each in offences), key=str)


@pytest.mark.parametrize("entered", ["as text", "in cells"])
@in_two_portions("seeds", range(50), few=20)
def test_a_correction_gives_the_ruling_that_was_offered(entered: str, seeds: Sequence[int], desk: Sitting) -> None:
    rulings = Rulings(desk)
    clicked = 0
    for seed in seeds:
        case = case_of(seed)
        if case is None:
            continue
        status, ruled = answer("auditRound", case.spoilt)
        if status != 200 or not any(map(can_be_clicked, ruled.get("readings", ()))):
            continue
        record = {name: value for name, value in case.spoilt.items() if name != "ruleset"}
        state = {**STATE, "ruleset": {"options": [], **case.spoilt["ruleset"]}, "record": record}
        if entered == "as text":
            text = ask("writeRecord", {"notation": "shorthand", "record": record})["text"]
            state |= {"record": {"players": record["players"], "tricks": []}, "text": text, "edited": "text"}
        address = link(state)
        number = 0
        while True:
            desk.page.goto("about:blank")
            desk.open(address)
            body, ruled = rulings.last()
            readings = [reading for reading in ruled.get("readings", ()) if can_be_clicked(reading)]
            buttons = desk.page.get_by_role("button", name=BUTTON, exact=True, include_hidden=True)
            assert buttons.count() == len(readings), seed
            if number == len(readings):
                break
            reading = readings[number]
            if not buttons.nth(number).is_visible():
                desk.page.locator("details:has(.slip) > summary").click()
            buttons.nth(number).click()
            desk.settle()
            sent, after = rulings.last()
            assert sent == changed(body, reading["changes"]), seed
            assert after == ask("auditRound", sent), seed
            assert given(after, points_if_open=reading.get("points")) == offered(reading), seed
            assert desk.ruling, seed
            number += 1
            clicked += 1
    assert clicked > len(seeds) // 10
