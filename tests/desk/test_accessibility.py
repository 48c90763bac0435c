"""The desk for everybody: axe finds nothing, the keyboard is enough, a phone is wide enough, paper has two pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_stories import REVOKE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AXE = Path(__file__).parents[1] / "clients" / "node_modules" / "axe-core" / "axe.min.js"
UNREADABLE = "N E S W\nN KH 2H 9Q 4H\n"
UNDECIDED = """N E S W; dealer W
N ?? 4C 5C 6C
call E > W 1
won N+S 7 E+W 6
"""
HANDS = REVOKE + "hand N S:AKQ H:K\n"
ALL_HANDS = """N E S W; dealer W
hand N S:AKQ4 H:T98 D:AK6 C:QJ9
hand E S:JT98 H:AKQ D:QJT C:AKT
hand S S:765 H:J76 D:9875 C:876
hand W S:32 H:5432 D:432 C:5432
"""
STATES = {"empty": "", "a revoke": REVOKE, "unreadable": UNREADABLE, "undecided": UNDECIDED, "hands": HANDS}
PHONE = {"viewport": {"width": 360, "height": 740}}
WINDOWS: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": PHONE}


def violations(desk: Sitting) -> list[str]:
    """Return what axe finds on the page: the rule and the elements."""
    desk.page.evaluate(AXE.read_text())
    found = desk.page.evaluate("axe.run()")["violations"]
    return [f"{each['id']}: {[node['html'][:150] for node in each['nodes'][:3]]}" for each in found]


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing(window: str, browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **WINDOWS[window]) as desk:
        desk.open()
        for name, text in STATES.items():
            if text:
                desk.write(text)
            assert violations(desk) == [], name
        for opened in desk.page.locator("summary").all():
            opened.click()
        assert violations(desk) == []
        desk.press("Somebody called a revoke", "Somebody claimed")
        desk.enter("tricks claimed", "99")
        assert violations(desk) == []
        desk.write(ALL_HANDS)
        desk.press("Tricks")
        desk.page.get_by_text("N is to play").wait_for()
        assert violations(desk) == []


@pytest.mark.parametrize("text", STATES.values(), ids=STATES)
def test_a_phone_is_wide_enough(text: str, browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open()
        desk.write(text)
        assert desk.page.evaluate("document.documentElement.scrollWidth") == 360


def test_targets_are_large_enough(desk: Sitting) -> None:
    small = desk.page.evaluate(
        "[...document.querySelectorAll('main :is(button, select, textarea, input):not(.mark, .link, [type=checkbox])')]"
        ".map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)])"
        ".filter(([box]) => box.height < 44 || box.width < 24).map(([box, html]) => [box.width, box.height, html])"
    )
    assert small == []


def test_a_round_by_keyboard_alone(desk: Sitting) -> None:
    keys = desk.page.keyboard
    reached = set()
    for _ in range(60):
        keys.press("Tab")
        name = desk.page.evaluate(
            "(focused => focused.getAttribute('aria-label') ?? (focused.id || focused.lastChild?.textContent))"
            "(document.activeElement)"
        )
        reached.add(name)
        if name == "ace of spades":
            break
    assert {"ruleset", "text", "dealer", "hand of N", "bid of W"} <= reached
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    keys.press("Enter")
    desk.settle()
    assert desk.text.endswith("hand N S:A H:K\n")
    focused = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.children[1].textContent"
    assert desk.page.evaluate(focused) == "king of hearts, in the hand of N"
    # One stop for each suit.
    for suit in ("diamonds", "clubs"):
        keys.press("Tab")
        assert desk.page.evaluate(focused) == f"ace of {suit}"
    keys.press("Tab")  # the table, which may have to be scrolled
    keys.press("Tab")
    assert desk.page.evaluate(focused) == "trick 1, N"
    keys.type("kh 2h 3s 4h")
    desk.settle()
    assert "N KH 2H 3S 4H" in desk.text
    keys.press("Space")
    assert desk.page.evaluate(focused) == "trick 2, S"


def test_the_ruling_is_two_pages_of_paper_at_most(desk: Sitting) -> None:
    desk.write(REVOKE)
    paper = desk.page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type /Page\b", paper)) <= 2
