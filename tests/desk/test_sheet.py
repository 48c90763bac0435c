"""What a table does at the score sheet, from the first bid to the winner, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, WINDOWS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PATH = "/desk/sheet"
NAMES = ("ana", "ben", "cy", "dee")
# Bids clockwise; then the tricks as they are typed, without the last, which fills itself in.
GAME = (
    ("3 4 nil 3", "6 0"),
    ("3 4 5 2", "6"),
    ("6 3 4 nil", "10 3"),
    ("5 2 nil 2", "9 0"),
    ("4 3 5 2", "9"),
    ("5 2 nil 3", "8 0"),
    ("6 2 2 2", "8"),
)
HOSTILE = "<img src=x onerror=alert(1)>"
FOCUSED = "document.activeElement.getAttribute('aria-label')"
CSV = """# ruleset: pagat
# players: ana,ben,cy,dee
# first dealer: dee
round,ana bid,ben bid,cy bid,dee bid,ana tricks,cy tricks,ana+cy tricks,ben+dee tricks
1,3,4,0,3,6,0,,7
2,3,4,5,2,,,6,7
"""


@pytest.fixture
def sheet(browser: Browser, served: Served) -> Iterator[Sitting]:
    """Return an empty sheet with the players named, in a fresh window; it must end without a fault in the page."""
    with Sitting(browser, served.address) as sitting:
        seat_the_players(sitting)
        yield sitting
        assert sitting.faults == []


def seat_the_players(sitting: Sitting) -> None:
    """Open a sheet, name its players, and choose the first dealer."""
    sitting.open(path=PATH)
    for seat, name in enumerate(NAMES):
        sitting.enter(f"name of player {seat + 1}", name)
    sitting.field("first dealer").select_option("dee")
    sitting.settle()


def write_round(sheet: Sitting, number: int, bids: str, tricks: str) -> None:
    """Type a round by keyboard alone, from the first bid on."""
    sheet.field(f"bid of ana, round {number}").focus()
    for entry in (*bids.split(), *tricks.split()):
        sheet.page.keyboard.type(entry)
        sheet.page.keyboard.press("Tab")
    sheet.settle()


def standing(sheet: Sitting) -> str:
    """Return what the page says about the game."""
    return str(sheet.page.locator(".standing").inner_text())


def row(sheet: Sitting, number: int) -> str:
    """Return the text of a round, with what is said below it."""
    cells = sheet.page.locator(".rounds tbody tr:not(.said)").nth(number - 1)
    said = sheet.page.locator(f"#faults-{number - 1}").all_inner_texts()
    return " ".join(" ".join([cells.inner_text(), *said]).split())


def test_a_game_to_its_end_by_keyboard(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME, start=1):
        write_round(sheet, number, bids, tricks)
        if number == 1:
            # The tricks that fill themselves in are the last field of the row; the next is the first bid of the next.
            sheet.page.keyboard.press("Tab")
            assert sheet.page.evaluate(FOCUSED) == "bid of ana, round 2"
            assert row(sheet, 1).startswith("1 dee deals")
            assert "+133 133 made nil made: cy bags 3" in row(sheet, 1)
            assert "Round 2: ana deals, ben bids first." in standing(sheet)
    assert "set" in row(sheet, 2)
    assert "nil failed: dee" not in row(sheet, 1)
    assert "nil made: dee" in row(sheet, 3)
    assert "ana+cy wins." in standing(sheet)
    assert "the target of 500 is reached" in standing(sheet)
    assert sheet.page.locator(".rounds tbody tr").count() == len(GAME)
    assert sheet.page.locator(".course-chart polyline").count() == 2


def test_the_last_tricks_follow_the_others_until_they_are_edited(sheet: Sitting) -> None:
    write_round(sheet, 1, "3 4 5 2", "6")
    assert sheet.field("tricks of ben+dee, round 1").input_value() == "7"
    sheet.enter("tricks of ana+cy, round 1", "10")
    assert sheet.field("tricks of ben+dee, round 1").input_value() == "3"
    sheet.enter("tricks of ben+dee, round 1", "5")
    sheet.enter("tricks of ana+cy, round 1", "9")
    assert sheet.field("tricks of ben+dee, round 1").input_value() == "5"


def test_a_fault_is_shown_at_its_round(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME[:3], start=1):
        write_round(sheet, number, bids, tricks)
    sheet.enter("tricks of ben+dee, round 2", "9")
    assert "The tricks won add up to 15; the round has 13." in row(sheet, 2)
    assert "Round 2 has a fault" in standing(sheet)
    assert "133" in standing(sheet)
    assert sheet.field("tricks of ben+dee, round 2").get_attribute("aria-invalid") == "true"
    assert sheet.field("bid of ana, round 2").get_attribute("aria-invalid") is None
    sheet.enter("tricks of ben+dee, round 2", "7")
    assert "fault" not in standing(sheet)
    sheet.enter("bid of dee, round 1", "14")
    assert "dee bid 14" in row(sheet, 1)
    assert sheet.field("bid of dee, round 1").get_attribute("aria-invalid") == "true"
    assert sheet.field("tricks of ana, round 1").get_attribute("aria-invalid") is None


def test_undo_takes_back_a_field_at_a_time(sheet: Sitting) -> None:
    write_round(sheet, 1, *GAME[0])
    before = standing(sheet)
    write_round(sheet, 2, *GAME[1])
    assert standing(sheet) != before
    sheet.press("Undo")
    assert standing(sheet) == before
    assert sheet.field("bid of dee, round 2").input_value() == "2"
    sheet.press("remove round 1")
    assert sheet.page.evaluate(FOCUSED) == "bid of ana, round 1"
    sheet.press("Undo")
    assert standing(sheet) == before
    sheet.press("New game")
    assert sheet.page.evaluate(FOCUSED) == "bid of ana, round 1"
    assert "No round has been played" in standing(sheet)
    sheet.press("Undo")
    assert standing(sheet) == before


def test_a_reload_and_a_link_lose_nothing(sheet: Sitting, browser: Browser, served: Served) -> None:
    write_round(sheet, 1, *GAME[0])
    sheet.field("bid of ana, round 2").fill("b6")
    sheet.settle()
    link, before = sheet.link(), standing(sheet)
    sheet.page.reload()
    sheet.settle()
    assert (standing(sheet), sheet.field("bid of ana, round 2").input_value()) == (before, "b6")
    sheet.open(path=PATH)
    assert standing(sheet) == before
    with Sitting(browser, served.address) as other:
        other.open(link, PATH)
        assert standing(other) == before


def test_the_service_is_away_for_a_moment(sheet: Sitting, served: Served) -> None:
    served.stop()
    try:
        for name, bid in zip(NAMES, "3452", strict=True):
            sheet.field(f"bid of {name}, round 1").fill(bid)
        sheet.field("tricks of ana+cy, round 1").fill("6")
        sheet.page.get_by_text("can't be reached").wait_for()
        assert sheet.field("bid of dee, round 1").input_value() == "2"
    finally:
        served.start()
    sheet.settle()
    assert "\N{MINUS SIGN}80" in row(sheet, 1)


def test_csv_there_and_back(sheet: Sitting, tmp_path: Path) -> None:
    for number, (bids, tricks) in enumerate(GAME, start=1):
        write_round(sheet, number, bids, tricks)
    before = [row(sheet, number) for number in range(1, len(GAME) + 1)]
    for button, name in (("Download CSV", "sheet.csv"), ("Download JSON", "sheet.json")):
        with sheet.page.expect_download() as started:
            sheet.press(button)
        started.value.save_as(tmp_path / name)
        sheet.press("New game")
        paste(sheet, (tmp_path / name).read_text())
        assert f"{len(GAME)} rounds were read" in sheet.page.inner_text("main")
        assert [row(sheet, number) for number in range(1, len(GAME) + 1)] == before


def paste(sheet: Sitting, text: str) -> None:
    """Paste a text, and have it read."""
    if sheet.page.locator("details.import[open]").count() == 0:
        sheet.page.locator("details.import summary").click()
    sheet.field("The text").fill(text)
    sheet.page.get_by_role("button", name="Read it").click()
    sheet.page.locator(".import .fault, p.notice").first.wait_for()
    sheet.settle()


def test_a_pasted_sheet_and_its_faults(sheet: Sitting) -> None:
    paste(sheet, CSV.replace("2,3,4,5,2", "2,3,x,5,2"))
    assert "Line 6" in sheet.page.inner_text(".import")
    paste(sheet, '{"players": 3}')
    assert "There is no game in this text" in sheet.page.inner_text(".import")
    paste(sheet, CSV)
    assert "nil made: cy" in row(sheet, 1)
    assert row(sheet, 2).startswith("2 ana deals")


def test_a_name_that_is_being_typed_stays_while_answers_come(sheet: Sitting) -> None:
    held: list[Route] = []
    sheet.page.route("**/v1/games/score", lambda route: held.append(route))  # noqa: PLW0108 - its signature is read
    with sheet.page.expect_request("**/v1/games/score"):
        sheet.field("bid of ana, round 1").fill("3")
    sheet.field("name of player 4").press_sequentially("!")
    assert held
    for route in held:
        route.continue_()
    sheet.settle()
    assert sheet.field("name of player 4").input_value() == "!dee"


def test_a_game_to_begin_with_is_one_click_from_the_desk(desk: Sitting) -> None:
    desk.page.get_by_role("link", name="A game", exact=True).click()
    desk.page.wait_for_url(f"**{PATH}#*")
    desk.page.get_by_text("Ana+Cy wins.").wait_for()
    assert [number for number in range(1, 10) if "set" in row(desk, number)] == [2, 3, 5, 8]
    desk.press("New game", "A game, as an example")
    assert desk.page.evaluate("document.activeElement.className") == "standing"


def test_a_wrong_total_of_a_pasted_sheet_is_named(sheet: Sitting, tmp_path: Path) -> None:
    for number, (bids, tricks) in enumerate(GAME[:2], start=1):
        write_round(sheet, number, bids, tricks)
    with sheet.page.expect_download() as started:
        sheet.press("Download CSV")
    started.value.save_as(tmp_path / "sheet.csv")
    right = (tmp_path / "sheet.csv").read_text()
    sheet.press("New game")
    paste(sheet, right.replace("133", "999"))
    assert "The sheet that was pasted has 999 for ana+cy after this round; it is 133." in row(sheet, 1)
    assert "faults" not in (sheet.page.locator(".rounds tbody tr").nth(2).get_attribute("class") or "")


def test_what_is_no_number_is_said_at_its_round(sheet: Sitting) -> None:
    write_round(sheet, 1, "3 4 x 3", "-1")
    assert "“x” is no bid of cy" in row(sheet, 1)
    assert "“-1” is no number of tricks of ana+cy: the round has 13." in row(sheet, 1)


def test_names_are_text_whatever_they_are(sheet: Sitting) -> None:
    sheet.enter("name of player 1", HOSTILE)
    sheet.enter("name of player 2", "a/b~c \"'&amp;")
    for name, bid in zip((HOSTILE, "a/b~c \"'&amp;", "cy", "dee"), ("3", "20", "4", "3"), strict=True):
        sheet.field(f"bid of {name}, round 1").fill(bid)
    sheet.field(f"tricks of {HOSTILE}+cy, round 1").fill("8")
    sheet.settle()
    assert sheet.page.locator("img").count() == 0
    assert HOSTILE in standing(sheet)
    assert sheet.field("bid of a/b~c \"'&amp;, round 1").get_attribute("aria-invalid") == "true"


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(window: str, browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **WINDOWS[window]) as sheet:
        sheet.open(path=PATH)
        assert violations(sheet) == []
        seat_the_players(sheet)
        for number, (bids, tricks) in enumerate(GAME[:3], start=1):
            write_round(sheet, number, bids, tricks)
        sheet.enter("tricks of ben+dee, round 2", "9")
        for opened in sheet.page.locator("details:not([open]) summary").all():
            opened.click()
        assert violations(sheet) == []
        assert sheet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert sheet.faults == []


def test_three_players_each_for_himself(sheet: Sitting) -> None:
    sheet.field("Ruleset").select_option("cutthroat")
    sheet.settle()
    assert sheet.page.locator(".rounds tbody input").count() == 6
    assert [sheet.field(f"name of player {seat}").input_value() for seat in (1, 2, 3)] == ["Ana", "Ben", "Cy"]
    for name, bid in (("Ana", "5"), ("Ben", "6"), ("Cy", "nil")):
        sheet.field(f"bid of {name}, round 1").fill(bid)
    sheet.field("tricks of Ana, round 1").fill("8")
    sheet.field("tricks of Ben, round 1").fill("9")
    sheet.settle()
    assert sheet.field("tricks of Cy, round 1").input_value() == "0"
    assert "nil made: Cy" in row(sheet, 1)


def test_ten_rounds_are_one_page_of_paper(sheet: Sitting) -> None:
    rounds = "".join(f"{number},3,4,{number % 3},2,4,2,,7\n" for number in range(1, 11))
    paste(sheet, "".join(CSV.splitlines(keepends=True)[:4]) + rounds)
    sheet.page.emulate_media(media="print")
    assert sheet.field("bid of ana, round 10").is_visible()
    assert len(re.findall(rb"/Type /Page\b", sheet.page.pdf(format="A4", prefer_css_page_size=True))) == 1


def test_without_scripts_the_page_says_what_to_do(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, java_script_enabled=False) as sheet:
        sheet.page.goto(f"{served.address}{PATH}")
        assert "round,ana bid,ben bid" in sheet.page.inner_text("main")
