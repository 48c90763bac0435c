"""The workers of a Dask scheduler, or of one that is started for a command, and what they make of tasks.

Nothing else imports ``distributed``.
"""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from time import monotonic
from typing import Any, NamedTuple

import dask
from distributed import Client, Future, KilledWorker, LocalCluster
from distributed.comm.core import CommClosedError

from service.bulk.inputs import UnusableError
from service.bulk.workers import Result, Submitted, Work, WorkerLostError, Workers
from service.cluster.work import own_versions

LOCAL = "local"
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})", re.ASCII)
_MAX_PORT = 65_535
_RETRIES = 2
"""How often a task that failed is tried again: storage over a network fails now and then."""
_MOST_AHEAD = 1_000
"""The tasks that may be under way; the workers write, and their results are a few bytes."""
_SECONDS_TO_CONNECT = 10.0
_SECONDS_FOR_WORKERS = 30.0
"""How long the first worker may take to join: a cluster may be started for the command."""
_SECONDS_WITHOUT_WORKERS = 60.0
_SECONDS_BETWEEN_LOOKS = 2.0
_SECONDS_TO_CLOSE = 5.0


def check_address(address: str) -> None:
    """Raise `UnusableError` unless this can be the address of a scheduler."""
    found = _ADDRESS.fullmatch(address)
    if address != LOCAL and (found is None or not 0 < int(found["port"]) <= _MAX_PORT):
        raise UnusableError(f"{address} is not the address of a scheduler: tcp://HOST:PORT, tls://HOST:PORT or local")


class _Submitted(NamedTuple):
    """A task that the cluster has."""

    client: Client
    future: Future[Any]

    def done(self) -> bool:
        """Tell whether it has ended."""
        return bool(self.future.done())

    def result(self) -> Result:
        """Wait for its result.

        Raises `UnusableError` if it fails, `WorkerLostError` if no workers are left, and `CancelledError` or `OSError`
        if the scheduler is lost.
        """
        last_seen = monotonic()
        while True:
            with suppress(TimeoutError):
                if (error := self.future.exception(timeout=_SECONDS_BETWEEN_LOOKS)) is not None:
                    raise failure_of(error)
                result: Result = self.future.result()
                return result
            if self.client.status != "running":
                raise CancelledError
            if self.client.nthreads():
                last_seen = monotonic()
            elif monotonic() - last_seen > _SECONDS_WITHOUT_WORKERS:
                raise WorkerLostError("the cluster has no workers left")


def failure_of(error: BaseException) -> Exception:
    """Return the failure of the command for that of a task."""
    if isinstance(error, KilledWorker):
        return WorkerLostError("a part was given up, because every worker that had it died")
    if isinstance(error, UnusableError):
        return error
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return UnusableError(
        f"a worker failed: {where}{reason}. The finished parts are kept: mend this, and run the same command again"
    )


@contextmanager
def connected(address: str, local_workers: int) -> Iterator[Workers]:
    """Connect to the scheduler at an address, or start this number of workers for ``local``, for a with block.

    Raises `UnusableError` if no scheduler answers, or if a worker has other versions; `WorkerLostError` if the cluster
    is lost meanwhile.
    """
    with ExitStack() as resources:
        # What happens to the cluster is said by this command, in a sentence.
        for name in ("distributed", *(each for each in logging.root.manager.loggerDict if "distributed." in each)):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        resources.enter_context(dask.config.set({"distributed.comm.timeouts.connect": _SECONDS_TO_CONNECT}))
        if address == LOCAL:
            with _uninterrupted():
                cluster = _local_cluster(local_workers)
                resources.callback(_close, cluster)
            address = cluster.scheduler_address
        client = _client(address)
        resources.callback(_close, client)
        resources.enter_context(client.as_current())
        try:
            _check_workers(client)
            yield Workers(partial(_submitted, client), _MOST_AHEAD)
        except (CancelledError, OSError) as error:
            # The client may not have noticed yet that a connection, which only ever leads to the scheduler, is closed.
            if isinstance(error, OSError) and not isinstance(error, CommClosedError) and client.status == "running":
                raise
            raise WorkerLostError(f"the scheduler at {address} is lost") from error


def _submitted(client: Client, work: Work) -> Submitted:
    """Return work as a task of its own, even if the same was done before."""
    return _Submitted(client, client.submit(work, pure=False, retries=_RETRIES))


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off a Ctrl-C to the end of a with block; it never reaches the processes that are started in it."""
    resource_tracker.ensure_running()  # the first process that Python starts would bring it, and let Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _local_cluster(workers: int) -> LocalCluster:
    """Return a cluster of processes on this machine; raises `UnusableError` if it does not start."""
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            # Dask's probes are served even without a dashboard, and at a fixed port unless one is named.
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            silence_logs=logging.CRITICAL,
            preload=["service.cluster.local_worker"],
        )
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise UnusableError(f"no workers can be started on this machine: {error}") from error


def _client(address: str) -> Client:
    """Return a connection to a scheduler; raises `UnusableError` if there is none."""
    try:
        return Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except TypeError as error:  # Dask's word for missing certificates
        raise UnusableError(f"{address} can't be reached without Dask's TLS settings: {error}") from error
    except (OSError, RuntimeError, ValueError) as error:
        raise UnusableError(f"no scheduler answers at {address}: {error}") from error


def _close(connection: Client | LocalCluster) -> None:
    """Close a connection or a cluster; the answers are written by now, however long closing takes."""
    with suppress(OSError, AssertionError):  # Dask asserts that nothing interrupted it
        connection.close(timeout=_SECONDS_TO_CLOSE)


def _check_workers(client: Client) -> None:
    """Raise `UnusableError` if there are no workers, or if one has other versions than this command."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
    except TimeoutError as error:
        raise UnusableError("the cluster has no workers: start some (dask worker SCHEDULER)") from error
    others = {
        address: "this package is not installed" if isinstance(found, ImportError) else str(found)
        for address, found in client.run(own_versions, on_error="return").items()
        if found != own_versions()
    }
    if others:
        said = "".join(f"\n  {address}: {found}" for address, found in sorted(others.items()))
        raise UnusableError(
            f"every worker has to run {own_versions()}, as this command does; install that on the others:{said}"
        )
