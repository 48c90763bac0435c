"""The numbers of findings and open questions, as a page shows them beside the parts of a record that they point to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.json_types import Json
from service.pages.phrases import Path, location_in_words

_FAULTS = {"offence", "error"}


class FindingMarks:
    """The marks of each location in a record: ``3`` for the third finding, ``Q1`` for the first open question."""

    def __init__(self, record: Json, answer: Json) -> None:
        self.record = record
        self._marks: dict[tuple[str, ...], list[str]] = {}
        self._wrong: set[tuple[str, ...]] = set()
        for number, finding in enumerate(answer["findings"], 1):
            path = _marked_path(finding["pointer"])
            self._marks.setdefault(path, []).append(str(number))
            if finding["severity"] in _FAULTS:
                self._wrong.add(path)
        for number, question in enumerate(answer["undecided"], 1):
            self._marks.setdefault(_marked_path(question["pointer"]), []).append(f"Q{number}")

    def at(self, *path: object) -> dict[str, Any]:
        """Return the marks of a location, and whether an offence or an error was found there."""
        names = tuple(map(str, path))
        return {"marks": ", ".join(self._marks.get(names, ())), "wrong": names in self._wrong}

    def within(self, *path: object) -> dict[str, Any]:
        """Like `at`, for a location and everything in it."""
        names = tuple(map(str, path))
        inside = [each for each in self._marks if each[: len(names)] == names]
        return {
            "marks": ", ".join(mark for each in inside for mark in self._marks[each]),
            "wrong": any(each in self._wrong for each in inside),
        }

    def location(self, path: Path) -> str:
        """Return a location in words."""
        return location_in_words(self.record, path)


def _marked_path(path: Sequence[str | int]) -> tuple[str, ...]:
    """Return the location that is marked for a path: for the card of a play, the play."""
    names = tuple(map(str, path))
    return names[:-1] if names[-1:] == ("card",) else names
