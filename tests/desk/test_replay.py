"""A replay in somebody's page: by another origin, with a strict policy, from a link, a record and a ruling."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from service.http.scripts import replay
from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.test_accessibility import AXE
from tests.desk.test_links import STATE, link

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_BYTES = 120_000
GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "embed-a-replay.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```html\n(.*?)```", GUIDE, re.DOTALL)
(RECORD,) = map(json.loads, re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL))
HEADLINE = "S revoked in trick 1."
SCRIPT = "http://127.0.0.1:8000/desk/spades-replay.js"
STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'"


@contextmanager
def league(files: Mapping[str, bytes], policy: str) -> Iterator[str]:
    """Serve files by a host of their own, the first of them as the page; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = files.get(self.path)
            self.send_response(404 if content is None else 200)
            kind = {"js": "text/javascript", "json": "application/json"}.get(self.path.rpartition(".")[2], "text/html")
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextmanager
def visit(browser: Browser, address: str, **window: Any) -> Iterator[tuple[Page, list[str]]]:
    """Open a page; yield it with what it asks for. It must have no fault."""
    context = browser.new_context(**window)
    page = context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    yield page, asked
    context.close()
    # The browser asks for an icon by itself.
    assert [fault for fault in faults if "404" not in fault] == []


def framed(body: str) -> bytes:
    """Return a page of a league with something in it."""
    head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>League</title></head>'
    return f"{head}<body><main><h1>League</h1>{body}</main></body></html>".encode()


@pytest.fixture
def ruling(client: FlaskClient) -> bytes:
    """Return the ruling on the round of the guide, as the service answers it."""
    return bytes(client.post("/v1/rounds/audit", json=RECORD).data)


def test_the_script_is_one_small_file() -> None:
    made = replay()
    assert len(made.encode()) <= MOST_BYTES
    assert not re.search(r"^\s*(import|export)\b|\bimport\(", made, re.MULTILINE)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function", made)


def test_every_origin_may_load_it(client: FlaskClient) -> None:
    answer = client.get("/desk/spades-replay.js")
    assert answer.data == replay().encode()
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get("/desk/spades-replay.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def files_beside_the_page(ruling: bytes) -> dict[str, bytes]:
    return {
        "/": framed(EXAMPLES[1]),
        "/spades-replay.js": replay().encode(),
        "/round.json": json.dumps(RECORD).encode(),
        "/ruling.json": ruling,
    }


def test_axe_finds_nothing(browser: Browser, ruling: bytes) -> None:
    require(AXE)
    with league(files_beside_the_page(ruling), STRICT) as host, visit(browser, host) as (page, _):
        page.get_by_text(HEADLINE).wait_for()
        page.evaluate(AXE.read_text())
        assert [each["id"] for each in page.evaluate("axe.run()")["violations"]] == []


def test_files_beside_the_page_are_enough(browser: Browser, ruling: bytes) -> None:
    with league(files_beside_the_page(ruling), STRICT) as host, visit(browser, host) as (page, asked):
        page.get_by_text(HEADLINE).wait_for()
        assert {url for url in asked if not url.startswith(host)} == set()
        # It opens at the offence; the keys step, and each step is said.
        said = page.get_by_role("status")
        assert "S plays 3" in said.inner_text()
        assert "9\N{BLACK HEART SUIT} in trick 2 proves it" in said.inner_text().replace("\n", "")
        page.get_by_role("button", name="one card on").focus()
        page.keyboard.press("ArrowRight")
        assert "W plays 4" in said.inner_text()
        page.keyboard.press("End")
        assert said.inner_text().startswith("Trick 2.")
        assert page.get_by_role("button", name="to the end").get_attribute("aria-disabled") == "true"
        page.get_by_role("button", name="trick 1, S, three of spades, won the trick, offence 1").click()
        assert "S plays 3" in said.inner_text()
        page.get_by_role("button", name="to the beginning").click()
        assert said.inner_text() == "Before the first card."
        # On paper it is a table.
        page.emulate_media(media="print")
        assert not page.get_by_role("group", name="the table").is_visible()
        assert page.get_by_role("table").is_visible()


def test_a_script_within_it_is_enough(browser: Browser, ruling: bytes) -> None:
    inner = json.dumps({"record": RECORD, "ruling": json.loads(ruling)})
    body = EXAMPLES[2].replace('{"record": {…}, "ruling": {…}}', inner)
    # The script of the element comes first, as in a head: then its children are not there yet.
    files = {
        "/": framed(f'<script src="spades-replay.js"></script>{body}'),
        "/spades-replay.js": replay().encode(),
    }
    with league(files, STRICT) as host, visit(browser, host) as (page, asked):
        page.get_by_text(HEADLINE).wait_for()
        assert {url for url in asked if not url.startswith(host)} == set()


def test_a_link_asks_its_service(browser: Browser, served: Served) -> None:
    ruleset, record = {"name": "pagat", "options": [], "overrides": {}}, {**RECORD}
    del record["ruleset"]
    address = f"{served.address}/desk{link({**STATE, 'ruleset': ruleset, 'record': record})}"
    body = EXAMPLES[0].replace(SCRIPT, f"{served.address}/desk/spades-replay.js")
    body = body.replace("http://127.0.0.1:8000/desk#…", address)
    policy = f"default-src 'none'; script-src {served.address}; connect-src {served.address}"
    with league({"/": framed(body)}, policy) as host, visit(browser, host) as (page, _):
        page.get_by_text(HEADLINE).wait_for()
        assert page.get_by_role("link", name="Open it at the desk").get_attribute("href") == address


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ("", "Give it a link, or a record."),
        ("link='https://example.org/desk#x'", "The link holds no round."),
        ("link='javascript:alert(1)#x'", "The link is none of a desk."),
        ("record='{'", "The record is not JSON."),
        ("record='{}'", "it needs at least players and tricks"),
        ("record='nowhere.json'", "be fetched from nowhere.json"),
        ("""record='{"players": ["N", "E", "S", "W"]}' ruling='{}'""", "The ruling is none"),
    ],
)
def test_what_is_wrong_is_said_in_its_place(attributes: str, said: str, browser: Browser) -> None:
    body = f'<spades-replay {attributes}></spades-replay><script src="spades-replay.js"></script>'
    files = {"/": framed(body), "/spades-replay.js": replay().encode()}
    with league(files, STRICT) as host, visit(browser, host) as (page, _):
        page.get_by_role("alert").get_by_text(said).wait_for()
