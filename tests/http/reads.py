"""What the tests of the protocol ask for: paths, and one way to get and to post."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations import runner
from service.operations.operation import Computation, Lookup
from service.settings import Settings
from tests.http.bodies import RESOLVE, SCORE, asking
from tests.http.wire import Answer

JSON = "application/json"
PAGE_FILES = {"/docs/reference.js": "text/javascript", "/docs/reference.css": "text/css"}
MARKDOWN, HTML = "text/markdown; charset=utf-8", "text/html; charset=utf-8"
RULEBOOK = "/v1/rulesets/pagat/rulebook"
CONTRACT_READS = [
    "/v1/rulesets",
    "/v1/rulesets/pagat",
    RULEBOOK,
    "/v1/limits",
    "/problems",
    "/problems/not-json",
    "/v1/findings",
    "/v1/findings/revoke",
]
DOCUMENTS = ["/openapi.json", "/openapi.yaml", "/schemas/round-record.json", "/schemas/ruling.json", "/", "/docs"]
KEPT = [*CONTRACT_READS, *DOCUMENTS, *PAGE_FILES]
READS = [*KEPT, "/livez", "/readyz"]
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
    "/problems/",
    "/problems/not-json/",
    "/schemas",
    "/schemas/",
    "/docs/",
    "/docs/../settings.py",
    "/docs/%2e%2e/settings.py",
    "/docs//reference.js",
    "/static/reference.js",
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
    "/v1/rulesets/resolve/rulebook",
    "/schemas/nothing.json",
    "/schemas/Ruling.json",
    "/v1/rulesets/bridge/rulebook",
    "/v1/rulesets/%0d%0aX-Evil:%20yes/rulebook",
    "/v1/rulesets/<script>/rulebook",
    "/v1/rulesets/" + "x" * 1_900 + "/rulebook",
    "/v1/findings/Revoke",
    "/v1/findings/%0d%0aX-Evil:%20yes",
    "/v1/findings/<script>",
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


def posted(client: FlaskClient, body: bytes, path: str = SCORE, content_type: str | None = JSON) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type))


def ruling_id(answer: Answer) -> str:
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == JSON
    return str(answer.json()["ruling_id"])


def computation(name: str) -> Computation[Any]:
    handler = runner.HANDLERS[name]
    assert isinstance(handler, Computation)
    return handler


def words(header: str) -> set[str]:
    return {word.strip() for word in header.split(",")}


def accepting(accept: str | None) -> dict[str, str]:
    return {} if accept is None else {"Accept": accept}


def resolved(client: FlaskClient, accept: str | None, body: bytes | None = None) -> Answer:
    body = asking(RESOLVE) if body is None else body
    return Answer.of(client.post(RESOLVE, data=body, content_type=JSON, headers=accepting(accept)))


def failing(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of the service with one operation of each kind that fails inside."""

    def fail(*_: Any, **__: Any) -> object:
        raise LookupError("seven of nine")

    broken = {"listRulesets": Lookup(fail), "scoreRound": replace(computation("scoreRound"), compute=fail)}
    monkeypatch.setattr(runner, "HANDLERS", {**runner.HANDLERS, **broken})
    return create_app(Settings()).test_client()
