"""What the fields of the desk do: calls, a claim and the sheet, faults beside their field, and where the focus goes."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.desk.sitting import Sitting
from tests.desk.test_stories import REVOKE
from tests.spades.builders.slips import ROUND, with_entry

FOCUSED = "(each => each.getAttribute('aria-label') ?? (each.id || each.textContent))(document.activeElement)"
HANDS = ("AKQ4.T98.AK6.QJ9", "JT98.AKQ.QJT.AKT", "765.J76.9875.876")


def test_a_call_counts_once_both_are_named(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.press("Somebody called a revoke")
    assert desk.page.evaluate(FOCUSED) == "who called, call 1"
    assert "call" not in desk.text
    desk.field("who called, call 1").select_option("W")
    assert desk.field("who is called, call 1").locator("option").all_inner_texts() == ["choose", "N", "E", "S"]
    desk.field("who is called, call 1").select_option("S")
    desk.enter("trick of call 1", "1")
    assert "call W > S 1" in desk.text
    assert "upheld" in desk.whole_ruling
    desk.press("take call 1 away")
    assert desk.page.evaluate(FOCUSED) == "add-call"
    assert "call" not in desk.text


def test_a_claim_counts_once_it_is_said_what_became_of_it(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.press("Somebody claimed")
    assert desk.page.evaluate(FOCUSED) == "who claimed"
    desk.field("who claimed").select_option("N")
    desk.enter("tricks claimed", "11")
    assert "claim" not in desk.text
    desk.field("what the others said to the claim").select_option("accepted it")
    desk.settle()
    assert "claim N 11 accepted" in desk.text
    desk.enter("cards in the order in which the claimer said he would play them", "as, ks")
    assert "claim N 11 AS KS accepted" in desk.text
    desk.press("take the claim away")
    assert desk.page.evaluate(FOCUSED) == "add-claim"
    assert desk.text == "N E S W; dealer W\nN 4  E 3  S 1  W 3\nN KH 2H 3S 4H\nS 9H AH TH 5H\n"


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


def test_the_sheet_has_fields(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.page.get_by_text("What the score sheet says").click()
    desk.enter("points, N+S", "-50")
    desk.enter("bags before, E+W", "3")
    assert "points N+S -50" in desk.text
    desk.enter("tricks won, E+W", "7")
    assert desk.field("tricks won, N+S").input_value() == "6"
    desk.enter("points, N+S", "")
    desk.enter("bags before, E+W", "")
    desk.enter("tricks won, N+S", "")
    desk.enter("tricks won, E+W", "")
    assert desk.text == "N E S W; dealer W\nN 4  E 3  S 1  W 3\nN KH 2H 3S 4H\nS 9H AH TH 5H\n"


def test_a_fault_is_said_at_its_field_and_loses_nothing(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.press("Somebody called a revoke")
    desk.field("who called, call 1").select_option("W")
    desk.field("who is called, call 1").select_option("S")
    desk.settle()
    before = desk.text
    desk.page.get_by_text("What the score sheet says").click()
    wrong = {
        "trick of call 1": ("99", "The round has 13 tricks"),
        "name of player 2": ("n", "Two players can't both be n."),
        "bid of N": ("many", "A bid is a number, nil"),
        "trick 2, W": ("1x", "Trick 2, W: “1x” is not a card."),
        "tricks won, N+S": ("14", "Write a whole number from 0 to 13."),
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
    assert desk.page.evaluate(FOCUSED) == "text"


def test_after_the_last_hand_clicks_go_to_the_tricks(desk: Sitting) -> None:
    for name, hand in zip("NES", HANDS, strict=True):
        desk.enter(f"hand of {name}", hand)
    desk.tab("table")
    assert desk.page.get_by_role("button", name="Tricks", exact=True).get_attribute("aria-pressed") == "true"


def test_the_round_says_how_far_it_has_come(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\nN nil  E 3  S 1  W 3\nN KH 2H 3H 4H\nN 2D 3D\n")
    desk.tab("paper")
    assert desk.page.get_by_text("After 1 trick: N+S 1, E+W 0. N bid nil and won trick 1.").is_visible()


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
    desk.page.get_by_text("What the score sheet says").click()
    desk.enter("bid of N", "4")
    assert desk.field("points, N+S").is_visible()


def test_cards_that_may_not_be_played_are_dimmed(desk: Sitting) -> None:
    desk.field("dealer").select_option("W")
    for name, hand in zip("NES", HANDS, strict=True):
        desk.enter(f"hand of {name}", hand)
    desk.tab("table")
    dimmed = desk.page.locator(".play.illegal")
    desk.page.get_by_text("N is to play").wait_for()
    assert desk.page.get_by_role("button", name="ace of spades, not legal", exact=True).count() == 1
    assert dimmed.count() == 52 - 9
    desk.press("ten of hearts")
    desk.page.get_by_text("E is to play").wait_for()
    legal = desk.page.locator(".play:not(.illegal, [aria-pressed=true]) .hidden").all_inner_texts()
    assert legal == ["ace of hearts", "king of hearts", "queen of hearts"]
    desk.press("ace of hearts", "jack of hearts", "two of hearts")
    desk.page.get_by_text("E is to play").wait_for()
    desk.enter("bid of N", "4")
    desk.tab("table")
    desk.page.get_by_text("E is to play").wait_for()
    desk.press("Hand of N")
    assert dimmed.count() == 0
