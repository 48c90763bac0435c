"""Work counted in calls of functions, which is the same on any machine, however busy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_in(work: Callable[[], object]) -> int:
    """Return how many functions were called, also those written in C: what a hang would take, on any machine."""
    calls = 0

    def count(_frame: FrameType, event: str, _function: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
