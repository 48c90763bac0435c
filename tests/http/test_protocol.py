"""What surrounds a body: paths, methods, headers, settings, and how the service starts, fails and stops."""

from __future__ import annotations

import hashlib
import html
import json
import logging
import os
import re
import signal
import socket
import subprocess
import time
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from service import create_app
from service.operations import registry
from service.operations.operation import Computation, Lookup
from service.pages import rulebook_page
from service.pages.render import POLICY, render
from service.problems import TYPES
from service.settings import Settings, SettingsError, settings_from
from service.spades.rules.parameters import NAMES
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.rulebook import Rule
from service.spades.rules.ruleset import Reference
from service.wire.contract import ContractError, load_document
from tests.http.bodies import AUDIT, COMPUTATIONS, GAME, PLAYS, RESOLVE, SCORE, asking, game, padded, scoring
from tests.http.failures import problem_in
from tests.http.wire import (
    COMMAND,
    ROOT,
    Address,
    Answer,
    Connection,
    environment,
    exchange,
    free_port,
    request,
    serving,
    wait_for_line,
)

JSON = "application/json"
PAGE = ROOT / "service" / "http" / "docs_page"
PAGE_FILES = {
    "/docs/start.js": "text/javascript",
    "/docs/swagger-ui-bundle.js": "text/javascript",
    "/docs/swagger-ui.css": "text/css",
}
MARKDOWN, HTML = "text/markdown; charset=utf-8", "text/html; charset=utf-8"
RULEBOOK = "/v1/rulesets/pagat/rulebook"
CONTRACT_READS = ["/v1/rulesets", "/v1/rulesets/pagat", RULEBOOK, "/problems/not-json"]
DOCUMENTS = ["/openapi.json", "/openapi.yaml"]
KEPT = [*CONTRACT_READS, *DOCUMENTS, *PAGE_FILES]
READS = [*KEPT, "/", "/docs", "/livez", "/readyz"]
NO_ROUTE = [
    "/nowhere",
    "/v1",
    "/v1/",
    "/v2/rulesets",
    "/V1/rulesets",
    "/v1/rulesets/",
    "/v1//rulesets",
    "/v1/rulesets//",
    "/v1/rulesets//pagat",
    "/v1/rulesets/pagat/",
    "/v1/rulesets/pagat/options",
    "/v1/rulesets/..%2f..%2fetc%2fpasswd",
    "/v1/rulesets/pagat/rulebook/",
    "/v1/rulesets/pagat/rulebook.html",
    "/v1/rulesets//rulebook",
    "/v1/rulesets/resolve/",
    "/v1/rulesets/resolve/pagat",
    "/v1/bids",
    "/v1/bids/check/",
    "/v1/plays/legal/",
    "/v1/tricks",
    "/v1/games/",
    "/v1/games//score",
    "/v1/rounds",
    "/v1/rounds/",
    "/v1/rounds/score/",
    "/v1/rounds//score",
    "/problems",
    "/problems/",
    "/problems/not-json/",
    "/docs/",
    "/docs/../settings.py",
    "/docs/%2e%2e/settings.py",
    "/docs//start.js",
    "/static/start.js",
    "/openapi.yml",
    "/openapi.json/",
    "/livez/",
    "/favicon.ico",
    "/.env",
]
NO_SUCH_NAME = [
    "/v1/rulesets/bridge",
    "/v1/rulesets/Pagat",
    "/v1/rulesets/pagat.toml",
    "/v1/rulesets/..",
    "/v1/rulesets/%00",
    "/v1/rulesets/%0d%0aX-Evil:%20yes",
    "/v1/rulesets/%ff%fe",
    "/v1/rulesets/<script>",
    "/v1/rulesets/" + "x" * 1_900,
    "/v1/rulesets/resolve",
    "/v1/rulesets/resolve/rulebook",
    "/v1/rulesets/bridge/rulebook",
    "/v1/rulesets/%0d%0aX-Evil:%20yes/rulebook",
    "/v1/rulesets/<script>/rulebook",
    "/v1/rulesets/" + "x" * 1_900 + "/rulebook",
    "/problems/nothing",
    "/problems/" + "%C3%A9" * 300,
    "/docs/index.html",
    "/docs/README.md",
    "/docs/LICENSE",
    "/docs/.",
    "/docs/" + "x" * 1_900,
]
SECURITY = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "cross-origin",
}


def got(client: FlaskClient, path: str, method: str = "GET", **headers: str) -> Answer:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer.of(client.open(path, method=method, headers=fields))


def posted(client: FlaskClient, body: bytes, path: str = SCORE, content_type: str = JSON) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type))


def computation(name: str) -> Computation[Any]:
    handler = registry.HANDLERS[name]
    assert isinstance(handler, Computation)
    return handler


def words(header: str) -> set[str]:
    return {word.strip() for word in header.split(",")}


# Paths and methods

# A path that is also the path of a ruleset of that name, if there were one.
ALSO_READ = {RESOLVE}


