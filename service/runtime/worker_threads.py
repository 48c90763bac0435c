"""One request at a time, as long as none waits: the threads of a worker take turns instead of racing.

Threads that answer requests side by side hand the interpreter to each other at every read and write, mostly on another
core with cold caches, which costs as much as the answers. Here the thread at work takes the next request itself. Only
when one has waited a while, because a batch or a slow client holds the turn, another thread takes the turn over.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

PATIENCE = 0.01
"""Seconds that a request waits for the thread at work before it gets one of its own."""


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """gunicorn's worker of threads, with threads that take turns."""

    def get_thread_pool(self) -> Relay:
        """Return the threads; a hook of gunicorn's."""
        return Relay(self.cfg.threads)


def _do(future: Future[Any], task: Callable[[], Any]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            result = task()
        except BaseException as error:  # noqa: BLE001 - the future hands it on
            future.set_exception(error)
        else:
            future.set_result(result)


class Relay(Executor):
    """So many threads, of which one has the turn."""

    def __init__(self, threads: int, patience: float = PATIENCE) -> None:
        self._most = threads
        self._patience = patience
        # Guards all that follows.
        self._lock = threading.Lock()
        self._tasks: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._idle: list[threading.Lock] = []
        """For each thread without work the lock that it waits for."""
        self._threads = 0
        self._turn: object | None = None
        """What stands for the task of the thread that has the turn; None where nobody has it."""
        self._waited = threading.Event()
        """Whether a task has come while another had the turn."""
        self._over = False

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a task on; raises `RuntimeError` after the end."""
        future: Future[Any] = Future()
        with self._lock:
            if self._over:
                raise RuntimeError("no more tasks are taken")
            self._tasks.append((future, lambda: task(*args, **kwargs)))
            if self._turn is None:
                self._turn = object()
                self._wake()
            elif not self._waited.is_set():
                self._waited.set()
        return future

    def _wake(self) -> None:
        """Have a thread take the turn: one without work, or a new one; called with the lock."""
        if self._idle:
            self._idle.pop().release()
        elif self._threads < self._most:
            if not self._threads:
                threading.Thread(target=self._watch, name="relay-watch", daemon=True).start()
            self._threads += 1
            threading.Thread(target=self._run, name=f"relay-{self._threads}", daemon=True).start()
        else:
            self._turn = None  # every thread is at work: the first that is done takes it

    def _run(self) -> None:
        mine = threading.Lock()
        mine.acquire()
        while True:
            self._work()
            with self._lock:
                if self._tasks and self._turn is None:
                    self._turn = object()
                    continue
                if self._over:
                    return
                self._idle.append(mine)
            mine.acquire()

    def _work(self) -> None:
        """Do task after task, until there is none, or another thread has taken the turn over meanwhile."""
        turn = None
        while True:
            with self._lock:
                if turn is not None and self._turn is not turn:
                    return
                if not self._tasks:
                    self._turn = None
                    return
                future, task = self._tasks.popleft()
                turn = self._turn = object()
            _do(future, task)

    def _watch(self) -> None:
        """Give the turn to another thread when a task has waited too long behind the same one."""
        while not self._over:
            self._waited.wait()
            held = self._turn
            time.sleep(self._patience)
            with self._lock:
                if not self._tasks:
                    self._waited.clear()
                elif self._turn is held:
                    self._turn = object()
                    self._wake()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - its signature
        """Take no more tasks; what waits is still done."""
        del wait, cancel_futures
        with self._lock:
            self._over = True
            self._waited.set()
            for each in self._idle:
                each.release()
            self._idle.clear()
