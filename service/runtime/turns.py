"""Long computations take turns, so that short requests never wait for them, and end when their clients have gone.

A worker has a few places for requests that take long, fewer than its threads. Of those that have a place one computes
at a time, for a few steps, and then goes to the end of the line. The other threads answer what is short; while they
have something to do, the one that computes pauses again and again, and gets a fifth of the time at least. A request
that finds no place, or has waited as long as a proxy can be kept waiting, is asked to try again.
"""

from __future__ import annotations

import errno
import math
import socket
import time
from collections import deque
from collections.abc import Mapping
from threading import Lock, RLock
from typing import Any, Protocol

from service.problems import Problem
from service.runtime.metrics import count_gone
from service.runtime.middleware import NO_OPERATION, OPERATION

PLACES = 12
"""The requests that may take long at a time in one worker; the rest of its threads is left to the others."""
SHORT = 8
"""The steps that a computation may take before it counts as long: about as long as 20 audits of ordinary rounds."""
TURN = 16
"""The steps of a turn."""
LONGEST_WAIT = 7.0
"""Seconds that a request may wait, in line and for what is short together; deploy/nginx.conf gives up after ten."""
_STEPS_BETWEEN_LOOKS = 4  # at the connection and at the other threads, by a request that computes
_WAY_GIVEN = 4.0  # seconds that it pauses at most for each second that it has computed
_PAUSE = 0.001  # seconds until it looks at the other threads again
_SECONDS_BETWEEN_LOOKS = 0.25  # by one that waits in line
_BUSY = "The service is already busy with its limit of long requests. Try again in a second."


class ClientGoneError(ConnectionResetError):
    """The client has hung up, so that nobody waits for an answer."""

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "the client has hung up")


def has_hung_up(environ: Mapping[str, Any]) -> bool:
    """Return whether the client of a request has closed its connection, as far as the server shows it."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        return False
    try:
        return not connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except (BlockingIOError, InterruptedError, ValueError):  # nothing has come; TLS can't be looked into
        return False
    except OSError:
        return True


class Threads(Protocol):
    """The threads of a worker, of which one answers one short request after another."""

    @property
    def is_busy(self) -> bool:
        """Whether a short request is being answered; others may be waiting."""

    def pass_turn(self) -> None:
        """Let another thread answer the next requests, if it was the one that calls this."""


class Line:
    """The long requests of a worker: how many have a place, and who computes now and next."""

    def __init__(self, places: int = PLACES) -> None:
        self.threads: Threads | None = None
        """Those of a server; None where there are none, as on the command line."""
        self._lock = RLock()  # answers that are dropped leave their place whenever they are collected
        """Guards all that follows."""
        self._free = places
        self._computing = False
        self._waiting: deque[Lock] = deque()
        """For each that waits for its turn, the lock that it waits for."""

    def take_place(self) -> None:
        """Take a place; raises `Problem` (429) if there is none."""
        with self._lock:
            if not self._free:
                raise Problem("too-many-requests", _BUSY)
            self._free -= 1
        if self.threads is not None:
            self.threads.pass_turn()

    def give_place_back(self) -> None:
        """Leave a place to others."""
        with self._lock:
            self._free += 1

    def begin(self, environ: Mapping[str, Any], longest: float = math.inf) -> None:
        """Wait for a turn, at the end of the line, for so many seconds at most.

        Raises `ClientGoneError` if the client has gone by then, and `Problem` (429) if it has waited too long.
        """
        called = Lock()
        with self._lock:
            if not self._computing:
                self._computing = True
                return
            called.acquire()
            self._waiting.append(called)
        until = time.monotonic() + longest
        while not called.acquire(timeout=min(_SECONDS_BETWEEN_LOOKS, max(0.0, until - time.monotonic()))):
            has_gone = has_hung_up(environ)
            if has_gone or time.monotonic() >= until:
                with self._lock:
                    is_called = called not in self._waiting
                    if not is_called:
                        self._waiting.remove(called)
                if is_called:  # in the meantime: the turn goes to the next
                    called.acquire()
                    self.end()
                raise ClientGoneError if has_gone else Problem("too-many-requests", _BUSY)

    def end(self) -> None:
        """End a turn; the first in the line has the next."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._computing = False

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody waits for a turn."""
        return bool(self._waiting)


LINE = Line()
"""That of this worker."""


class Patience:
    """One request and its way through the line: short at first, and long from the step on at which it proves to be."""

    def __init__(self, environ: Mapping[str, Any], line: Line = LINE, longest_wait: float = LONGEST_WAIT) -> None:
        self._environ, self._line, self._wait_left = environ, line, longest_wait
        self._has_place = self._has_turn = False
        self._since = 0.0
        """When it began its turn, or went on after a pause."""

    def is_long(self) -> None:
        """Take a place and wait for a turn.

        Raises `Problem` (429) if there is no place, or no turn in time, and `ClientGoneError` if nobody waits for the
        answer any more.
        """
        if not self._has_place:
            self._line.take_place()
            self._has_place = True
        if not self._has_turn:
            started = time.monotonic()
            try:
                self._line.begin(self._environ, self._wait_left)
            except ClientGoneError:
                self._count_gone()
                raise
            self._since = time.monotonic()
            self._wait_left -= self._since - started
            self._has_turn = True

    def step(self, number: int) -> None:
        """Go on with a step of the computation, by this number, when it is its turn; raises as `is_long` does."""
        if number < SHORT:
            return
        if number % _STEPS_BETWEEN_LOOKS == 0:
            if has_hung_up(self._environ):
                self._count_gone()
                raise ClientGoneError
            self.give_way()
        if number % TURN == 0 and self._has_turn and self._line.is_waited_for:
            self.rest()
        self.is_long()

    def give_way(self) -> None:
        """Pause while the other threads are busy, up to four times as long as it has computed since it last did."""
        threads = self._line.threads
        if threads is None or not self._has_turn:
            return
        now = started = time.monotonic()
        until = now + min(self._wait_left, _WAY_GIVEN * (now - self._since))
        while threads.is_busy and now < until:
            time.sleep(_PAUSE)
            now = time.monotonic()
        self._wait_left -= now - started
        self._since = now

    def _count_gone(self) -> None:
        count_gone(self._environ.get(OPERATION, NO_OPERATION))

    def rest(self) -> None:
        """Leave the turn to others, and keep the place."""
        if self._has_turn:
            self._has_turn = False
            self._line.end()

    def leave(self) -> None:
        """Leave turn and place."""
        self.rest()
        if self._has_place:
            self._has_place = False
            self._line.give_place_back()
