"""What nginx does with the shipped configuration: which requests it refuses, how, and what it passes on."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.client import parse_headers
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.media_types import PROBLEM
from service.problems import TYPES
from service.settings import Settings
from tests.deploy.crowd import source
from tests.deploy.stack import CONFIGURATION, Part, Stack, nginx, placed, proxy, stack
from tests.http.bodies import AUDIT_GAME, GAME, SCORE, game, scoring
from tests.http.wire import ROOT, Address, Answer, Connection, chunked, exchange, request

TRUSTED = ROOT / "deploy" / "k8s" / "trusted-proxies.conf"
BATCHES = ("/v1/rounds/score/batch", "/v1/rounds/audit/batch")
SHARED_HEADERS = (
    "x-content-type-options",
    "content-security-policy",
    "referrer-policy",
    "cross-origin-resource-policy",
    "access-control-allow-origin",
    "access-control-expose-headers",
)
Upstream = Callable[[socket.socket], None]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with stack(tmp_path_factory.mktemp("proxy") / "log", workers=1) as parts:
        yield parts


@pytest.fixture(scope="module")
def address(running: Stack) -> Address:
    return running.address


@contextmanager
def upstream(behave: Upstream) -> Iterator[int]:
    """Listen on a port in place of the service, doing one thing with each connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=behave, args=(connection,), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def keeps_silent(connection: socket.socket) -> None:
    with connection:
        while connection.recv(65_536):
            pass


def hangs_up(connection: socket.socket) -> None:
    with connection:
        connection.recv(65_536)


def shows(connection: socket.socket) -> None:
    """Answer each request with the path and the headers that came."""
    with connection, connection.makefile("rb") as reader:
        while line := reader.readline():
            headers = {name.lower(): value for name, value in parse_headers(reader).items()}
            reader.read(int(headers.get("content-length", 0)))
            body = json.dumps({"path": line.split()[1].decode(), "headers": headers}).encode()
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))


def problem(answer: Answer, status: int) -> None:
    """Hold an answer of nginx's own to what all problems of the service have in common."""
    assert answer.status == status, answer.body[:500]
    assert answer.headers["content-type"] == PROBLEM
    assert "cache-control" in answer.headers
    assert answer.headers["server"] == "nginx"
    members: dict[str, Any] = answer.json()
    assert members.keys() == {"type", "title", "status", "detail", "instance"}
    assert (members["status"], members["instance"]) == (status, f"urn:request:{answer.headers['x-request-id']}")
    kind = TYPES[members["type"].removeprefix("/problems/")]
    assert (kind.title, kind.status) == (members["title"], status)
    assert ("retry-after" in answer.headers) == (status in {429, 503})
    assert ("allow" in answer.headers) == (status == 405)


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
    "a batch of scores above the limit": (413, request("POST", BATCHES[0], Content_Length=str(33 * 1024 * 1024 + 1))),
    "a batch of audits above the limit": (413, request("POST", BATCHES[1], Content_Length=str(33 * 1024 * 1024 + 1))),
    "a body for a document": (413, request("POST", "/docs/start.js", b"{}")),
    "a body beside what is asked for": (413, request("GET", "/openapi.json", b"{}")),
    "a long path": (414, request("GET", "/" + "x" * 2_000)),
    "a long query": (414, request("GET", "/livez?" + "x" * 5_000)),
    "a long path like that of problems": (414, request("GET", "/_problem%20" + "x" * 2_000)),
    "a long header": (431, request("GET", "/livez", X_Long="x" * 5_000)),
    "many headers": (431, request("GET", "/livez", None, **{f"X_{each}": "x" * 20 for each in range(400)})),
}


