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
        # A card of the past on the table, and those to come.
        desk.page.locator(".mini.offence").first.click()
        assert violations(desk) == []
        for opened in desk.page.locator("summary").all():
            opened.click()
        assert violations(desk) == []
        desk.enter("bid of N", "99")
        assert violations(desk) == []
        desk.write(ALL_HANDS)
        assert violations(desk) == []


PAGES = (
    *("/", "/desk/example", "/desk/sheet#example", "/v1/rulesets", "/v1/findings", "/v1/findings/revoke"),
    *("/v1/findings/illegal_draw", "/v1/findings/row_missing", "/v1/findings/revoke_corrected"),
    *("/v1/rulesets/pagat", "/v1/rulesets/pagat/rulebook", "/problems", "/problems/unreadable-record"),
    *("/v1/rounds/audit", "/nowhere"),
)
TABLE = {"ruleset": "pagat", "players": ["N", "E", "S", "W"]}
SHORT = {"cards": ["KH", "2H", "3S", "4H"], "leader": "N"}
ASKED: dict[str, dict[str, Any]] = {
    "/v1/rounds/audit": {**TABLE, "tricks": [SHORT, {"cards": ["9H", "AH"], "leader": "S"}]},
    "/v1/rounds/score": {
        **TABLE,
        "bids": [{"player": player, "tricks": 3} for player in "NESW"],
        "tricks_won": {"N": 4, "E": 4, "S": 3, "W": 2},
    },
    "/v1/rounds/compare": {"record": {**TABLE, "tricks": [SHORT]}, "rulesets": ["pagat", "nello"]},
    "/v1/rulesets/compare": {"rulesets": ["pagat", "nello"]},
    "/v1/games/score": {"ruleset": "pagat", "teams": []},
    "/v1/games/audit": {
        **TABLE,
        "rounds": [
            {
                "bids_by_player": dict.fromkeys("NESW", 3),
                "tricks_won": {"N+S": 6, "E+W": 7},
                "reported": {"points": {"N+S": 61}},
            }
        ],
    },
    "/v1/standings": {"results": [{"standing": {"Bears": {"score": 500}, "Lions": {"score": 400}}}]},
}


# An ordinary screen at 200 %.
ZOOMED = {"viewport": {"width": 640, "height": 450}}


@pytest.mark.parametrize("window", [*WINDOWS, "zoomed"])
def test_axe_finds_nothing_on_any_page(window: str, browser: Browser, served: Served) -> None:
    """Every page that a browser opens, and those that answer a request, of which one is refused."""
    require(AXE)
    headers = {"Accept": "text/html"}
    with Sitting(browser, served.address, **{**WINDOWS, "zoomed": ZOOMED}[window]) as desk:
        for path in PAGES:
            desk.page.goto(served.address + path)
            if path.startswith("/desk/"):
                # What says that an answer is on its way is pale while it fades in.
                desk.settle()
            assert violations(desk) == [], path
            assert desk.page.evaluate(TOO_WIDE) is False, path
        for path, body in ASKED.items():
            reply = desk.page.request.post(served.address + path, data=body, headers=headers)
            desk.page.set_content(reply.text())
            assert violations(desk) == [], path
            assert desk.page.evaluate(TOO_WIDE) is False, path


def test_a_rulebook_by_keyboard_alone(browser: Browser, served: Served) -> None:
    """From the contents to a section, and from a rule to its source."""
    with Sitting(browser, served.address) as desk:
        keys = desk.page.keyboard
        desk.page.goto(f"{served.address}/v1/rulesets/pagat/rulebook")
        for name, anchor in (("The play", "#the-play"), ("1", "#source-1")):
            assert name in tab_to(desk, name, 40)
            keys.press("Enter")
            desk.page.wait_for_url(f"**{anchor}")
            top = desk.page.evaluate("document.querySelector(':target').getBoundingClientRect().top")
            assert -1 <= top < 900
        # A table that is wider than the window scrolls under the arrow keys.
        desk.page.set_viewport_size({"width": 390, "height": 844})
        desk.page.goto(f"{served.address}/v1/rulesets")
        wide = desk.page.locator(".wide").first
        wide.focus()
        for _ in range(4):
            keys.press("ArrowRight")
        desk.page.wait_for_function("document.querySelector('.wide').scrollLeft > 0")


TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("text", STATES.values(), ids=STATES)
def test_a_phone_is_wide_enough(text: str, browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open()
        desk.write(text)
        assert desk.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_targets_are_large_enough(desk: Sitting) -> None:
    desk.write(REVOKE)
    small = ".mark, .link, [type=checkbox], .game *, .engine *"
    assert smaller_than(44, f"main :is(button, select, textarea, input):not({small})", desk) == []
    assert smaller_than(24, "main .game :is(button, input)", desk) == []


def smaller_than(high: int, which: str, desk: Sitting) -> list[Any]:
    """Return what is less wide than 24 px, or less high than it has to be."""
    found: list[Any] = desk.page.evaluate(
        "([which, high]) => [...document.querySelectorAll(which)]"
        ".map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)])"
        ".filter(([box]) => box.width && (box.height < high || box.width < 24))"
        ".map(([box, html]) => [box.width, box.height, html])",
        [which, high],
    )
    return found


NAME = (
    "(focused => focused.getAttribute('aria-label') ?? focused.querySelector('.hidden')?.textContent"
    " ?? (focused.id || focused.textContent))(document.activeElement)"
)


def tab_to(desk: Sitting, name: str, most: int) -> set[str]:
    """Press the Tab key until something is reached; return the names of all that was passed."""
    reached: set[str] = set()
    for _ in range(most):
        desk.page.keyboard.press("Tab")
        reached.add(desk.page.evaluate(NAME))
        if name in reached:
            break
    return reached


def test_a_round_by_keyboard_alone(desk: Sitting) -> None:
    keys = desk.page.keyboard
    reached = tab_to(desk, "trick 1, N", 30)
    assert {"A player revoked", "bid of N", "hand of W"} <= reached
    keys.type("kh 2h 3s 4h")
    desk.settle()
    assert "N KH 2H 3S 4H" in desk.text
    desk.field("trick 1, W").focus()
    keys.press("Space")
    assert desk.page.evaluate(NAME) == "trick 2, S"
    assert "text" in tab_to(desk, "text", 8)


def test_the_ruling_is_two_pages_of_paper_at_most(desk: Sitting) -> None:
    desk.write(REVOKE)
    paper = desk.page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type /Page\b", paper)) <= 2
