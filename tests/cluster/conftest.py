"""Files that a cluster answers, and what one machine answers to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster.running import alone
from tests.http.bodies import scoring
from tests.http.lines import BAD, ODD, TALKATIVE

LONG = 700  # lines, which take some seconds


@pytest.fixture(scope="session")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with lines of every kind, with ends of every kind, the last line without one."""
    lines = [scoring(round_number=str(number)) for number in range(1, 60)]
    lines[3::7] = list(BAD.values())[:8]
    lines += [*BAD.values(), *ODD.values()]
    ends = [b"\n", b"\r\n", b"\r\r\n"]
    file = tmp_path_factory.mktemp("odd") / "odd.ndjson"
    file.write_bytes(b"".join(line + ends[index % 3] for index, line in enumerate(lines)) + scoring())
    return file


@pytest.fixture(scope="session")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("long") / "season.ndjson"
    lines = (TALKATIVE.replace(b'"ana"', b'"ana %d"' % number) for number in range(LONG))
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return file


@pytest.fixture(scope="session")
def rulings(long: Path) -> bytes:
    """Return what one machine answers to the long file."""
    return alone("audit", [long])