def start_of(path: str) -> str:
    return path if len(path) <= 60 else f"{path[:40]}, {len(path)}"


@pytest.mark.parametrize("path", [*NO_ROUTE, *NO_SUCH_NAME], ids=start_of)
def test_there_is_nothing_elsewhere(path: str, server: Address, client: FlaskClient) -> None:
    assert problem_in(got(client, path), client, 404, "not-found")["detail"]
    answer = exchange(server, request("GET", path))
    assert problem_in(answer, client, 404, "not-found")["detail"]
    assert "x-evil" not in answer.headers
    assert exchange(server, request("HEAD", path)).status == 404


def test_what_is_refused_by_its_address_is_told_as_its_type_is_explained(client: FlaskClient) -> None:
    for answer in (got(client, "/nowhere"), got(client, SCORE)):
        told = answer.json()
        assert told["detail"] == got(client, told["type"]).json()["description"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "BREW"])
@pytest.mark.parametrize("path", NO_ROUTE)
def test_no_method_finds_anything_elsewhere(path: str, method: str, client: FlaskClient) -> None:
    answer = got(client, path, method)
    assert problem_in(answer, client, 404, "not-found")["detail"]
    assert "allow" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"])
@pytest.mark.parametrize("path", READS)
def test_what_is_read_takes_no_other_method(path: str, method: str, client: FlaskClient) -> None:
    answer = got(client, path, method)
    problem_in(answer, client, 405, "method-not-allowed")
    assert words(answer.headers["allow"]) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
@pytest.mark.parametrize("path", [path for path in COMPUTATIONS if path not in ALSO_READ])
def test_what_is_computed_takes_no_other_method(path: str, method: str, client: FlaskClient) -> None:
    answer = got(client, path, method)
    assert words(answer.headers["allow"]) == {"POST", "OPTIONS"}
    if method == "HEAD":
        assert (answer.status, answer.body) == (405, b"")
    else:
        problem_in(answer, client, 405, "method-not-allowed")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ALSO_READ)
def test_what_is_computed_or_read_takes_no_third_method(path: str, method: str, client: FlaskClient) -> None:
    answer = got(client, path, method)
    problem_in(answer, client, 405, "method-not-allowed")
    assert words(answer.headers["allow"]) == {"GET", "HEAD", "POST", "OPTIONS"}


def test_no_ruleset_is_called_like_an_operation(client: FlaskClient) -> None:
    assert "resolve" not in {each["name"] for each in got(client, "/v1/rulesets").json()["rulesets"]}
    assert "resolve" in problem_in(got(client, RESOLVE), client, 404, "not-found")["detail"]
    assert posted(client, asking(RESOLVE), RESOLVE).status == 200


@pytest.mark.parametrize("path", READS)
def test_head_is_get_without_a_body(path: str, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(request("GET", path), request("HEAD", path), request("GET", path, Connection="close"))
        first, head, last = connection.receive(), connection.receive(head=True), connection.receive()
        assert connection.ended()
    assert (first.status, first.body) == (last.status, last.body)
    assert (head.status, head.body) == (first.status, b"")
    apart = {"date", "x-request-id", "connection"}
    assert {**head.headers, **dict.fromkeys(apart)} == {**first.headers, **dict.fromkeys(apart)}


@pytest.mark.parametrize("path", [*READS, *COMPUTATIONS])
def test_options_tells_what_a_page_elsewhere_may_do(path: str, client: FlaskClient) -> None:
    answer = got(
        client,
        path,
        "OPTIONS",
        Origin="https://game.example",
        Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="content-type",
    )
    assert answer.status in {200, 204}
    assert answer.body == b""
    methods = {"POST", "OPTIONS"} if path in COMPUTATIONS else {"GET", "HEAD", "OPTIONS"}
    if path in ALSO_READ:
        methods |= {"GET", "HEAD"}
    assert words(answer.headers["allow"]) == methods
    assert words(answer.headers["access-control-allow-methods"]) == methods
    assert answer.headers["access-control-allow-origin"] == "*"
    assert {"Content-Type", "X-Request-Id"} <= words(answer.headers["access-control-allow-headers"])
    assert answer.headers["access-control-max-age"] == "86400"
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/png", "application/json;q=0", "nonsense"])
def test_a_representation_that_does_not_exist_is_json(accept: str, client: FlaskClient) -> None:
    assert got(client, "/v1/rulesets", Accept=accept).headers["content-type"] == JSON
    answer = Answer.of(client.post(SCORE, data=scoring(), content_type=JSON, headers={"Accept": accept}))
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    problem_in(got(client, "/nowhere", Accept=accept), client, 404, "not-found")


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
    "application/json": (MARKDOWN, JSON),
    "application/json, text/html;q=0.9": (HTML, JSON),
    "application/json;q=0.1, text/html;q=0.9": (HTML, HTML),
    "application/*, text/html;q=0.9": (HTML, JSON),
    "image/png": (MARKDOWN, JSON),
    "application/pdf, image/*": (MARKDOWN, JSON),
    "nonsense": (MARKDOWN, JSON),
    ";;,,=": (MARKDOWN, JSON),
    "text/html" + ";x=y" * 500: (MARKDOWN, JSON),
}


