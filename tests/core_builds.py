"""The two builds of the core against each other: ``python -m tests.core_builds [RECORDS]``, 40,000 unless told.

Each build answers the same random disputes, problems included, in a process of its own; the bytes of the answers have
to be the same. Ends with 1, and says where, if they are not.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

import orjson

from service.core_build import VARIABLE, choose
from service.operations.runner import runner_of
from service.wire.ndjson import Lines, answer_lines
from tests.naive.compare import cases

RECORDS = 40_000
STEP = 200
"""How many answers make one digest."""


def digests(records: int) -> Iterator[str]:
    """Yield a digest for every few answers of the build that runs; the first record is compared and cut short, too."""
    for first in range(0, records, STEP):
        asked = [next(cases(seed)).request for seed in range(first, min(first + STEP, records))]
        lines = [orjson.dumps(request) for request in asked]
        compared = {**asked[0], "rulesets": [asked[0]["ruleset"], "pagat"]}
        del compared["ruleset"]
        answers = answered("auditRound", [*lines, lines[0][:-1]]) + answered("compareRound", [orjson.dumps(compared)])
        yield hashlib.sha256(answers).hexdigest()


def answered(operation_id: str, lines: list[bytes]) -> bytes:
    """Return the answers of an operation to the lines of a batch."""
    return answer_lines(runner_of(operation_id).stages(), Lines(1, lines, "both builds")).text


def differing(records: int) -> list[int]:
    """Return the first record of each few whose answers are not the same bytes in both builds."""
    command = [sys.executable, "-m", "tests.core_builds", "digests"]
    started = [
        subprocess.Popen(
            [*command, build, str(records)], env={**os.environ, VARIABLE: build}, stdout=subprocess.PIPE, text=True
        )
        for build in ("compiled", "plain")
    ]
    said = [process.communicate()[0].split() for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert len(said[0]) == len(said[1]) == -(-records // STEP)
    return [index * STEP for index, (compiled, plain) in enumerate(zip(*said, strict=True)) if compiled != plain]


def main(arguments: list[str]) -> int:
    """Compare the builds, or print the digests of one."""
    if arguments[:1] == ["digests"]:
        _, build, count = arguments
        assert choose().kind == build
        for digest in digests(int(count)):
            sys.stdout.write(f"{digest}\n")
        return 0
    records = int(arguments[0]) if arguments else RECORDS
    found = differing(records)
    said = f"other bytes from record {found[0]} on" if found else "the same bytes"
    sys.stdout.write(f"{records:,} records: {said}\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
