"""Paths and methods: what is there, what is not, and what each path takes."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import COMPARE, RESOLVE, SCORE, asking, scoring
from tests.http.failures import problem_in
from tests.http.reads import (
    JSON,
    NO_ROUTE,
    NO_SUCH_NAME,
    READS,
    got,
    posted,
)
from tests.http.wire import (
    Address,
    Answer,
    Connection,
    exchange,
    request,
)

# Paths and methods


def start_of(path: str) -> str:
    return path if len(path) <= 60 else f"{path[:40]}, {len(path)}"


def test_there_is_nothing_elsewhere(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in [*NO_ROUTE, *NO_SUCH_NAME]:
        with subtests.test(start_of(path)):
            assert problem_in(got(client, path), client, 404, "not-found")["detail"]
            answer = exchange(server, request("GET", path))
            assert problem_in(answer, client, 404, "not-found")["detail"]
            assert "x-evil" not in answer.headers
            assert exchange(server, request("HEAD", path)).status == 404


def test_no_method_finds_anything_elsewhere(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "BREW"]:
        for path in NO_ROUTE:
            with subtests.test(start_of(path), method=method):
                answer = got(client, path, method)
                assert problem_in(answer, client, 404, "not-found")["detail"]
                assert "allow" not in answer.headers


def test_no_ruleset_is_called_like_an_operation(client: FlaskClient) -> None:
    """As in OpenAPI, a fixed path comes before one with a variable, whatever the method."""
    names = {each["name"] for each in got(client, "/v1/rulesets").json()["rulesets"]}
    for path in (RESOLVE, COMPARE):
        assert path.rpartition("/")[2] not in names
        assert path in problem_in(got(client, path), client, 405, "method-not-allowed")["detail"]
        assert posted(client, asking(path), path).status == 200


def test_head_is_get_without_a_body(server: Address, subtests: pytest.Subtests) -> None:
    for path in READS:
        with subtests.test(path=path):
            with Connection(server) as connection:
                connection.send(request("GET", path), request("HEAD", path), request("GET", path, Connection="close"))
                first, head, last = connection.receive(), connection.receive(head=True), connection.receive()
                assert connection.ended()
            assert (first.status, first.body) == (last.status, last.body)
            assert (head.status, head.body) == (first.status, b"")
            apart = {"date", "x-request-id", "connection"}
            assert {**head.headers, **dict.fromkeys(apart)} == {**first.headers, **dict.fromkeys(apart)}


@pytest.mark.parametrize("accept", ["text/xml", "application/xml", "image/png", "application/json;q=0", "nonsense"])
def test_a_representation_that_does_not_exist_is_json(accept: str, client: FlaskClient) -> None:
    assert got(client, "/v1/limits", Accept=accept).headers["content-type"] == JSON
    answer = Answer.of(client.post(SCORE, data=scoring(), content_type=JSON, headers={"Accept": accept}))
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    problem_in(got(client, "/nowhere", Accept=accept), client, 404, "not-found")


def test_an_address_without_a_path_is_the_root(server: Address, client: FlaskClient) -> None:
    """Nothing is ever redirected: not to a path, and not to the host that a request names."""
    for target in ("http://spades.test", "http://evil.test?x=y", "http://spades.test/"):
        answer = exchange(server, request("GET", target))
        assert (answer.status, answer.headers["content-type"]) == (200, JSON)
        assert "location" not in answer.headers
    for method in ("POST", "BREW"):
        problem_in(exchange(server, request(method, "http://evil.test")), client, 405, "method-not-allowed")