def accepting(accept: str | None) -> dict[str, str]:
    return {} if accept is None else {"Accept": accept}


def resolved(client: FlaskClient, accept: str | None, body: bytes | None = None) -> Answer:
    body = asking(RESOLVE) if body is None else body
    return Answer.of(client.post(RESOLVE, data=body, content_type=JSON, headers=accepting(accept)))


@pytest.mark.parametrize("accept", ACCEPTED, ids=lambda accept: repr(accept)[:60])
def test_what_is_preferred_is_sent(accept: str | None, client: FlaskClient) -> None:
    read, computed = got(client, RULEBOOK, **accepting(accept)), resolved(client, accept)
    assert (read.status, computed.status) == (200, 200)
    assert (read.headers["content-type"], computed.headers["content-type"]) == ACCEPTED[accept]


@pytest.mark.parametrize("accept", ACCEPTED, ids=lambda accept: repr(accept)[:60])
def test_caches_are_told_what_the_answer_depends_on(accept: str | None, client: FlaskClient) -> None:
    read = got(client, RULEBOOK, **accepting(accept))
    again = got(client, RULEBOOK, If_None_Match=read.headers["etag"], **accepting(accept))
    assert again.status == 304
    for answer in (read, again, got(client, RULEBOOK, "HEAD", **accepting(accept)), resolved(client, accept)):
        assert words(answer.headers["vary"]) == {"Accept"}


def test_the_tag_of_a_page_is_that_of_its_kind(client: FlaskClient) -> None:
    pages = {kind: got(client, RULEBOOK, Accept=kind) for kind in ("text/markdown", "text/html")}
    tags = {kind: answer.headers["etag"] for kind, answer in pages.items()}
    others = [got(client, f"/v1/rulesets/{name}/rulebook").headers["etag"] for name in ("nello", "mirror")]
    assert len({*tags.values(), *others}) == 4
    for kind, answer in pages.items():
        (other,) = set(tags) - {kind}
        assert got(client, RULEBOOK, Accept=kind, If_None_Match=tags[kind]).status == 304
        fresh = got(client, RULEBOOK, Accept=kind, If_None_Match=tags[other])
        assert (fresh.status, fresh.body) == (200, answer.body)
        assert got(client, RULEBOOK, Accept=kind, If_None_Match=f"{tags[other]}, {tags[kind]}").status == 304


@pytest.mark.parametrize("kind", ["text/markdown", "text/html"])
@pytest.mark.parametrize("name", presets())
def test_the_rulebook_of_a_preset_is_that_of_its_reference(name: str, kind: str, client: FlaskClient) -> None:
    read = got(client, f"/v1/rulesets/{name}/rulebook", Accept=kind)
    computed = resolved(client, kind, json.dumps({"ruleset": name}).encode())
    assert (read.status, read.body) == (computed.status, computed.body) == (200, read.body)
    text = html.unescape(read.body.decode())
    assert presets()[name].title in text
    assert all(parameter in text for parameter in NAMES)
    assert "None" not in text
    assert "{{" not in text


@pytest.mark.parametrize("kind", ["text/markdown", "text/html"])
def test_a_rulebook_has_the_house_rules_in_it(kind: str, client: FlaskClient) -> None:
    reference = {"name": "nello", "options": ["short-game"], "overrides": {"scoring": {"bag_limit": 7}}}
    body = json.dumps({"ruleset": reference}).encode()
    page, plain = resolved(client, kind, body).body.decode(), got(client, "/v1/rulesets/nello/rulebook", Accept=kind)
    assert page != plain.body.decode()
    assert "short-game" in page
    assert "override" in page.replace("where the request did", "")
    assert resolved(client, JSON, body).json()["digest"] in page


def test_a_page_brings_its_own_style_and_nothing_else(client: FlaskClient) -> None:
    for answer in (got(client, RULEBOOK, Accept="text/html"), resolved(client, "text/html")):
        rules = dict(rule.split(maxsplit=1) for rule in answer.headers["content-security-policy"].split("; "))
        assert rules.pop("style-src") == "'unsafe-inline'"
        assert set(rules.values()) == {"'none'"}
        assert set(rules) == {"default-src", "base-uri", "form-action", "frame-ancestors"}
        page = answer.body.decode().lower()
        assert not re.search(
            r"<script|<iframe|<link|<img|<form|<base|javascript:|\ssrc=|\shref=|\sstyle=|\son\w+=", page
        )
        assert not re.search(r"url\(|@import|http-equiv", page)


