"""The index at `/`, and the pages of rulesets, problems and finding codes: they say what their JSON says, and link."""

from __future__ import annotations

import hashlib
import html
import json
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.pages.service_pages import explanation, title_of
from service.presets.loader import presets, resolve
from service.problems import TYPES
from service.settings import Settings
from service.spades.findings import CODES
from service.spades.rules.ruleset import Reference, dotted
from tests.contract.document import OPERATIONS
from tests.http.html_pages import SOURCES, HtmlPage, page_in
from tests.http.reads import got

FINDINGS = "/v1/findings"
MINUS = "\N{MINUS SIGN}"
PATHS = (
    *("/", "/v1/rulesets", "/problems", FINDINGS),
    *(f"/v1/rulesets/{name}" for name in presets()),
    *(f"/problems/{slug}" for slug in TYPES),
    *(f"{FINDINGS}/{code}" for code in CODES),
)


def plain(markdown: str) -> str:
    """Return Markdown without its escapes."""
    return html.unescape(re.sub(r"\\([^\w\s])", r"\1", markdown.replace(r"\_", "_")))


def words(value: Any) -> list[str]:
    """Return every text in an answer."""
    if isinstance(value, dict):
        # What a page says in other words: how a link is related, whose law it is, and where a link leads.
        return [
            text for name, inner in value.items() if name not in {"rel", "authority", "url"} for text in words(inner)
        ]
    if isinstance(value, list):
        return [text for inner in value for text in words(inner)]
    return [value.replace("`", "")] if isinstance(value, str) else []


