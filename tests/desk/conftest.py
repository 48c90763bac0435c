"""What the stories of the desk share: the service on a port of its own, one browser, a desk in a fresh window of it.

Skipped where the browser or its Python package is missing; with CI set, they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from tests.desk.served import Served
from tests.desk.sitting import Sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def served(app: Flask) -> Iterator[Served]:
    """Return the service, which a story may stop and start again."""
    served = Served(app)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser of all stories."""
    if "CI" not in os.environ:
        pytest.importorskip("playwright", reason="needs playwright")
        if CHROMIUM is None:
            pytest.skip("needs Chromium")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def desk(browser: Browser, served: Served) -> Iterator[Sitting]:
    """Return an empty desk in a fresh window; it must end without a fault in the page."""
    yield from Sitting(browser, served.address).at_empty_desk()
