"""The environment of the server: defaults, valid and invalid values, and how it starts and stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from service.launch import Launch, launch_from
from service.settings import Settings, SettingsError
from tests.http.bodies import SCORE, scoring
from tests.http.wire import (
    COMMAND,
    ROOT,
    Connection,
    environment,
    exchange,
    free_port,
    linux,
    request,
    serving,
    wait_for_line,
)

LAUNCHER = (sys.executable, "-m", "service.launch")
INVALID = [
    ("HOST", "a b"),
    ("HOST", "127.0.0.1\n"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "http"),
    ("PORT", "-1"),
    ("PORT", "\u0668"),
    ("PORT", "9" * 5_000),
    ("WEB_CONCURRENCY", "0"),
    ("WEB_CONCURRENCY", "abc"),
    ("WEB_CONCURRENCY", "1.5"),
    ("WEB_CONCURRENCY", "9" * 5_000),
    ("FORWARDED_ALLOW_IPS", "proxy"),
    ("FORWARDED_ALLOW_IPS", "10.0.0.0/8,"),
    ("FORWARDED_ALLOW_IPS", "10.0.0.1/8"),
    ("PROMETHEUS_MULTIPROC_DIR", "metrics"),
    ("PROMETHEUS_MULTIPROC_DIR", __file__),
]


def test_the_defaults_are_those_of_the_readme() -> None:
    assert launch_from({}) == Launch(Settings(), "127.0.0.1", 8_000, 2, "127.0.0.1,::1")
    empty = dict.fromkeys(["HOST", "PORT", "WEB_CONCURRENCY", "FORWARDED_ALLOW_IPS", "PROMETHEUS_MULTIPROC_DIR"], "")
    assert launch_from(empty) == launch_from({})


def test_every_variable_is_read() -> None:
    variables = {
        "HOST": "::1",
        "PORT": "9000",
        "WEB_CONCURRENCY": "8",
        "FORWARDED_ALLOW_IPS": "10.0.0.0/8, 192.0.2.7",
        "SPADES_LOG": "off",
    }
    assert launch_from(variables) == Launch(Settings(log="off"), "::1", 9_000, 8, "10.0.0.0/8, 192.0.2.7")
    assert launch_from(variables).bind == "[::1]:9000"
    assert launch_from({"HOST": "spades.local"}).bind == "spades.local:8000"
    addresses = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]", "spades.local": "spades.local"}  # noqa: S104
    for host, shown in addresses.items():
        assert launch_from({"HOST": host}).address == f"http://{shown}:8000/"
    assert launch_from({"FORWARDED_ALLOW_IPS": "*"}).forwarded_allow_ips == "*"


@pytest.mark.parametrize(("name", "value"), INVALID)
def test_an_invalid_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must be (a|the) "):
        launch_from({name: value})


def test_everything_wrong_is_reported_at_once() -> None:
    invalid = {
        "PORT": "http",
        "WEB_CONCURRENCY": "many",
        "SPADES_BODY_BYTES": "0",
        "SPADES_SPEED": "9",
        "SPADES_LOG": "",
    }
    with pytest.raises(SettingsError) as refused:
        launch_from(invalid)
    assert all(name in str(refused.value) for name in invalid)


def ended(command: tuple[str, ...], **variables: str) -> subprocess.CompletedProcess[str]:
    """Return how a server ended that can't have started."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(free_port(), **variables),
        capture_output=True,
        text=True,
        timeout=15,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEB_CONCURRENCY", "abc"),
        ("PORT", "http"),
        ("SPADES_LOG", "loud"),
        ("SPADES_SPEED", "9"),
        ("SPADES_API_KEYS_FILE", "/nowhere/keys"),
        ("PROMETHEUS_MULTIPROC_DIR", "metrics"),
    ],
)
def test_the_launcher_refuses_with_a_sentence(name: str, value: str) -> None:
    refused = ended(LAUNCHER, **{name: value})
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert len(refused.stderr.splitlines()) == 1
    assert "API keys" in refused.stderr if "KEYS" in name else name in refused.stderr


@pytest.mark.parametrize(("name", "value"), [("PORT", "http"), ("SPADES_LOG", "loud"), ("SPADES_API_KEYS_FILE", "/x")])
def test_the_server_refuses_with_a_sentence_where_it_is_started_by_itself(name: str, value: str) -> None:
    refused = ended(COMMAND, **{name: value})
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_the_launcher_becomes_the_server(tmp_path: Path) -> None:
    """In the folder where it was started, so that the relative path of a file means the same to both."""
    port = free_port()
    (tmp_path / "keys").write_text(f"north:{'0' * 64}\n")
    variables = environment(port, PYTHONPATH=str(ROOT), SPADES_API_KEYS_FILE="keys")
    log = tmp_path / "log"
    with (
        log.open("wb") as file,
        subprocess.Popen(
            [*LAUNCHER, "--workers", "1"], cwd=tmp_path, env=variables, stdout=subprocess.DEVNULL, stderr=file
        ) as process,
    ):
        try:
            wait_for_line(log, "Booting worker")
            assert exchange(("127.0.0.1", port), request("GET", "/readyz", Connection="close")).status == 200
            assert exchange(("127.0.0.1", port), request("GET", "/v1/rulesets", Connection="close")).status == 401
        finally:
            os.kill(process.pid, signal.SIGTERM)
            process.wait(15)
    assert process.returncode == 0


def abandoned_directories() -> set[Path]:
    """Return the directories of metrics that no running process counts in; tests beside this one start servers, too."""
    shared = Path("/dev/shm")  # noqa: S108 - where the server counts
    directories = set(shared.glob("spades-metrics-*"))
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or is somebody else's
            variables = environ.read_bytes()
            directories = {path for path in directories if os.fsencode(path) not in variables}
    return directories


@linux
@pytest.mark.long  # gunicorn tries again for five seconds
def test_a_start_that_fails_leaves_no_directory_behind() -> None:
    """A supervisor that tries again and again must not fill shared memory."""
    before = abandoned_directories()
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PROMETHEUS_")}
    nowhere = {"HOST": "203.0.113.9", "PORT": "8000"}  # of no interface: for documentation (RFC 5737)
    command = [sys.executable, "-m", "service.launch"]
    ended = subprocess.run(command, cwd=ROOT, env=variables | nowhere, capture_output=True, check=False, timeout=60)
    assert ended.returncode != 0
    left = abandoned_directories() - before
    for _ in range(50):  # a server that starts beside this test has made its directory, and is not seen to use it yet
        if not left:
            break
        time.sleep(0.2)
        left &= abandoned_directories()
    assert left == set()


# Stopping


def test_a_server_that_stops_takes_no_new_connection(tmp_path: Path) -> None:
    """A probe connects anew each time: that it is refused is what tells that nothing more is to be sent here."""
    body, log = scoring(), tmp_path / "log"
    with serving(log) as running, Connection(running.address) as connection:
        wait_for_line(log, f"Ready: open http://127.0.0.1:{running.address[1]}/ in a browser")
        connection.send(request("POST", SCORE, b"", Content_Length=str(len(body)), Expect="100-continue"))
        assert connection.receive().status == 100
        os.kill(running.process.pid, signal.SIGTERM)
        wait_for_line(log, "Handling signal: term")
        time.sleep(0.5)
        with pytest.raises((OSError, AssertionError)):
            exchange(running.address, request("GET", "/readyz"))
        connection.send(body)
        assert connection.receive().status == 200
