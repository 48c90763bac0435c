"""The adapter to Dask: what it does with its tasks when workers die, fail, or are not there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import dask
import pytest

from service.bulk.inputs import UnusableError
from service.bulk.workers import WorkerLostError, Workers
from service.cluster import dask_cluster
from service.cluster.dask_cluster import connected
from tests.cluster.running import cluster
from tests.cluster.tasks import die, fail, runners_made
from tests.http.wire import free_port


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """Yield two workers of this machine; Dask gives a task up as soon as its worker died of it."""
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), connected("local", 2) as running:
        yield running


def done(workers: Workers, function: Callable[..., Any], items: Iterable[Any]) -> list[Any]:
    """Return the results of a function for all items."""
    submitted = [workers.submit(partial(function, item)) for item in items]
    return [each.result() for each in submitted]


def test_every_item_is_done_once_however_many_there_are(workers: Workers) -> None:
    assert done(workers, abs, range(200)) == list(range(200))
    assert done(workers, abs, []) == []


def test_a_runner_is_made_once_in_a_worker(workers: Workers) -> None:
    made = done(workers, runners_made, range(1, 41))
    assert 1 <= len({process for process, _ in made}) <= 2
    assert {count for _, count in made} == {1}


def test_a_task_that_fails_ends_the_command_with_its_reason(workers: Workers) -> None:
    with pytest.raises(UnusableError, match="a worker failed: ArithmeticError: 7"):
        done(workers, fail, [7])
    with pytest.raises(UnusableError, match="a worker failed: /nowhere: No such file or directory"):
        done(workers, Path.stat, [Path("/nowhere")])


def test_a_task_that_kills_every_worker_is_given_up(workers: Workers) -> None:
    with pytest.raises(WorkerLostError, match="a part was given up, because every worker that had it died"):
        done(workers, die, [1])


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_SECONDS_TO_CONNECT", 0.5)
    with (
        pytest.raises(UnusableError, match="no scheduler answers at tcp://"),
        connected(f"tcp://127.0.0.1:{free_port()}", 1),
    ):
        pass


def test_workers_of_this_machine_that_do_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(dask_cluster, "LocalCluster", fails)
    with (
        pytest.raises(UnusableError, match="no workers can be started on this machine: Nanny"),
        connected("local", 1),
    ):
        pass


def test_no_workers_and_none_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_SECONDS_WITHOUT_WORKERS", 0.5)
    monkeypatch.setattr(dask_cluster, "_SECONDS_BETWEEN_LOOKS", 0.1)
    with cluster(tmp_path, workers=0) as running:
        with monkeypatch.context() as patched:
            patched.setattr(dask_cluster, "_SECONDS_FOR_WORKERS", 1.0)
            with pytest.raises(UnusableError, match="has no workers: start some"), connected(running.address, 1):
                pass
        running.add_workers(1)
        with connected(running.address, 1) as joined:
            assert done(joined, abs, [1]) == [1]
            running.workers[0].kill()
            with pytest.raises(WorkerLostError, match="the cluster has no workers left"):
                done(joined, time.sleep, [60])
