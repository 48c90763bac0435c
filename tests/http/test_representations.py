"""What a client accepts, and what it gets: rulebooks and rulesets as JSON, Markdown and HTML."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations import runner
from service.operations.operation import Lookup
from service.pages.render import write
from service.pages.ruleset_pages import rulebook_page
from service.presets.loader import presets, resolve
from service.settings import Settings
from service.spades.rules.ruleset import NAMES, Basis, Reference
from tests.http.html_pages import SOURCES, HtmlPage, page_in, problem_on_page
from tests.http.reads import (
    HTML,
    JSON,
    MARKDOWN,
    RULEBOOK,
    accepting,
    computation,
    got,
    resolved,
    words,
)
from tests.http.wire import Answer

# Pages

# What a client sends, and what it gets of the rulebook (by default Markdown) and of a resolved ruleset (JSON).
ACCEPTED = {
    None: (MARKDOWN, JSON),
    "": (MARKDOWN, JSON),
    "*/*": (MARKDOWN, JSON),
    "text/*": (MARKDOWN, MARKDOWN),
    "text/markdown": (MARKDOWN, MARKDOWN),
    "text/html": (HTML, HTML),
    "TEXT/HTML": (HTML, HTML),
    "text/html; charset=utf-8": (HTML, HTML),
    "text/markdown;charset=utf-8": (MARKDOWN, MARKDOWN),
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": (HTML, HTML),
    "text/html;q=0.5, text/markdown": (MARKDOWN, MARKDOWN),
    "text/markdown;q=0.5, text/html": (HTML, HTML),
    "text/markdown;q=0, */*": (HTML, JSON),
    "text/html;q=0": (MARKDOWN, JSON),
    "text/html;q=0, text/*;q=0.1": (MARKDOWN, MARKDOWN),
    "application/json": (JSON, JSON),
    "application/json, text/html;q=0.9": (JSON, JSON),
    "application/json;q=0.9, */*;q=0.1": (JSON, JSON),
    "application/json;q=0.1, text/html;q=0.9": (HTML, HTML),
    "application/*, text/html;q=0.9": (JSON, JSON),
    "image/png": (MARKDOWN, JSON),
    "application/pdf, image/*": (MARKDOWN, JSON),
    "nonsense": (MARKDOWN, JSON),
    ";;,,=": (MARKDOWN, JSON),
    "text/html" + ";x=y" * 500: (MARKDOWN, JSON),
}


def test_what_is_preferred_is_sent(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for accept, kinds in ACCEPTED.items():
        with subtests.test(accept=accept):
            read, computed = got(client, RULEBOOK, **accepting(accept)), resolved(client, accept)
            assert (read.status, computed.status) == (200, 200)
            assert (read.headers["content-type"], computed.headers["content-type"]) == kinds


def test_caches_are_told_what_the_answer_depends_on(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for accept in ACCEPTED:
        with subtests.test(accept=accept):
            read = got(client, RULEBOOK, **accepting(accept))
            again = got(client, RULEBOOK, If_None_Match=read.headers["etag"], **accepting(accept))
            assert again.status == 304
            for answer in (read, again, got(client, RULEBOOK, "HEAD", **accepting(accept)), resolved(client, accept)):
                assert words(answer.headers["vary"]) == {"Accept", "Accept-Encoding"}


def test_the_tag_of_a_page_is_that_of_its_kind(client: FlaskClient) -> None:
    pages = {kind: got(client, RULEBOOK, Accept=kind) for kind in ("text/markdown", "text/html", JSON)}
    tags = {kind: answer.headers["etag"] for kind, answer in pages.items()}
    others = [got(client, f"/v1/rulesets/{name}/rulebook").headers["etag"] for name in ("nello", "mirror")]
    assert len({*tags.values(), *others}) == 5
    for kind, answer in pages.items():
        other, _ = sorted(set(tags) - {kind})
        assert got(client, RULEBOOK, Accept=kind, If_None_Match=tags[kind]).status == 304
        fresh = got(client, RULEBOOK, Accept=kind, If_None_Match=tags[other])
        assert (fresh.status, fresh.body) == (200, answer.body)
        assert got(client, RULEBOOK, Accept=kind, If_None_Match=f"{tags[other]}, {tags[kind]}").status == 304


def test_the_rulebook_of_a_preset_is_that_of_its_reference(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for kind in ["text/markdown", "text/html"]:
        for name in presets():
            with subtests.test(kind=kind, name=name):
                read = got(client, f"/v1/rulesets/{name}/rulebook", Accept=kind)
                computed = resolved(client, kind, json.dumps({"ruleset": name}).encode())
                assert (read.status, read.body) == (computed.status, computed.body) == (200, read.body)
                text = html.unescape(read.body.decode())
                assert presets()[name].title in text
                told = got(client, f"/v1/rulesets/{name}/rulebook", Accept=JSON).json()
                rules = [rule for section in told["sections"] for rule in section["rules"]]
                assert [rule["parameter"] for rule in rules] == list(NAMES)
                assert [rule["text"] for rule in rules if is_shown(rule) and rule["text"] not in shown(text)] == []
                if kind == "text/markdown":
                    assert [rule["parameter"] for rule in rules if is_shown(rule)] == PARAMETER.findall(text)
                assert f"{sum(not is_shown(rule) for rule in rules)} rules are left out" in text
                assert "not apply" not in text
                assert "not allowed here" not in text
                assert "None" not in text
                assert "{{" not in text


def is_shown(rule: dict[str, object]) -> bool:
    """Return whether pages have a rule: it has an effect, and not only on a bid that is not allowed."""
    return bool(rule["applies"]) and "not_allowed" not in rule


# A rule in Markdown ends with its parameter, and the number of its source if it has one.
PARAMETER = re.compile(r"[.] [(]`(\w+(?:[.]\w+)*)`(?:, \d+)?[)]")


def shown(page: str) -> str:
    """Return the text of a page as it is read, without what escapes a character in Markdown."""
    return re.sub(r"\\(?=[^\w\s])", "", page)


def test_the_contents_of_a_rulebook_lead_to_its_sections(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in presets():
        with subtests.test(name=name):
            path = f"/v1/rulesets/{name}/rulebook"
            page = page_in(got(client, path, Accept="text/html"))
            markdown = got(client, path).body.decode()
            headings = re.findall(r"^## (.*)$", markdown, re.MULTILINE)
            leading = {f"#{heading.lower().replace(' ', '-')}": heading for heading in headings}
            sources = [anchor for anchor in page.anchors if anchor.startswith("source-")]
            others = [link for link in page.links if not link.startswith("#source-")]
            assert others == [f"/v1/rulesets/{name}", *SOURCES & {presets()[name].source.url} - {""}, *leading]
            assert {link for link in page.links if link not in others} == {f"#{anchor}" for anchor in sources}
            assert [f"#{anchor}" for anchor in page.anchors if anchor not in sources] == list(leading)
            assert re.findall(r"^- \[(.*)\]\((#.*)\)$", markdown, re.MULTILINE) == [
                (leading[each], each) for each in leading
            ]
            told = got(client, path, Accept=JSON).json()["sections"]
            rules = [each["title"] for each in told if any(map(is_shown, each["rules"]))]
            assert headings == [*rules, "What differs", "Sources"]


def test_the_sections_of_a_resolved_ruleset_are_those_of_its_rulebook(client: FlaskClient) -> None:
    for name in presets():
        told = got(client, f"/v1/rulesets/{name}/rulebook", Accept=JSON).json()
        computed = resolved(client, JSON, json.dumps({"ruleset": name}).encode()).json()
        assert {each: told[each] for each in told if each in computed} == {
            each: computed[each] for each in ("name", "version", "digest", "options", "overrides", "sections")
        }


def test_a_rulebook_is_some_clicks_from_the_index(client: FlaskClient) -> None:
    path, way = "/", ["/v1/rulesets", "rulesets/nello", "nello/rulebook", "/v1/rulesets/nello", "compare"]
    for link in way:
        status = 405 if path.endswith("/compare") else 200
        assert link in page_in(got(client, path, Accept="text/html"), status).links
        path = urljoin(path, link)
    assert path == "/v1/rulesets/compare"


@pytest.mark.parametrize("kind", ["text/markdown", "text/html"])
def test_a_rulebook_has_the_house_rules_in_it(kind: str, client: FlaskClient) -> None:
    reference = {"name": "nello", "options": ["short-game"], "overrides": {"bags": {"limit": 7}}}
    body = json.dumps({"ruleset": reference}).encode()
    page, plain = resolved(client, kind, body).body.decode(), got(client, "/v1/rulesets/nello/rulebook", Accept=kind)
    assert page != plain.body.decode()
    assert "Before its options and overrides: Two pairs play to 500 points" in page
    assert "Before its options" not in plain.body.decode()
    assert "short-game" in page
    assert "override" in page.replace("where the request did", "")
    assert resolved(client, JSON, body).json()["digest"] in page


def test_a_rulebook_says_what_differs_from_the_nearest_preset(client: FlaskClient) -> None:
    """Those of Mirror and Whiz differ in one rule; with house rules, it is what these change."""
    whiz, pagat = (presets()[name].title for name in ("whiz", "pagat"))
    mirror = differences(got(client, "/v1/rulesets/mirror/rulebook", Accept=MARKDOWN))
    assert mirror[0] == f"From *{whiz}*, the nearest of the other rulesets:"
    assert [row.count("nil") for row in mirror[4:]] == [2]
    seven = {"name": "pagat", "overrides": {"bags": {"limit": 7}}}
    own = differences(resolved(client, MARKDOWN, json.dumps({"ruleset": seven}).encode()))
    assert own[0] == f"From *{pagat}*, without its options and overrides:"
    assert own[2] == f"| Here | {pagat} |"
    here, there = own[4].split(" | ")
    assert "reach 7" in here
    assert "reach 10" in there
    # What changes nothing that is said has no row.
    same = {"name": "pagat", "overrides": {"bags": {"limit": 10}}}
    (alone,) = differences(resolved(client, MARKDOWN, json.dumps({"ruleset": same}).encode()))
    assert alone.endswith("overrides: nothing that has an effect.")


def differences(answer: Answer) -> list[str]:
    return answer.body.decode().partition("## What differs\n")[2].partition("\n## ")[0].strip().splitlines()


def test_a_page_brings_its_own_style_and_nothing_else(client: FlaskClient) -> None:
    for answer in (got(client, RULEBOOK, Accept="text/html"), resolved(client, "text/html")):
        rules = dict(rule.split(maxsplit=1) for rule in answer.headers["content-security-policy"].split("; "))
        assert rules.pop("style-src") == "'unsafe-inline'"
        assert set(rules.values()) == {"'none'"}
        assert set(rules) == {"default-src", "base-uri", "form-action", "frame-ancestors"}
        assert all(link.startswith(("#", "/v1/rulesets/")) for link in {*page_in(answer).links} - SOURCES)


def test_a_page_is_made_of_plain_elements(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in presets():
        with subtests.test(name=name):
            assert page_in(got(client, f"/v1/rulesets/{name}/rulebook", Accept="text/html")).met == {
                *("html", "head", "meta", "title", "style", "body", "header", "nav", "a", "main", "span"),
                *("h1", "h2", "p", "br", "div", "ul", "ol", "li", "sup", "code", "em"),
                *("table", "thead", "tbody", "tr", "th", "td"),
            }


EVIL = "<script>alert('\"&')</script>"


def test_whatever_stands_in_a_ruleset_is_text_on_its_page() -> None:
    named = dict.fromkeys(("title", "summary", "name", "version", "digest"), EVIL)
    rule = {"parameter": "bags.limit", "basis": EVIL, "text": EVIL, "applies": True}
    sections = [{"title": "Nil", "rules": [rule] * 3}, {"title": "Play", "rules": [{**rule, "applies": False}]}]
    told = {**named, "source": {"title": EVIL, "read": EVIL}, "options": [EVIL], "overrides": {}, "sections": sections}
    nello = resolve(Reference("nello"))
    ruleset = replace(nello, basis={**nello.basis, "bags.limit": Basis("written", EVIL)})
    page = write(rulebook_page(told, ruleset), HTML).decode()
    assert page.count("alert") >= len(named) + 1 + 3 + 1
    assert "script" not in HtmlPage(page).met
    assert "<script" not in page
    assert html.unescape(page).count(EVIL) == page.count("alert")


def test_a_page_that_can_not_be_written_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bytes:
        raise LookupError("seven of nine")

    broken = {
        "getRulebook": Lookup(lambda name: name, {MARKDOWN: fail, HTML: fail, JSON: fail}),
        "resolveRuleset": replace(computation("resolveRuleset"), pages={HTML: fail}),
    }
    monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, **broken})
    client = create_app(Settings()).test_client()
    for answer in (got(client, RULEBOOK, Accept="text/html"), resolved(client, "text/html")):
        problem_on_page(answer, client, 500, "internal-error")
        assert b"seven" not in answer.body
        assert "etag" not in answer.headers
