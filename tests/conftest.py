"""What all tests share: the application, a client, valid requests, the service as gunicorn runs it, and no network."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from service import create_app
from service.settings import Settings
from tests.http.bodies import example

# The tests of the core share this file, and run without a framework.
if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.http.wire import Address

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every process that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

_HERE = {"127.0.0.1", "::1", "localhost"}
_CALLS = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"}


def _stay_here(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _CALLS:
        return
    # getaddrinfo tells a host, the others a socket and an address; only internet addresses are tuples.
    host = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
    if isinstance(host, tuple):
        host = host[0]
    elif event != "socket.getaddrinfo":
        return
    name = host.decode() if isinstance(host, bytes) else host
    if name is not None and name not in _HERE:
        raise RuntimeError(f"tests talk to no host but this one, not to {name!r}")


def pytest_configure() -> None:
    sys.addaudithook(_stay_here)


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def score_body() -> dict[str, Any]:
    return example("/v1/rounds/score", "made")


@pytest.fixture
def audit_body() -> dict[str, Any]:
    return example("/v1/rounds/audit", "revoke")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    from tests.http.wire import serving  # noqa: PLC0415 - as above

    log = tmp_path_factory.mktemp("server") / "log"
    with serving(log) as running:
        yield running.address
    written = log.read_text()
    assert "Traceback" not in written, "something failed outside of any request"
    assert '"exceptions"' not in written, "a request failed inside the service"