class Elements(HTMLParser):
    """The elements of a page, which have to be closed in the order in which they were opened."""

    void = frozenset({"meta", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.waiting: list[str] = []
        self.met: set[str] = set()
        self.feed(page)
        self.close()
        assert self.waiting == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {name for name, _ in attrs} <= {"lang", "charset", "name", "content"}
        self.met.add(tag)
        if tag not in self.void:
            self.waiting.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.waiting.pop() == tag


@pytest.mark.parametrize("name", presets())
def test_a_page_is_made_of_plain_elements(name: str, client: FlaskClient) -> None:
    page = got(client, f"/v1/rulesets/{name}/rulebook", Accept="text/html").body.decode()
    assert page.startswith("<!doctype html>")
    assert Elements(page).met == {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "br", "ul", "li", "small", "code", "em")
    }


EVIL = "<script>alert('\"&')</script>"


def test_whatever_stands_in_a_ruleset_is_text_on_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = replace(resolve(Reference("pagat")), version=EVIL, digest=EVIL, options=(EVIL,))
    preset = replace(presets()["pagat"], title=EVIL, summary=EVIL, source=EVIL)
    monkeypatch.setattr(rulebook_page, "presets", lambda: {"pagat": preset})
    monkeypatch.setattr(rulebook_page, "cite", lambda *_: Rule(EVIL, EVIL, EVIL))
    page = render("rulebook", rulebook_page.rulebook_content(ruleset), HTML).decode()
    assert page.count("alert") >= 6 + 3 * len(NAMES)
    assert "script" not in Elements(page).met
    assert "<script" not in page
    assert html.unescape(page).count(EVIL) == page.count("alert")


@pytest.mark.parametrize("accept", ["text/html", "text/markdown", "text/html;q=0.1, application/json;q=0"])
@pytest.mark.parametrize(
    "reference",
    [
        EVIL,
        {"name": EVIL},
        {"name": "pagat", "options": [EVIL]},
        {"name": "pagat", "overrides": {"nil": {"made": EVIL}}},
        {"name": "pagat", "overrides": {"play": {"spade_lead": EVIL}}},
        {"name": "pagat", "overrides": {EVIL: {EVIL: EVIL}}},
        {"name": "pagat", "overrides": {"deck": {"top_trumps": [EVIL]}}},
        {"name": "pagat", "overrides": {"game": {"floor": 500}}},
    ],
    ids=lambda reference: json.dumps(reference)[:60],
)
def test_a_failure_is_a_problem_whatever_is_accepted(accept: str, reference: Any, client: FlaskClient) -> None:
    answer = resolved(client, accept, json.dumps({"ruleset": reference}).encode())
    assert answer.status == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == SECURITY["content-security-policy"]
    problem_in(got(client, f"/v1/rulesets/{EVIL}/rulebook", Accept=accept), client, 404, "not-found")
    problem_in(resolved(client, accept, b"{"), client, 400, "not-json")


def test_a_page_that_can_not_be_written_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bytes:
        raise LookupError("seven of nine")

    broken = {
        "getRulebook": Lookup(lambda name: name, {MARKDOWN: fail, HTML: fail}),
        "resolveRuleset": replace(computation("resolveRuleset"), pages={HTML: fail}),
    }
    monkeypatch.setattr(registry, "HANDLERS", {**registry.HANDLERS, **broken})
    client = create_app(Settings()).test_client()
    for answer in (got(client, RULEBOOK, Accept="text/html"), resolved(client, "text/html")):
        problem_in(answer, client, 500, "internal-error")
        assert b"seven" not in answer.body
        assert "etag" not in answer.headers
        assert answer.headers["content-security-policy"] == SECURITY["content-security-policy"]


# Caching


@pytest.mark.parametrize("path", KEPT)
def test_what_never_changes_may_be_kept(path: str, client: FlaskClient) -> None:
    answer = got(client, path)
    assert answer.status == 200
    assert re.fullmatch(r'"[^"]+"', answer.headers["etag"])  # strong
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert got(client, path).headers["etag"] == answer.headers["etag"]
    assert got(create_app(Settings()).test_client(), path).headers["etag"] == answer.headers["etag"]


@pytest.mark.parametrize("path", KEPT)
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_copy_that_is_good_is_not_sent_again(path: str, form: str, method: str, client: FlaskClient) -> None:
    tag = got(client, path).headers["etag"]
    answer = got(client, path, method, If_None_Match=form.format(tag))
    assert (answer.status, answer.body) == (304, b"")
    assert answer.headers["etag"] == tag
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert "x-request-id" in answer.headers


@pytest.mark.parametrize("path", KEPT)
@pytest.mark.parametrize("tag", ['"other"', "", "nonsense", '"' + "x" * 1_000 + '"', '"unclosed'])
def test_a_copy_that_is_old_is_replaced(path: str, tag: str, client: FlaskClient) -> None:
    answer = got(client, path, If_None_Match=tag)
    assert answer.status == 200
    assert answer.body == got(client, path).body


def test_no_two_documents_share_a_tag(client: FlaskClient) -> None:
    tags = [got(client, path).headers["etag"] for path in KEPT]
    assert len(set(tags)) == len(KEPT)


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (scoring(), JSON, 200),
        (b"{", JSON, 400),
        (b" " * 40_000, JSON, 413),
        (scoring(), "text/plain", 415),
        (b"{}", JSON, 422),
        (scoring(dealer='"eve"'), JSON, 422),
    ],
    ids=["answer", "not JSON", "too large", "wrong type", "violation", "unreadable"],
)
def test_what_is_computed_is_not_stored(body: bytes, content_type: str, status: int, client: FlaskClient) -> None:
    answer = posted(client, body, content_type=content_type)
    assert answer.status == status
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


