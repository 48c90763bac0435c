"""The reference at /docs in a browser: examples are sent and answered, axe finds nothing, a phone is wide enough."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.document import OPERATIONS
from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, PHONE, TOO_WIDE, WINDOWS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

# A phone, and a window of 1,440 pixels in which everything is twice as large.
NARROW: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "twice as large": {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2},
}


def open_reference(sitting: Sitting, fragment: str = "") -> None:
    sitting.page.goto(f"{sitting.address}/docs{fragment}")


def example_of(sitting: Sitting, operation: str) -> Locator:
    """Return the example of an operation that is open, which is the first."""
    return sitting.page.locator(f"#{operation} .example[open]")


def tried(example: Locator) -> Locator:
    """Send an example as it stands, and return its answer."""
    example.get_by_role("button", name="Try it").click()
    example.get_by_role("button", name="Send").click()
    result = example.locator(".result")
    result.locator("strong").wait_for()
    return result


def test_every_example_is_answered(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        for operation in OPERATIONS:
            result = tried(example_of(sitting, operation.name))
            assert result.locator("strong").inner_text().startswith("200"), operation.name
            assert "X-Request-Id" in result.inner_text()
        assert sitting.faults == []
        assert [address for address in sitting.requests if not address.startswith(served.address)] == []


def test_what_was_changed_is_sent_and_a_failure_is_shown(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        example = example_of(sitting, "getFindingCode")
        example.get_by_role("button", name="Try it").click()
        example.get_by_label("code").fill("no such/code")
        result = tried(example)
        assert result.locator("strong").inner_text().startswith("404")
        example = example_of(sitting, "scoreRound")
        example.get_by_role("button", name="Try it").click()
        example.get_by_label("Answer as").select_option("text/markdown")
        assert "# Score" in tried(example).locator("pre").inner_text()
        example.get_by_label("Body").fill("{")
        example.get_by_role("button", name="Send").click()
        example.locator(".failed", has_text="400").wait_for()
        assert "/problems/not-json" in example.locator(".result pre").inner_text()


def test_another_example_takes_the_place_of_the_first(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        sitting.page.get_by_text("The points of each side alone").first.click()
        body = example_of(sitting, "scoreRound").locator(".json").first.inner_text()
        assert '"answer": "brief"' in body


def test_the_members_of_a_schema_open_where_they_are_named(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        members = sitting.page.locator("#ScoreRequest > dl > dd", has_text="Members of ChosenRemedy")
        members.locator("summary").click()
        assert "list of ChosenRemedy" in sitting.page.locator("#ScoreRequest").inner_text()
        named = sitting.page.locator("#ChosenRemedy > dl > dt").all_text_contents()
        assert named
        assert members.locator("dt").all_text_contents() == named
        assert sitting.faults == []


def test_a_link_into_folded_members_unfolds_them(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting, "#Ruling")
        sitting.page.locator("#Ruling").wait_for(state="visible")
        assert sitting.page.locator("#Ruling").evaluate("each => each.getBoundingClientRect().top < innerHeight")


def test_without_scripts_the_page_lacks_only_its_buttons(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, java_script_enabled=False) as sitting:
        open_reference(sitting)
        assert sitting.page.locator("main button:visible").count() == 0
        examples = sitting.page.locator(".operation .example[open] pre")
        assert examples.count() > len(OPERATIONS)
        sitting.page.locator("#auditRound summary", has_text="A ruling in brief").click()
        assert '"answer": "brief"' in example_of(sitting, "auditRound").inner_text()


def test_by_keyboard_alone(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        keys = sitting.page.keyboard
        keys.press("Tab")
        assert sitting.page.evaluate("document.activeElement.textContent") == "Skip to the reference"
        sitting.page.locator(".aside a", has_text="Judge a trick").focus()
        keys.press("Enter")
        sitting.page.wait_for_function("location.hash === '#judgeTrick'")
        example_of(sitting, "judgeTrick").get_by_role("button", name="Try it").focus()
        keys.press("Enter")
        assert sitting.page.evaluate("document.activeElement.name") == "body"
        keys.press("Tab")
        keys.press("Enter")
        example_of(sitting, "judgeTrick").get_by_text("200 OK").wait_for()


@pytest.mark.parametrize("window", NARROW)
def test_a_narrow_window_folds_the_operations(window: str, browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address, **NARROW[window]) as sitting:
        open_reference(sitting)
        assert sitting.page.evaluate(TOO_WIDE) is False
        assert sitting.page.locator(".aside").is_hidden()
        sitting.page.locator(".folded > summary").click()
        sitting.page.locator(".folded a", has_text="Score a round").click()
        tried(example_of(sitting, "scoreRound"))
        assert sitting.page.evaluate(TOO_WIDE) is False


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing(window: str, browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **WINDOWS[window]) as sitting:
        open_reference(sitting)
        tried(example_of(sitting, "scoreRound"))
        sitting.page.locator("#scoreRound .inset > summary, #scoreRound .answer > summary").first.click()
        sitting.page.evaluate(Path(AXE).read_text())
        found = sitting.page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
        assert [f"{each['id']}: {[node['html'][:150] for node in each['nodes'][:3]]}" for each in found] == []


def test_paper_has_every_operation(browser: Browser, served: Served) -> None:
    with Sitting(browser, served.address) as sitting:
        open_reference(sitting)
        sitting.page.emulate_media(media="print")
        assert sitting.page.locator(".aside, .folded, button").locator("visible=true").count() == 0
        assert sitting.page.locator(".operation h3").locator("visible=true").count() >= len(OPERATIONS)
        assert re.match(rb"%PDF", sitting.page.pdf(format="A4", prefer_css_page_size=True))
