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
from service.operations.runner import answer
from service.problems import Problem
from tests.naive.compare import cases

RECORDS = 40_000
STEP = 200
"""How many answers make one digest."""


def digests(records: int) -> Iterator[str]:
    """Yield a digest for every few answers of the build that runs."""
    digest = hashlib.sha256()
    for seed in range(records):
        body = orjson.dumps(next(cases(seed)).request)
        try:
            digest.update(orjson.dumps(answer("auditRound", body)))
        except Problem as problem:
            digest.update(orjson.dumps([problem.slug, problem.detail, problem.errors]))
        if (seed + 1) % STEP == 0 or seed + 1 == records:
            yield digest.hexdigest()


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
