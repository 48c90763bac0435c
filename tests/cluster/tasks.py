"""Tasks that a worker imports."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from service.bulk.answering import Answering
from service.operations.runner import runner_of


def die_once(flag: str) -> str:
    """Kill the worker, unless that was done before."""
    if not Path(flag).exists():
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return flag


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def runners_made(number: int) -> tuple[int, int]:
    """Answer a line, and return the process and how many runners it has made so far."""
    assert Answering("scoreRound").answer_block(b"{}", number).startswith(b'{"line":%d,"status":422' % number)
    return os.getpid(), runner_of.cache_info().misses


def fail(number: int) -> None:
    raise ArithmeticError(number)