@pytest.mark.parametrize("accept", [JSON, "text/markdown", "text/html"])
def test_what_is_resolved_is_not_stored_in_any_kind(accept: str, client: FlaskClient) -> None:
    answer = resolved(client, accept)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


# Request ids


@pytest.mark.parametrize("given", ["a", "x" * 64, "0.1_2-3", "4bf92f3577b34da6a3ce929d0e0e4736", "-"])
def test_a_request_id_is_taken_over(given: str, client: FlaskClient) -> None:
    assert got(client, "/livez", X_Request_Id=given).headers["x-request-id"] == given
    answer = got(client, "/nowhere", X_Request_Id=given)
    assert answer.headers["x-request-id"] == given
    assert problem_in(answer, client, 404, "not-found")["instance"].endswith(given)


HOSTILE_IDS = [
    "",
    " ",
    "x" * 65,
    "x" * 4_000,
    "a b",
    "a;b",
    "a,b",
    "a\tb",
    "\u00e9",
    "<b>",
    "a/b",
    "%0d%0aX-Evil:1",
    "{}",
]


@pytest.mark.parametrize("given", HOSTILE_IDS, ids=lambda given: f"{given[:20]!r}, {len(given)}")
def test_a_hostile_request_id_is_replaced(given: str, server: Address, client: FlaskClient) -> None:
    made = got(client, "/livez", X_Request_Id=given).headers["x-request-id"]
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", made)
    assert made != given
    answer = exchange(server, request("GET", "/nowhere", X_Request_Id=given))
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", answer.headers["x-request-id"])
    assert "x-evil" not in answer.headers
    problem_in(answer, client, 404, "not-found")


