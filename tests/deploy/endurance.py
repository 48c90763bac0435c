"""Long runs of the parts as they ship, with figures: ``python -m tests.deploy.endurance``, some minutes on loopback.

Bounded in count and time; it prints the figures that docs/why/attacks.md names. Not a test: a figure of time is
one of the machine, and the tests in this folder hold what does not depend on it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.deploy import attacks, memory, most_expensive
from tests.deploy.crowd import Record, dribbling, load
from tests.deploy.stack import stack

_QUIET = 4_000
_REQUESTS = 20_000  # `tests.deploy.memory` sends 100,000 by itself


def main(requests: int = _REQUESTS) -> None:
    """Print how long good requests take, alone and beside slow and hostile clients, and what memory does over so many.

    Before that, what the most expensive request for each operation takes.
    """
    for line in most_expensive.report():
        print(line, flush=True)
    with tempfile.TemporaryDirectory() as folder, stack(Path(folder) / "log") as parts:
        # Without nginx each attack is the heavier one; through it all of them together tell what the limits leave.
        for address, how, each in (
            (parts.back.address, "without nginx", True),
            (parts.front.address, "through nginx", False),
        ):
            for line in attacks.report(address, how, each_alone=each):
                print(line, flush=True)
    print(attacks.ending(), flush=True)
    with tempfile.TemporaryDirectory() as folder, stack(Path(folder) / "log") as parts:
        load(parts.address, _QUIET)
        _say("alone", load(parts.address, _QUIET))
        with dribbling(parts.address, 100, 100):
            time.sleep(2)
            _say("beside 100 slow heads and 100 slow bodies", load(parts.address, _QUIET))
    for line in memory.report(requests):
        print(line, flush=True)


def _say(how: str, record: Record) -> None:
    middle, last = statistics.median(record.seconds), statistics.quantiles(record.seconds, n=100)[98]
    answered = f"{len(record.answers):,} answers {record.statuses()}, {len(record.lost)} lost"
    print(f"{how}: {answered}; median {middle * 1e3:.1f} ms, p99 {last * 1e3:.1f} ms", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
