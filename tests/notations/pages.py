"""The example of a notation's page, read and run."""

from __future__ import annotations

import json
import re
from pathlib import Path

from service.notations.model import Notation

PAGES = Path(__file__).parent.parent.parent / "docs" / "notations"
BLOCK = re.compile(r"```([a-z-]+)\n(.*?)```", re.DOTALL)


def assert_page_is_true(notation: Notation, sources: list[Path]) -> None:
    """Check the example of a page, and that it names every code of a note, each of which is in one of the sources."""
    page = (PAGES / f"{notation.name}.md").read_text()
    (_, text), (_, record), (_, notes) = BLOCK.findall(page)
    result = notation.read(text)
    assert result.records == (json.loads(record),)
    assert [f"line {note.line}, column {note.column}: {note.code}" for note in result.notes] == notes.splitlines()
    assert notation.evidence(text) is not None
    assert notation.write is not None
    written = notation.write(result.records[0])
    assert (written.losses, notation.read(written.text).records) == ((), result.records)
    noted = {code for path in sources for code in re.findall(r"\.note\([^\"]*\"([a-z_]+)\"", path.read_text())}
    assert {code for code in noted if f"`{code}`" not in page} == set()
    assert len(noted) > 5
