"""What a table does at the score sheet, from the first bid to the winner, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, TOO_WIDE, WINDOWS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PATH = "/desk/sheet"
NAMES = ("ana", "ben", "cy", "dee")
SIX = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")
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
    """Type a round by keyboard alone, from the first bid on: the order is that of bidding."""
    first = (number - 1) % len(NAMES)
    sheet.field(f"bid of {NAMES[first]}, round {number}").focus()
    clockwise = bids.split()
    for entry in (*clockwise[first:], *clockwise[:first], *tricks.split()):
        sheet.page.keyboard.type(entry)
        sheet.page.keyboard.press("Tab")
    sheet.settle()


def standing(sheet: Sitting) -> str:
    """Return what the page says about the game."""
    return sheet.standing


def row(sheet: Sitting, number: int) -> str:
    """Return the text of a round, with what is said below it."""
    cells = sheet.page.locator(".rounds tbody tr:not(.below)").nth(number - 1)
    said = sheet.page.locator(f"#faults-{number - 1}").all_inner_texts()
    return " ".join(" ".join([cells.inner_text(), *said]).split())


def test_a_game_to_its_end_by_keyboard(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME, start=1):
        write_round(sheet, number, bids, tricks)
        if number == 1:
            # The tricks that fill themselves in are passed over; next is whoever bids first in the next round.
            assert sheet.page.evaluate(FOCUSED) == "bid of ben, round 2"
            assert row(sheet, 1).startswith("1 dee deals")
            assert "+133 133 nil made (cy) +100 contract made +30 overtricks +3 bags 3" in row(sheet, 1)
            assert "Round 2: ana deals, ben bids first." in standing(sheet)
    assert "contract set \N{MINUS SIGN}80" in row(sheet, 2)
    assert "nil made (dee) +100" in row(sheet, 3)
    assert "bag penalty \N{MINUS SIGN}100" in row(sheet, 6)
    assert "ana+cy wins" in standing(sheet)
    assert "the target of 500 is reached" in standing(sheet)
    assert sheet.page.locator(".rounds tbody tr:not(.below)").count() == len(GAME)


@pytest.mark.parametrize("pause", [0, 400])
def test_enter_goes_on_to_whoever_bids_first_however_fast_it_comes(pause: int, sheet: Sitting) -> None:
    held: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            held.append(route)

    if not pause:
        # No answer comes while the keys are pressed.
        sheet.page.route("**/v1/games/audit", hold)
    sheet.field("bid of ana, round 1").focus()
    rounds = (("3 4 3 2 6", "", "ben"), ("4 3 bnil 2 6", "-- 0", "cy"), ("3 4 3 2 6", "", "dee"))
    for number, (entries, more, first) in enumerate(rounds, start=2):
        # What fills itself in is passed over.
        for entry in (*entries.split(), *more.split()):
            if entry != "--":
                sheet.page.keyboard.type(entry)
                sheet.page.wait_for_timeout(pause)
            sheet.page.keyboard.press("Enter")
        assert sheet.page.evaluate(FOCUSED) == f"bid of {first}, round {number}"
    is_over = True  # not by taking the route back: a request that comes at that moment would be let go twice
    for route in held:
        route.continue_()
    sheet.settle()
    sheet.page.keyboard.type("3")
    assert sheet.field("bid of dee, round 4").input_value() == "3"
    assert "Round 4: cy deals, dee bids first." in standing(sheet)
    sheet.enter("tricks of ana+cy, round 4", "6")
    assert "The record has no bid by ana." in below(sheet, 4)


def test_a_figure_that_is_missing_says_which_rounds_count(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME[:3], 1):
        write_round(sheet, number, bids, tricks)
    assert "no score" not in standing(sheet)
    sheet.enter("bid of ben, round 2", "")
    assert "Round 2 has no score, so the standing is not known." in standing(sheet)
    assert "133" in standing(sheet)
    assert "The record has no bid by ben." in below(sheet, 2)


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
    assert "add up to 15, but the round has 13." in row(sheet, 2)
    assert "Round 2: the tricks of the row add up to 15, but the round has 13." in standing(sheet)
    assert "133" in standing(sheet)
    assert sheet.field("tricks of ben+dee, round 2").get_attribute("aria-invalid") == "true"
    assert sheet.field("bid of ana, round 2").get_attribute("aria-invalid") is None
    sheet.enter("tricks of ben+dee, round 2", "7")
    assert "add up to 15" not in standing(sheet)
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


def test_csv_there_and_back(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME, start=1):
        write_round(sheet, number, bids, tricks)
    before = [row(sheet, number) for number in range(1, len(GAME) + 1)]
    for button in ("Download CSV", "Download JSON"):
        saved = sheet.saved(button)
        sheet.press("New game")
        paste(sheet, saved)
        assert f"{len(GAME)} rounds were read" in sheet.page.inner_text("main")
        assert without_paper("", [row(sheet, number) for number in range(1, len(GAME) + 1)]) == ("", before)


def without_paper(said: str, rows: list[str]) -> tuple[str, list[str]]:
    """Return what a sheet says without the scores on paper: those that came with a pasted one."""
    return re.sub(r"\n+The scores on paper are right\.\n+", "\n", said), [row.replace(" on paper", "") for row in rows]


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
    assert "nil made (cy)" in row(sheet, 1)
    assert row(sheet, 2).startswith("2 ana deals")


def test_a_name_that_is_being_typed_stays_while_answers_come(sheet: Sitting) -> None:
    held: list[Route] = []
    sheet.page.route("**/v1/games/audit", lambda route: held.append(route))  # noqa: PLW0108 - its signature is read
    with sheet.page.expect_request("**/v1/games/audit"):
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
    desk.page.get_by_text("Ana+Cy wins").wait_for()
    assert [number for number in range(1, 10) if "contract set" in row(desk, number)] == [2, 3, 5, 8]
    desk.press("New game", "A game, as an example")
    assert desk.page.evaluate("document.activeElement.className") == "standing"


def test_a_wrong_total_of_a_pasted_sheet_is_named(sheet: Sitting) -> None:
    for number, (bids, tricks) in enumerate(GAME[:2], start=1):
        write_round(sheet, number, bids, tricks)
    right = sheet.saved("Download CSV")
    sheet.press("New game")
    paste(sheet, right.replace("133", "999"))
    assert "The sheet gives ana+cy a score of 999; 0 before the round and 133 points in it make 133." in row(sheet, 1)
    assert "faults" not in (sheet.page.locator(".rounds tbody tr").nth(2).get_attribute("class") or "")


def test_what_is_no_number_is_said_at_its_round(sheet: Sitting) -> None:
    write_round(sheet, 1, "3 4 x 3", "-1")
    assert "A bid is a number, nil, b6 (blind) or bnil." in row(sheet, 1)
    assert "“-1” is no number of tricks: the round has 13." in row(sheet, 1)


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


def decide(sheet: Sitting, number: int, button: str, **members: str) -> None:
    """Press a button for something that happened in a round, and fill in its fields, the last of their kind."""
    opened = sheet.page.locator(f"#more-{number - 1}")
    if not opened.get_by_role("button", name=button, exact=True).count():
        sheet.press(f"more of round {number}")
    opened.get_by_role("button", name=button, exact=True).click()
    for member, value in members.items():
        field = opened.get_by_label(member.replace("_", " "), exact=True).last
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()
    sheet.settle()


def below(sheet: Sitting, number: int) -> str:
    """Return what is said below a round."""
    return " ".join(sheet.page.locator(f"#more-{number - 1}").inner_text().split())


DECIDED = "ana+cy: \N{MINUS SIGN}3 tricks to ben+dee. Talking across the board"


def test_all_that_a_director_decides_is_entered_by_buttons(sheet: Sitting) -> None:
    write_round(sheet, 1, *GAME[0])
    decide(sheet, 2, "Void round", Void_because="A card was exposed")
    assert "Round 3: dee deals" not in standing(sheet)
    assert "Round 3: ana deals" in standing(sheet)
    decide(sheet, 2, "Substitute", Leaves="cy", Comes_in="eve")
    sheet.page.locator("#more-1").get_by_label("Dealt again by").select_option("next_dealer")
    sheet.settle()
    assert "Round 3: ben deals, eve bids first." in standing(sheet)
    for name, bid in (("eve", "5"), ("dee", "2"), ("ana", "3"), ("ben", "4")):
        sheet.field(f"bid of {name}, round 3").fill(bid)
    sheet.field("tricks of ana+cy, round 3").fill("9")
    sheet.settle()
    assert "+81 214 contract made +80 overtricks +1 bags 4" in row(sheet, 3)
    decide(sheet, 3, "Adjustment", Side="ana+cy", Tricks="-3", Reason="Talking across the board")
    assert (
        "contract set \N{MINUS SIGN}80 adjustment: Talking across the board (3 tricks taken off) tricks 9, counted 6"
        in row(sheet, 3)
    )
    sheet.page.locator("#more-2").get_by_label("Tricks go to").select_option("ben+dee")
    decide(sheet, 3, "Adjustment", Side="ben+dee", Points="-30", Reason="Late to the table")
    assert "adjustment \N{MINUS SIGN}30: Late to the table" in row(sheet, 3)
    decide(sheet, 3, "Time called")
    assert "time was called" in standing(sheet)
    # Closed, a round says in sentences what happened in it.
    sheet.press("less of round 3")
    assert DECIDED in below(sheet, 3)
    after = standing(sheet), [row(sheet, number) for number in (1, 2, 3)]
    for again in (sheet.page.reload, lambda: sheet.open(path=PATH)):
        again()
        sheet.settle()
        assert without_paper(standing(sheet), [row(sheet, number) for number in (1, 2, 3)]) == after
        assert DECIDED in below(sheet, 3)
    for button in ("Download CSV", "Download JSON"):
        saved = sheet.saved(button)
        sheet.press("New game")
        paste(sheet, saved)
        assert without_paper(standing(sheet), [row(sheet, number) for number in (1, 2, 3)]) == after
        assert DECIDED in below(sheet, 3)
    # Each is changed, taken away and brought back.
    sheet.press("more of round 3")
    points = sheet.page.locator("#more-2").get_by_label("Points").last
    points.fill("x")
    points.blur()
    assert "“x” is no number of points" in below(sheet, 3)
    points.fill("-50")
    points.blur()
    sheet.settle()
    assert "adjustment \N{MINUS SIGN}50: Late to the table" in row(sheet, 3)
    sheet.page.locator("#more-2").get_by_role("button", name="Take away").last.click()
    sheet.settle()
    assert "the game ends with it" not in below(sheet, 3)
    assert "time was called" not in standing(sheet)
    sheet.press("Undo")
    assert "time was called" in standing(sheet)


def test_a_forfeit_and_an_event_that_is_not_finished(sheet: Sitting) -> None:
    write_round(sheet, 1, *GAME[0])
    before = standing(sheet)
    sheet.press("Forfeit after round 1")
    opened = sheet.page.locator("#more-0")
    assert opened.get_by_label("Who forfeits").evaluate("field => field === document.activeElement")
    opened.get_by_label("Who forfeits").select_option("ben+dee")
    sheet.settle()
    assert "Say why the round is forfeited" in row(sheet, 1)
    assert "Round 1 has a fault" in standing(sheet)
    assert standing(sheet) != before
    opened.get_by_label("Reason").fill("Left the hall")
    opened.get_by_label("Reason").blur()
    sheet.settle()
    assert "ana+cy wins" in standing(sheet)
    assert sheet.page.locator(".rounds tbody tr:not(.below)").count() == 1
    sheet.page.emulate_media(media="print")
    assert "ben+dee forfeits the game: Left the hall" in below(sheet, 1)
    assert not opened.get_by_label("Reason").is_visible()


def test_the_tab_key_goes_through_all_of_it_and_out(sheet: Sitting) -> None:
    """In the order of bidding among fields; and neither way is there a trap."""
    write_round(sheet, 1, *GAME[0])
    decide(sheet, 1, "Adjustment", Side="ana+cy", Points="-10", Reason="Late")
    sheet.field("bid of ana, round 1").focus()
    passed = []
    for _ in range(40):
        passed.append(sheet.page.evaluate(f"{FOCUSED} ?? document.activeElement.textContent"))
        sheet.page.keyboard.press("Tab")
    assert [name for name in passed if name.startswith(("bid", "tricks"))] == [
        *(f"bid of {name}, round 1" for name in NAMES),
        *("tricks of ana, round 1", "tricks of cy, round 1"),
        *(f"bid of {name}, round 2" for name in ("ben", "cy", "dee", "ana")),
        *("tricks of ana+cy, round 2", "tricks of ben+dee, round 2"),
    ]
    assert passed.index("Reason") < passed.index("bid of ben, round 2")
    assert {"Points", "Take away", "Substitute", "Forfeit"} <= set(passed)
    assert sheet.page.locator(".rounds :focus").count() == 0
    sheet.field("bid of ben, round 2").focus()
    back = set()
    for _ in range(40):
        sheet.page.keyboard.press("Shift+Tab")
        back.add(sheet.page.evaluate(FOCUSED))
    assert "remove round 1" in back
    assert sheet.page.locator(".rounds :focus").count() == 0


def test_a_code_of_the_link(sheet: Sitting) -> None:
    write_round(sheet, 1, *GAME[0])
    sheet.press("QR code")
    sheet.page.locator("svg.qr-code").wait_for()
    # A code of a sheet that has changed since would mislead whoever scans it.
    sheet.enter("bid of ben, round 1", "5")
    assert sheet.page.locator("svg.qr-code").count() == 0


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(window: str, browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **WINDOWS[window]) as sheet:
        sheet.open(path=PATH)
        assert violations(sheet) == []
        # The widest choice of a first dealer that names allow.
        sheet.enter("name of player 4", "W" * 64)
        assert sheet.page.locator(".table-setup").evaluate("setup => setup.open")
        assert sheet.page.evaluate(TOO_WIDE) is False
        seat_the_players(sheet)
        for number, (bids, tricks) in enumerate(GAME[:3], start=1):
            write_round(sheet, number, bids, tricks)
        sheet.enter("tricks of ben+dee, round 2", "9")
        decide(sheet, 1, "Substitute", Leaves="cy", Comes_in="eve")
        decide(sheet, 1, "Adjustment", Side="ana+cy", Tricks="-3", Points="x")
        decide(sheet, 2, "Void round")
        decide(sheet, 4, "Substitute", Leaves="dee", Comes_in="W" * 64)
        decide(sheet, 4, "Adjustment", Side="ben+dee", Points="-3", Reason="Late")
        for opened in sheet.page.locator("details:not([open]) summary").all():
            opened.click()
        assert violations(sheet) == []
        assert sheet.page.evaluate(TOO_WIDE) is False
        assert sheet.page.evaluate(SMALL, [16, "main :is(input, select, textarea)"]) == []
        assert sheet.page.evaluate(SMALL, [14, "main *"]) == []
        assert sheet.faults == []


# What is smaller than a number of pixels among these elements, in a drawing as large as it is on the screen.
SMALL = """([least, which]) => [...document.querySelectorAll(which)]
  .filter((node) => node.checkVisibility() && (node.matches("input, select, textarea") ||
    [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim())))
  .map((node) => [parseFloat(getComputedStyle(node).fontSize) * (node.getScreenCTM?.().a ?? 1), node.outerHTML])
  .filter(([size]) => size < least - 0.05)"""


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
    assert "nil made +100" in row(sheet, 1)


def test_ten_rounds_are_one_page_of_paper(sheet: Sitting) -> None:
    rounds = "".join(f"{number},3,4,{number % 3},2,4,2,,7\n" for number in range(1, 11))
    paste(sheet, "".join(CSV.splitlines(keepends=True)[:4]) + rounds)
    decide(sheet, 3, "Adjustment", Side="ana+cy", Points="-10", Reason="Late")
    sheet.field("bid of ana, round 10").focus()
    sheet.page.emulate_media(media="print")
    assert sheet.field("bid of ana, round 10").is_visible()
    assert sheet.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    paper = sheet.page.inner_text("main")
    assert re.search(r"Score sheet of a game of Spades \d{4}-\d\d-\d\d", paper)
    assert "Players, clockwise: ana, ben, cy, dee; first dealer dee. Rules: " in paper
    assert "For ana+cy" in paper
    assert "In round 10" not in paper
    assert len(re.findall(rb"/Type /Page\b", sheet.page.pdf(format="A4", prefer_css_page_size=True))) == 1


def test_without_scripts_the_page_says_what_to_do(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, java_script_enabled=False) as sheet:
        sheet.page.goto(f"{served.address}{PATH}")
        assert "round,ana bid,ben bid" in sheet.page.inner_text("main")


def test_six_players_keep_a_sheet_on_a_phone(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **WINDOWS["phone"]) as sheet:
        sheet.open(path=PATH)
        sheet.open_setup()
        sheet.page.get_by_label("How many").select_option("6")
        sheet.settle()
        assert "The ruleset is now Classic Solo Spades, played by 6 as a house rule." in sheet.page.inner_text("main")
        sheet.field("first dealer").select_option("Flo")
        for name, bid in zip(SIX, "211211", strict=True):
            sheet.field(f"bid of {name}, round 1").fill(bid)
        for name, tricks in zip(SIX[:-1], "21112", strict=True):
            sheet.field(f"tricks of {name}, round 1").fill(tricks)
        sheet.settle()
        assert sheet.field("tricks of Flo, round 1").input_value() == "1"
        assert [row for row in standing(sheet).splitlines() if row in SIX] == list(SIX)
        assert "Round 2: Ana deals, Ben bids first." in standing(sheet)
        # Whoever took fewer tricks than he bid is set.
        sets = sheet.page.locator(".rounds .result", has=sheet.page.locator(".set")).all_inner_texts()
        assert [text.split()[0] for text in sets] == ["Dee"]
        assert sheet.page.evaluate(TOO_WIDE) is False
        assert sheet.faults == []
