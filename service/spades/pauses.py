"""What long work calls from time to time, so that whoever waits for it can do something else, or end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Pause: TypeAlias = Callable[[], object]


def no_pause() -> None:
    """Go on at once: nobody else is waiting."""
