"""The runner of the kit: what it makes of addresses and of answers that are not JSON."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.conformance.kit import run

_NOT_UTF_8 = b'{"a": "\xff\xfe"}'


class _Garbled(BaseHTTPRequestHandler):
    """Answers every request with the same bytes, which are not UTF-8."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body at once: a client that waits to acknowledge the head costs 40 ms a request

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", str(len(_NOT_UTF_8)))
        self.end_headers()
        self.wfile.write(_NOT_UTF_8)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture
def garbled() -> Iterator[str]:
    """Return the address of a service whose answers are not UTF-8."""
    with HTTPServer(("127.0.0.1", 0), _Garbled) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_body_that_is_not_utf_8_differs(garbled: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([garbled, "--only", "scoring"]) == 1
    written = capsys.readouterr().out
    assert "\ufffd" in written
    assert "scoring: 0 of " in written


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:99999", "http://127.0.0.1:x", "http://[::1", "ftp://127.0.0.1", "127.0.0.1"]
)
def test_an_address_that_is_none_ends_with_2(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run.main([address])
    assert ended.value.code == 2
    assert f"'{address}' is no address such as" in capsys.readouterr().err
