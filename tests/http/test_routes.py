"""Every route that there is, by every method that a browser or a probe may try: HEAD, OPTIONS, and what all share."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from service import create_app
from service.http.desk import ASKED_AGAIN, DESK, REPLAY, REPLAY_KEPT
from service.settings import Settings
from tests.http.failures import problem_in
from tests.http.reads import words
from tests.http.wire import Answer

# A value for each variable in a path.
NAMES = {
    "getRuleset": {"name": "pagat"},
    "getRulebook": {"name": "pagat"},
    "getFindingCode": {"code": "revoke"},
    "getProblemType": {"slug": "not-json"},
    "outside.desk_file": {"of": "0" * 16, "name": "desk.js"},
    "outside.docs_file": {"name": "reference.js"},
    "outside.schema": {"name": "ruling.json"},
}
ROUTES = list(create_app(Settings()).url_map.iter_rules())
READ = [rule for rule in ROUTES if "GET" in (rule.methods or ())]
WITHOUT_BODY = {"/livez": 204}
KEPT = {REPLAY: REPLAY_KEPT, f"{DESK}/worker.js": ASKED_AGAIN}
BODY = {"content-type", "content-length"}


def path_of(rule: Rule) -> str:
    built: Any = rule.build(NAMES.get(rule.endpoint, {}))
    assert built is not None, f"{rule.endpoint} needs a name"
    return str(built[1])


def of(rule: Rule) -> str:
    return f"{min((rule.methods or set()) - {'HEAD', 'OPTIONS'})} {rule.rule}"


def test_head_has_the_headers_of_get_and_no_body(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for rule in READ:
        with subtests.test(of(rule)):
            got, head = (Answer.of(client.open(path_of(rule), method=method)) for method in ("GET", "HEAD"))
            assert got.status == WITHOUT_BODY.get(rule.rule, 200)
            assert (head.status, head.body) == (got.status, b"")
            # The metrics have counted one request more, each has an id, and a second may begin between them.
            apart = {"x-request-id", "date"} | ({"content-length"} if rule.rule == "/metrics" else set())
            assert {**head.headers, **dict.fromkeys(apart)} == {**got.headers, **dict.fromkeys(apart)}


def test_options_tells_the_methods_without_a_body(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for rule in ROUTES:
        with subtests.test(path_of(rule)):
            for headers in ({}, {"Origin": "https://game.example", "Access-Control-Request-Method": "POST"}):
                answer = Answer.of(client.options(path_of(rule), headers=headers))
                assert (answer.status, answer.body) == (200, b"")
                assert "content-type" not in answer.headers
                assert words(answer.headers["allow"]) >= set(rule.methods or ()) | {"OPTIONS"}
                assert answer.headers["access-control-allow-methods"] == answer.headers["allow"]
                assert answer.headers["access-control-allow-origin"] == "*"
                allowed = words(answer.headers["access-control-allow-headers"])
                assert allowed >= {"Authorization", "Content-Type", "If-None-Match", "Traceparent", "X-Request-Id"}
                assert answer.headers["access-control-max-age"] == "86400"
                assert "access-control-allow-credentials" not in answer.headers


def test_no_other_method_is_taken(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in sorted({*map(path_of, ROUTES)}):
        taken = {method for rule in ROUTES if path_of(rule) == path for method in rule.methods or ()}
        for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"} - taken:
            with subtests.test(path, method=method):
                answer = Answer.of(client.open(path, method=method))
                assert words(answer.headers["allow"]) == taken | {"OPTIONS"}
                if method == "HEAD":
                    assert (answer.status, answer.body) == (405, b"")
                else:
                    problem_in(answer, client, 405, "method-not-allowed")


def test_what_has_no_body_has_no_type(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for rule in READ:
        with subtests.test(of(rule)):
            answer = Answer.of(client.get(path_of(rule)))
            if rule.rule in WITHOUT_BODY:
                assert answer.body == b""
                assert "content-type" not in answer.headers
            else:
                assert answer.body
                assert set(answer.headers) >= BODY


def test_it_says_how_long_it_may_be_kept(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for rule in READ:
        with subtests.test(of(rule)):
            answer = Answer.of(client.get(path_of(rule)))
            if "etag" in answer.headers:
                assert answer.headers["cache-control"] == KEPT.get(rule.rule, "public, max-age=300")
                again = Answer.of(client.get(path_of(rule), headers={"If-None-Match": answer.headers["etag"]}))
                assert (again.status, again.body) == (304, b"")
                assert not BODY & set(again.headers) - {"content-type"}
            else:
                assert answer.headers["cache-control"] == "no-store"
                assert rule.rule in {*WITHOUT_BODY, "/readyz", "/metrics"}


@pytest.mark.parametrize("path", ["/nowhere", "/v1//rulesets", "//v1/rulesets", "//docs", "//evil.example/docs", "///"])
def test_what_is_not_there_is_not_kept_and_leads_nowhere(path: str, client: FlaskClient) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST"):
        answer = Answer.of(client.open(path="/", method=method, environ_overrides={"PATH_INFO": path}))
        assert answer.status == 404
        assert answer.headers["cache-control"] == "no-store"
        assert "location" not in answer.headers
        assert answer.headers["access-control-allow-origin"] == "*"
