"""Runs commands as scripts do, in a process of their own or, faster, in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from flask.testing import FlaskClient

from service.cli import main
from service.media_types import OCTETS
from tests.http.bodies import AUDIT, SCORE

ROOT = Path(__file__).parent.parent.parent
PATHS = {"score": SCORE, "audit": AUDIT}
PATIENCE = 60.0
LONG = 3_000  # lines, which take some seconds
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("SPADES_")}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "service", *arguments]


def run(*arguments: str, given: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env=ENVIRONMENT | settings,
        input=given,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def in_process(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, which is faster, and return its output and exit status."""
    written, said = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(given)))),
        redirect_stdout(written),
        redirect_stderr(said),
    ):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
    written.flush()
    output = written.detach()
    assert isinstance(output, io.BytesIO)
    return subprocess.CompletedProcess(arguments, status, output.getvalue(), said.getvalue().encode())


ALONE = ("--jobs", "1")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in a process group of its own, of which no process may be left at the end."""
    process = subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        with process:
            yield process
            if process.poll() is None:
                process.kill()
    finally:
        until(lambda: not members(process.pid))


def members(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group, *_ = file.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(file.parent.name))
    return found


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "the condition did not become true"
        time.sleep(0.01)


def has_output(output: Path) -> Callable[[], bool]:
    return lambda: output.exists() and output.stat().st_size > 0


def over_http(client: FlaskClient, name: str, body: bytes) -> bytes:
    return client.post(f"{PATHS[name]}/batch", data=body, content_type=OCTETS).get_data()


def error_of(ended: subprocess.CompletedProcess[bytes]) -> str:
    """Return the error message of a command that could not run."""
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"Traceback" not in ended.stderr
    return ended.stderr.decode()
