"""Make the picture of the desk that the README shows: ``python -m tests.desk.picture``."""

from __future__ import annotations

import logging
from pathlib import Path

from playwright.sync_api import sync_playwright

from service import create_app
from tests.desk.conftest import CHROMIUM
from tests.desk.served import Served
from tests.desk.sitting import Sitting

FILE = Path(__file__).parents[2] / "docs" / "desk.png"


def main() -> None:
    """Show the example at the moment of its offence."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    served = Served(create_app())
    served.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Sitting(browser, served.address, viewport={"width": 1280, "height": 820}) as desk:
            desk.open(path="/desk/example")
            desk.page.locator(".joint").first.click()
            desk.page.mouse.move(1, 1)
            desk.page.emulate_media(reduced_motion="reduce")
            desk.page.screenshot(path=FILE)
        browser.close()
    served.stop()


if __name__ == "__main__":
    main()
