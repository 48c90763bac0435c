"""The pages about finding codes: as JSON, Markdown and HTML, linked to each other, and kept by caches."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from service.pages.service_pages import explanation, title_of
from service.spades.findings import CODES
from tests.http.failures import problem_in
from tests.http.html_pages import page_in, problem_on_page
from tests.http.wire import Answer

JSON = "application/json"
MARKDOWN, HTML = "text/markdown; charset=utf-8", "text/html; charset=utf-8"
LIST = "/v1/findings"
PATHS = (LIST, *(f"{LIST}/{code}" for code in CODES))
FEW = (LIST, f"{LIST}/revoke", f"{LIST}/missing_play")


def got(client: FlaskClient, path: str, accept: str | None = None, method: str = "GET", **headers: str) -> Answer:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if accept is not None:
        fields["Accept"] = accept
    return Answer.of(client.open(path, method=method, headers=fields))


def plain(markdown: str) -> str:
    """Return Markdown without its escapes."""
    return html.unescape(re.sub(r"\\([^\w\s])", r"\1", markdown.replace(r"\_", "_")))


def words(value: Any) -> list[str]:
    """Return every text in an answer that its pages have to show too."""
    if isinstance(value, dict):
        return [text for name, inner in value.items() if name != "authority" for text in words(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in words(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("accept", [None, "", "*/*", JSON, "image/png", "application/json, text/html;q=0.9"])
@pytest.mark.parametrize("path", FEW)
def test_json_is_what_a_client_gets_that_prefers_nothing(path: str, accept: str | None, client: FlaskClient) -> None:
    answer = got(client, path, accept)
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    assert answer.headers["vary"] == "Accept"


def test_the_list_has_every_code(client: FlaskClient) -> None:
    told = got(client, LIST).json()["findings"]
    assert [(each["code"], each["severity"], each["meaning"]) for each in told] == [
        (code, entry.severity, entry.meaning) for code, entry in CODES.items()
    ]


def test_every_code_explains_itself(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for code in CODES:
        with subtests.test(code=code):
            told = got(client, f"{LIST}/{code}").json()
            assert told == explanation(code)
            assert (told["code"], told["severity"], told["meaning"]) == (
                code,
                CODES[code].severity,
                CODES[code].meaning,
            )
            assert told.get("law") == CODES[code].law


def test_the_pages_say_what_the_answer_says(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in PATHS:
        with subtests.test(path=path):
            texts = words(got(client, path, JSON).json())
            marked, shown = got(client, path, "text/markdown"), got(client, path, "text/html")
            assert (marked.headers["content-type"], shown.headers["content-type"]) == (MARKDOWN, HTML)
            markdown, page = plain(marked.body.decode()), page_in(shown)
            assert [text for text in texts if text not in markdown] == []
            # On a page for people, a code is words.
            assert [text for text in texts if text not in page.text and title_of(text) not in page.text] == []
            for text in (markdown, page.text):
                assert "{{" not in text
                assert "{%" not in text
                assert "\n\n\n" not in markdown


def test_the_links_of_a_page_lead_to_pages(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in PATHS:
        with subtests.test(path=path):
            shown = page_in(got(client, path, "text/html"))
            marked = re.findall(r"\]\(([^)]+)\)", plain(got(client, path, "text/markdown").body.decode()))
            assert shown.links == marked
            found = [urljoin(path, link) for link in marked]
            assert set(found) <= set(PATHS)
            assert path == LIST or LIST in found
            assert path != LIST or found == list(PATHS[1:])


@pytest.mark.parametrize("path", FEW)
def test_a_page_brings_its_own_style_and_nothing_else(path: str, client: FlaskClient) -> None:
    answer = got(client, path, "text/html")
    rules = dict(rule.split(maxsplit=1) for rule in answer.headers["content-security-policy"].split("; "))
    assert rules.pop("style-src") == "'unsafe-inline'"
    assert set(rules.values()) == {"'none'"}
    assert page_in(answer).header[0] == "/"


@pytest.mark.parametrize("accept", [JSON, "text/markdown", "text/html"])
@pytest.mark.parametrize("path", FEW)
def test_a_copy_that_is_good_is_not_sent_again(path: str, accept: str, client: FlaskClient) -> None:
    answer = got(client, path, accept)
    assert re.fullmatch(r'"[^"]+"', answer.headers["etag"])
    assert answer.headers["cache-control"] == "public, max-age=300"
    again = got(client, path, accept, If_None_Match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["vary"] == "Accept"
    head = got(client, path, accept, "HEAD")
    assert (head.status, head.body, head.headers["etag"]) == (200, b"", answer.headers["etag"])


def test_every_page_has_a_tag_of_its_own(client: FlaskClient) -> None:
    tags = [got(client, path, kind).headers["etag"] for path in PATHS for kind in (JSON, "text/markdown", "text/html")]
    assert len(set(tags)) == len(tags) == 3 * len(PATHS)


@pytest.mark.parametrize("accept", [None, "text/markdown", "text/html"])
@pytest.mark.parametrize(
    "path",
    [
        *(
            f"{LIST}/{name}"
            for name in ("nothing", "Revoke", "revoke.html", "..", "%00", "%ff%fe", "<script>", "__class__")
        ),
        f"{LIST}/%0d%0aX-Evil:%20yes",
        f"{LIST}/" + "x" * 1_900,
        f"{LIST}/",
        f"{LIST}/revoke/",
        f"{LIST}//revoke",
    ],
    ids=lambda path: str(path)[:40],
)
def test_there_is_nothing_of_another_name(path: str, accept: str | None, client: FlaskClient) -> None:
    answer = got(client, path, accept)
    if accept == "text/html":
        assert "script" not in problem_on_page(answer, client, 404, "not-found").met
    else:
        problem_in(answer, client, 404, "not-found")
    assert "x-evil" not in answer.headers
    assert "etag" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", FEW)
def test_they_take_no_other_method(path: str, method: str, client: FlaskClient) -> None:
    answer = got(client, path, None, method)
    problem_in(answer, client, 405, "method-not-allowed")
    assert {each.strip() for each in answer.headers["allow"].split(",")} == {"GET", "HEAD", "OPTIONS"}
