"""Caching, request ids, the headers of every answer, and what is served outside the contract."""

from __future__ import annotations

import re

import pytest
import yaml
from flask.testing import FlaskClient

from service import create_app
from service.core_build import choose
from service.pages.render import POLICY
from service.problems import TYPES
from service.settings import Settings
from service.spades import ENGINE_VERSION
from service.spades.findings import CODES
from service.wire.contract import load_document, without_keys
from tests.contract.corpus import examples
from tests.contract.document import DOCUMENT, OPERATIONS
from tests.http.bodies import SCORE, scoring
from tests.http.failures import problem_in
from tests.http.reads import (
    JSON,
    KEPT,
    READS,
    RULEBOOK,
    SECURITY,
    failing,
    got,
    posted,
    resolved,
    words,
)
from tests.http.wire import (
    Address,
    Answer,
    exchange,
    request,
)

# Caching


def test_what_never_changes_may_be_kept(client: FlaskClient, subtests: pytest.Subtests) -> None:
    other = create_app(Settings()).test_client()
    for path in KEPT:
        with subtests.test(path=path):
            answer = got(client, path)
            assert answer.status == 200
            assert re.fullmatch(r'W/"[^"]+"', answer.headers["etag"])  # weak: the same in gzip
            assert answer.headers["cache-control"] == "public, max-age=300"
            assert got(client, path).headers["etag"] == answer.headers["etag"]
            assert got(other, path).headers["etag"] == answer.headers["etag"]


def test_a_copy_that_is_good_is_not_sent_again(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in KEPT:
        for form in ["{}", "W/{}", '"other", {}', "*"]:
            for method in ["GET", "HEAD"]:
                with subtests.test(path=path, form=form, method=method):
                    tag = got(client, path).headers["etag"]
                    answer = got(client, path, method, If_None_Match=form.format(tag.removeprefix("W/")))
                    assert (answer.status, answer.body) == (304, b"")
                    assert answer.headers["etag"] == tag
                    assert answer.headers["cache-control"] == "public, max-age=300"
                    assert "x-request-id" in answer.headers


def test_a_copy_that_is_old_is_replaced(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in KEPT:
        for tag in ['"other"', "", "nonsense", '"' + "x" * 1_000 + '"', '"unclosed']:
            with subtests.test(path=path, tag=tag):
                answer = got(client, path, If_None_Match=tag)
                assert answer.status == 200
                assert answer.body == got(client, path).body


def test_a_header_is_as_long_as_the_contract_lets_it_be(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for operation in [each for each in OPERATIONS if each.method == "get"]:
        with subtests.test(operation.name):
            longest = DOCUMENT["components"]["parameters"]["IfNoneMatch"]["schema"]["maxLength"]
            asked = next(examples(operation))
            tag = asked.ask(client).headers["ETag"]
            headers = {"If-None-Match": f"{tag}, ".ljust(longest, "x")}
            assert asked.ask(client, headers=headers).status_code == 304
            headers["If-None-Match"] += "x"
            problem = problem_in(Answer.of(asked.ask(client, headers=headers)), client, 400, "bad-request")
            assert (
                problem["detail"] == f"If-None-Match is longer than {longest} characters: shorten it, or leave it out."
            )


def test_no_other_condition_and_no_range_is_heeded(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for headers in [
        {"If_Match": '"other"'},
        {"If_Match": "*"},
        {"If_Match": 'W/"other", "another"'},
        {"If_Unmodified_Since": "Mon, 23 Nov 1970 00:00:00 GMT"},
        {"If_Modified_Since": "Mon, 23 Nov 2099 00:00:00 GMT"},
        {"Range": "bytes=0-3"},
        {"Range": "bytes=99999999-"},
        {"Range": "bytes=0-3", "If_Range": '"other"'},
        {"Range": "bytes=3-0", "If_Range": "Mon, 23 Nov 2099 00:00:00 GMT"},
    ]:
        with subtests.test(headers=headers):
            for path in READS:
                plain = got(client, path)
                for method in ("GET", "HEAD"):
                    answer = got(client, path, method, **headers)
                    assert answer.status == plain.status
                    assert answer.headers.keys() == plain.headers.keys()
                    if method == "GET" and path != "/readyz":
                        assert answer.body == plain.body
                if path in KEPT:
                    tag = plain.headers["etag"]
                    assert got(client, path, **headers, If_None_Match=tag).status == 304
                    assert got(client, path, **{**headers, "If_Match": tag}).status == 200


def test_no_two_documents_share_a_tag(client: FlaskClient) -> None:
    """Nor do two kinds of one, each of which is kept."""
    tags = [got(client, path).headers["etag"] for path in KEPT]
    assert len(set(tags)) == len(KEPT)
    kinds = (JSON, "text/markdown", "text/html")
    paths = ["/v1/findings", *(f"/v1/findings/{code}" for code in CODES)]
    tagged = {(path, kind): got(client, path, Accept=kind).headers["etag"] for path in paths for kind in kinds}
    assert len(set(tagged.values())) == 3 * len(paths)
    for (path, kind), tag in list(tagged.items())[:9]:
        again = got(client, path, Accept=kind, If_None_Match=tag)
        assert (again.status, again.body, again.headers["vary"]) == (304, b"", "Accept, Accept-Encoding")
        head = got(client, path, "HEAD", Accept=kind)
        assert (head.status, head.body, head.headers["etag"]) == (200, b"", tag)
        assert again.headers["cache-control"] == "public, max-age=300"


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


def test_a_hostile_request_id_is_replaced(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for given in HOSTILE_IDS:
        with subtests.test(given=given):
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
        "script": got(client, "/docs/reference.js"),
    }
    statuses = {name: answer.status for name, answer in answers.items()}
    assert sorted(set(statuses.values())) == [200, 204, 304, 400, 404, 405, 500]
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
        assert exposed == {"X-Request-Id", "ETag", "RateLimit-Policy", "Retry-After"}, name
        assert "set-cookie" not in answer.headers, name
        assert "access-control-allow-credentials" not in answer.headers, name


# Outside the contract


def test_the_document_is_served_with_its_examples_put_in(client: FlaskClient) -> None:
    as_yaml, as_json = got(client, "/openapi.yaml"), got(client, "/openapi.json")
    assert as_yaml.headers["content-type"] == "application/yaml"
    assert b"externalValue" not in as_yaml.body
    assert as_json.headers["content-type"] == JSON
    assert as_json.json() == without_keys(load_document())
    assert as_json.json() == yaml.safe_load(as_yaml.body)


def test_the_probes_answer(server: Address, client: FlaskClient) -> None:
    assert (got(client, "/livez").status, got(client, "/livez").body) == (204, b"")
    assert exchange(server, request("GET", "/livez")).status == 204
    ready = got(client, "/readyz").json()
    assert ready["engine_version"] == ENGINE_VERSION
    assert ready["core"] == choose().kind
    assert exchange(server, request("GET", "/readyz")).json() == ready


def test_every_problem_type_explains_itself(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for slug in TYPES:
        with subtests.test(slug=slug):
            kind = got(client, f"/problems/{slug}").json()
            assert kind["type"] == f"/problems/{slug}"
            assert kind["status"] == TYPES[slug].status
            assert kind["title"].endswith(".")
            assert kind["description"].endswith(".")
