"""gunicorn's threaded worker with threads that take turns: 1.3 to 1.5 times the audits a second of gunicorn's own pool.

Threads that answer requests in parallel hand the interpreter lock to each other at every read and write, mostly to
another core with cold caches, which costs as much as the answers. Here one thread answers request after request.
Another thread takes over only when its request proves to take long, or when one has waited a while behind it.
(benchmarks/README.md has the figures.)
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from service.runtime.middleware import unread
from service.runtime.turns import LINE
from service.runtime.unread_bodies import read_to_the_end

PATIENCE = 0.01
"""Seconds that a task waits behind the same running task before another thread takes over."""
LINGER = 2.0
"""Seconds that a client has to read its last answer and to hang up."""
_BLOCK = 64 * 1024

_UNREAD = {b"414": "uri-too-long", b"431": "headers-too-large", b"500": "internal-error"}
"""The types of problems with requests that gunicorn can't read, by its status; any other is a `bad-request`."""


class _Refusing:
    """A connection that sends a problem in place of the page with which gunicorn refuses a request."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def sendall(self, page: bytes) -> None:
        """Send the problem of a page's status."""
        _, status, *_ = page.split(b" ", 2)
        self._connection.sendall(unread(_UNREAD.get(status, "bad-request")))


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's threaded worker, with a pool in which one thread runs at a time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ending: dict[Any, float] = {}
        """The connections that have had their last answer, with when they are closed at the latest, the first first."""
        self.wsgi: Any

    def load_wsgi(self) -> None:
        """Load the application; gunicorn calls this."""
        super().load_wsgi()
        self.wsgi = read_to_the_end(self.wsgi)

    def get_thread_pool(self) -> TurnTakingPool:
        """Return the thread pool, which long computations give way to; gunicorn calls this hook."""
        LINE.threads = pool = TurnTakingPool(self.cfg.threads)
        return pool

    def handle_error(self, req: object, client: object, addr: object, exc: Exception) -> None:
        """Refuse a request that can't be read; gunicorn says why in its log, and calls this."""
        super().handle_error(req, _Refusing(client), addr, exc)

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """Keep a connection, or end it: its client may still be sending, and is to read the answer, not a reset.

        gunicorn's own worker waits for that client here, on the thread that accepts all others.
        """
        if fs.exception() is not None or fs.result():
            super().finish_request(conn, fs)
            return
        try:
            conn.sock.settimeout(0)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._discard, conn))
        except OSError:  # the client has hung up first
            self.nr_conns -= 1
            conn.close()
        else:
            self._ending[conn] = time.monotonic() + LINGER

    def _discard(self, conn: Any, _: object) -> None:
        try:
            more = conn.sock.recv(_BLOCK)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more:
            self._close(conn)

    def _close(self, conn: Any) -> None:
        del self._ending[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close connections whose time is over; gunicorn calls this every second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [conn for conn, until in self._ending.items() if until <= now]:
            self._close(conn)

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001 - its signature
        """Accept connections, or no more; whoever stops does not listen while the last requests are answered.

        gunicorn's own worker listens until it ends: connections that came meanwhile were never answered, and a proxy
        that waited for one said 504 in the place of 503.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                listener.close()


def _run_task(future: Future[Any], task: Callable[[], Any]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            result = task()
        except BaseException as error:  # noqa: BLE001 - the future raises it again
            future.set_exception(error)
        else:
            future.set_result(result)


class TurnTakingPool(Executor):
    """A thread pool in which one thread runs at a time.

    The thread that has the turn takes tasks from the queue. If a task has waited for ``patience`` seconds behind one
    that is still running, the turn passes to another thread; the previous one finishes its task in parallel and then
    goes to sleep.
    """

    def __init__(self, max_threads: int, patience: float = PATIENCE) -> None:
        self._max_threads = max_threads
        self._patience = patience
        # Guards all that follows.
        self._lock = threading.Lock()
        self._queue: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._sleeping: list[threading.Lock] = []
        """For each thread without work, the lock that it waits for."""
        self._threads = 0
        self._turn: object | None = None
        """A token of the task that is run by the thread that has the turn; None if no thread has it."""
        self._own = threading.local()
        """The token of the task that a thread runs."""
        self._task_waits = threading.Event()
        """Set when a task is submitted while a thread has the turn."""
        self._is_shut_down = False

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue a task; raises `RuntimeError` after `shutdown`."""
        future: Future[Any] = Future()
        with self._lock:
            if self._is_shut_down:
                raise RuntimeError("the pool has been shut down")
            self._queue.append((future, lambda: task(*args, **kwargs)))
            if self._turn is None:
                self._turn = object()
                self._wake_thread()
            elif not self._task_waits.is_set():
                self._task_waits.set()
        return future

    def _wake_thread(self) -> None:
        """Let a sleeping or new thread take the turn; the caller holds the lock."""
        if self._sleeping:
            self._sleeping.pop().release()
        elif self._threads < self._max_threads:
            if not self._threads:
                threading.Thread(target=self._watch, name="pool-watch", daemon=True).start()
            self._threads += 1
            threading.Thread(target=self._run, name=f"pool-{self._threads}", daemon=True).start()
        else:
            self._turn = None  # every thread is running a task: the first to finish takes the turn

    def _run(self) -> None:
        wake_up = threading.Lock()
        wake_up.acquire()
        while True:
            self._run_tasks()
            with self._lock:
                if self._queue and self._turn is None:
                    self._turn = object()
                    continue
                if self._is_shut_down:
                    return
                self._sleeping.append(wake_up)
            wake_up.acquire()

    def _run_tasks(self) -> None:
        """Run task after task until the queue is empty or the turn has passed to another thread."""
        turn = None
        while True:
            with self._lock:
                if turn is not None and self._turn is not turn:
                    return
                if not self._queue:
                    self._turn = None
                    return
                future, task = self._queue.popleft()
                turn = self._turn = self._own.turn = object()
            _run_task(future, task)

    @property
    def is_busy(self) -> bool:
        """Whether a thread has the turn: it runs a task, and others may be waiting."""
        return self._turn is not None

    def pass_turn(self) -> None:
        """Let another thread run the next tasks, if the one that calls this has the turn: its own will take a while."""
        with self._lock:
            if self._turn is None or self._turn is not getattr(self._own, "turn", None):
                return
            self._turn = None
            if self._queue:
                self._turn = object()
                self._wake_thread()

    def _watch(self) -> None:
        """Pass the turn to another thread whenever a task has waited too long behind the same running task."""
        while not self._is_shut_down:
            self._task_waits.wait()
            turn = self._turn
            time.sleep(self._patience)
            with self._lock:
                if not self._queue:
                    self._task_waits.clear()
                elif self._turn is turn:
                    self._turn = object()
                    self._wake_thread()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - its signature
        """Refuse new tasks; those in the queue are still run. Does not block: gunicorn waits by itself."""
        del wait, cancel_futures
        with self._lock:
            self._is_shut_down = True
            self._task_waits.set()
            for sleeper in self._sleeping:
                sleeper.release()
            self._sleeping.clear()
