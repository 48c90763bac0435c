"""The disputes to which directors are called: each asked by its questions, by keyboard alone, with the keys counted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, NAME, TOO_WIDE, violations
from tests.desk.test_stories import REVOKE
from tests.desk.test_table import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Of each dispute the keys, in words or one by one, and what the ruling says.
DISPUTES = {
    "A player revoked": ("4 n 3dkdthtd qd 7", "S revoked in trick 4."),
    "A revoke was called late": (
        "4 n 3dkdthtd qd 7 e 8.2 Enter",
        "The call by E against S is upheld: S revoked in trick 4.",
    ),
    "Spades were led too early": ("6 n 5s2s3s4s n 3d", "N led a spade too early in trick 6."),
    "A lead out of turn": ("3 n 3d5dtd4d n th", "N led out of turn in trick 3."),
    "A card out of turn": ("3 n 3d Enter s td", "S played out of turn in trick 3."),
    "Two cards were played, or one taken back": (
        "5 n 3dkdtd4d e 5d t",
        "E took back 5\N{BLACK DIAMOND SUIT}, a legal card, and played K",
    ),
    "A claim is contested": (
        "n n AKQJ... Enter .5432.. Enter ..5432. Enter ...5432 Enter y",
        "N's claim holds: however the cards are played, N+S takes all 4 tricks left.",
    ),
    "A nil is disputed": ("s 5 n 3d5dtd4d", "S won trick 5: the nil is broken and costs 100 points."),
    "A bid is disputed": ("w w2,n4,e3,s0 Enter", "W bid out of turn."),
    "A score is disputed": (
        "4 3 0 2 6 1 Enter Enter 51 Enter 55 Enter",
        "The sheet gives N+S 51 points for the round; its bids and tricks make \N{MINUS SIGN}57.",
    ),
    "Cards were passed wrongly": ("n 3 4 asks Enter 2c3c Enter", "N passed cards against the rules"),
    "A hand was dealt wrong": (
        "AKQ42.T98.AK6.QJ9 Enter JT98.AKQ.QJT.AKT Enter 765.J76.9875.876 Enter y",
        "The deal was wrong: N held 14 cards instead of 13; W held 12 cards instead of 13.",
    ),
}
# Of all of them, with the choice of the dispute.
MOST_KEYS = 54
LATER = "In which trick? Leave it empty if it was seen in the hand."


def answer(desk: Sitting, title: str, keys: str) -> int:
    """Choose a dispute and answer its questions; return the number of keys, the choice being one."""
    desk.press(title)
    count = 1
    for word in keys.split():
        for key in [word] if word == "Enter" else word:
            desk.page.keyboard.press(key)
            count += 1
    desk.settle()
    return count


@pytest.mark.parametrize("title", DISPUTES)
def test_a_dispute_is_settled_by_its_questions(
    title: str, desk: Sitting, browser: Browser, served: Served, client: FlaskClient
) -> None:
    keys, said = DISPUTES[title]
    count = answer(desk, title, keys)
    desk.page.locator("#ruling").get_by_text(said).first.wait_for()
    # The service accepts the record that follows, and nothing is in it that was not entered.
    desk.page.locator("summary", has_text="Details").click()
    command = desk.copied("Copy as a command", "The command is copied.")
    path = command.partition(desk.address)[2].partition(" ")[0]
    body = json.loads(command.partition("-d '")[2].rstrip()[:-1])
    assert client.post(path, json=body).status_code == 200
    # The link has the questions and the answers.
    with Sitting(browser, served.address) as other:
        other.open(desk.link())
        other.page.locator("#ruling").get_by_text(said).first.wait_for()
        steps = ".dispute li"
        assert other.page.locator(steps).all_inner_texts() == desk.page.locator(steps).all_inner_texts()
    assert count <= MOST_KEYS


def test_a_number_that_was_wrong_takes_the_trick_along(desk: Sitting) -> None:
    answer(desk, "A player revoked", "4 n 3dkdthtd qd 7")
    trick = desk.page.get_by_label("In which trick? Count from 1")
    trick.fill("3")
    desk.settle()
    assert "S revoked in trick 3." in desk.ruling
    assert desk.text.count("3D KD TH TD") == 1
    later = desk.page.get_by_label(LATER, exact=True)
    later.fill("5")
    desk.settle()
    assert desk.text.splitlines()[-1].endswith("S=QD")
    trick.fill("99")
    trick.press("Enter")
    assert "Write a number from 1 to 13." in desk.page.inner_text(".dispute")


def test_questions_lose_nothing_that_was_entered(desk: Sitting) -> None:
    desk.write(REVOKE + "call W > S 1\n")
    before = desk.text
    desk.page.locator("details.welcome > summary").click()
    count = answer(desk, "A revoke was called late", "1 Enter")
    # What is known is not asked again.
    assert count == 3
    assert desk.page.get_by_label("The cards of trick 1, clockwise from N on").input_value() == "K♥ 2♥ 3♠ 4♥"
    assert desk.page.get_by_role("radio", name="W", exact=True).last.get_attribute("aria-checked") == "true"
    assert desk.text == before
    desk.page.get_by_label("When? 8.2").fill("2.4")
    desk.page.get_by_label("When? 8.2").press("Enter")
    desk.settle()
    assert desk.text == before.replace("S 1\n", "S 1 @2.4\n")
    desk.press("Close the questions")
    assert desk.text == before.replace("S 1\n", "S 1 @2.4\n")
    answer(desk, "A card out of turn", "2")
    desk.page.get_by_text("Trick 2 is here already").wait_for()
    assert "S 9H AH TH 5H" in desk.text


def test_what_is_not_complete_or_was_refused_does_not_count(desk: Sitting) -> None:
    answer(desk, "A claim is contested", "e e")
    answer(desk, "A player revoked", "3 e qd3d2s5d 9d 7")
    questions = desk.page.locator(".dispute")
    # The third card of the trick is that of W.
    assert "W revoked in trick 3." in desk.ruling
    later = desk.page.get_by_label(LATER, exact=True)
    later.fill("8d")
    questions.get_by_text("Write a number from 4 to 13.").wait_for()
    desk.settle()
    assert later.input_value() == "8d"
    assert "revoked" not in desk.ruling
    later.fill("8")
    later.press("Enter")
    desk.settle()
    assert "W revoked in trick 3." in desk.ruling
    assert "claim" not in desk.text


def test_a_dispute_on_a_phone_by_taps(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open()
        questions = desk.page.locator(".dispute")
        desk.page.get_by_role("button", name="A player revoked").tap()
        questions.get_by_label("In which trick? Count from 1").fill("2")
        questions.get_by_role("radio", name="N", exact=True).tap()
        questions.locator(".tap > summary").tap()
        for card in ("three of diamonds", "king of diamonds", "ten of hearts", "ten of diamonds", "queen of diamonds"):
            questions.get_by_role("button", name=card, exact=True).tap()
        questions.get_by_label(LATER, exact=True).fill("5")
        desk.settle()
        assert "S revoked in trick 2." in desk.ruling
        assert desk.page.evaluate(TOO_WIDE) is False
        assert desk.faults == []


def test_a_call_after_the_next_deal_costs_nothing(desk: Sitting) -> None:
    answer(desk, "A revoke was called late", "4 n 3dkdthtd qd 7 e Enter y")
    assert "S revoked in trick 4." in desk.ruling
    assert "No penalty (finding 1 says why)." in desk.ruling


def test_a_claim_that_fails_says_who_gets_the_tricks(desk: Sitting) -> None:
    answer(desk, "A claim is contested", "s s")
    hand = desk.page.get_by_label("What had S left?")
    for name, cards in {"N": "2h 3h 9c", "E": "kh 10d 4c", "S": "kh ks ah"}.items():
        desk.page.get_by_label(f"What had {name} left?").fill(cards)
        desk.page.keyboard.press("Enter")
    desk.page.get_by_text("E has the king of hearts already").wait_for()
    hand.fill("as ks ah")
    desk.page.keyboard.press("Enter")
    desk.page.get_by_label("What had W left?").fill("qs 5d 6d")
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("y")
    desk.settle()
    assert "Of the tricks left, N+S gets 2, E+W 1." in desk.ruling
    assert hand.input_value() == "A\N{BLACK SPADE SUIT} K\N{BLACK SPADE SUIT} A\N{BLACK HEART SUIT}"
    assert desk.page.locator(".caption").first.inner_text() == "S to play."


IN_SIGHT = """selector => [...document.querySelectorAll(selector)].some(node => {
    const { left, top, bottom, height } = node.getBoundingClientRect();
    const inside = document.elementFromPoint(left + 5, top + 5);
    return height > 0 && top >= 0 && bottom <= innerHeight && node.contains(inside);
})"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (768, 1024), (1366, 768), (1920, 1080)])
def test_the_ruling_is_in_sight_as_soon_as_it_comes(wide: int, high: int, browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, viewport={"width": wide, "height": high}) as desk:
        desk.open()
        answer(desk, "A revoke was called late", "4 n 3dkdthtd qd 7 e 8.2 Enter")
        assert "The call by E against S is upheld" in desk.ruling
        desk.page.wait_for_function(IN_SIGHT, arg=".bar-text, .happened")
        if wide > 390:
            return
        # What leads to the ruling goes once it is there, and comes back below it.
        bar = desk.page.locator(".bar")
        desk.page.get_by_label("In which trick? Count from 1").focus()
        desk.page.evaluate("scrollTo(0, 0)")
        box = bar.bounding_box()
        assert box is not None
        desk.page.mouse.click(box["x"] + 20, box["y"] + 20)
        desk.page.wait_for_function(IN_SIGHT, arg=".happened")
        assert not desk.page.evaluate(IN_SIGHT, ".bar-text")
        desk.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        desk.page.wait_for_function(IN_SIGHT, arg=".bar-text")


