"""Make the picture of the desk that the README shows: ``python -m tests.desk.picture``."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from service import create_app
from tests.desk.conftest import CHROMIUM
from tests.desk.served import Served
from tests.desk.sitting import Sitting

FILE = Path(__file__).parents[2] / "docs" / "desk.webp"


def main() -> None:
    """Show the example at the moment of its offence."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    served = Served(create_app())
    served.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Sitting(browser, served.address, viewport={"width": 1280, "height": 820}) as desk:
            desk.open(path="/desk/example")
            desk.page.locator(".mini.offence").first.click()
            desk.page.mouse.move(1, 1)
            desk.page.emulate_media(reduced_motion="reduce")
            shot = desk.page.screenshot()
        # The desk itself lets no script read a picture.
        FILE.write_bytes(as_webp(shot, browser.new_page()))
        browser.close()
    served.stop()


_AS_WEBP = """async png => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.75).split(",")[1];
}"""


def as_webp(png: bytes, page: Page) -> bytes:
    """Return a picture as WebP, a quarter as large; the browser writes it."""
    return b64decode(page.evaluate(_AS_WEBP, b64encode(png).decode()))


if __name__ == "__main__":
    main()
