"""The desk without a server: files in a folder of a plain web server, and answers that are made in the page itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from deploy.site.build import HERE, write_site
from service.media_types import JSON
from tests.contract.corpus import BODIES
from tests.contract.document import OPERATIONS
from tests.contract.tools import require
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, PHONE, violations
from tests.desk.test_stories import REVOKE
from tests.http.mistakes import MISTAKES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATHS = {each.name: each.path for each in OPERATIONS}
ASK = """async ([path, body]) => {
    const answer = await fetch(path, { method: "POST", headers: { Accept: "application/json" }, body });
    return [answer.status, await answer.text()];
}"""
KEPT = "() => navigator.serviceWorker.controller !== null"


class Files(SimpleHTTPRequestHandler):
    """Hands out files, and notes nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Host:
    """A web server that has the site in one of its folders."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_port}/club"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Hand out nothing any more."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a web server that has the site in its folder `club`."""
    require(HERE / "node_modules" / "pyodide")
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "club")
    return folder


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    """Return the web server."""
    host = Host(folder)
    yield host
    host.stop()


def test_700_requests_get_the_bytes_of_the_service(browser: Browser, host: Host, client: FlaskClient) -> None:
    """Those that are kept, and mistakes of every kind."""
    asked = [(PATHS[operation], json.dumps(body)) for operation, bodies in BODIES.items() for body in bodies.values()]
    asked += [(each.path, json.dumps(each.body)) for each in MISTAKES]
    assert len(asked) > 700
    with Sitting(browser, host.address) as desk:
        desk.open(path="/desk/")
        for path, body in asked:
            status, content = desk.page.evaluate(ASK, [path, body])
            answer = client.post(path, data=body, content_type=JSON)
            assert status == answer.status_code, (path, body)
            if status == 200:
                assert content == answer.text, (path, body)
            else:  # only a server numbers its requests
                told = answer.get_json()
                assert json.loads(content) | {"instance": told["instance"]} == told, (path, body)
        assert desk.faults == []


def test_a_dispute_is_ruled_on_without_a_network_once_the_page_was_open(browser: Browser, folder: Path) -> None:
    host = Host(folder)
    with Sitting(browser, host.address) as desk:
        desk.page.set_default_timeout(120_000)
        desk.open(path="/desk/")
        desk.page.wait_for_function(KEPT)
        host.stop()
        desk.page.reload()
        desk.settle()
        desk.write(REVOKE)
        assert "S revoked in trick 1." in desk.ruling
        desk.page.locator("header").get_by_role("link", name="Rulebooks").click()
        desk.page.locator("a[href*='pagat/rulebook']").first.click()
        desk.page.wait_for_url("**/club/v1/rulesets/pagat/rulebook/")
        assert "Spades" in str(desk.page.locator("h1").text_content())
        desk.open(path="/desk/sheet/")
        assert desk.faults == []


def test_a_link_in_a_chat_opens_a_dispute_on_a_phone(browser: Browser, host: Host) -> None:
    require(AXE)
    with Sitting(browser, host.address, **PHONE) as desk:
        desk.page.set_default_timeout(120_000)
        desk.page.goto(f"{host.address}/desk/")
        desk.page.get_by_role("status").filter(has_text="engine").wait_for()
        assert violations(desk) == []
        desk.settle()
        desk.page.get_by_text("engine", exact=False).wait_for(state="hidden")
        desk.write(REVOKE)
        link = desk.link()
    with Sitting(browser, host.address, **PHONE) as other:
        other.page.set_default_timeout(120_000)
        other.open(link, path="/desk/")
        assert "S revoked in trick 1." in other.ruling
        other.page.locator("summary", has_text="Details").click()
        copied = other.copied("Copy as a command", "The command is copied.")
        assert copied.startswith("curl -s http://127.0.0.1:8000/v1/rounds/audit ")
        # The script wrote this link, by the path that the service has.
        other.open_setup()
        with other.page.expect_popup() as opening:
            other.page.locator("a[href^='/v1/rulesets/']").first.click()
        opening.value.wait_for_url("**/club/v1/rulesets/pagat/rulebook/")
        assert other.faults == []