@pytest.mark.parametrize(("status", "sent"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_refused_with_a_problem(status: int, sent: bytes, address: Address) -> None:
    problem(exchange(address, sent, source=source()), status)


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


# Too many


def test_whoever_asks_too_often_is_told_to_wait_and_nobody_else_is(address: Address) -> None:
    greedy, modest = source(), source()
    with Connection(address, greedy) as connection:
        answers = []
        for _ in range(300):
            connection.send(request("GET", "/v1/rulesets/pagat"))
            answers.append(connection.receive())
        # The probes of whoever runs the service are never among what is counted.
        for path in ("/livez", "/readyz"):
            connection.send(request("GET", path))
            assert connection.receive().status == 204
    refused = [answer for answer in answers if answer.status == 429]
    assert {answer.status for answer in answers} == {200, 429}
    assert len(answers) - len(refused) >= 200
    assert int(problem_and_wait(refused[0])) > 0
    assert exchange(address, request("GET", "/v1/rulesets/pagat"), source=modest).status == 200


def problem_and_wait(answer: Answer) -> str:
    problem(answer, 429)
    return answer.headers["retry-after"]


def test_probes_are_never_limited(address: Address) -> None:
    with Connection(address, source()) as connection:
        for _ in range(400):
            connection.send(request("GET", "/livez"))
            assert connection.receive().status == 204


@pytest.mark.parametrize(
    ("method", "path", "most"),
    [
        ("POST", SCORE, 64),
        ("POST", GAME, 8),
        ("POST", AUDIT_GAME, 8),
        ("GET", "/docs/start.js", 8),
        ("POST", BATCHES[0], 2),
        ("POST", BATCHES[1], 2),
    ],
)
def test_whoever_holds_too_many_requests_open_is_told_to_wait(
    method: str, path: str, most: int, address: Address
) -> None:
    """Requests count from their last header on, so that unfinished bodies do."""
    unfinished = request(method, path, b"", Content_Length="1" if method == "GET" else "100")
    whole = request(method, path, None if method == "GET" else b"{}")
    greedy = source()
    held = [Connection(address, greedy) for _ in range(most)]
    try:
        for connection in held:
            connection.send(unfinished)
        deadline = time.monotonic() + 3  # before they are given up
        while (answer := exchange(address, whole, source=greedy)).status != 429:
            assert time.monotonic() < deadline
        problem(answer, 429)
        assert exchange(address, whole, source=source()).status != 429
    finally:
        for connection in held:
            connection.close()


def test_a_client_is_the_network_that_he_can_choose_addresses_from(running: Stack) -> None:
    """Whoever has one IPv6 address has 2 to the 64th of them; behind a gateway, they are known by what it writes."""
    with proxy(running.back.address[1], TRUSTED) as front:

        def asked(client: str, times: int) -> set[int]:
            with Connection(front.address) as connection:
                statuses = set()
                for _ in range(times):
                    connection.send(request("GET", "/nowhere", X_Forwarded_For=client))
                    statuses.add(connection.receive().status)
                return statuses

        assert asked("2001:db8:1:2::1", 300) == {404, 429}
        assert 429 in asked("2001:db8:1:2:3:4:5:6", 40)
        assert asked("2001:db8:1:3::1", 40) == {404}
        assert asked("192.0.2.1", 40) == {404}
        # Only the last address counts, the one that the gateway wrote.
        assert 429 in asked("192.0.2.77, 2001:db8:1:2::9", 40)


# Too slow, too late, not there


def refusal_after(sent: bytes, address: Address) -> tuple[float, bytes]:
    """Return how long nginx waits for the rest of a request, and what it says then."""
    with socket.create_connection(address, 20, (source(), 0)) as connection:
        connection.sendall(sent)
        started = time.monotonic()
        try:
            said = connection.recv(100)
        except ConnectionResetError:
            said = b""
        return time.monotonic() - started, said


def test_slow_clients_and_silent_services_are_given_up(address: Address) -> None:
    """Waited for together, as most of it is waiting.

    nginx has no answer to a request that stops coming, whatever its documentation says of 408: it hangs up.
    """
    score = request("POST", SCORE, scoring())
    slow = [b"", b"GET / HT", request("GET", "/livez")[:-2], score[:-1]]
    with upstream(keeps_silent) as silent, proxy(silent) as front, ThreadPoolExecutor() as pool:
        given_up: list[Future[tuple[float, bytes]]] = [pool.submit(refusal_after, each, address) for each in slow]
        late = pool.submit(exchange, front.address, score)
        assert [each.result()[1] for each in given_up] == [b""] * len(slow)
        assert all(4 < each.result()[0] < 10 for each in given_up)
        problem(late.result(), 504)


@pytest.fixture
def deserted() -> Iterator[Part]:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    with proxy(port) as front:
        yield front


def test_a_service_that_is_not_there_is_unavailable(deserted: Part) -> None:
    for sent in (request("POST", SCORE, scoring()), request("GET", "/v1/rulesets"), request("GET", "/readyz")):
        problem(exchange(deserted.address, sent), 503)
    said = exchange(deserted.address, request("HEAD", "/readyz"))
    assert (said.status, said.body) == (503, b"")


def test_a_service_that_is_lost_on_the_way_is_a_bad_gateway() -> None:
    with upstream(hangs_up) as port, proxy(port) as front:
        problem(exchange(front.address, request("POST", SCORE, scoring())), 502)


def test_a_request_whose_connection_broke_is_sent_once_more() -> None:
    """Every operation is a pure function of its body, so that no client has to know. Once: no request is a plague."""
    for broken, status in ((1, 200), (2, 502)):
        met: list[Upstream] = []

        def dies(connection: socket.socket, times: int = broken, met: list[Upstream] = met) -> None:
            met.append(hangs_up if len(met) < times else shows)
            met[-1](connection)

        with upstream(dies) as port, proxy(port) as front:
            assert exchange(front.address, request("POST", SCORE, scoring())).status == status
        assert len(met) == 2


def test_a_full_disk_is_a_problem_too(running: Stack) -> None:
    """A body that needs the disk, and a folder for it that can't be written: nginx's own 500."""
    with proxy(running.back.address[1]) as front:
        folder = Path(str(front.process.args[2])).parent / "nginx-bodies"  # type: ignore[index]
        folder.rmdir()
        sent = request("POST", GAME, game(5).ljust(200_000))
        problem(exchange(front.address, sent), 500)
        # The log of errors would quote the line of the request.
        assert GAME not in front.log.read_text()
        assert exchange(front.address, request("POST", SCORE, scoring())).status == 200


# What is passed on

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


def test_the_service_hears_what_it_reads_and_nothing_that_a_client_says_about_himself() -> None:
    said = {
        "Accept": "text/html",
        "Authorization": "Bearer key",
        "Content_Encoding": "identity",
        "If_None_Match": '"tag"',
        "Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "X_Request_Id": "mine",
    }
    claimed = {
        "Cookie": "a=b",
        "Forwarded": "for=192.0.2.1",
        "X_Forwarded_For": "192.0.2.1",
        "X_Forwarded_Host": "evil.example",
        "X_Forwarded_Proto": "gopher",
        "X_Real_IP": "192.0.2.1",
        "Proxy": "evil.example",
        "TE": "trailers",
        "X_Accel_Redirect": "/metrics",
    }
    here = source()
    with upstream(shows) as port, proxy(port) as front:
        heard = exchange(front.address, request("POST", SCORE, b"{}", **said, **claimed), source=here).json()
    expected = {name.lower().replace("_", "-"): value for name, value in said.items()}
    expected |= {"host": "spades.test", "content-type": "application/json", "content-length": "2"}
    expected |= {"x-forwarded-for": here, "x-forwarded-proto": "http"}
    assert heard == {"path": SCORE, "headers": expected}


def test_every_header_that_the_service_reads_is_passed_on() -> None:
    code = "".join(path.read_text() for path in (ROOT / "service").rglob("*.py"))
    read = {name.replace("_", "-").lower() for name in re.findall(r'"HTTP_([A-Z_]+)"', code)}
    assert read >= {"content-encoding", "x-request-id"}
    passed = {name.lower() for name in re.findall(r"proxy_set_header (\S+)", CONFIGURATION.read_text())}
    # The coding of a transfer is between nginx and the service, bodies arrive whole, with their length; and what is
    # asked for by Upgrade is taken away unread.
    assert read - {"transfer-encoding", "upgrade"} <= passed


def test_what_nginx_answers_itself_is_logged_and_what_the_service_answers_is_not(running: Stack) -> None:
    exchange(running.address, request("GET", "/metrics?secret", X_Request_Id="logged", X_Any="secret"), source=source())
    exchange(running.address, request("POST", SCORE, b"secret" * 20_000, X_Request_Id="long"), source=source())
    exchange(running.address, request("GET", "/nowhere", X_Request_Id="passed"), source=source())
    deadline = time.monotonic() + 5
    while '"logged"' not in (text := running.front.log.read_text()):
        assert time.monotonic() < deadline
    lines = [json.loads(line) for line in text.splitlines()]
    (line,) = [line for line in lines if line["request_id"] == "logged"]
    assert (line["status"], line["upstream"]) == (404, "")
    assert line["address"].startswith("127.")
    assert "passed" not in {line["request_id"] for line in lines}
    # No address, header or body of a client; his id alone, which is one that the service would take, too.
    assert "secret" not in text


# What agrees with the service


def limit_at(path: str) -> int:
    """Return how long a body may be at a path, as the configuration has it."""
    found = re.search(
        r"location = " + re.escape(path) + r" \{\s+client_max_body_size (\d+)m;", CONFIGURATION.read_text()
    )
    if found:
        return int(found.group(1)) * 1024 * 1024
    (general,) = re.findall(r"^    client_max_body_size (\d+)k;", CONFIGURATION.read_text(), re.MULTILINE)
    return int(general) * 1024


def test_bodies_that_the_service_takes_are_passed_on(client: FlaskClient) -> None:
    posts = [path for path, methods in client.get("/openapi.json").get_json()["paths"].items() if "post" in methods]
    settings = Settings()
    for path in posts:
        if path.endswith("/batch"):
            taken = settings.batch_bytes
        else:
            taken = settings.game_bytes if path.startswith("/v1/games/") else settings.body_bytes
        assert taken < limit_at(path) <= 2 * taken, path


def test_a_game_of_full_length_is_passed_on(address: Address) -> None:
    sent = request("POST", GAME, game(5).ljust(512 * 1024))
    assert exchange(address, sent, source=source()).status == 200
