"""Where on a page stand the numbers of the findings that point there."""

from __future__ import annotations

from typing import Any

from service.json_types import Json
from service.pages import phrases as wording

_GRAVE = {"offence", "error"}


class Marks:
    """Which findings and questions point to which place of the record, and how cards and numbers stand in sentences."""

    def __init__(self, record: Json, answer: Json) -> None:
        self.record = record
        self.codes = wording.cards_in_sentences(record)
        self.negative = wording.minus_in_sentences(record)
        self._marks: dict[tuple[str, ...], list[str]] = {}
        self._grave: set[tuple[str, ...]] = set()
        for count, finding in enumerate(answer["findings"], 1):
            path = self._path(finding["pointer"])
            self._marks.setdefault(path, []).append(str(count))
            if finding["severity"] in _GRAVE:
                self._grave.add(path)
        for count, question in enumerate(answer["undecided"], 1):
            self._marks.setdefault(self._path(question["pointer"]), []).append(f"Q{count}")

    @staticmethod
    def _path(pointer: str) -> tuple[str, ...]:
        path = wording.path_of(pointer)
        return tuple(path[:-1] if path[-1:] == ["card"] else path)

    def at(self, *path: object) -> dict[str, Any]:
        """Return the marks of a place, and whether something is wrong there."""
        names = tuple(map(str, path))
        return {"marks": ", ".join(self._marks.get(names, ())), "wrong": names in self._grave}

    def within(self, *path: object) -> dict[str, Any]:
        """Return the marks of a place and of all places in it, and whether something is wrong there."""
        names = tuple(map(str, path))
        met = [each for each in self._marks if each[: len(names)] == names]
        return {
            "marks": ", ".join(mark for each in met for mark in self._marks[each]),
            "wrong": any(each in self._grave for each in met),
        }

    def sentence(self, text: str) -> str:
        """Return a sentence with its cards and numbers as people write them."""
        if self.codes is not None:
            text = self.codes.sub(lambda found: wording.card(found[0]), text)
        return text if self.negative is None else self.negative.sub("\N{MINUS SIGN}", text)

    def place(self, pointer: str) -> str:
        """Return the words for a place of the record."""
        return wording.place(self.record, pointer)