def test_json_is_what_a_client_gets_that_prefers_nothing(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in PATHS:
        for accept in [None, "", "*/*", "application/json", "image/png", "application/json, text/html;q=0.9"]:
            with subtests.test(path=path, accept=accept):
                answer = got(client, path, **({} if accept is None else {"Accept": accept}))
                assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
                assert answer.headers["vary"].split(", ")[0] == "Accept"


def on_page(text: str, page: HtmlPage) -> bool:
    """Tell whether a page for people has a text: a finding by its words, a way in as a title and what it gives."""
    return all(part in page.text for part in text.split(": ", 1)) or title_of(text) in page.text


def test_the_pages_say_what_the_answer_says(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in PATHS:
        with subtests.test(path=path):
            told = got(client, path).json()
            if path == "/":
                told = {"title": told["title"], "links": [each["title"] for each in told["links"]]}
            marked = got(client, path, Accept="text/markdown")
            assert marked.headers["content-type"] == "text/markdown; charset=utf-8"
            markdown = plain(marked.body.decode()).replace("`", "")
            page = page_in(got(client, path, Accept="text/html"))
            assert [text for text in words(told) if text not in markdown] == []
            assert [text for text in words(told) if not on_page(text, page)] == []
            for text in (markdown, page.text.partition("}\n\n")[2]):
                for said in sorted(words(told), key=len, reverse=True):
                    text = text.replace(said, "")  # noqa: PLW2901 - what is left is the page's own
                assert not re.search(r"\{\{|\{%|\bNone\b|Undefined|⟨U\+", text)
            assert "\n\n\n" not in markdown


def test_every_link_leads_somewhere(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in PATHS:
        with subtests.test(path=path):
            page = page_in(got(client, path, Accept="text/html"))
            marked = re.findall(r"\]\(([^)]+)\)", plain(got(client, path, Accept="text/markdown").body.decode()))
            assert page.links == marked
            posts = {each.path for each in OPERATIONS if each.method == "post"}
            for link in {*page.links, *page.header} - SOURCES:
                target = urljoin(path, link)
                assert got(client, target).status == (405 if target in posts else 200), target


def test_the_index_leads_to_everything(client: FlaskClient) -> None:
    links = set(page_in(got(client, "/", Accept="text/html")).links)
    fixed = {each.path for each in OPERATIONS if "{" not in each.path and each.method == "get"}
    four = {"/v1/rounds/next", "/v1/rounds/score", "/v1/rounds/audit", "/v1/standings"}
    assert links == fixed | four | {
        "/desk",
        "/desk/sheet",
        "/desk/example",
        "/docs",
        "/openapi.json",
        "/openapi.yaml",
    }
    told = got(client, "/").json()
    assert told.keys() == {"title", "version", "links"}
    assert all(each.keys() == {"rel", "href", "title"} for each in told["links"])
    assert {each["href"] for each in told["links"]} == {link for link in links if not _posted(link)}
    assert len(got(client, "/").body) < 2_000


def test_the_four_commands_of_the_index_work_as_they_are(client: FlaskClient) -> None:
    page = page_in(got(client, "/", Accept="text/html"))
    commands = [shlex.split(line) for line in page.shown.splitlines() if line]
    answers = []
    for curl, _, address, _, header, _, body in commands:
        assert (curl, header) == ("curl", "Content-Type: application/json")
        path = address.removeprefix("http://localhost")
        reply = client.post(path, data=body, content_type="application/json")
        assert (reply.status_code, path in page.links) == (200, True), reply.text
        answers.append(reply.get_json())
    turn, score, ruling, table = answers
    assert turn["turn"] == "E"
    assert [side["points"] for side in score["teams"]] == [51, 52]
    assert [found["code"] for found in ruling["findings"]] == ["revoke"]
    assert [row["team"] for row in table["rows"]] == ["Bears", "Lions"]


def test_the_index_shows_a_trick_and_its_proof(client: FlaskClient) -> None:
    """It is the ruling on the example of a revoke, drawn without a script."""
    page = got(client, "/", Accept="text/html").body.decode()
    felts = re.findall(r'<figure class="felt">.*?</figure>', page, re.DOTALL)
    marks = [re.findall(r'<li class="seat(\d) (\w+)">.*?>(\w+.)</span>', felt) for felt in felts]
    assert marks == [[("2", "offence", "10♥")], [("2", "proof", "Q♦")]]
    assert "S revoked in trick 4." in page
    marked = got(client, "/", Accept="text/markdown").body.decode()
    assert "- Trick 4: N 3♦ (led), E K♦ (won), S **10♥** (offence), W 10♦\n" in marked


def _posted(path: str) -> bool:
    return any(each.path == path and each.method == "post" for each in OPERATIONS)


def test_the_list_of_rulesets_leads_to_each_and_its_rulebook(client: FlaskClient) -> None:
    links = [each for each in page_in(got(client, "/v1/rulesets", Accept="text/html")).links if each not in SOURCES]
    all_of_them = [f"rulesets/{name}{end}" for name in presets() for end in ("", "/rulebook")]
    assert links[-len(all_of_them) :] == all_of_them
    # Ahead of them are the tables of what differs, by the number of players.
    counted = [count for count in (4, 3, 2) for name in presets() if count in resolve(Reference(name)).packs]
    assert len(links) == len(all_of_them) + len(counted)
    assert {*links[: len(counted)]} == {f"rulesets/{name}/rulebook" for name in presets()}


def test_the_list_of_rulesets_says_what_differs_for_each_number_of_players(client: FlaskClient) -> None:
    """A column has two answers at least, and what the source of a ruleset does not say is in parentheses."""
    marked = got(client, "/v1/rulesets", Accept="text/markdown").body.decode()
    tables = {title: rows_of(table) for title, table in re.findall(r"## For (\d) players\n\n((?:\|.*\n)+)", marked)}
    assert list(tables) == ["4", "3", "2"]
    for players, rows in tables.items():
        titles = [preset.title for name, preset in presets().items() if int(players) in resolve(Reference(name)).packs]
        assert [row["Ruleset"] for row in rows] == titles
        for title in rows[0]:
            assert len({row[title].strip("()") for row in rows}) > 1, (players, title)
    four = {row["Ruleset"]: row for row in tables["4"]}
    unlike = {
        "pagat": {"Sides": "pairs", "Above the ace": "nothing", "Lost at": "(never)", "Bags": "10 cost 100"},
        "four-player": {
            "Nil": "±100",
            "Blind nil": "±200",
            "A set, a trick": f"{MINUS}10",
            "A revoke costs": "(3 tricks)",
        },
        "rta3": {"Above the ace": "jokers and 2♠", "Least bid": "4", "Lost at": "2 sets", "Nil": "no"},
        "contest-2017": {"Lost at": "3 sets, 2 in a row", "Above the ace": "(jokers, 2♦ and 2♠)"},
        "columbus-whist": {"Played to": "4 rounds", "Bags": "no points", "Spades led": "any time"},
        "openspiel": {"Lost at": f"{MINUS}350"},
        "solo-five-bags": {"Sides": "alone", "Bags": "5 cost 50"},
        "solitaire-bliss": {"Played to": "more than 500"},
        "hope-farm": {"A revoke costs": "the game", "A set, a trick": "0"},
    }
    for name, answers in unlike.items():
        assert answers.items() <= four[presets()[name].title].items(), name


def rows_of(table: str) -> list[dict[str, str]]:
    """Return the rows of a table in Markdown by its titles, links as their words."""
    lines = [re.sub(r"\[(.*?)\]\(.*?\)", r"\1", line)[2:-2].split(" | ") for line in table.splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def test_every_finding_code_explains_itself(client: FlaskClient) -> None:
    listed = got(client, FINDINGS).json()["findings"]
    explained = [got(client, f"{FINDINGS}/{code}").json() for code in CODES]
    assert [each["code"] for each in listed] == list(CODES)
    for few, told in zip(listed, explained, strict=True):
        assert told == explanation(told["code"])
        assert few.items() <= told.items()


def test_a_page_of_a_finding_leads_to_others_and_to_the_list(client: FlaskClient) -> None:
    links = {
        path: [urljoin(path, link) for link in page_in(got(client, path, Accept="text/html")).links]
        for path in PATHS
        if path.startswith(FINDINGS)
    }
    assert links.pop(FINDINGS) == list(links)
    wrong = {}
    for path, found in links.items():
        others = [link for link in found if link not in {FINDINGS, *links}]
        # An example of a round is at the desk, too.
        if FINDINGS not in found or [link.partition("#")[0] for link in others] not in ([], ["/desk"]):
            wrong[path] = others
    assert wrong == {}


def test_the_list_of_problems_has_every_type(client: FlaskClient) -> None:
    told = got(client, "/problems").json()["problem_types"]
    assert [each["type"] for each in told] == [f"/problems/{slug}" for slug in TYPES]
    assert [each["status"] for each in told] == sorted(each["status"] for each in told)
    assert all(each.items() <= got(client, each["type"]).json().items() for each in told)


def test_the_page_of_a_ruleset_has_the_value_of_every_parameter(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in presets():
        with subtests.test(name=name):
            told = got(client, f"/v1/rulesets/{name}").json()
            rows = re.findall(r"^\| `([a-z_.]+)` \| `(.*?)` \| \*(\w+)\*", marked(client, name), re.MULTILINE)
            shown = rows[sum(len(option["basis"]) for option in told["options"]) :]
            assert sorted(parameter for parameter, _, _ in shown) == sorted(told["basis"])
            for parameter, value, basis in shown:
                expected = dotted(told["parameters"])[parameter]
                assert value == (expected if isinstance(expected, str) else json.dumps(expected))
                assert basis == told["basis"][parameter]["basis"]


def marked(client: FlaskClient, name: str) -> str:
    return got(client, f"/v1/rulesets/{name}", Accept="text/markdown").body.decode()


def test_the_index_says_the_same_whether_or_not_there_are_keys(client: FlaskClient, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"north:{hashlib.sha256(b'secret').hexdigest()}\n")
    locked = create_app(Settings(api_keys_file=file, body_bytes=12_345)).test_client()
    for accept in ("application/json", "text/markdown", "text/html"):
        assert got(locked, "/", Accept=accept).body == got(client, "/", Accept=accept).body
        for path in ("/v1/limits", "/v1/rulesets", "/v1/rulesets/pagat", "/v1/findings"):
            assert got(locked, path, Accept=accept).status == 401
        for path in ("/problems", "/problems/unauthorized"):
            assert got(locked, path, Accept=accept).status == 200
    # What is near is told from the contract, never what a guarded operation knows.
    said = got(locked, "/v1/rulesets/pagat/").json()["detail"]
    assert said == got(locked, "/v1/rulesets/nothing/").json()["detail"].replace("nothing", "pagat")
    assert got(locked, "/v1/rulesets/pagt").status == 401


def test_the_look_is_one(client: FlaskClient) -> None:
    """One style and one header, for light and dark, narrow screens and paper."""
    others = ["/v1/findings", "/v1/findings/revoke", "/v1/rulesets/pagat/rulebook", "/nowhere", "/v1/rounds/score"]
    paths = [*PATHS, *others]
    pages = [got(client, path, Accept="text/html").body.decode() for path in paths]
    styles = {page.partition("<style>")[2].partition("</style>")[0] for page in pages}
    headers = {page.partition("<header>")[2].partition("</header>")[0] for page in pages}
    assert (len(styles), len(headers)) == (1, 1)
    (style,) = styles
    for wanted in ("@media print", "prefers-color-scheme: dark", "max-width: 40rem", "overflow-wrap: anywhere"):
        assert wanted in style
    assert all('name="viewport" content="width=device-width' in page for page in pages)
