"""The desk over HTTP: its page, its files, and its form for browsers without scripts. Stories are in tests/desk."""

from __future__ import annotations

import hashlib
import html
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.http.desk import KEPT_FOR_GOOD, POLICY, static_files
from service.pages.phrases import BASES
from service.settings import Settings
from tests.http.reads import got
from tests.http.wire import Answer

FORM = "application/x-www-form-urlencoded"
MOST_BYTES = 100_000
ROUND = "N E S W; dealer W\r\nN 4 E 3 S 1 W 3\r\n\r\nN KH 2H 3S 4H\r\nS 9H"


def sent(client: FlaskClient, text: str, ruleset: str = "pagat", **headers: str) -> Answer:
    body = urlencode({"ruleset": ruleset, "text": text})
    return Answer.of(client.post("/desk", data=body, content_type=FORM, headers={"Accept": "text/html", **headers}))


def words_of(answer: Answer) -> str:
    """Return what a page says, without its elements."""
    return html.unescape(re.sub(r"<[^>]+>", "", answer.body.decode()))


def kept_text(answer: Answer) -> str:
    """Return what is in the text area of a page."""
    (found,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", answer.body.decode(), re.DOTALL)
    return str(found)


@pytest.mark.parametrize("path", ["/desk", "/desk/sheet"])
def test_the_page_loads_its_own_files_and_nothing_else(path: str, client: FlaskClient) -> None:
    answer = got(client, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    page = answer.body.decode()
    assert "<style" not in page
    assert not re.search(r"\s(style|on\w+)=", page)
    assert all(
        "src=" in attributes and not content for attributes, content in re.findall(r"<script([^>]*)>([^<]*)", page)
    )
    files = re.findall(r'(?:src|href)="(/desk/static/[^"]+)"', page)
    *_, name = path.split("/")
    assert [each.split("/", 4)[4] for each in files] == [f"{name}.css", f"{name}.js"]
    for each in files:
        found = got(client, each)
        assert (found.status, found.headers["cache-control"]) == (200, KEPT_FOR_GOOD)
        assert found.body == static_files()[each.split("/", 4)[4]]


@pytest.mark.parametrize("path", ["/desk", "/desk/sheet"])
def test_the_first_load_of_a_page_is_short(path: str, client: FlaskClient) -> None:
    """The page, its style sheet and its script as they are sent: 100 KB, and an icon and a manifest besides."""
    page = client.get(path)
    files = [path, *re.findall(r'(?:src|href)="(/desk/[^"]+)"', page.text)]
    assert len(files) <= 6
    sent = [client.get(each, headers={"Accept-Encoding": "gzip"}) for each in files]
    assert sum(len(each.get_data()) for each in sent) <= MOST_BYTES


@pytest.mark.parametrize(
    "path", ["x/desk.js", "x/../start.py", "x/view/page.js", "x/nothing.js", "x/desk.py", "desk.js"]
)
def test_a_file_is_one_of_the_desk(path: str, client: FlaskClient) -> None:
    answer = got(client, f"/desk/static/{path}")
    known = path.partition("/")[2] in static_files()
    assert answer.status == (200 if known else 404)
    if known:
        assert answer.headers["cache-control"] == "public, max-age=300"


def test_the_form_is_answered_with_the_ruling(client: FlaskClient) -> None:
    answer = sent(client, ROUND)
    assert answer.status == 200
    assert "S revoked in trick 1." in words_of(answer)


def test_a_row_and_a_game_are_answered_too(client: FlaskClient) -> None:
    row = "N E S W\nN 2 E 5 S 3 W 1\nwon N+S 7 E+W 6"
    assert "52" in words_of(sent(client, row))
    assert sent(client, f"game; N E S W\n---\n{row.partition(chr(10))[2]}").status == 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The text is empty"),
        ("N E S W\n\nN KH <b>", "Line 3, column 6"),
        ("N E S W\nN KH\n---\nN 2H", "2 rounds"),
        ("N KH 2H", "who sits at the table"),
        ("N E S W\nKH", "Who led to the first trick"),
        ("N\tE S W\nN KH \u202e2Q", "⟨U+202E⟩"),
    ],
)
def test_what_can_t_be_ruled_on_is_said_and_kept(text: str, said: str, client: FlaskClient) -> None:
    answer = sent(client, text, "nello")
    assert answer.status == 422
    assert said in words_of(answer)
    assert answer.headers["content-security-policy"] == POLICY
    assert 'value="nello" selected' in answer.body.decode()
    if said.isascii():
        assert kept_text(answer).rstrip("\n") == html.escape(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"ruleset": "pagat",\n "players": ["ana", "ben"]}', "Line 1, column 1: This is JSON"),
        ('{"ruleset": "pagat",\n "players": ["ana" "ben"]}', "Line 2, column 20: This text begins like JSON"),
    ],
)
def test_json_has_one_fault(text: str, said: str, client: FlaskClient) -> None:
    words = words_of(sent(client, text))
    assert said in words
    assert words.count("column") == 1


