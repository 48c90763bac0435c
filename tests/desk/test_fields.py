"""What the fields of the desk do: the end of play, the sheet, faults beside their field, and where the focus goes."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.desk.sitting import Sitting
from tests.desk.test_stories import REVOKE
from tests.spades.builders.slips import ROUND, with_entry

FOCUSED = "(each => each.getAttribute('aria-label') ?? (each.id || each.textContent))(document.activeElement)"


def test_play_was_stopped(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\n")
    assert desk.field("Play was stopped here").count() == 0
    desk.write(REVOKE)
    desk.field("Play was stopped here").check()
    desk.settle()
    assert desk.text.endswith("S 9H AH TH 5H\nstopped\n")
    link = desk.link()
    desk.page.goto("about:blank")
    desk.open(link)
    assert desk.field("Play was stopped here").is_checked()
    desk.field("Play was stopped here").uncheck()
    desk.settle()
    assert "stopped" not in desk.text


def test_what_the_sheet_says_is_written_in_the_text(desk: Sitting) -> None:
    desk.write(REVOKE + "points N+S -50\nbefore E+W bags 3\n")
    desk.enter("bid of N", "5")
    assert "points N+S -50" in desk.text
    assert "before E+W" in desk.text


def test_a_fault_is_said_at_its_field_and_loses_nothing(desk: Sitting) -> None:
    desk.write(REVOKE)
    before = desk.text
    wrong = {
        "name of player 2": ("n", "Two players can't both be n."),
        "bid of N": ("many", "A bid is a number, nil"),
        "trick 2, W": ("1x", "Trick 2, W: “1x” is not a card."),
        "hand of E": ("AS AS", "The ace of spades is there twice: take one of them out."),
        "trick 2, S": ("2h 3h 4h 5h 6h", "a trick has 4 cards"),
    }
    for label, (typed, said) in wrong.items():
        desk.enter(label, typed)
        assert desk.field(label).get_attribute("aria-invalid") == "true", label
        described = desk.field(label).get_attribute("aria-describedby")
        assert said in desk.page.locator(f"[id='{described}']").inner_text()
        assert desk.field(label).input_value() == typed
    assert desk.text == before
    assert "A field has something that can't be taken" in desk.whole_ruling


def test_a_text_for_three_is_offered_rulesets_for_three(desk: Sitting) -> None:
    desk.write("A B C\nA KH 2H 3H\n")
    assert "This ruleset is not for 3 players. Choose one that is:" in desk.whole_ruling
    desk.press("Cutthroat Spades for three")
    assert desk.page.evaluate(FOCUSED).startswith("Cutthroat Spades for three")
    assert desk.text == "A B C\nA KH 2H 3H\n"
    assert "By cutthroat" in desk.whole_ruling


def test_an_old_ruling_is_called_the_last_one(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.write(REVOKE + "W 1X\n")
    assert "The text can't be read yet" in desk.ruling
    assert "The last ruling, on what was there before" in desk.whole_ruling
    assert not desk.page.locator(".findings").is_visible()
    desk.write(REVOKE)
    assert "The last ruling" not in desk.whole_ruling


def test_a_number_of_players_brings_a_ruleset_for_it(desk: Sitting) -> None:
    desk.open_setup()
    desk.page.get_by_label("How many").select_option("3")
    desk.settle()
    assert "is not for 3 players. The ruleset is now" in desk.page.inner_text("main")
    desk.write("Ana KH 2H 3H\n")
    assert "Nobody broke a rule" in desk.ruling
    desk.press("Start anew")
    assert desk.page.evaluate(FOCUSED) == "bid of Ana"


def test_the_table_says_how_far_the_round_has_come(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\nN nil  E 3  S 1  W 3\nN KH 2H 3H 4H\nN 2D 3D\n")
    assert desk.page.locator(".taken").all_inner_texts() == ["took 1", "took 0", "took 0", "took 0"]
    assert "S to play." in desk.page.locator(".caption").inner_text()


def test_an_example_leaves_the_focus_at_the_examples(desk: Sitting) -> None:
    desk.example("A slip of the pen")
    assert desk.page.evaluate(FOCUSED) == "Disputes and examples"


def test_a_slip_is_mended_by_a_click(desk: Sitting, client: FlaskClient) -> None:
    body = {"notation": "shorthand", "record": with_entry(ROUND, 4, 1, card="QH")}
    desk.write(client.post("/v1/records/write", json=body).get_json()["text"])
    desk.field("Ruleset").select_option(ROUND["ruleset"])
    desk.settle()
    assert "contradicts itself" in desk.ruling
    desk.press("Correct the record")
    assert "Nobody broke a rule" in desk.ruling
    assert desk.page.evaluate(FOCUSED) == "ruling"


def test_details_that_were_opened_stay_open(desk: Sitting) -> None:
    desk.open_setup()
    desk.enter("bid of N", "4")
    assert desk.field("Ruleset").is_visible()
