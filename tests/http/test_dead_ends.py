"""Paths and methods that lead nowhere: the answer says what was probably meant, and what to send."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.dead_ends import Paths, Place
from tests.contract.document import OPERATIONS, WITH_BODY
from tests.http.bodies import BATCHES
from tests.http.failures import problem_in
from tests.http.html_pages import problem_on_page
from tests.http.reads import READS, got
from tests.http.wire import Answer

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
EVERYTHING = "/docs shows every operation"

# What was asked for, and what was meant.
NEAR: Mapping[str, str] = {
    "/rounds/score": "POST /v1/rounds/score",
    "/v1/round/score": "POST /v1/rounds/score",
    "/v1/rounds/scores": "POST /v1/rounds/score",
    "/v1/Rounds/Audit": "POST /v1/rounds/audit",
    "/api/v1/rounds/audit": "POST /v1/rounds/audit",
    "/api/rounds/audit": "POST /v1/rounds/audit",
    "/v2/rounds/audit": "POST /v1/rounds/audit",
    "/v1.0/rounds/audit": "POST /v1/rounds/audit",
    "/v1/rounds/audits/batch": "POST /v1/rounds/audit/batch",
    "/v1/audit/batch": "POST /v1/rounds/audit/batch or POST /v1/games/audit/batch",
    "/v1/game/score/batch": "POST /v1/games/score/batch",
    "/v1/audit": "POST /v1/rounds/audit or POST /v1/games/audit",
    "/score": "POST /v1/rounds/score or POST /v1/games/score",
    "/v1/rounds": "POST /v1/rounds/score, POST /v1/rounds/audit, POST /v1/rounds/next or POST /v1/rounds/compare",
    "/v1/game/audit": "POST /v1/games/audit",
    "/v1/bids": "POST /v1/bids/check or POST /v1/bids/estimate",
    "/v1/claims": "POST /v1/claims/judge",
    "/v1/claim/judge": "POST /v1/claims/judge",
    "/v1/estimate": "POST /v1/bids/estimate",
    "/v1/bids/checks": "POST /v1/bids/check",
    "/v1/play/legal": "POST /v1/plays/legal",
    "/v1/trick/judge": "POST /v1/tricks/judge",
    "/v1/ruleset": "GET /v1/rulesets",
    "/rulesets/pagat": "GET /v1/rulesets/pagat",
    "/v1/rulesets/pagat/": "GET /v1/rulesets/pagat",
    "/v1/ruleset/pagat/rulebook": "GET /v1/rulesets/pagat/rulebook",
    "/v1/rulesets/pagat/options": "GET /v1/rulesets/{name}",
    "/v1/rulesets/%3Cb%3E/": "GET /v1/rulesets/{name}",
    "/v1/finding/revoke": "GET /v1/findings/revoke",
    "/findings": "GET /v1/findings",
    "/limits": "GET /v1/limits",
    "/v1/problems/not-json": "GET /problems/not-json",
    "/problem/not-json": "GET /problems/not-json",
    "/docs/": "GET /docs",
    "/openapi.yml": "GET /openapi.yaml",
    "/v1/openapi.json": "GET /openapi.json",
    "/schemas/ruling.json/": "GET /schemas/ruling.json",
}
FAR = [
    "/nowhere",
    "/v1",
    "/pagat",
    "/favicon.ico",
    "/.env",
    "/wp-login.php",
    "/a/b/c",
    "/static/start.js",
    "/é",
]


def detail(answer: Answer, client: FlaskClient) -> str:
    return str(problem_in(answer, client, 404, "not-found")["detail"])


def test_a_path_that_is_nearly_one_is_told_which(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in NEAR:
        for method in ["GET", "POST"]:
            with subtests.test(path=path, method=method):
                said = detail(got(client, path, method), client)
                assert said == f"Nothing has this path. The nearest is {NEAR[path]}; {EVERYTHING}."
                page = problem_on_page(got(client, path, method, Accept=BROWSER), client, 404, "not-found")
                assert said in page.text
                assert {"/docs", "/"} <= set(page.links)


def test_a_path_that_is_like_none_is_told_where_to_look(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in FAR:
        with subtests.test(path=path):
            assert (
                detail(got(client, path), client) == f"Nothing has this path. / lists what there is, and {EVERYTHING}."
            )


def without_a_letter(path: str) -> str:
    *others, last = path.split("/")
    return "/".join([*others, last[:-2] + last[-1]])


def test_every_operation_is_found_by_a_slip_in_its_path(subtests: pytest.Subtests) -> None:
    for operation in OPERATIONS:
        with subtests.test(operation.name):
            path = operation.path
            slips = [
                f"{path}/",
                f"/api{path}",
                path.removeprefix("/v1") + "//",
                path.replace("/", "//")[1:],
                path.upper(),
            ]
            if "{" not in path:
                slips.append(without_a_letter(path))
            paths = Paths(Place(each.method.upper(), each.path) for each in OPERATIONS)
            for slip in slips:
                assert paths.nearest(slip)[0].startswith(operation.method.upper()), slip
                assert paths.nearest(slip)[0].lower().endswith(path.lower()), slip


def test_what_only_operators_ask_for_is_never_named(client: FlaskClient) -> None:
    for path in ("/metrics/", "/metric"):
        assert "/metrics" not in re.findall(r"/\w+", detail(got(client, path), client))


def test_whoever_looks_for_a_probe_finds_it(client: FlaskClient) -> None:
    for path, probe in {"/livez/": "/livez", "/live": "/livez", "/ready": "/readyz", "/v1/readyz": "/readyz"}.items():
        assert f"The nearest is GET {probe};" in detail(got(client, path), client)


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets/" + "x" * 1_900 + "/",
        "/" + "a/" * 900,
        "/" + "scores/" * 28,
        "/" + "core/sound/" * 18,
        "/v1" + "/rounds" * 250,
        "/v1/rounds/score" + "%00" * 60,
    ],
    ids=lambda path: str(path)[:40],
)
def test_a_hostile_path_is_neither_repeated_nor_slow(path: str, client: FlaskClient) -> None:
    started = time.perf_counter()
    for _ in range(20):
        detail(got(client, path), client)
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("path", ["/v1/rulesets/%3Cscript%3E/", "/%3Cscript%3E", "/v1/rulesets/%3Cscript%3E"])
def test_what_a_client_wrote_is_text_on_the_page(path: str, client: FlaskClient) -> None:
    answer = got(client, path, Accept=BROWSER)
    assert "script" not in problem_on_page(answer, client, 404, "not-found").met
    assert b"<script" not in answer.body


def test_a_name_that_is_nearly_one_is_told_which(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, nearest_name, all_of_them in [
        ("/v1/rulesets/Pagat", "pagat", "/v1/rulesets"),
        ("/v1/rulesets/pagt", "pagat", "/v1/rulesets"),
        ("/v1/rulesets/NELLO/rulebook", "nello", "/v1/rulesets"),
        ("/v1/rulesets/bridge", None, "/v1/rulesets"),
        ("/v1/findings/Revoke", "revoke", "/v1/findings"),
        ("/v1/findings/wrong-leader", "wrong_leader", "/v1/findings"),
        ("/v1/findings/" + "x" * 500, None, "/v1/findings"),
        ("/problems/not_json", "not-json", "/problems"),
        ("/problems/nothing-like-it", None, "/problems"),
    ]:
        with subtests.test(path=path, nearest_name=nearest_name):
            said = detail(got(client, path), client)
            assert said.endswith(f" GET {all_of_them} lists them all.")
            assert (f" The nearest is {nearest_name!r}." in said) == (nearest_name is not None)
            assert ("nearest" in said) == (nearest_name is not None)


def test_a_wrong_method_is_told_what_to_send(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for operation in WITH_BODY:
        for method in ["GET", "PUT", "DELETE"]:
            with subtests.test(operation.name, method=method):
                answer = got(client, operation.path, method)
                said = problem_in(answer, client, 405, "method-not-allowed")["detail"]
                assert f"Send POST {operation.path} with a JSON body (application/json); /docs" in said
                assert answer.headers["allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("path", BATCHES)
def test_a_batch_is_told_to_be_lines(path: str, client: FlaskClient) -> None:
    said = problem_in(got(client, path), client, 405, "method-not-allowed")["detail"]
    assert f"Send POST {path} with a line of JSON for each request (application/x-ndjson)" in said


def test_what_is_read_is_told_to_be_read(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in READS:
        with subtests.test(path=path):
            answer = got(client, path, "POST")
            said = problem_in(answer, client, 405, "method-not-allowed")["detail"]
            assert said == "This path is only read: send GET, without a body."
            assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
            problem_on_page(got(client, path, "POST", Accept=BROWSER), client, 405, "method-not-allowed")


# What a client sends, and whether it gets a problem as a page.
ACCEPTED: Mapping[str | None, bool] = {
    None: False,
    "": False,
    "*/*": False,
    BROWSER: True,
    "text/html": True,
    "TEXT/HTML; charset=utf-8": True,
    "text/html;q=0.1, application/json;q=0": True,
    "application/json": False,
    "application/problem+json": False,
    "application/json, text/html;q=0.9": False,
    "application/json;q=0.5, text/html;q=0.9": True,
    "application/problem+json;q=0.1, text/html": True,
    "text/*": False,
    "text/markdown": False,
    "text/markdown, text/html;q=0.9": False,
    "text/html;q=0": False,
    "image/png": False,
    "nonsense": False,
}


def test_only_who_prefers_a_page_gets_one(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for accept in ACCEPTED:
        with subtests.test(accept=accept):
            headers = {} if accept is None else {"Accept": accept}
            for answer in (
                got(client, "/nowhere", **headers),
                got(client, "/v1/rulesets/bridge", **headers),
                Answer.of(client.post("/v1/rounds/score", data=b"{", content_type="application/json", headers=headers)),
                Answer.of(
                    client.post("/v1/rounds/score", data=b"{}", content_type="application/json", headers=headers)
                ),
            ):
                media_type = answer.headers["content-type"]
                assert media_type == ("text/html; charset=utf-8" if ACCEPTED[accept] else "application/problem+json")
                assert answer.headers["vary"].split(", ")[0] == "Accept"


def test_a_page_of_a_problem_lists_every_error(client: FlaskClient) -> None:
    sent: dict[str, Any] = {"data": b'{"players": 5, "ruleset": "pagat", "<b>": 1}', "content_type": "application/json"}
    errors = Answer.of(client.post("/v1/rounds/score", **sent)).json()["errors"]
    assert len(errors) >= 3
    answer = Answer.of(client.post("/v1/rounds/score", **sent, headers={"Accept": BROWSER}))
    page = problem_on_page(answer, client, 422, "contract-violation")
    for error in errors:
        assert error["pointer"] in page.text
        assert error["detail"] in page.text
    assert "b" not in page.met