def test_a_ruleset_that_is_not_there_is_said(client: FlaskClient) -> None:
    answer = sent(client, ROUND, "<nothing>")
    assert answer.status == 422
    assert "<nothing>" not in answer.body.decode()


def test_no_form_fails_the_service(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for body, content_type, status in [
        (b"text=%ff", FORM, 400),
        (b"text=%ed%a0%80", FORM, 400),
        ("text=♥".encode(), FORM, 400),
        (b"&".join(b"a%d=1" % each for each in range(100)), FORM, 400),
        (b"", FORM, 422),
        (b"{}", "application/json", 415),
        (b"text=" + b"a" * 40_000, FORM, 413),
        (b"text=" + b"%00" * 100, FORM, 422),
    ]:
        with subtests.test(body=body, content_type=content_type):
            answer = Answer.of(
                client.post("/desk", data=body, content_type=content_type, headers={"Accept": "text/html"})
            )
            assert answer.status == status
            if content_type == FORM:
                assert "<textarea" in answer.body.decode()


def test_the_form_asks_for_a_key_where_the_operations_do(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"north:{hashlib.sha256(b'secret').hexdigest()}\n")
    locked = create_app(Settings(api_keys_file=keys)).test_client()
    assert "Pagat" not in (page := got(locked, "/desk").body.decode())
    assert '<input id="ruleset"' in page
    assert sent(locked, ROUND).status == 401
    assert sent(locked, ROUND, Authorization="Bearer secret").status == 200
    for key, status in (("secret", 200), ("not-a-key", 401), ("\N{SNOWMAN}\n", 401), ("", 401)):
        answered = locked.post(
            "/desk", data={"ruleset": "pagat", "text": ROUND, "key": key}, headers={"Accept": "text/html"}
        )
        assert answered.status_code == status
        assert key == "" or key not in answered.get_data(as_text=True)


def test_the_shell_can_be_installed_and_kept(client: FlaskClient) -> None:
    worker = client.get("/desk/worker.js")
    assert worker.headers["Service-Worker-Allowed"] == "/desk"
    assert worker.headers["Cache-Control"] == "no-cache"
    files = json.loads(re.findall(r"^const FILES = (.*);$", worker.text, re.MULTILINE)[0])
    page = client.get("/desk").text
    assert set(re.findall(r'(?:href|src)="(/desk/static/[^"]+)"', page)) < set(files)
    assert len(files) == 4
    assert {client.get(path).status_code for path in files} == {200}
    manifest = client.get("/desk/manifest.webmanifest")
    assert manifest.content_type == "application/manifest+json"
    (icon,) = json.loads(manifest.text)["icons"]
    assert client.get(icon["src"]).content_type == "image/svg+xml"
    assert client.get("/desk/other.js").status_code == 404


def test_what_a_rule_rests_on_is_called_the_same_on_the_desk_and_on_pages() -> None:
    words = static_files()["desk.js"].decode()
    stated = dict(re.findall(r'^ *(\w+): "(.*)",$', words.partition("BASES = {")[2].partition("}")[0], re.MULTILINE))
    assert stated == dict(BASES)
