"""Loaded by each worker that a command starts on its own machine, ahead of its tasks.

Ctrl-C on a terminal interrupts every process of the command. The one that started the workers decides what to do, and
ends them; without this, each of them would end with a report of its own.
"""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
