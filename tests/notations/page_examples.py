"""The documentation of a notation: its examples, as text and the records that it says they become."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from service.notations.model import Notation, Record

_FOLDER = Path(__file__).parents[2] / "docs" / "reference" / "notations"
_SOURCES = Path(__file__).parents[2] / "service" / "notations"
_EXAMPLE = re.compile(
    r"```text\n(?P<text>.*?)```\n\n```json\n(?P<json>.*?)```\n(?P<notes>(?:\n(?:\|[^\n]*\n)+)?)",
    re.DOTALL,
)
_BLOCK = re.compile(r"```([a-z]+)\n(.*?)```", re.DOTALL)
_NOTE = re.compile(r"\| (\d+) \| (\d+) \| `(\w+)` \| (.*) \|")


def page(notation: Notation) -> str:
    return (_FOLDER / f"{notation.name}.md").read_text()


def examples(notation: Notation) -> Iterator[tuple[str, list[Record], list[tuple[int, int, str, str]]]]:
    """Yield each example of a notation's page: the text, the records, and the notes."""
    for match in _EXAMPLE.finditer(page(notation)):
        records = json.loads(match["json"])
        notes = [
            (int(note[1]), int(note[2]), note[3], note[4].replace("&#124;", "|"))
            for note in _NOTE.finditer(match["notes"])
        ]
        yield match["text"], records if isinstance(records, list) else [records], notes


def assert_examples_hold(notation: Notation) -> None:
    """Read every example of the page: it becomes what the page says, with the notes that it lists."""
    found = list(examples(notation))
    assert found
    for text, records, notes in found:
        assert notation.evidence(text)
        read = notation.read(text)
        assert list(read.records) == records
        assert [tuple(note) for note in read.notes] == notes


def assert_page_is_true(notation: Notation, sources: list[Path]) -> None:
    """Check the example of a page, and that it names every code of a note, each of which is in one of the sources."""
    text_of_page = page(notation)
    (_, text), (_, record), (_, notes) = _BLOCK.findall(text_of_page)
    result = notation.read(text)
    assert result.records == (json.loads(record),)
    assert [f"line {note.line}, column {note.column}: {note.code}" for note in result.notes] == notes.splitlines()
    assert notation.evidence(text) is not None
    assert notation.write is not None
    written = notation.write(result.records[0])
    assert (written.losses, notation.read(written.text).records) == ((), result.records)
    noted = {code for path in sources for code in re.findall(r"\.note\([^\"]*\"([a-z_]+)\"", path.read_text())}
    assert {code for code in noted if f"`{code}`" not in text_of_page} == set()
    assert len(noted) > 5


def assert_notes_are_on_the_page(notation: Notation, *modules: str) -> None:
    """Check that the page names the code of every note that these modules of the notations make."""
    source = "".join(path.read_text() for module in modules for path in sorted(_SOURCES.glob(module)))
    codes = set(re.findall(r"note(?:_once)?\(\s*[^\"]*?\"([a-z_]+)\"", source))
    assert codes
    assert {code for code in codes if f"`{code}`" not in page(notation)} == set()
