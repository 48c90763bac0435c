"""What people do at the desk, from the first key to the ruling, in a real browser."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.settings import Settings
from tests.desk.served import Served
from tests.desk.sitting import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

REVOKE = """N E S W; dealer W
N 4  E 3  S 1  W 3
N KH 2H 3S 4H
S 9H AH TH 5H
"""
SLIP = """N E S W; dealer W
N 4  E 3  S 1  W 5
N KH 2H 3H 4H
E 9H AH TH 6H
E 8D 2D 3D 4D
"""


def test_a_revoke_is_proved_without_hands(desk: Sitting) -> None:
    desk.write(REVOKE)
    assert "S revoked in trick 1." in desk.ruling
    assert "A rule was broken" in desk.ruling
    assert (
        "3 tricks. (a default of this service, because the source of the ruleset does not say) Change it" in desk.ruling
    )
    desk.page.locator("dd").get_by_role("button", name="trick 2, card 1 (nine of hearts)").click()
    assert desk.page.evaluate("document.activeElement.getAttribute('aria-label')") == "trick 2, S"
    desk.page.get_by_role("button", name="show where finding 1 is").click()
    assert desk.page.evaluate("document.activeElement.getAttribute('aria-label')") == "trick 1, S"
    desk.page.get_by_role("button", name="finding 1", exact=True).first.click()
    assert desk.page.evaluate("document.activeElement.dataset.place") == "finding 1"


def test_fields_and_text_are_one_record(desk: Sitting) -> None:
    desk.write(REVOKE)
    assert desk.field("bid of N").input_value() == "4"
    assert desk.field("trick 2, W").input_value() == "A♥"
    desk.enter("bid of N", "nil")
    assert "N nil" in desk.text
    desk.enter("trick 1, S", "3h")
    assert "KH 2H 3H 4H" in desk.text
    # Who led was written down, and stays until somebody says otherwise.
    assert "S led out of turn in trick 2." in desk.ruling
    desk.field("leader of trick 2").select_option("")
    desk.settle()
    assert "\nTH 5H 9H AH\n" in desk.text
    assert "Nobody broke a rule" in desk.ruling


def test_a_clean_round_by_clicks(desk: Sitting) -> None:
    desk.field("dealer").select_option("W")
    desk.page.locator(".tap > summary").click()
    desk.press("king of hearts", "two of hearts", "three of hearts", "four of hearts", "ace of spades")
    assert desk.text.split("\n")[-3:-1] == ["N KH 2H 3H 4H", "AS"]
    assert "led a spade too early" in desk.ruling
    desk.enter("trick 2, N", "ah")
    assert "Nobody broke a rule" in desk.ruling


def test_the_fourth_hand_fills_itself(desk: Sitting) -> None:
    desk.enter("hand of N", "AKQ4.T98.AK6.QJ9")
    desk.enter("hand of E", "♠JT98 ♥AKQ ♦QJT ♣AKT")
    desk.enter("hand of S", "765.J76.9875.876")
    assert desk.field("hand of W").input_value() == "32.5432.432.5432"
    assert "hand" in desk.text


def test_a_link_is_the_whole_dispute(desk: Sitting, browser: Browser, served: Served) -> None:
    desk.write(REVOKE)
    desk.enter("bid of E", "b6")
    with Sitting(browser, served.address) as other:
        other.open(desk.link())
        assert (other.text, other.ruling) == (desk.text, desk.ruling)
        assert other.field("bid of E").input_value() == "b6"


def test_a_reload_loses_nothing(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.link()
    desk.page.reload()
    desk.settle()
    assert desk.text == REVOKE
    desk.page.goto(f"{desk.address}/desk")
    desk.settle()
    assert desk.text == REVOKE


def test_another_tab_shows_the_round_and_has_it_in_its_address(desk: Sitting) -> None:
    desk.write(REVOKE)
    link = desk.link()
    other = desk.page.context.new_page()
    other.goto(f"{desk.address}/desk")
    other.wait_for_function("() => document.body.dataset.opened && location.hash.length > 1")
    assert "#" + other.url.partition("#")[2] == link


def test_back_and_forward(desk: Sitting) -> None:
    desk.example("A revoke, proved without hands")
    first = desk.link()
    desk.example("A slip of the pen")
    assert desk.link() != first
    desk.page.go_back()
    desk.page.wait_for_function("() => document.getElementById('text')?.value.includes('has no heart')")
    desk.settle()
    assert "S revoked in trick 1." in desk.ruling
    desk.page.go_forward()
    desk.page.wait_for_function("() => document.getElementById('text')?.value.includes('again')")


def test_a_slip_and_its_reading(desk: Sitting) -> None:
    desk.example("A slip of the pen")
    assert "contradicts itself" in desk.ruling
    assert "Perhaps a slip of the pen" in desk.whole_ruling


def test_the_service_is_away_for_a_moment(desk: Sitting, served: Served) -> None:
    desk.write(REVOKE)
    served.stop()
    try:
        desk.text_area.fill(REVOKE + "W JH\n")
        desk.page.get_by_text("can't be reached").wait_for()
        assert desk.text == REVOKE + "W JH\n"
    finally:
        served.start()
    desk.settle()
    assert "S revoked in trick 1." in desk.ruling
    assert desk.text == REVOKE + "W JH\n"


def test_an_old_ruling_is_busy_and_says_so(desk: Sitting) -> None:
    desk.write(REVOKE)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    desk.page.route("**/v1/rounds/audit", hold)
    with desk.page.expect_request("**/v1/rounds/audit"):
        desk.text_area.fill(REVOKE + "W JH QH 6H 7H\n")
    desk.page.get_by_text("This is the ruling on what was there before.").wait_for()
    assert desk.page.locator("#ruling").get_attribute("aria-busy") == "true"
    for route in waiting:
        route.continue_()
    desk.settle()
    assert desk.page.locator("#ruling").get_attribute("aria-busy") == "false"
    assert "what was there before" not in desk.whole_ruling


def test_the_likeliest_slip_is_mended_in_the_headline(desk: Sitting) -> None:
    desk.write(SLIP)
    assert "Check the record" in desk.ruling
    desk.press("Correct it")
    assert "No fault in what is recorded" in desk.ruling


def test_names_are_text_whatever_they_are(desk: Sitting) -> None:
    desk.write('"<img src=x onerror=alert(1)>" "\'\\"&amp;" S W\n"<img src=x onerror=alert(1)>" KH 2H 3S 4H\nS 9H\n')
    assert desk.page.locator("img").count() == 0
    assert desk.field("bid of <img src=x onerror=alert(1)>").count() == 1


def test_faults_of_the_text_lead_to_their_place(desk: Sitting) -> None:
    desk.write("N E S W\nN KH 2H 9Q 4H\n")
    desk.page.get_by_role("button", name="Line 2, column 9:").click()
    assert desk.text_area.evaluate("area => area.selectionStart") == 16
    desk.write("N E S W\nN KH 2H 9H 4H\n")
    assert "Nobody broke a rule" in desk.ruling


def test_without_scripts_it_is_a_form(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, java_script_enabled=False) as desk:
        desk.page.goto(f"{served.address}/desk")
        desk.page.get_by_label("The round").fill(REVOKE)
        desk.page.get_by_role("button", name="Rule on it").click()
        assert "S revoked in trick 1." in desk.page.inner_text("body")
        desk.page.go_back()
        desk.page.get_by_label("The round").fill("N E S W\n\nN KH foo")
        desk.page.get_by_role("button", name="Rule on it").click()
        assert "Line 3, column 6" in desk.page.inner_text("body")
        assert desk.page.get_by_label("The round").input_value() == "N E S W\n\nN KH foo"


def test_nothing_is_asked_of_another_host(desk: Sitting) -> None:
    desk.example("A slip of the pen")
    assert {url for url in desk.requests if not url.startswith(desk.address)} == set()


@pytest.mark.parametrize("path", ["/desk", "/desk/sheet"])
def test_every_file_is_asked_for_at_once(path: str, desk: Sitting) -> None:
    desk.requests.clear()
    desk.open(path=path)
    named = "[...document.querySelectorAll('link[href*=\"/static/\"], script')].map(each => each.href || each.src)"
    assert {url for url in desk.requests if "/static/" in url} == set(desk.page.evaluate(named))


def test_a_card_that_was_taken_back_is_typed_into_its_cell(desk: Sitting) -> None:
    desk.write(REVOKE)
    desk.enter("trick 1, S", "(3s)jh")
    assert "(3S)JH" in desk.text
    assert "took it back" in desk.whole_ruling


def test_a_claim(desk: Sitting) -> None:
    desk.example("A claim that was refused")
    assert "Nobody broke a rule" in desk.ruling
    assert "N+S: +" in desk.ruling
    line = desk.page.locator(".line-of-play li").all_inner_texts()
    assert len(line) == 10
    assert line[0].startswith("N A♠ · E ")


def test_three_players_with_jokers(desk: Sitting) -> None:
    desk.field("Ruleset").select_option("classic-solo")
    desk.settle()
    desk.page.get_by_label("jokers").check()
    desk.page.get_by_label("How many").select_option("3")
    desk.settle()
    desk.field("dealer").select_option("Cy")
    desk.enter("trick 1, Ana", "kh")
    desk.enter("trick 1, Ben", "bj")
    desk.enter("trick 1, Cy", "2h")
    desk.enter("trick 2, Ben", "ah")
    assert "Ben revoked in trick 1." in desk.ruling


def test_two_players_who_draw(desk: Sitting) -> None:
    desk.field("Ruleset").select_option("two-player")
    desk.settle()
    desk.write("N S; dealer N\ndraw S KH 2C kept KH\nS KH 2H\n")
    assert desk.field("trick 1, S").input_value() == "K♥"
    assert "can't be read" not in desk.ruling


def test_an_accusation_that_nobody_can_decide(desk: Sitting) -> None:
    desk.write("N E S W; dealer W\nN KH 2H 3S 4H\ncall E > S 1\n")
    assert "The call by E against S is undecidable" in desk.whole_ruling
    assert "Look here" in desk.whole_ruling


def test_what_can_be_taken_away(desk: Sitting, client: FlaskClient) -> None:
    desk.write(REVOKE)
    desk.enter("name of player 1", "O'Neill")
    record = json.loads(desk.saved("Download"))
    assert (record["ruleset"], record["players"]) == ("pagat", ["O'Neill", "E", "S", "W"])
    ruling = client.post("/v1/rounds/audit", json=record).get_json()
    desk.page.locator("summary", has_text="Details").click()
    assert ruling["ruling_id"] in desk.whole_ruling.replace("\n", "")
    assert f"engine version {ruling['engine_version']}." in desk.whole_ruling.replace("\n", " ")
    command = desk.copied("Copy as a command", "The command is copied.")
    program = f"curl() {{ printf %s '$6'; }}; {command}".replace("'$6'", '"$6"')
    said = subprocess.run(["/bin/sh", "-c", program], capture_output=True, check=True)
    assert json.loads(said.stdout) == record
    assert desk.copied("Copy link", "The link is copied.") == f"{desk.address}/desk{desk.link()}"


def test_a_service_with_keys_asks_for_one(browser: Browser, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"north:{hashlib.sha256(b'secret').hexdigest()}\n")
    locked = Served(create_app(Settings(api_keys_file=keys)))
    locked.start()
    try:
        with Sitting(browser, locked.address) as desk:
            desk.page.goto(f"{locked.address}/desk")
            desk.text_area.fill(REVOKE)
            desk.page.get_by_text("asks for an API key").wait_for()
            desk.field("API key").fill("secret")
            desk.page.get_by_role("button", name="Use it").click()
            desk.page.get_by_text("S revoked in trick 1.").locator("visible=true").first.wait_for()
            assert desk.text == REVOKE
            assert desk.faults == []
    finally:
        locked.stop()


def test_a_chosen_option_counts(desk: Sitting) -> None:
    desk.field("Ruleset").select_option("classic-partnership")
    desk.settle()
    desk.page.get_by_label("bags").first.check()
    desk.write(REVOKE)
    assert "with bags" in desk.whole_ruling
    desk.write("pagat\n" + REVOKE)
    assert desk.field("Ruleset").input_value() == "pagat"
    desk.field("Ruleset").select_option("nello")
    desk.settle()
    assert "By nello" in desk.whole_ruling
    assert "pagat" not in desk.text
