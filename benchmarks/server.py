"""gunicorn with the shipped configuration and one worker, on a free port of the loopback interface."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOST = "127.0.0.1"
_PATIENCE = 30.0


class Server:
    """A running server, with its port, its process and the time it took to start."""

    def __init__(self, application: str, settings: Mapping[str, str]) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", application]
        environment = os.environ | {"HOST": HOST, "PORT": str(self.port), "WEB_CONCURRENCY": "1", **settings}
        started = time.perf_counter()
        self.process = subprocess.Popen(  # noqa: S603 - this project's own applications
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while not self._answers():
            if time.perf_counter() - started > _PATIENCE or self.process.poll() is not None:
                self.stop()
                message = f"{application} does not start"
                raise RuntimeError(message)
            time.sleep(0.01)
        self.seconds_to_ready = time.perf_counter() - started

    def _answers(self) -> bool:
        try:
            with socket.create_connection((HOST, self.port), timeout=1) as connection:
                connection.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return connection.recv(12).endswith(b"204")
        except OSError:
            return False

    def worker_megabytes(self, *, peak: bool = False) -> float:
        """Return the resident memory of the largest worker, now or at its peak (Linux; 0 elsewhere)."""
        field = "VmHWM" if peak else "VmRSS"
        sizes = [0.0]
        for status in Path("/proc").glob("[0-9]*/status"):
            with contextlib.suppress(OSError):
                fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
                if int(fields["PPid"]) == self.process.pid and field in fields:
                    sizes.append(int(fields[field].split()[0]) / 1024)
        return max(sizes)

    def worker_cpu_seconds(self) -> float:
        """Return the CPU time that the workers' threads have used, to the microsecond (Linux; 0 elsewhere)."""
        nanoseconds = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(stat.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    for thread in stat.parent.glob("task/*/schedstat"):
                        nanoseconds += int(thread.read_text().split()[0])
        return nanoseconds / 1e9

    def stop(self) -> None:
        """Stop the server."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=_PATIENCE)


@contextlib.contextmanager
def serving(application: str, **settings: str) -> Iterator[Server]:
    """Run an application with these settings during a with block."""
    server = Server(application, settings)
    try:
        yield server
    finally:
        server.stop()
