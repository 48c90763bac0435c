"""Measure the command line on the rounds of a season: the gain from a second process, and the memory of all processes.

    python -m benchmarks.files [lines]

The number of lines is rounded down to tens of thousands; 1,000,000 take minutes. The input is one small file repeated,
and the output is discarded, so that no disk is measured. Trust the CPU time on a shared machine.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import orjson

from benchmarks.server import ROOT

_ROUND = orjson.dumps(orjson.loads((Path(__file__).parent / "round.json").read_bytes()))
_NAME = b"ana"
BLOCK_LINES = 10_000
_TABLES = 1_000
_EVERY = 0.25  # seconds


@dataclass(frozen=True, slots=True)
class Measured:
    """The wall-clock time of a command in seconds, and the CPU time and peak memory of all its processes."""

    wall: float
    cpu: float
    resident: float
    """Megabytes; shared memory is counted for each process."""
    proportional: float
    """Megabytes; shared memory is counted once."""


def main(lines: int) -> None:
    """Print every figure with its limit."""
    lines = max(BLOCK_LINES, lines - lines % BLOCK_LINES)
    print(f"{lines:,} full audits of 13 tricks with all hands: {len(_ROUND)} bytes a line.")
    with NamedTemporaryFile() as file:
        write_season(Path(file.name))
        files = [file.name] * (lines // BLOCK_LINES)
        one, two = run(["audit"], files, 1), run(["audit"], files, 2)
    for jobs, measured in (("One process", one), ("Two processes", two)):
        print(
            f"{jobs}: {measured.wall:.1f} s ({lines / measured.wall:,.0f} a second), {measured.cpu:.1f} s of CPU"
            f" ({lines / measured.cpu:,.0f} a second), {measured.resident:.0f} MB together,"
            f" {measured.proportional:.0f} MB with shared pages counted once."
        )
    print(f"Two against one: {one.wall / two.wall:.2f} times as fast (limit 1.8 on two idle cores).")
    print(f"CPU of two against one: {two.cpu / one.cpu:.2f} times (1.1 allow for 1.8).")
    print(f"Memory of all processes at its height: {two.resident:.0f} MB (limit 200 MB).")


def write_season(file: Path) -> None:
    """Write a block of rounds, of a league of a thousand tables."""
    with file.open("wb") as written:
        written.writelines(_ROUND.replace(_NAME, b"a%d" % (line % _TABLES)) + b"\n" for line in range(BLOCK_LINES))


def run(words: list[str], files: list[str], jobs: int) -> Measured:
    """Run a command over files in so many processes; these words name it."""
    command = [sys.executable, "-m", "service", *words, *files, "--jobs", str(jobs)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - this project's own command
        command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
    ) as process:
        watch = _Watch(process.pid)
        process.wait()
        watch.end()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        reason = f"the command ended with {process.returncode}"
        raise RuntimeError(reason)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(time.perf_counter() - started, cpu, watch.resident, watch.proportional)


class _Watch:
    """The memory of a process group, sampled four times a second (Linux; 0 elsewhere)."""

    def __init__(self, group: int) -> None:
        self._group = group
        self._ended = threading.Event()
        self.resident = self.proportional = 0.0
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(_EVERY):
            resident = proportional = 0.0
            for folder in Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):
                    if os.getpgid(int(folder.name)) != self._group:
                        continue
                    sizes = dict(line.split(":", 1) for line in (folder / "smaps_rollup").read_text().splitlines()[1:])
                    resident += int(sizes["Rss"].split()[0]) / 1024
                    proportional += int(sizes["Pss"].split()[0]) / 1024
            self.resident = max(self.resident, resident)
            self.proportional = max(self.proportional, proportional)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