@pytest.mark.parametrize("window", [{}, {"color_scheme": "dark"}, PHONE], ids=["light", "dark", "phone"])
def test_axe_finds_nothing_in_the_questions(window: dict[str, str], browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **window) as desk:
        for title in ("A revoke was called late", "A claim is contested", "A hand was dealt wrong"):
            desk.open()
            if desk.page.get_by_role("button", name="Start anew").count():
                desk.press("Start anew")
            answer(desk, title, DISPUTES[title][0])
            assert violations(desk) == [], title


@pytest.mark.parametrize("title", ["A claim is contested", "A score is disputed"])
def test_what_was_downloaded_is_ruled_on_again_where_it_is_pasted(desk: Sitting, title: str) -> None:
    keys, ruling = DISPUTES[title]
    answer(desk, title, keys)
    saved = desk.saved("Download")
    desk.press("Start anew")
    desk.write(saved)
    assert ruling in desk.whole_ruling


def test_the_row_of_disputes_is_one_stop_of_the_tab_key(desk: Sitting) -> None:
    desk.page.get_by_role("button", name="A player revoked").focus()
    desk.page.keyboard.press("ArrowRight")
    assert desk.page.evaluate(NAME) == "A revoke was called late"
    desk.page.keyboard.press("Enter")
    assert desk.page.evaluate("document.activeElement.dataset.step") == "trick"


@pytest.mark.parametrize(
    ("path", "bid"), [("/desk", "bid of N"), ("/desk/sheet", "bid of N, round 1"), ("/desk/sheet#example", "round 1")]
)
def test_the_first_bid_is_in_sight_on_a_phone(path: str, bid: str, browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as desk:
        desk.open(path=path)
        desk.page.wait_for_function(IN_SIGHT, arg=f"input[aria-label$='{bid}']")
        assert desk.faults == []


def test_the_totals_stay_in_sight_on_a_phone(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **PHONE) as sheet:
        sheet.open(path="/desk/sheet#example")
        sheet.page.get_by_label("bid of Ana, round 9", exact=True).scroll_into_view_if_needed()
        sheet.page.wait_for_function(IN_SIGHT, arg=".totals")
