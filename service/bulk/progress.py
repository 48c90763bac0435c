"""The progress of a long command, shown on a terminal."""

from __future__ import annotations

import time
from typing import IO

_SECONDS_BETWEEN_UPDATES = 0.2
_CLEAR_LINE = "\r\x1b[K"


class Progress:
    """A line on a terminal with the lines answered, lines a second, share of the input and time left."""

    def __init__(self, terminal: IO[str], total_bytes: int | None) -> None:
        """``total_bytes`` is the length of the input, None if it is unknown."""
        self._terminal = terminal
        self._total_bytes = total_bytes
        self._started = self._updated = time.monotonic()
        self._lines = self._bytes = 0

    def advance(self, lines: int, input_bytes: int) -> None:
        """Add lines that have been answered; ``input_bytes`` is their length in the input."""
        self._lines += lines
        self._bytes += input_bytes
        now = time.monotonic()
        if now - self._updated >= _SECONDS_BETWEEN_UPDATES:
            self._updated = now
            self._show(now - self._started)

    def clear(self) -> None:
        """Erase the line."""
        self._terminal.write(_CLEAR_LINE)
        self._terminal.flush()

    def _show(self, seconds: float) -> None:
        parts = [f"{self._lines:,} lines", f"{self._lines / seconds:,.0f} a second"]
        if self._total_bytes and self._bytes:
            share = min(1.0, self._bytes / self._total_bytes)
            left = round(seconds / share - seconds)
            parts += [f"{share:.0%}", f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"]
        self._terminal.write(_CLEAR_LINE + ", ".join(parts))
        self._terminal.flush()
