"""Which findings point to which place of a record: their numbers stand there on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.json_types import Json
from service.pages.phrases import Path, place_in_words

_GRAVE = {"offence", "error"}


class FindingMarks:
    """The numbers of findings and open questions, by the place of the record that they point to."""

    def __init__(self, record: Json, answer: Json) -> None:
        self.record = record
        self._marks: dict[tuple[str, ...], list[str]] = {}
        self._grave: set[tuple[str, ...]] = set()
        for number, finding in enumerate(answer["findings"], 1):
            path = _place_of(finding["pointer"])
            self._marks.setdefault(path, []).append(str(number))
            if finding["severity"] in _GRAVE:
                self._grave.add(path)
        for number, question in enumerate(answer["undecided"], 1):
            self._marks.setdefault(_place_of(question["pointer"]), []).append(f"Q{number}")

    def at(self, *path: object) -> dict[str, Any]:
        """Return the marks of a place, and whether something is wrong there."""
        names = tuple(map(str, path))
        return {"marks": ", ".join(self._marks.get(names, ())), "wrong": names in self._grave}

    def within(self, *path: object) -> dict[str, Any]:
        """Return the marks of a place and of all places in it, and whether something is wrong there."""
        names = tuple(map(str, path))
        marked = [each for each in self._marks if each[: len(names)] == names]
        return {
            "marks": ", ".join(mark for each in marked for mark in self._marks[each]),
            "wrong": any(each in self._grave for each in marked),
        }

    def words(self, path: Path) -> str:
        """Return a place of the record in words."""
        return place_in_words(self.record, path)


def _place_of(path: Sequence[str | int]) -> tuple[str, ...]:
    """Return the place that is marked for a path: a card of a play is marked at the play."""
    names = tuple(map(str, path))
    return names[:-1] if names[-1:] == ("card",) else names
