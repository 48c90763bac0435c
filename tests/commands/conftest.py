"""Files that commands answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.running import (
    LONG,
)
from tests.http.bodies import scoring
from tests.http.lines import BAD, TALKATIVE


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Return a file of many rounds, each unlike the others, some of which can't be answered."""
    lines = [scoring(round_number=str(number)) for number in range(1, 401)]
    lines[7::50] = list(BAD.values())[: len(lines[7::50])]
    file = tmp_path / "season.ndjson"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return file


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file that takes some seconds."""
    file = tmp_path_factory.mktemp("long") / "season.ndjson"
    file.write_bytes((TALKATIVE + b"\n") * LONG)
    return file
