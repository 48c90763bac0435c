"""Threads that take turns as a lot decides, on a clock that stands still while they compute.

Everything that could hand over to another thread (a lock, an event, the clock, a sleep) is replaced, and which thread
goes on is drawn from a seed: a schedule that fails is run again by its seed. Time passes only while all threads wait,
and then at once, so that seconds of waiting take none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

_MOST_STEPS = 30_000


class StuckError(AssertionError):
    """Threads that wait for each other for ever, or never end."""


class _Over(BaseException):
    """Ends a thread whose schedule is over."""


class _Thread:
    def __init__(self, schedule: Schedule, work: Callable[[], object]) -> None:
        self.go, self.is_over = threading.Semaphore(0), False
        self.is_free: Callable[[], bool] = lambda: True
        """Whether what it waits for has come."""
        self.until: float | None = None
        """When it goes on though it has not come."""
        self._schedule, self._work = schedule, work
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def may_go_on(self, now: float) -> bool:
        """Return whether it waits for nothing more, or no longer."""
        return (self.until is not None and self.until <= now) or self.is_free()

    def _run(self) -> None:
        self.go.acquire()
        try:
            if not self._schedule.is_over:
                self._work()
        except _Over:
            pass
        except BaseException as error:  # noqa: BLE001 - whoever runs the schedule raises it
            self._schedule.failures.append(error)
        self.is_over = True
        self._schedule.back.release()


class Schedule:
    """One order in which threads run, drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.random, self.now, self.is_over = Random(seed), 0.0, False
        self.back = threading.Semaphore(0)
        self.failures: list[BaseException] = []
        self._threads: list[_Thread] = []
        self._running: _Thread | None = None

    def start(self, work: Callable[[], object]) -> None:
        """Let another thread do this, from some moment on."""
        self._threads.append(_Thread(self, work))

    def run(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Run all threads to their ends, or until this is so; raises what one of them raised, and `StuckError`."""
        try:
            for _ in range(_MOST_STEPS):
                if self.failures:
                    raise self.failures[0]
                alive = [each for each in self._threads if not each.is_over]
                if not alive or until():
                    return
                ready = [
                    each for each in alive if (each.until is not None and each.until <= self.now) or each.is_free()
                ]
                if ready:
                    self._hand_to(self.random.choice(ready))
                    continue
                times = [each.until for each in alive if each.until is not None]
                if not times:
                    raise StuckError(f"{len(alive)} threads wait for each other")
                self.now = min(times)
            raise StuckError("the schedule does not end")
        finally:
            self.is_over = True
            for each in self._threads:
                if not each.is_over:
                    self._hand_to(each)
                each.thread.join()

    def _hand_to(self, thread: _Thread) -> None:
        self._running = thread
        thread.go.release()
        self.back.acquire()

    def wait(self, is_free: Callable[[], bool] = lambda: True, seconds: float | None = None) -> bool:
        """Let other threads go on until this is so, for so many seconds at most; return whether it is so."""
        thread = self._running
        if thread is None or self.is_over:
            return is_free()
        thread.is_free, thread.until = is_free, None if seconds is None else self.now + seconds
        self.back.release()
        thread.go.acquire()
        if self.is_over:
            raise _Over
        return is_free()

    def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        self.wait(lambda: False, seconds)

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    def lock(self) -> _Lock:
        """Return a lock that one thread holds at a time, as often as it likes if ``threading.RLock`` is replaced."""
        return _Lock(self)

    def replaced(self) -> SimpleNamespace:
        """Return what takes the place of the modules ``threading`` and ``time``, and of the locks."""
        return SimpleNamespace(
            Lock=self.lock,
            RLock=lambda: _Lock(self, again=True),
            Event=lambda: _Event(self),
            Thread=lambda target, **_: SimpleNamespace(start=lambda: self.start(target)),
            local=lambda: _Local(self),
            monotonic=self.monotonic,
            sleep=self.sleep,
        )

    @property
    def running(self) -> object:
        """The thread that runs."""
        return self._running


class _Lock:
    def __init__(self, schedule: Schedule, *, again: bool = False) -> None:
        self._schedule, self._again, self._times = schedule, again, 0
        self._holder: object = None

    def acquire(self, timeout: float | None = None) -> bool:
        """Wait until it is free, and hold it."""
        mine = self._schedule.running
        is_free = lambda: not self._times or (self._again and self._holder is mine)  # noqa: E731 - asked again and again
        if not self._schedule.wait(is_free, timeout):
            return False
        self._holder, self._times = mine, self._times + 1
        return True

    def release(self) -> None:
        """Let go of it."""
        self._times -= 1
        self._schedule.wait()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class _Event:
    def __init__(self, schedule: Schedule) -> None:
        self._schedule, self._is_set = schedule, False

    def set(self) -> None:
        """Let all go on that wait for it."""
        self._is_set = True
        self._schedule.wait()

    def clear(self) -> None:
        """Let all wait."""
        self._is_set = False

    def is_set(self) -> bool:
        """Return whether nobody has to wait."""
        return self._is_set

    def wait(self) -> bool:
        """Wait until it is set."""
        return self._schedule.wait(self.is_set)


class _Local:
    """What each thread has for itself."""

    def __init__(self, schedule: Schedule) -> None:
        self.__dict__["_of"] = {}
        self.__dict__["_schedule"] = schedule

    def __setattr__(self, name: str, value: Any) -> None:
        self._of[self._schedule.running, name] = value

    def __getattr__(self, name: str) -> Any:
        try:
            return self._of[self._schedule.running, name]
        except KeyError:
            raise AttributeError(name) from None