@pytest.mark.parametrize("given", ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\n", "a\x00"])
def test_no_header_is_smuggled_in_by_a_request_id(given: str, server: Address, client: FlaskClient) -> None:
    response = client.get("/nowhere", environ_overrides={"HTTP_X_REQUEST_ID": given})
    answer = Answer.of(response)
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", answer.headers["x-request-id"])
    problem_in(answer, client, 404, "not-found")
    assert "x-evil" not in exchange(server, request("GET", "/livez", X_Request_Id=given)).headers


def test_every_request_has_an_id_of_its_own(client: FlaskClient, server: Address) -> None:
    ids = [got(client, "/livez").headers["x-request-id"] for _ in range(50)]
    ids += [exchange(server, request("GET", "/livez")).headers["x-request-id"] for _ in range(20)]
    assert len(set(ids)) == 70


# Headers of every answer


def failing(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of the service with one operation of each kind that fails inside."""

    def fail(*_: Any, **__: Any) -> object:
        raise LookupError("seven of nine")

    broken = {"listRulesets": Lookup(fail), "scoreRound": replace(computation("scoreRound"), compute=fail)}
    monkeypatch.setattr(registry, "HANDLERS", {**registry.HANDLERS, **broken})
    return create_app(Settings()).test_client()


def test_every_answer_has_the_same_protection(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = got(client, "/v1/rulesets").headers["etag"]
    broken = failing(monkeypatch)
    answers = {
        "read": got(client, "/v1/rulesets"),
        "computed": posted(client, scoring()),
        "not modified": got(client, "/v1/rulesets", If_None_Match=tag),
        "nothing there": got(client, "/nowhere"),
        "wrong method": got(client, SCORE),
        "refused": posted(client, b"{"),
        "failed": got(broken, "/v1/rulesets"),
        "alive": got(client, "/livez"),
        "elsewhere": got(client, "/"),
        "preflight": got(client, SCORE, "OPTIONS"),
        "head": got(client, "/v1/rulesets", "HEAD"),
        "document": got(client, "/openapi.json"),
        "script": got(client, "/docs/start.js"),
    }
    statuses = {name: answer.status for name, answer in answers.items()}
    assert sorted(set(statuses.values())) == [200, 204, 304, 307, 400, 404, 405, 500]
    written = {
        "page": got(client, RULEBOOK),
        "page in HTML": got(client, RULEBOOK, Accept="text/html"),
        "page computed": resolved(client, "text/html"),
    }
    own = {"content-security-policy": POLICY}
    for name, answer in (answers | written).items():
        assert (SECURITY | (own if name in written else {})).items() <= dict(answer.headers).items(), name
        assert answer.headers["access-control-allow-origin"] == "*", name
        exposed = words(answer.headers["access-control-expose-headers"])
        assert exposed == {"X-Request-Id", "ETag", "Retry-After"}, name
        assert "set-cookie" not in answer.headers, name
        assert "access-control-allow-credentials" not in answer.headers, name


# Outside the contract


def test_the_root_leads_to_the_page(client: FlaskClient) -> None:
    answer = got(client, "/")
    assert answer.status in {302, 303, 307, 308}
    assert answer.headers["location"] == "/docs"


def test_the_page_may_run_its_own_scripts_and_nothing_else(client: FlaskClient) -> None:
    answer = got(client, "/docs")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.body == (PAGE / "index.html").read_bytes()
    (written,) = re.findall(r"^ +Content-Security-Policy: (.+)$", (PAGE / "README.md").read_text(), re.MULTILINE)
    assert answer.headers["content-security-policy"] == written
    rules = dict(rule.split(maxsplit=1) for rule in written.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in written
    assert "http" not in written
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_keeps_to_its_policy() -> None:
    page = (PAGE / "index.html").read_text()
    sources = re.findall(r"<script([^>]*)>([^<]*)</script>", page)
    assert len(sources) == page.count("<script") == 2
    assert all("src=" in attributes and not content for attributes, content in sources)
    assert "<style" not in page
    assert not re.search(r"\s(style|on\w+)=", page)
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {*PAGE_FILES, "/openapi.json", "data:,"}


@pytest.mark.parametrize(("path", "media_type"), PAGE_FILES.items())
def test_the_files_of_the_page_are_served(path: str, media_type: str, client: FlaskClient) -> None:
    answer = got(client, path)
    assert answer.headers["content-type"].split(";")[0] == media_type
    assert answer.body == (PAGE / path.removeprefix("/docs/")).read_bytes()


@pytest.mark.parametrize("name", ["swagger-ui-bundle.js", "swagger-ui.css"])
def test_what_is_vendored_is_as_published(name: str) -> None:
    content = (PAGE / name).read_bytes()
    (row,) = [line for line in (PAGE / "README.md").read_text().splitlines() if line.startswith(f"| `{name}`")]
    assert hashlib.sha256(content).hexdigest() in row
    assert f"{len(content):,} bytes" in row


def test_the_document_is_served_as_it_is(client: FlaskClient) -> None:
    as_yaml, as_json = got(client, "/openapi.yaml"), got(client, "/openapi.json")
    assert as_yaml.headers["content-type"] == "application/yaml"
    assert as_yaml.body == (ROOT / "openapi.yaml").read_bytes()
    assert as_json.headers["content-type"] == JSON
    assert as_json.json() == load_document()
    assert as_json.json() == yaml.safe_load(as_yaml.body)


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_the_probes_answer(path: str, server: Address, client: FlaskClient) -> None:
    assert (got(client, path).status, got(client, path).body) == (204, b"")
    assert exchange(server, request("GET", path)).status == 204


@pytest.mark.parametrize("slug", TYPES)
def test_every_problem_type_explains_itself(slug: str, client: FlaskClient) -> None:
    kind = got(client, f"/problems/{slug}").json()
    assert kind["type"] == f"/problems/{slug}"
    assert kind["status"] == TYPES[slug].status
    assert kind["title"].endswith(".")
    assert kind["description"].endswith(".")


# Settings


@pytest.mark.parametrize("name", ["SPADES_", "SPADES_BODY", "SPADES_BODY_BYTE", "SPADES_body_bytes", "SPADES_DEBUG"])
def test_an_unknown_setting_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings_from({"SPADES_BODY_BYTES": "1", name: "1"})


@pytest.mark.parametrize(
    "value", ["", " ", "0", "-1", "+1", "1.5", "1e3", "0x10", "1_000", " 5", "5\n", "\u0665", "many"]
)
@pytest.mark.parametrize("name", ["SPADES_BODY_BYTES", "SPADES_BODY_VALUES", "SPADES_GAME_BYTES", "SPADES_GAME_VALUES"])
def test_a_malformed_setting_is_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings_from({name: value})


def test_everything_wrong_in_the_settings_is_told_at_once() -> None:
    with pytest.raises(SettingsError, match=r"(?s)SPADES_BODY_BYTES.*SPADES_SPEED"):
        settings_from({"SPADES_BODY_BYTES": "much", "SPADES_SPEED": "9"})


def test_settings_are_read_from_the_environment() -> None:
    assert settings_from({"HOME": "/", "SPADE_S": "1", "spades_body_bytes": "x"}) == Settings()
    assert settings_from({"SPADES_BODY_BYTES": "77", "SPADES_BODY_VALUES": "5"}) == Settings(77, 5)
    assert (Settings().body_bytes, Settings().body_values) == (32 * 1024, 2_000)
    assert settings_from({"SPADES_GAME_BYTES": "77", "SPADES_GAME_VALUES": "5"}) == Settings(
        game_bytes=77, game_values=5
    )
    assert (Settings().game_bytes, Settings().game_values) == (512 * 1024, 40_000)


def test_the_service_does_not_start_with_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_BODY_BYTES", "33")
    limited = create_app().test_client()
    problem_in(posted(limited, b" " * 34), limited, 413, "too-large")
    problem_in(posted(limited, b" " * 33), limited, 400, "not-json")
    monkeypatch.setenv("SPADES_BODY_BYTES", "33 KB")
    with pytest.raises(SettingsError, match="SPADES_BODY_BYTES"):
        create_app()


@pytest.mark.parametrize("limit", [1, 400, 1_000, 100_000])
def test_the_limit_of_length_is_honoured(limit: int) -> None:
    client = create_app(Settings(body_bytes=limit)).test_client()
    assert str(limit) in problem_in(posted(client, b" " * (limit + 1)), client, 413, "too-large")["detail"]
    assert posted(client, b" " * limit).status == 400
    if limit > len(scoring()):
        assert posted(client, padded(scoring(), limit)).status == 200


@pytest.mark.parametrize("limit", [10, 100])
def test_the_limit_of_values_is_honoured(limit: int) -> None:
    client = create_app(Settings(body_values=limit)).test_client()
    body = json.dumps([0] * (limit + 2)).encode()
    assert str(limit) in problem_in(posted(client, body), client, 413, "too-large")["detail"]
    assert posted(client, json.dumps([0] * limit).encode()).status == 422


@pytest.mark.parametrize("limit", [600, 100_000])
def test_a_game_has_a_limit_of_length_of_its_own(limit: int) -> None:
    client = create_app(Settings(body_bytes=800, game_bytes=limit)).test_client()
    assert str(limit) in problem_in(posted(client, b" " * (limit + 1), GAME), client, 413, "too-large")["detail"]
    assert posted(client, b" " * limit, GAME).status == 400
    assert posted(client, game(300), GAME).status == (200 if limit > len(game(300)) else 413)
    for path in set(COMPUTATIONS) - {GAME}:
        assert "800" in problem_in(posted(client, b" " * 801, path), client, 413, "too-large")["detail"]


@pytest.mark.parametrize("limit", [10, 3_000])
def test_a_game_has_a_limit_of_values_of_its_own(limit: int) -> None:
    client = create_app(Settings(body_values=100, game_values=limit)).test_client()
    body = json.dumps([0] * (limit + 2)).encode()
    assert str(limit) in problem_in(posted(client, body, GAME), client, 413, "too-large")["detail"]
    assert posted(client, json.dumps([0] * limit).encode(), GAME).status == 422
    for path in set(COMPUTATIONS) - {GAME}:
        many = json.dumps([0] * 102).encode()
        assert "100" in problem_in(posted(client, many, path), client, 413, "too-large")["detail"]


# Failures of the service itself


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_failure_is_logged_and_its_inside_is_not_told(
    method: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = failing(monkeypatch)
    with caplog.at_level(logging.ERROR):
        answer = got(client, "/v1/rulesets") if method == "GET" else posted(client, scoring())
    problem = problem_in(answer, client, 500, "internal-error")
    for inside in (b"seven of nine", b"LookupError", b"File", b".py"):
        assert inside not in answer.body
    assert "errors" not in problem
    assert "etag" not in answer.headers
    assert "public" not in answer.headers.get("cache-control", "")
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert answer.headers["x-request-id"] in record.getMessage()
    assert record.exc_info
    assert isinstance(record.exc_info[1], LookupError)


def test_a_refusal_is_not_logged_as_a_failure(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert posted(client, b"{").status == 400
        assert posted(client, b"{}").status == 422
        assert got(client, "/nowhere").status == 404
    assert caplog.records == []


# Starting


def test_an_operation_without_a_handler_stops_the_start() -> None:
    document = load_document()
    document["paths"]["/v1/more"] = {"get": {"operationId": "showMore", "responses": {}}}
    with pytest.raises(ContractError, match="showMore"):
        create_app(Settings(), document)


def test_a_handler_without_an_operation_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    document = load_document()
    del document["paths"]["/v1/rounds/score"]
    with pytest.raises(ContractError, match="scoreRound"):
        create_app(Settings(), document)
    monkeypatch.setattr(registry, "HANDLERS", {**registry.HANDLERS, "showMore": registry.HANDLERS["listRulesets"]})
    with pytest.raises(ContractError, match="showMore"):
        create_app(Settings())


def test_a_body_without_a_reader_stops_the_start() -> None:
    document = load_document()
    document["paths"]["/v1/rulesets"]["get"]["requestBody"] = document["paths"][SCORE]["post"]["requestBody"]
    with pytest.raises(ContractError, match="listRulesets"):
        create_app(Settings(), document)


def test_a_reader_without_a_body_stops_the_start() -> None:
    document = load_document()
    del document["paths"][SCORE]["post"]["requestBody"]
    with pytest.raises(ContractError, match="scoreRound"):
        create_app(Settings(), document)


@pytest.mark.parametrize(
    "text",
    [
        "paths: {}\npaths: {}\n",
        'paths: {}\n"paths": {}\n',
        "info:\n  title: a\n  version: b\n  title: a\n",
        "{a: {b: [{c: 1, d: 2, c: 1}]}}",
        "'200': {}\n'200': {}\n",
    ],
)
def test_a_name_that_stands_twice_in_the_document_stops_the_start(text: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(text)
    with pytest.raises(ContractError, match="twice"):
        load_document(file)


@pytest.mark.parametrize("text", ["", "[]", "openapi", "3.1"])
def test_what_is_no_document_stops_the_start(text: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(text)
    with pytest.raises(ContractError):
        load_document(file)


def test_the_document_is_read_as_json(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text("day: 2020-01-01\nmoment: 2020-01-01 12:30:00\nquoted: 'no'\n")
    assert load_document(file) == {"day": "2020-01-01", "moment": "2020-01-01 12:30:00", "quoted": "no"}


def test_the_server_does_not_start_with_a_wrong_setting() -> None:
    ended = subprocess.run(
        COMMAND,
        cwd=ROOT,
        env=environment(free_port(), SPADES_BODY_BITES="1"),
        capture_output=True,
        timeout=15,
        check=False,
    )
    assert ended.returncode not in {0, -signal.SIGTERM}
    assert b"SPADES_BODY_BITES is not a setting" in ended.stderr


# The server


def test_a_path_that_is_too_long_is_refused_by_the_server(server: Address) -> None:
    assert exchange(server, request("GET", "/" + "x" * 3_000)).status == 414
    assert exchange(server, request("GET", "/livez?" + "x" * 3_000)).status == 414


def many(headers: int) -> bytes:
    return request("GET", "/livez", None, **{f"X_{each}": "x" for each in range(headers)})


def test_headers_that_are_too_much_are_refused_by_the_server(server: Address) -> None:
    assert exchange(server, request("GET", "/livez", X_Long="x" * 5_000)).status == 431
    assert exchange(server, many(60)).status == 431
    assert exchange(server, many(40)).status == 204


@pytest.mark.parametrize(
    "head", [b"\x16\x03\x01\x00\r\n\r\n", b"GET\r\n\r\n", b"GET /livez HTTP/9.9\r\n\r\n", b"{}\r\n\r\n"]
)
def test_what_is_not_http_is_refused_by_the_server(head: bytes, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(head, request("GET", "/livez"))
        assert 400 <= connection.receive().status <= 505
        assert connection.ended()


def test_a_connection_is_kept(server: Address, score_body: dict[str, Any], audit_body: dict[str, Any]) -> None:
    with Connection(server) as connection:
        for path, body, status in [
            (SCORE, score_body, 200),
            (AUDIT, audit_body, 200),
            (AUDIT, score_body, 422),
            (PLAYS, score_body, 422),
            (PLAYS, json.loads(asking(PLAYS)), 200),
            (GAME, json.loads(game(400)), 200),
            ("/nowhere", score_body, 404),
            (SCORE, score_body, 200),
        ]:
            connection.send(request("POST", path, json.dumps(body).encode()))
            assert connection.receive().status == status


def test_requests_sent_together_are_answered_in_order(server: Address) -> None:
    with Connection(server) as connection:
        connection.send(
            request("POST", SCORE, scoring(), X_Request_Id="first"),
            request("POST", SCORE, b"{", X_Request_Id="second"),
            request("GET", "/v1/rulesets/pagat", X_Request_Id="third", Connection="close"),
        )
        answers = [connection.receive() for _ in range(3)]
        assert connection.ended()
    assert [answer.headers["x-request-id"] for answer in answers] == ["first", "second", "third"]
    assert [answer.status for answer in answers] == [200, 400, 200]


def test_a_request_in_flight_is_answered_when_the_server_stops(tmp_path: Path) -> None:
    body = scoring()
    log = tmp_path / "log"
    with serving(log) as running, Connection(running.address) as connection:
        connection.send(request("POST", SCORE, b"", Content_Length=str(len(body)), Expect="100-continue"))
        assert connection.receive().status == 100  # so the request is in the hands of a worker
        os.kill(running.process.pid, signal.SIGTERM)
        wait_for_line(log, "Handling signal: term")
        time.sleep(0.2)  # the worker, too, has been told by now
        assert running.process.poll() is None
        connection.send(body)
        answer = connection.receive()
        assert answer.status == 200
        assert answer.json()["ruling_id"]
    assert running.process.returncode == 0


# The tests themselves


def test_tests_reach_no_other_host() -> None:
    with socket.socket() as outside:
        outside.settimeout(0.1)
        with pytest.raises(RuntimeError, match="this one"):
            outside.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match="this one"):
        socket.getaddrinfo("spades.example", 80)
