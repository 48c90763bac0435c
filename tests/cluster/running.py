"""Clusters for tests: commands with real schedulers and workers, or with this process alone in their place."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from service.bulk.workers import Result, Work, Workers
from service.cluster import command
from service.cluster.dask_cluster import failure_of
from tests.commands.running import ENVIRONMENT, ROOT, in_process
from tests.http.wire import free_port

Ended = subprocess.CompletedProcess[bytes]


class Later(NamedTuple):
    """A group that this process answers when its result is asked for, and not before all are submitted."""

    work: Work

    def done(self) -> bool:
        return False

    def result(self) -> Result:
        try:
            return self.work()
        except OSError as error:
            raise failure_of(error) from error


@contextmanager
def _nobody(*_: object) -> Iterator[Workers]:
    yield Workers(Later, sys.maxsize)


def here(*arguments: str) -> Ended:
    """Run a command with --cluster in this process alone."""
    with mock.patch.object(command, "connected", _nobody):
        return in_process(*arguments, "--cluster", "local")


def answered(operation: str, files: Iterable[object], folder: Path, *more: str) -> Ended:
    """Answer files as `here` does; all must go well."""
    ended = here(operation, *map(str, files), "--output", str(folder), *more)
    assert ended.returncode in {0, 1}, ended.stderr
    return ended


def joined(folder: object) -> bytes:
    """Return the parts of a folder as one output."""
    ended = in_process("join", str(folder))
    assert ended.returncode in {0, 1}, ended.stderr
    return ended.stdout


def alone(operation: str, files: Iterable[object], *more: str) -> bytes:
    """Return what one machine answers."""
    return in_process(operation, *map(str, files), "--jobs", "1", *more).stdout


def work_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "work.json").read_bytes())
    return found


def parts_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("part-*.ndjson"))


def numbers_in(output: bytes) -> list[int]:
    """Return the numbers of the lines that an output answers, in its order."""
    return [json.loads(line)["line"] for line in output.splitlines()]


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder = folder
        self.scheduler = self._start("dask_scheduler", "--port", str(self.port), "--no-show")
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_workers(self, count: int, *more: str) -> None:
        local = ("--local-directory", str(self._folder), "--nthreads", "1", "--no-nanny")
        self.workers += [self._start("dask_worker", self.address, *local, *more) for _ in range(count)]

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        here = ("--host", "127.0.0.1", "--no-dashboard")
        words = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, *here]
        return subprocess.Popen(words, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(10)


@contextmanager
def cluster(folder: Path, workers: int, *more: str) -> Iterator[Cluster]:
    """Run a cluster in a with block; a worker may take a moment to join it."""
    running = Cluster(folder)
    try:
        running.add_workers(workers, *more)
        yield running
    finally:
        running.stop()


def wait_until(true: Callable[[], object], seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "the condition did not become true"
        time.sleep(0.005)
