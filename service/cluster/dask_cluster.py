"""The adapter to Dask: functions carried out by the workers of a scheduler, or of one that is started for a command.

Nothing else imports Dask. At most some tasks are with the scheduler at a time, and their results are small, so that
memory stays constant, however many tasks there are.
"""

from __future__ import annotations

import logging
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from threading import Event
from time import monotonic
from typing import Any, TypeVar

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, wait

from service.bulk.inputs import UnusableError
from service.bulk.worker_pool import WorkerLostError
from service.cluster.manifest import Versions, own_versions

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

LOCAL = "local"
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})", re.ASCII)
_MAX_PORT = 65_535
_LEAST_TASKS = 32
_TASKS_PER_THREAD = 2
_RETRIES = 2
"""How often a task that failed is tried again: storage over a network fails now and then."""
_MOST_LOSSES = 3
"""How often a task is sent anew after Dask has given it up, which it does when some workers died of it."""
_SECONDS_TO_CONNECT = 10.0
_SECONDS_FOR_WORKERS = 30.0
"""How long the first worker may take to join: a cluster may be started for the command."""
_SECONDS_WITHOUT_WORKERS = 60.0
_SECONDS_BETWEEN_LOOKS = 2.0
_SECONDS_TO_CLOSE = 5.0


class Workers:
    """The workers of a cluster."""

    def __init__(self, client: Client, address: str, raise_if_interrupted: Callable[[], None]) -> None:
        """``client`` is connected to the scheduler at this address."""
        self._client = client
        self._address = address
        self._raise_if_interrupted = raise_if_interrupted
        self._last_seen = monotonic()

    def each(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> Iterator[ResultT]:
        """Yield the result of a function for each item, as soon as it is there.

        Raises `UnusableError` if a task fails, and `WorkerLostError` if the cluster is lost.
        """
        remaining = iter(items)
        losses: dict[Future[Any], tuple[ItemT, int]] = {}
        """The tasks under way, each with its item and how often it was lost."""
        most = max(_LEAST_TASKS, _TASKS_PER_THREAD * sum(self._client.nthreads().values()))
        try:
            while True:
                self._raise_if_interrupted()
                for item in islice(remaining, most - len(losses)):
                    losses[self._started(function, item)] = item, 0
                if not losses:
                    return
                for future in self._completed(list(losses)):
                    item, lost = losses.pop(future)
                    error = future.exception()
                    if error is None:
                        result: ResultT = future.result()
                        yield result
                    elif isinstance(error, KilledWorker) and lost < _MOST_LOSSES:
                        losses[self._started(function, item)] = item, lost + 1
                    else:
                        raise _failure(error)
        except (CancelledError, OSError) as error:
            raise self._lost() from error
        finally:
            with suppress(Exception):  # the cluster may be gone
                self._client.cancel(list(losses))

    def _started(self, function: Callable[[ItemT], ResultT], item: ItemT) -> Future[Any]:
        return self._client.submit(function, item, pure=False, retries=_RETRIES)

    def _completed(self, futures: list[Future[Any]]) -> Iterable[Future[Any]]:
        """Return the tasks that are completed, once there are any."""
        while True:
            with suppress(TimeoutError):
                return set(wait(futures, timeout=_SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED").done)
            if self._client.status != "running":
                raise self._lost()
            if self._client.nthreads():
                self._last_seen = monotonic()
            elif monotonic() - self._last_seen > _SECONDS_WITHOUT_WORKERS:
                raise WorkerLostError("the cluster has no workers left")

    def _lost(self) -> WorkerLostError:
        return WorkerLostError(f"the scheduler at {self._address} is lost")

    def prepare(self) -> None:
        """Ask each worker for its versions, once.

        Raises `UnusableError` if one has others, and `WorkerLostError` if the cluster is lost.
        """
        try:
            self._client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError as error:
            raise UnusableError("the cluster has no workers: start some (dask worker SCHEDULER)") from error
        try:
            answers = self._client.run(own_versions, on_error="return")
        except (CancelledError, OSError) as error:
            raise self._lost() from error
        others = {address: found for address, found in answers.items() if found != own_versions()}
        if others:
            said = "".join(f"\n  {address}: {_version_of(found)}" for address, found in sorted(others.items()))
            raise UnusableError(
                f"every worker has to run {own_versions()}, as this command does; install that on the others:{said}"
            )


def _version_of(found: object) -> str:
    """Return what a worker said of its versions."""
    if isinstance(found, Versions):
        return str(found)
    return "this package is not installed" if isinstance(found, ImportError) else f"it fails with {found!r}"


def _failure(error: BaseException) -> Exception:
    """Return the failure of the command for that of a task."""
    if isinstance(error, KilledWorker):
        return WorkerLostError(f"a task was given up, because every worker that had it died: {error.task}")
    if isinstance(error, UnusableError):
        return error
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return UnusableError(f"a worker failed: {where}{reason}")


@contextmanager
def _interruptions() -> Iterator[Callable[[], None]]:
    """Remember a Ctrl-C in a with block, and yield what raises it once more.

    Python drops an exception that is raised in a destructor or while garbage is collected, and prints it; Dask has code
    in both. What is dropped so is raised again, so that it needn't be printed.
    """
    seen = Event()
    print_unraisable = sys.unraisablehook

    def note(*_: object) -> None:
        seen.set()
        raise KeyboardInterrupt

    def raise_again() -> None:
        if seen.is_set():
            raise KeyboardInterrupt

    def print_others(dropped: sys.UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            print_unraisable(dropped)

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # ignored, or somebody else's affair
        yield raise_again
        return
    sys.unraisablehook = print_others
    signal.signal(signal.SIGINT, note)
    try:
        yield raise_again
    except Exception:
        raise_again()  # what fails after a Ctrl-C fails because of it: a worker may have got it, too
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = print_unraisable


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off a Ctrl-C to the end of a with block; it never reaches the processes that are started in it."""
    resource_tracker.ensure_running()  # the first process that Python starts would bring it, and let Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _close(connection: Client | LocalCluster) -> None:
    """Close a connection or a cluster; the answers are written by now, however long closing takes."""
    with suppress(OSError):
        connection.close(timeout=_SECONDS_TO_CLOSE)


def check_address(address: str) -> None:
    """Raise `UnusableError` unless this can be the address of a scheduler."""
    found = _ADDRESS.fullmatch(address)
    if address != LOCAL and (found is None or not 0 < int(found["port"]) <= _MAX_PORT):
        raise UnusableError(f"{address} is not the address of a scheduler: tcp://HOST:PORT, tls://HOST:PORT or local")


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


@contextmanager
def connected(address: str, local_workers: int) -> Iterator[Workers]:
    """Connect to the scheduler at an address, or start this number of workers for ``local``, for a with block.

    Raises `UnusableError` if no scheduler answers, or if a worker has other versions.
    """
    with ExitStack() as resources:
        # What happens to the cluster is said by this command, in a sentence.
        for name in (
            "distributed",
            *(logger for logger in logging.root.manager.loggerDict if "distributed." in logger),
        ):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        resources.enter_context(dask.config.set({"distributed.comm.timeouts.connect": _SECONDS_TO_CONNECT}))
        if address == LOCAL:
            with _uninterrupted():
                cluster = _local_cluster(local_workers)
                resources.callback(_close, cluster)
            address = cluster.scheduler_address
        raise_if_interrupted = resources.enter_context(_interruptions())
        client = _client(address)
        resources.callback(_close, client)
        resources.enter_context(client.as_current())
        workers = Workers(client, address, raise_if_interrupted)
        workers.prepare()
        yield workers
