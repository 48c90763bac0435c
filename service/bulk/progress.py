"""How far a long command is, on a terminal."""

from __future__ import annotations

import time
from typing import IO

_EVERY = 0.2  # seconds
_CLEAR = "\r\x1b[K"


class Progress:
    """One line on a terminal, written over and over: lines done, the share of the input, lines a second, time left."""

    def __init__(self, terminal: IO[str], total: int | None) -> None:
        """``total`` is the length of the input in bytes, where it is known."""
        self._terminal = terminal
        self._total = total
        self._started = self._shown = time.monotonic()
        self._lines = self._bytes = 0

    def advance(self, lines: int, size: int) -> None:
        """Note lines that have been answered, and how many bytes of input they were."""
        self._lines += lines
        self._bytes += size
        now = time.monotonic()
        if now - self._shown >= _EVERY:
            self._shown = now
            self._show(now - self._started)

    def clear(self) -> None:
        """Take the line away."""
        self._terminal.write(_CLEAR)
        self._terminal.flush()

    def _show(self, seconds: float) -> None:
        parts = [f"{self._lines:,} lines", f"{self._lines / seconds:,.0f} a second"]
        if self._total and self._bytes:
            share = min(1.0, self._bytes / self._total)
            left = round(seconds / share - seconds)
            parts += [f"{share:.0%}", f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"]
        self._terminal.write(_CLEAR + ", ".join(parts))
        self._terminal.flush()
