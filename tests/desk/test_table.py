"""The table of the desk: a whole round by keyboard and by taps, with each counted; fans, timeline and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import NAME
from tests.desk.test_stories import REVOKE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BIDS = {"N": "4", "E": "3", "S": "1", "W": "2"}
# Each trick from its leader on.
TRICKS = [
    "kh",
    "5h",
    "9h",
    "2h",
    "ac",
    "2c",
    "7c",
    "8c",
    "ad",
    "4d",
    "2d",
    "9d",
    "3d",
    "kd",
    "th",
    "td",
    "7d",
    "qd",
    "7s",
    "6d",
    "3h",
    "ah",
    "jh",
    "5d",
    "4h",
    "qh",
    "8d",
    "8h",
    "kc",
    "jc",
    "9c",
    "3c",
    "4c",
    "qc",
    "tc",
    "5c",
    "jd",
    "6h",
    "2s",
    "3s",
    "6c",
    "6s",
    "8s",
    "4s",
    "ts",
    "qs",
    "ks",
    "9s",
    "5s",
    "js",
    "7h",
    "as",
]
NAMES = {
    "a": "ace",
    "k": "king",
    "q": "queen",
    "j": "jack",
    "t": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RULING = "S revoked in trick 4."
MOST_KEYS = 232
MOST_TAPS = 64
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_round_by_keyboard(desk: Sitting) -> None:
    keys = 0

    def press(key: str) -> None:
        nonlocal keys
        desk.page.keyboard.press(key)
        keys += 1

    def tab_to(name: str) -> None:
        while desk.page.evaluate(NAME) != name:
            press("Tab")
            assert keys <= MOST_KEYS, name

    for name, bid in BIDS.items():
        tab_to(f"bid of {name}")
        press(bid)
    tab_to("trick 1, N")
    for card in TRICKS:
        # The space bar goes on to whoever plays next.
        for key in (*card, "Space"):
            press(key)
    desk.settle()
    assert RULING in desk.ruling
    assert "N KH 5H 9H 2H" in desk.text
    assert keys <= MOST_KEYS, keys


def test_a_round_by_taps(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open()
        taps = 0
        for name, bid in BIDS.items():
            desk.page.get_by_label(f"bid of {name}", exact=True).tap()
            desk.page.keyboard.press(bid)
            taps += 2
        desk.page.locator(".setup > summary").tap()
        desk.page.get_by_label("dealer", exact=True).select_option("W")
        desk.page.locator(".tap > summary").tap()
        taps += 4
        for card in TRICKS:
            desk.page.get_by_role("button", name=f"{NAMES[card[0]]} of {SUITS[card[1]]}", exact=True).tap()
            taps += 1
        desk.settle()
        assert RULING in desk.ruling
        assert taps <= MOST_TAPS, taps
        assert desk.faults == []


def test_the_round_is_stepped_through(desk: Sitting) -> None:
    desk.write(REVOKE)
    said = desk.page.locator(".caption")
    assert "E plays 5" in said.inner_text()
    desk.page.locator("body").click(position={"x": 2, "y": 2})
    desk.page.keyboard.press("Home")
    assert said.inner_text() == "Before the first card."
    for _ in range(3):
        desk.page.keyboard.press("ArrowRight")
    assert "Offence 1: S: revoke." in said.inner_text()
    assert desk.page.locator(".held.proof").count() == 1
    # Nothing is asked anew, and the link has the place.
    assert desk.page.evaluate("document.body.dataset.asked === document.body.dataset.answered")
    link = desk.link()
    desk.page.goto("about:blank")
    desk.open(link)
    assert "Offence 1: S: revoke." in said.inner_text()
    desk.press("one card on")
    assert "W plays 4" in said.inner_text()
    # A finding of the ruling leads to its moment.
    desk.page.get_by_role("button", name="show where finding 1 is").first.click()
    assert "Offence 1: S: revoke." in said.inner_text()


def test_a_step_back_and_forth(desk: Sitting) -> None:
    keys = desk.page.keyboard
    said = desk.page.locator(".said")
    desk.field("dealer").select_option("W")
    desk.page.locator(".tap > summary").click()
    desk.press("king of hearts", "two of hearts")
    keys.press("Control+z")
    desk.settle()
    assert said.inner_text() == "Undone. 2 of 3 steps."
    assert desk.text.splitlines()[-1] == "N KH"
    desk.press("Redo")
    assert desk.text.splitlines()[-1] == "N KH 2H"
    # A field that holds nothing has nothing to take back; one in which somebody types has its own way back.
    desk.press("three of hearts", "four of hearts")
    desk.page.get_by_label("bid of N", exact=True).focus()
    keys.press("Control+z")
    desk.settle()
    assert desk.text.splitlines()[-1] == "N KH 2H 3H"
    desk.text_area.press_sequentially("#")
    keys.press("Control+z")
    desk.settle()
    assert desk.text.splitlines()[-1] == "N KH 2H 3H"
    desk.page.get_by_label("bid of N", exact=True).focus()
    keys.press("Control+z")
    keys.press("Control+y")
    keys.press("Control+Shift+z")
    assert said.inner_text() == "Done again. 4 of 4 steps."
    desk.settle()
    desk.press("Start anew", "Undo")
    assert desk.text.splitlines()[-1] == "N KH 2H 3H"


def test_six_players_are_chosen_and_play(desk: Sitting) -> None:
    desk.open_setup()
    desk.page.get_by_label("How many").select_option("6")
    desk.settle()
    assert "The ruleset is now Classic Solo Spades, played by 6 as a house rule." in desk.page.inner_text(".said")
    desk.field("dealer").select_option("Flo")
    desk.enter("trick 1, Ana", "kh2h3h4h5h6h")
    desk.enter("trick 2, Ana", "9ctc")
    assert "No fault in what is recorded" in desk.ruling
    assert desk.page.locator("thead .number-of-trick").count() == 2
    # Who sits at the table may also be in the text alone.
    desk.press("Start anew")
    desk.field("Ruleset").select_option("pagat")
    desk.settle()
    desk.write("A B C D E F\nA KH 2H 3H 4H 5H 6H\n")
    assert "No ruleset here is made for 6 players." in desk.whole_ruling
    desk.press("Classic Solo Spades, played by 6")
    assert "No fault in what is recorded" in desk.ruling


def test_six_players_have_a_table(desk: Sitting) -> None:
    desk.write("A B C D E F\nA KH 2H 3H 4H 5H 6H\n")
    assert desk.page.locator(".board .seat").count() == 6
    assert desk.page.locator(".laid").count() == 6
