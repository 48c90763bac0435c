"""Links to the desk that nobody at a desk has made: cut short, made by hand, or hostile."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

from tests.desk.sitting import Sitting
from tests.spades.builders.asking import ask

STATE: dict[str, Any] = {
    "ruleset": {"name": "pagat", "options": [], "overrides": {}},
    "record": {"players": ["N", "E", "S", "W"], "tricks": [{"leader": "N", "cards": ["KH", "2H"]}]},
    "text": "",
    "edited": "grid",
    "view": {"target": "hands", "seat": 0},
}


def link(state: Any) -> str:
    packed = zlib.compressobj(wbits=-15)
    content = packed.compress(json.dumps(state).encode()) + packed.flush()
    return "#" + base64.urlsafe_b64encode(content).decode().rstrip("=")


def with_record(**members: Any) -> str:
    return link({**STATE, "record": {**STATE["record"], **members}})


def test_a_link_may_be_made_by_hand(desk: Sitting) -> None:
    desk.page.goto("about:blank")
    desk.open(link(STATE))
    assert "N KH 2H" in desk.text
    assert "Nobody broke a rule" in desk.ruling


def test_a_link_that_the_service_wrote_opens_its_round(desk: Sitting) -> None:
    record = {**STATE["record"], "ruleset": {"name": "pagat", "title": "Tuesday club"}}
    written = ask("writeRecord", {"notation": "desk", "record": record})["text"]
    desk.page.goto("about:blank")
    desk.open(written.removeprefix("/desk"))
    assert "N KH 2H" in desk.text
    assert "By “Tuesday club”, pagat." in desk.whole_ruling


@pytest.mark.parametrize(
    "fragment",
    [
        "#x",
        "#%00",
        link(STATE)[:-9],
        link(None),
        link([1]),
        link({**STATE, "ruleset": {"name": 3}}),
        with_record(players="NESW"),
        with_record(tricks=[{"cards": [{}]}]),
        with_record(tricks=[{"number": 5, "cards": ["KH"]}, {"number": 3, "cards": ["2H"]}]),
        with_record(reported=[]),
        with_record(bids=[{}]),
        with_record(bids_by_player={"N": "many"}),
        with_record(bids_by_player={"N": {"toString": 1, "valueOf": 1}}),
        with_record(accusations=[{"by": 1}]),
        with_record(accusations=[{"by": {"tag": "meta", "props": {}, "children": [], "keys": []}, "against": "E"}]),
        with_record(claim={"by": "N", "tricks": 3, "accepted": True, "statement": "AS"}),
        with_record(stopped="yes"),
        with_record(before={"N": 1}),
        with_record(tricks=[{"cards": ["KH"], "leader": 5}]),
        with_record(teams=[{"name": {}, "players": ["N", "S"]}]),
        link({**STATE, "ruleset": {"name": "pagat", "overrides": {"deck": None}}}),
        with_record(teams=4),
        "#" + "A" * 100_000,
        link({**STATE, "text": "x" * 3_000_000}),
    ],
)
def test_a_link_that_is_none_is_said_to_be_none(fragment: str, desk: Sitting) -> None:
    desk.page.goto("about:blank")
    desk.open(fragment)
    assert "This link can't be read" in desk.page.inner_text("main")
    desk.write("N E S W; dealer W\nN KH 2H\n")
    assert "Nobody broke a rule" in desk.ruling


@pytest.mark.parametrize(
    "members",
    [
        {"players": ["N", "N"]},
        {"players": ["", "E", "S", "W"]},
        {"hands": {"Zoë": ["??", "1X", "", "👍"]}},
        {"bids_by_player": {"constructor": 3, "__proto__": 1}},
        {"tricks": [{"plays": [{"player": "nobody", "card": "KH"}]}]},
        {"tricks": [{"cards": ["KH"] * 60}]},
        {"tricks": [{"cards": ["", "x"], "leader": "nobody"}]},
        {"accusations": [{"by": "constructor"}]},
        {"claim": {}, "before": {"__proto__": {"score": 1}}, "reported": {"points": {"toString": 3}}},
        {"constructor": 1},
    ],
)
def test_a_record_that_is_none_is_refused_by_the_service_and_breaks_no_page(
    members: dict[str, Any], desk: Sitting
) -> None:
    desk.page.goto("about:blank")
    desk.open(with_record(**members))
    assert desk.page.locator("#ruling .notice").count() == 1
    assert desk.page.locator("[data-cell]").count() > 0


@pytest.mark.parametrize(
    "ruleset",
    [
        {"name": "constructor"},
        {
            "name": "pagat",
            "overrides": {"deck": {"removed": {"4": 5}, "jokers": {"valueOf": 1}, "hand_size": {"4": "x"}}},
        },
    ],
)
def test_a_ruleset_that_is_none_breaks_no_page(ruleset: dict[str, Any], desk: Sitting) -> None:
    desk.page.goto("about:blank")
    desk.open(link({**STATE, "ruleset": ruleset}))
    assert desk.page.locator("#ruling .notice").count() == 1
    desk.write(f"{ruleset['name']}\nN E S W; dealer W\nN KH 2H\n")
    assert desk.page.locator("[data-cell]").count() > 0
