"""What nginx refuses with the shipped configuration, how, and what it lets through."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.media_types import PROBLEM
from tests.deploy.crowd import source
from tests.deploy.problems import assert_problem
from tests.deploy.stack import CONFIGURATION, nginx, placed
from tests.http.bodies import BATCHES, GAME, SCORE, scoring
from tests.http.unread_bodies import DISCARDED, LONGER, PROBE, SENDINGS, TIMES, UNREAD, KeepAlive, body
from tests.http.wire import ROOT, Address, Connection, chunked, exchange, request

TRUSTED = ROOT / "deploy" / "k8s" / "trusted-proxies.conf"
SHARED_HEADERS = (
    "x-content-type-options",
    "content-security-policy",
    "referrer-policy",
    "cross-origin-resource-policy",
    "access-control-allow-origin",
    "access-control-expose-headers",
)


def test_the_configuration_is_sound(tmp_path: Path) -> None:
    """As nginx itself reads it, with those that the pod trusts, and without a warning."""
    file = tmp_path / "nginx.conf"
    file.write_text(placed(CONFIGURATION.read_text(), tmp_path, 8_080, 8_000))
    (tmp_path / TRUSTED.name).write_text(TRUSTED.read_text())
    checked = subprocess.run([nginx(), "-t", "-c", str(file)], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert b"warn" not in checked.stderr


def test_a_good_request_passes(address: Address) -> None:
    answer = exchange(address, request("POST", SCORE, scoring(), X_Request_Id="mine"), source=source())
    assert (answer.status, answer.headers["x-request-id"]) == (200, "mine")
    assert answer.json()["ruling_id"]
    assert answer.headers["server"] == "nginx"


def test_a_problem_of_the_service_passes_as_it_is(address: Address) -> None:
    answer = exchange(address, request("POST", SCORE, scoring().ljust(40_000)), source=source())
    assert answer.status == 413
    assert "32768" in answer.json()["detail"]


REFUSED = {
    "not HTTP": (400, b"\x16\x03\x01\x00\r\n\r\n"),
    "no host": (400, b"GET /livez HTTP/1.1\r\n\r\n"),
    "a host that is none": (400, request("GET", "/livez", Host="a b")),
    "a method in lower case": (400, request("get", "/livez")),
    "another version": (400, request("GET", "/livez").replace(b"HTTP/1.1", b"HTTP/3.0")),
    "an address beyond ASCII": (400, request("GET", "/caf\xe9")),
    "a zero in the address": (400, request("GET", "/%00")),
    "an address above the root": (400, request("GET", "/../livez")),
    "a control character": (400, request("GET", "/livez", Accept="a\x01b")),
    "a header beyond ASCII": (400, request("GET", "/livez", Accept="caf\xe9")),
    "a zero in a header": (400, request("GET", "/livez", X_Any="a\x00b")),
    "two lengths": (400, request("POST", SCORE, b"a", Content_Length="1\r\nContent-Length: 2")),
    "a length and chunks": (400, request("POST", SCORE, b"a", Transfer_Encoding="chunked")),
    "an unknown coding": (400, request("POST", SCORE, Transfer_Encoding="gzip")),
    "no chunk": (400, request("POST", SCORE, Transfer_Encoding="chunked") + b"zz\r\n"),
    "metrics": (404, request("GET", "/metrics")),
    "the page of problems": (404, request("GET", "/_problem")),
    "TRACE": (405, request("TRACE", "/livez")),
    "an unknown method": (405, request("BREW", "/livez")),
    "a long method": (405, request("PROPFIND" * 4, "/livez")),
    "a length above the limit": (413, request("POST", SCORE, Content_Length="65537")),
    "a body above the limit": (413, request("POST", SCORE, b" " * 65_537)),
    "chunks above the limit": (413, request("POST", SCORE, Transfer_Encoding="chunked") + chunked(b" " * 65_537)),
    "a game above the limit": (413, request("POST", GAME, Content_Length=str(1024 * 1024 + 1))),
    **{
        f"a body above the limit of {path}": (413, request("POST", path, Content_Length=str(33 * 1024 * 1024 + 1)))
        for path in BATCHES
    },
    "a body for a document": (413, request("POST", "/docs", b"{}")),
    "a body beside what is asked for": (413, request("GET", "/openapi.json", b"{}")),
    "a long path": (414, request("GET", "/" + "x" * 2_000)),
    "a long query": (414, request("GET", "/livez?" + "x" * 5_000)),
    "a long path like that of problems": (414, request("GET", "/_problem%20" + "x" * 2_000)),
    "a long header": (431, request("GET", "/livez", X_Long="x" * 5_000)),
    "many headers": (431, request("GET", "/livez", None, **{f"X_{each}": "x" * 20 for each in range(400)})),
}


@pytest.mark.parametrize(("status", "sent"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_refused_with_a_problem(status: int, sent: bytes, address: Address) -> None:
    assert_problem(exchange(address, sent, source=source()), status)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
@pytest.mark.parametrize("target", ["*", "livez"])
def test_what_is_no_path_is_a_bad_request(method: str, target: str, address: Address) -> None:
    with Connection(address, source()) as connection:
        connection.send(request(method, target))
        answer = connection.receive(head=method == "HEAD")
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/problem+json"


_CHUNKS = request("POST", SCORE, Content_Type="application/json", Transfer_Encoding="chunked")
_H2C = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2_Settings": "AAMAAABk"}
PASSED = {
    "a tab": (204, request("GET", "/livez", Accept="text/html\t, */*")),
    "headers that nobody reads": (204, request("GET", "/livez", X_Any="\x01\x7f", X_Other="caf\xe9")),
    "many short headers": (204, request("GET", "/livez", None, **{f"X_{each}": "x" for each in range(200)})),
    "HTTP/1.0": (204, request("GET", "/livez").replace(b"HTTP/1.1", b"HTTP/1.0")),
    "an upgrade to HTTP/2": (204, request("GET", "/livez", None, **_H2C)),
    "a path of the client's own": (204, request("GET", "/livez", X_Script_Name="/v1", Forwarded="for=1")),
    "the longest path": (404, request("GET", "/" + "x" * 1_999)),
    "a path that is no UTF-8": (404, request("GET", "/%ff")),
    "a path with odd characters": (404, request("GET", '/v1/{}|"<>^`')),
    "a method that is not allowed": (405, request("DELETE", SCORE)),
    "another type": (415, request("POST", SCORE, b"{}", Content_Type="text/plain")),
    "an expectation": (422, request("POST", SCORE, b"{}", Expect="everything")),
    "chunks": (200, _CHUNKS + chunked(scoring(), b"")),
}


@pytest.mark.parametrize(("status", "sent"), PASSED.values(), ids=PASSED)
def test_what_is_only_odd_reaches_the_service_and_never_fails_it(status: int, sent: bytes, address: Address) -> None:
    answer = exchange(address, sent, source=source())
    assert answer.status == status
    assert b"<html" not in answer.body.lower()


@pytest.mark.parametrize("sending", SENDINGS)
@pytest.mark.parametrize("name", UNREAD)
def test_a_connection_takes_the_next_request_after_a_body_that_nobody_reads(
    name: str, sending: str, address: Address
) -> None:
    """Or is ended by its answer: nginx itself does so to bodies that are too long for it."""
    asked = UNREAD[name]
    for length in (*DISCARDED, LONGER[-1]):
        sent = body(length)
        with KeepAlive(address, source()) as client:
            for _ in range(TIMES):
                answer = client.ask(*SENDINGS[sending](asked, sent), head=asked.method == "HEAD")
                if answer.headers["connection"] == "close":
                    assert answer.status == 413
                elif answer.status != 413:
                    assert answer.status == asked.status
                assert client.ask(PROBE).status == 204


def test_a_problem_has_the_headers_of_the_service(address: Address) -> None:
    service = exchange(address, request("GET", "/nowhere"), source=source())
    own = exchange(address, request("GET", "/metrics"), source=source())
    assert {name: own.headers[name] for name in SHARED_HEADERS} == {
        name: service.headers[name] for name in SHARED_HEADERS
    }


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "caf\xe9", 'a"b', "a,b"])
def test_an_id_that_the_service_would_not_take_is_replaced(given: str, address: Address) -> None:
    for path in ("/livez", "/metrics"):
        answer = exchange(address, request("GET", path, X_Request_Id=given), source=source())
        assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["x-request-id"])


def test_an_id_that_came_stands_in_every_answer(address: Address) -> None:
    for path in ("/livez", "/nowhere", "/metrics"):
        sent = request("GET", path, X_Request_Id="A.b_c-9")
        assert exchange(address, sent, source=source()).headers["x-request-id"] == "A.b_c-9"


def test_every_type_of_problem_that_is_written_in_the_configuration_is_explained(client: FlaskClient) -> None:
    written = re.findall(r'"type":"(/problems/[a-z-]+)","title":"(.*?)"', CONFIGURATION.read_text())
    assert len(written) == 11
    for path, title in written:
        explained = client.get(path)
        assert explained.status_code == 200
        assert explained.get_json()["title"] == title.replace("\\'", "'")


DISGUISED = [
    "/metrics",
    "//metrics",
    "/./metrics",
    "/x/../metrics",
    "/%6detrics",
    "/metrics?",
    "/metrics?a=b",
    "/metrics#a",
    "http://h/metrics",
    "/%2e/metrics",
    "/metrics/.",
    "/metrics/",
    "/metrics%2f",
    "/metrics;a",
    "/METRICS",
]


@pytest.mark.parametrize("path", DISGUISED)
def test_metrics_are_not_public_however_they_are_spelled(path: str, address: Address) -> None:
    answer = exchange(address, request("GET", path), source=source())
    assert answer.status == 404
    assert answer.headers["content-type"] == PROBLEM
