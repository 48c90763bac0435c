"""The table of the desk: a whole round by keyboard and by taps, with each counted; fans, timeline and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import ALL_HANDS, NAME
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
MOST_TAPS = 62
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
        if name == "W":
            tab_to("W dealt")
            press("Space")
        tab_to(f"bid of {name}")
        press(bid)
    tab_to("Type cards")
    for card in TRICKS:
        for key in card:
            press(key)
    desk.settle()
    assert RULING in desk.ruling
    assert "N KH 5H 9H 2H" in desk.text
    assert keys <= MOST_KEYS, keys


def test_a_round_by_taps(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open()
        taps = 0

        def tap(name: str) -> None:
            nonlocal taps
            desk.page.get_by_role("button", name=name, exact=True).tap()
            taps += 1

        tap("W dealt")
        for name, bid in BIDS.items():
            desk.page.get_by_label(f"bid of {name}", exact=True).tap()
            desk.page.keyboard.press(bid)
            taps += 2
        tap("Tricks")
        for card in TRICKS:
            tap(f"{NAMES[card[0]]} of {SUITS[card[1]]}")
        desk.settle()
        assert RULING in desk.ruling
        assert taps <= MOST_TAPS, taps
        assert desk.faults == []


def test_cards_are_played_from_the_fans(desk: Sitting) -> None:
    desk.write(ALL_HANDS)
    desk.tab("table")
    # Those of whoever is to play, and of nobody else.
    fans = desk.page.locator(".playable")
    assert fans.count() == 13
    desk.page.get_by_text("N is to play").wait_for()
    desk.page.locator(".illegal").first.wait_for()
    desk.page.get_by_role("button", name="play the ace of spades, not legal", exact=True).wait_for()
    # By keyboard: one stop for the fan, the arrow keys within it.
    desk.page.locator(".playable[tabindex='0']").focus()
    for _ in range(4):
        desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    desk.page.get_by_text("E is to play").wait_for()
    desk.page.get_by_role("button", name="play the ace of hearts", exact=True).click()
    desk.settle()
    assert desk.text.splitlines()[-1] == "N TH AH"


def test_the_round_is_stepped_through(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.tab("table")
    said = desk.page.locator(".caption")
    assert "E plays 5" in said.inner_text()
    desk.page.locator("body").click(position={"x": 2, "y": 2})
    desk.page.keyboard.press("Home")
    assert said.inner_text() == "Before the first card."
    for _ in range(3):
        desk.page.keyboard.press("ArrowRight")
    assert "Offence 1: S revoked." in said.inner_text()
    assert desk.page.locator(".held.proof").count() == 1
    # Nothing is asked anew, and the link has the place.
    assert desk.page.evaluate("document.body.dataset.asked === document.body.dataset.answered")
    link = desk.link()
    desk.page.goto("about:blank")
    desk.open(link)
    assert "Offence 1: S revoked." in said.inner_text()
    box = desk.page.locator(".strip").bounding_box()
    assert box is not None
    desk.page.mouse.move(box["x"] + 50, box["y"] + 50)
    desk.page.mouse.wheel(0, 120)
    desk.page.get_by_text("W plays 4").wait_for()
    # A finding of the ruling leads to its moment.
    desk.page.get_by_role("button", name="show where finding 1 is").first.click()
    assert "Offence 1: S revoked." in said.inner_text()
    desk.press("play")
    desk.page.get_by_text("E plays 5").wait_for()
    assert desk.page.get_by_role("button", name="pause").count() == 0


def test_a_card_is_taken_back_with_the_backspace_key(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\n")
    desk.tab("table")
    field = desk.page.get_by_label("Type cards")
    field.focus()
    desk.page.keyboard.type("kh2h3h")
    assert field.input_value() == ""
    desk.page.keyboard.press("Backspace")
    desk.settle()
    assert desk.text.splitlines()[-1] == "N KH 2H"


def test_a_step_back_and_forth(desk: Sitting) -> None:
    keys = desk.page.keyboard
    said = desk.page.locator(".said")
    desk.press("W dealt", "king of hearts", "two of hearts")
    keys.press("Control+z")
    desk.settle()
    assert said.inner_text() == "Undone. 2 of 3 steps."
    assert desk.text.splitlines()[-1] == "N KH"
    desk.press("Redo")
    assert desk.text.splitlines()[-1] == "N KH 2H"
    desk.tab("table")
    # A field that holds nothing has nothing to take back; one in which somebody types has its own way back.
    desk.page.get_by_label("Type cards").focus()
    keys.type("3h4h")
    desk.settle()
    keys.press("Control+z")
    desk.settle()
    assert desk.text.splitlines()[-1] == "N KH 2H 3H"
    desk.text_area.press_sequentially("#")
    keys.press("Control+z")
    desk.settle()
    assert desk.text.splitlines()[-1] == "N KH 2H 3H"
    desk.tab("table")
    desk.page.get_by_label("Type cards").focus()
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
    desk.press("Flo dealt")
    desk.page.get_by_label("Type cards").press_sequentially("kh2h3h4h5h6h9ctc")
    desk.settle()
    assert "No rule was broken" in desk.ruling
    assert desk.page.locator("thead .number-of-trick").count() == 2
    # Who sits at the table may also be in the text alone.
    desk.press("Start anew")
    desk.field("Ruleset").select_option("pagat")
    desk.settle()
    desk.write("A B C D E F\nA KH 2H 3H 4H 5H 6H\n")
    assert "No ruleset here is made for 6 players." in desk.whole_ruling
    desk.press("Classic Solo Spades, played by 6")
    assert "No rule was broken" in desk.ruling


def test_six_players_have_a_table(desk: Sitting) -> None:
    desk.write("A B C D E F\nA KH 2H 3H 4H 5H 6H\n")
    desk.tab("table")
    assert desk.page.locator(".board .seat").count() == 6
    assert desk.page.locator(".laid").count() == 6
