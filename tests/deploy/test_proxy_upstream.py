"""nginx and the service behind it: a slow, missing or broken one, the headers passed on to it, and the log."""

from __future__ import annotations

import gzip
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.deploy.crowd import source
from tests.deploy.problems import assert_problem
from tests.deploy.stack import CONFIGURATION, Part, Stack, proxy
from tests.deploy.upstreams import Upstream, hangs_up, keeps_silent, shows, upstream
from tests.http.bodies import AUDIT, GAME, SCORE, auditing, game, scoring
from tests.http.wire import ROOT, Address, exchange, request


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
        assert_problem(late.result(), 504)


@pytest.fixture
def deserted() -> Iterator[Part]:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    with proxy(port) as front:
        yield front


def test_a_service_that_is_not_there_is_unavailable(deserted: Part) -> None:
    for sent in (request("POST", SCORE, scoring()), request("GET", "/v1/rulesets"), request("GET", "/readyz")):
        assert_problem(exchange(deserted.address, sent), 503)
    said = exchange(deserted.address, request("HEAD", "/readyz"))
    assert (said.status, said.body) == (503, b"")


def test_a_service_that_is_lost_on_the_way_is_a_bad_gateway() -> None:
    with upstream(hangs_up) as port, proxy(port) as front:
        assert_problem(exchange(front.address, request("POST", SCORE, scoring())), 502)


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
        assert_problem(exchange(front.address, sent), 500)
        # The log of errors would quote the line of the request.
        assert GAME not in front.log.read_text()
        assert exchange(front.address, request("POST", SCORE, scoring())).status == 200


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
    # The coding of a transfer is between nginx and the service, bodies arrive whole, with their length; nginx packs the
    # answers itself; and what is asked for by Upgrade is taken away unread.
    assert read - {"transfer-encoding", "accept-encoding", "upgrade"} <= passed


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


def test_nginx_packs_long_answers_and_passes_packed_bodies_on(address: Address) -> None:
    long, short = auditing(), scoring(answer='"brief"')
    plain = exchange(address, request("POST", AUDIT, long))
    packed = exchange(address, request("POST", AUDIT, long, Accept_Encoding="gzip"))
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept, Accept-Encoding"
    assert "content-encoding" not in exchange(address, request("POST", SCORE, short, Accept_Encoding="gzip")).headers
    body = gzip.compress(long)
    assert exchange(address, request("POST", AUDIT, body, Content_Encoding="gzip")).body == plain.body
    lines = exchange(
        address,
        request(
            "POST", f"{AUDIT}/batch", (long + b"\n") * 30, Accept_Encoding="gzip", Content_Type="application/x-ndjson"
        ),
    )
    assert lines.headers["content-type"] == "application/x-ndjson"
    assert len(gzip.decompress(lines.body).splitlines()) == 30
    read = exchange(address, request("GET", "/v1/rulesets", Accept_Encoding="gzip"))
    again = exchange(address, request("GET", "/v1/rulesets", If_None_Match=read.headers["etag"]))
    assert (read.headers["content-encoding"], again.status) == ("gzip", 304)
