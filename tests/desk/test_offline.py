"""The desk without a network: it opens as it was kept, says that rulings need the service, and goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.desk.served import Served
from tests.desk.sitting import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATHS_KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return requests.map((request) => new URL(request.url).pathname);
}"""
KEPT = "() => navigator.serviceWorker.controller !== null"


@pytest.mark.parametrize(("path", "heading"), [("/desk", "The desk"), ("/desk/sheet", "The score sheet")])
def test_a_page_that_was_open_once_opens_without_the_service(
    browser: Browser, served: Served, path: str, heading: str
) -> None:
    with Sitting(browser, served.address) as desk:
        desk.open(path=path)
        desk.page.wait_for_function(KEPT)
        served.stop()
        try:
            desk.page.reload()
            desk.page.wait_for_selector("body[data-opened]")
            assert heading in str(desk.page.locator("h1").first.text_content())
        finally:
            served.start()


def test_rulings_come_once_the_service_is_back(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as desk:
        desk.open()
        desk.page.wait_for_function(KEPT)
        served.stop()
        try:
            desk.page.reload()
            desk.page.wait_for_selector("body[data-opened]")
            desk.page.fill("#text", "N E S W; dealer W\nN 4  E 3  S 1  W 3\nN KH 2H 3S 4H\nS 9H AH TH 5H\n")
            desk.page.get_by_text("Rulings need the service").wait_for()
        finally:
            served.start()
        desk.settle()
        assert "S revoked in trick 1." in desk.ruling


ROUND = "N E S W; dealer W\nN 4  E 3  S 1  W 3\nN KH 2H 3S 4H\nS 9H AH TH 5H\n"


def test_a_round_is_shown_with_its_last_ruling_and_goes_on_once_the_service_is_back(
    browser: Browser, served: Served
) -> None:
    with Sitting(browser, served.address) as desk:
        desk.open()
        desk.page.wait_for_function(KEPT)
        desk.write(ROUND)
        desk.link()
        served.stop()
        try:
            desk.page.reload()
            desk.page.get_by_text("This is the last ruling on this round, kept by this browser.").wait_for()
            assert "S revoked in trick 1." in desk.ruling
            assert desk.text == ROUND
            assert desk.field("bid of N").input_value() == "4"
            # It is not the ruling on anything else.
            desk.field("bid of N").fill("5")
            desk.page.get_by_text("This is the ruling on what was there before.").wait_for()
        finally:
            served.start()
        desk.settle()
        assert "S revoked in trick 1." in desk.ruling
        assert desk.faults == []


def test_a_sheet_is_shown_with_its_last_totals(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sheet:
        sheet.open(path="/desk/sheet")
        sheet.page.wait_for_function(KEPT)
        sheet.press("A game, as an example")
        sheet.link()
        before = sheet.standing
        assert "Ana+Cy wins with 520" in before
        served.stop()
        try:
            sheet.page.reload()
            sheet.page.get_by_text("it can't be reached").wait_for()
            assert sheet.standing.splitlines()[-6:] == before.splitlines()[-6:]
            assert sheet.field("bid of Cy, round 1").input_value() == "nil"
        finally:
            served.start()
        assert sheet.faults == []


def test_only_pages_and_files_of_the_desk_are_kept(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as desk:
        desk.open()
        desk.page.wait_for_function(KEPT)
        kept = desk.page.evaluate(PATHS_KEPT)
        pages = {"/desk", "/desk/example", "/desk/sheet"}
        assert pages < set(kept)
        assert all(path in pages or path.startswith("/desk/static/") for path in kept)
