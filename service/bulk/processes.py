"""The workers of one machine: two processes are 1.7 to 1.9 times as fast as one (benchmarks/README.md has the figures).

A process ends with the command, however that ends.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from service.bulk.workers import Result, Work, WorkerLostError, Workers
from service.presets.loader import in_force, use_preset_file
from service.wire.ndjson import OBJECTS_TOGETHER

_MOST_AHEAD = 4
"""The groups per process that may be under way."""
_SECONDS_TO_END = 5.0


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Start this number of processes for a with block; a single one is this one.

    Raises `WorkerLostError` if one of them dies.
    """
    if number == 1:
        gc.set_threshold(OBJECTS_TOGETHER)
        yield Workers(_Here, 1)
        return
    pool = ProcessPoolExecutor(number, initializer=_begin, initargs=(in_force().files,))
    try:
        yield Workers(pool.submit, _MOST_AHEAD * number)
    except BrokenProcessPool as error:
        raise WorkerLostError from error
    finally:
        started = active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for process in started:
            process.join(_SECONDS_TO_END)
            process.terminate()
            process.join()


class _Here(NamedTuple):
    """A group that this process answers once its result is asked for."""

    work: Work

    def done(self) -> bool:
        """Say that nobody else is needed."""
        return True

    def result(self) -> Result:
        """Do the work."""
        return self.work()


def _begin(presets: tuple[Path, ...]) -> None:
    """Prepare a process for its work."""
    # Ctrl-C on a terminal interrupts every process of the command; the one that started the others decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    gc.set_threshold(OBJECTS_TOGETHER)
    for file in presets:
        use_preset_file(file)  # already in force in a process that was forked


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
