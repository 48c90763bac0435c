"""The parts as they ship, on loopback: nginx with deploy/nginx.conf before gunicorn with deploy/gunicorn.conf.py.

Of nginx's configuration three things are put in place, those that its head names: where the service is, where clients
come to, and the folder that is written to. Each has to stand there, so none can be missed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.http.wire import COMMAND, ROOT, Address, environment, exchange, free_port, request

CONFIGURATION = ROOT / "deploy" / "nginx.conf"
CONTAINER_USER = 101  # of nginx in its own image
_PATIENCE = 45.0
# All but one folder, as a process sees it that is started by this.
_READ_ONLY = (
    'mount --bind / / && mount --bind "$0" "$0" && mount -o remount,ro,bind / || exit 8; '
    'touch /written 2>/dev/null && exit 9; exec "$@"'
)
_PLACES = {"listen 8080": 1, "server service:8000": 8, "/tmp/nginx": 6}  # noqa: S108 - as the configuration has it


def lacking(reason: str) -> None:
    """Skip a test whose tool is not there; where everything has to run (CI is set), fail instead."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def nginx() -> str:
    """Return the path of nginx, which Debian keeps where only root looks."""
    found = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin:/opt/homebrew/bin")
    if found is None or sys.platform != "linux":
        lacking("nginx is needed, and Linux, where a client may have any address 127.x.y.z: apt-get install nginx")
    return found or ""


def unprivileged(folder: Path) -> dict[str, Any]:
    """Return how to start a process without privileges, with a folder of its own; who has none stays who he is."""
    if os.geteuid() != 0:
        return {}
    for each in (folder, *folder.iterdir()):
        os.chown(each, CONTAINER_USER, CONTAINER_USER)
    return {"user": CONTAINER_USER, "group": CONTAINER_USER, "extra_groups": []}


def placed(text: str, folder: Path, port: int, upstream: int) -> str:
    """Return nginx's configuration for a place on this machine."""
    there = {"listen 8080": f"listen 127.0.0.1:{port}", "server service:8000": f"server 127.0.0.1:{upstream}"}
    there["/tmp/nginx"] = str(folder / "nginx")  # noqa: S108 - as above
    for name, times in _PLACES.items():
        assert text.count(name) == times, f"{name} stands in nginx.conf {text.count(name)} times, not {times}"
        text = text.replace(name, there[name])
    return text


@contextmanager
def process(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and end it by SIGTERM, if it has not ended by then."""
    with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file, **options) as started:
        try:
            yield started
        finally:
            with contextlib.suppress(ProcessLookupError):
                started.send_signal(signal.SIGTERM)
            try:
                started.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                started.kill()


@dataclass(frozen=True, slots=True)
class Part:
    """A part that runs."""

    address: Address
    process: subprocess.Popen[bytes]
    log: Path


def mounting() -> str:
    """Return unshare, where this process may lay out a file system of its own."""
    program = shutil.which("unshare") or ""
    tried = program and subprocess.run(
        [program, "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False
    )
    if not tried or tried.returncode:
        lacking("only root of its own machine may mount a file system")
    return program


@contextmanager
def proxy(upstream: int, trusted: Path | None = None, *, holders: str = "", contained: bool = False) -> Iterator[Part]:
    """Run nginx as shipped before whatever listens at a port, trusting those that a file names.

    ``holders`` are the lines that say whose a key is.

    Contained, it is as in a container: without any privilege, and with nothing to write to but its folder.
    """
    program = nginx()
    # Not a folder of pytest's, which nobody but their owner may enter.
    with tempfile.TemporaryDirectory(prefix="spades-proxy-") as name:
        folder, port = Path(name), free_port()
        file = folder / "nginx.conf"
        file.write_text(placed(CONFIGURATION.read_text(), folder, port, upstream))
        if trusted is not None:
            shutil.copy(trusted, folder / "trusted-proxies.conf")
        if holders:
            (folder / "key-holders.conf").write_text(holders)
        log = folder / "log"
        log.touch()
        rights = unprivileged(folder)
        command = [program, "-c", str(file)]
        if contained:
            user = str(CONTAINER_USER)
            plain = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs"]
            command = [mounting(), "--mount", "sh", "-c", _READ_ONLY, name, *plain, "--bounding-set=-all", *command]
            rights = {}
        with process(command, log, **rights) as started:
            # Answered by nginx itself, whatever stands behind it.
            yield Part(listening(("127.0.0.1", port), "/metrics", started, log), started, log)


@contextmanager
def service(log: Path, workers: int = 2, **settings: str) -> Iterator[Part]:
    """Run the service as shipped."""
    port = free_port()
    settings = {"WEB_CONCURRENCY": str(workers)} | settings
    with process(list(COMMAND), log, cwd=ROOT, env=environment(port, **settings)) as started:
        yield Part(listening(("127.0.0.1", port), "/livez", started, log), started, log)


def listening(address: Address, path: str, started: subprocess.Popen[bytes], log: Path) -> Address:
    """Return an address once something answers there, whatever it says."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and started.poll() is None:
        try:
            exchange(address, request("GET", path))
        except (OSError, AssertionError):
            time.sleep(0.02)
        else:
            return address
    raise RuntimeError(f"{started.args!r} does not answer: {log.read_text()}")


@dataclass(frozen=True, slots=True)
class Stack:
    """nginx before the service."""

    front: Part
    back: Part

    @property
    def address(self) -> Address:
        """Where clients come to."""
        return self.front.address

    def workers(self) -> list[int]:
        """Return the ids of the service's workers, oldest first."""
        return children(self.back.process.pid)


@contextmanager
def stack(log: Path, workers: int = 2, **settings: str) -> Iterator[Stack]:
    """Run both."""
    nginx()
    with service(log, workers, **settings) as back, proxy(back.address[1]) as front:
        yield Stack(front, back)


def children(process: int) -> list[int]:
    """Return the ids of the processes that a process has started, oldest first."""
    return sorted(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def megabytes(process: int) -> float:
    """Return the memory of a process, with what it shares."""
    (line,) = [each for each in Path(f"/proc/{process}/status").read_text().splitlines() if each.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024
