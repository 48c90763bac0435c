"""What every page in HTML has: closed elements, its own style, links to this service, and nothing that it loads."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from flask.testing import FlaskClient

from service.pages.render import POLICY_HEADER
from service.presets.loader import presets
from tests.http.wire import Answer

HTML = "text/html; charset=utf-8"
_VOID = frozenset({"meta", "br"})
_ATTRIBUTES = frozenset(
    {"lang", "charset", "name", "content", "href", "class", "id", "tabindex", "scope", "aria-label"}
)
_LOADED = re.compile(r"<script|<iframe|<link|<img|<form|<base|javascript:|\ssrc=|\sstyle=|\son\w+=")


SOURCES = {preset.source.url for preset in presets().values()}
"""The pages that presets are taken from, which are the only ones elsewhere that a page leads to."""


class HtmlPage(HTMLParser):
    """A page: its text, its elements, its links, and those of its header, which all pages have."""

    def __init__(self, content: str) -> None:
        super().__init__()
        assert content.startswith("<!doctype html>")
        assert not _LOADED.search(content.lower())
        assert not re.search(r"url\(|@import|http-equiv", content.lower())
        self._open: list[str] = []
        self.met: set[str] = set()
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.header: list[str] = []
        self.text = ""
        self.shown = ""
        self.feed(content)
        self.close()
        assert self._open == []
        assert not [each for each in (*self.links, *self.header) if "//" in each and each not in SOURCES]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {name for name, _ in attrs} <= _ATTRIBUTES
        self.met.add(tag)
        links = self.header if "header" in self._open else self.links
        links += [value for name, value in attrs if name == "href" and value is not None]
        self.anchors += [value for name, value in attrs if name == "id" and value is not None]
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "pre" in self._open:
            self.shown += data


def page_in(answer: Answer, status: int = 200) -> HtmlPage:
    """Return the page that an answer is, which may load nothing and run nothing."""
    assert (answer.status, answer.headers["content-type"]) == (status, HTML)
    assert answer.headers["content-security-policy"] == POLICY_HEADER[1]
    assert "Accept" in answer.headers["vary"]
    return HtmlPage(answer.body.decode())


def problem_on_page(answer: Answer, client: FlaskClient, status: int, slug: str) -> HtmlPage:
    """Return the page of a problem, which has to be of this type."""
    page = page_in(answer, status)
    kind = client.get(f"/problems/{slug}").get_json()
    assert kind["status"] == status
    assert f"/problems/{slug}" in page.links
    assert f"urn:request:{answer.headers['x-request-id']}" in page.text
    assert answer.headers["cache-control"] == "no-store"
    return page
