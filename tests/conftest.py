"""What all tests share: the application, a client, valid requests, the service as gunicorn runs it, and no network.

And which tests are long: `make test` leaves them out, and `make test-all` runs nothing else.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service import create_app
from service.fault_codes import CODES
from service.problems import Problem
from service.settings import Settings
from tests.http.bodies import example

# The tests of the core share this file, and run without a framework.
if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.http.wire import Address

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every process that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
LONG = (
    "assistants/test_mcp.py",  # starts servers and talks to them by the protocol of assistants
    "cluster/",  # starts schedulers and workers
    "commands/test_resuming.py",  # ends commands in the middle and goes on with them
    "contract/test_clients.py",  # generates clients and compiles them
    "contract/test_readers.py",  # runs linters of other languages
    "deploy/",  # builds the wheel, takes the steps of the image, runs nginx
    "desk/test_accessibility.py",  # these fifteen start a browser
    "desk/test_corrections.py",
    "desk/test_disputes.py",
    "desk/test_fields.py",
    "desk/test_house_rules.py",
    "desk/test_links.py",
    "desk/test_offline.py",
    "desk/test_qr_code.py",
    "desk/test_reference.py",
    "desk/test_replay.py",
    "desk/test_sheet.py",
    "desk/test_site.py",
    "desk/test_stories.py",
    "desk/test_table.py",
    "desk/test_what_was_entered.py",
    "http/test_printed_pages.py",  # starts a browser
    "test_core_build.py",  # copies the service and looks for compiled modules
    "test_release.py",  # builds the wheel twice
)
"""Folders and files of tests that are long; a single test elsewhere has the marker itself."""

_HERE = {"127.0.0.1", "::1", "localhost"}
_CALLS = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"}


def _stay_here(event: str, arguments: tuple[Any, ...]) -> None:
    # A process that ends may have forgotten the set already.
    if not _CALLS or event not in _CALLS:
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


_UNLISTED: set[tuple[str, str]] = set()
"""The codes of problems made in this process that `service.fault_codes` does not list, with the type of each."""
_make_problem = Problem.__init__


def _note_codes(problem: Problem, *given: Any, **named: Any) -> None:
    _make_problem(problem, *given, **named)
    listed = CODES.get(problem.slug, {})
    _UNLISTED.update((problem.slug, error["code"]) for error in problem.errors if error["code"] not in listed)


# For the whole run, and not by a fixture: problems are made by imports, by other threads and by fixtures as well.
Problem.__init__ = _note_codes  # type: ignore[method-assign, assignment]


@pytest.fixture(autouse=True)
def all_codes_are_listed() -> Iterator[None]:
    """Fail a test in which the service refuses a request with a code that no list has."""
    yield
    found = sorted(_UNLISTED)
    _UNLISTED.clear()
    assert found == [], "add these codes to service/fault_codes.md"


def pytest_configure() -> None:
    sys.addaudithook(_stay_here)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(TESTS).as_posix().startswith(LONG):
            item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking through everything that was imported and collected again and again."""
    gc.collect()
    gc.freeze()


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
