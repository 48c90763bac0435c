"""A text in trick-notation as headers and events, before anything is known of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.notations.model import Place, Remarks
from service.notations.words import Word, words_of
from service.spades.english import quoted

MARKER = "% trick-notation"
FIRST_LINE = f"{MARKER} v1"
EVENTS = {
    "D": "D N:AKQ4.T98.AK6.QJ9 E:...",
    "C": "C E: 3 4 nil 4",
    "P": "P E KC 5C 2C TC",
    "X": "X N>S: 2C 7D",
    "U": "U @aside:2C",
    "M": "M N KS QS",
}
"""The events that there are, each with an example."""

_SEVERAL_HEADERS = re.compile(r"(?:\[[^\s\"\[\]]+\s+\"[^\"]*\"\s*\]\s*){2,}")
_KEY = re.compile(r"[^\s\"\[\]]+")
_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"([^\"]*)\"\s*\]")


class Header(NamedTuple):
    """A header, ``[Key "value"]``, and where its value begins."""

    key: str
    value: str
    place: Place

    @property
    def words(self) -> list[Word]:
        """The words of the value."""
        return words_of(self.value, self.place)


class Event(NamedTuple):
    """A line of the log: its code, and what follows."""

    code: str
    rest: str
    place: Place
    """Where the line begins."""
    rest_at: Place

    @property
    def words(self) -> list[Word]:
        """The words that follow the code."""
        return words_of(self.rest, self.rest_at)

    def after_colon(self) -> tuple[str, list[Word]] | None:
        """Return what stands before the first colon and the words after it, or None if there is no colon."""
        before, colon, after = self.rest.partition(":")
        if not colon:
            return None
        start = Place(self.rest_at.line, self.rest_at.column + len(before) + 1)
        return before.strip(), words_of(after, start)


class Document(NamedTuple):
    """The headers by key, the events in order, and where the document begins."""

    headers: Mapping[str, Header]
    events: Sequence[Event]
    start: Place


def write_header(key: str, value: str) -> str | None:
    """Return a header as a line; None if it would be read as something else."""
    line = f'[{key} "{value}"]'
    fits = _KEY.fullmatch(key) and not any(each in line for each in ";\n") and not _SEVERAL_HEADERS.fullmatch(line)
    return line if fits else None


def read_documents(text: str, remarks: Remarks) -> list[Document]:
    """Take a text apart into documents, each of which begins with the marker; there is one at least."""
    starts: list[Place] = []
    lines: list[list[tuple[Place, str]]] = []
    commented = False
    for number, raw in enumerate(text.split("\n"), 1):
        content, semicolon, _ = raw.partition(";")
        place = Place(number, len(content) - len(content.lstrip()) + 1)
        line = content.strip()
        if line.startswith(MARKER) or number == 1:
            starts.append(place)
            lines.append([])
            if line != FIRST_LINE:
                detail = f"A text in this notation begins with the line {quoted(FIRST_LINE)}: write it."
                remarks.fault(place, "no_marker", detail)
        if line and not line.startswith(MARKER):
            lines[-1].append((place, line))
        if semicolon and not commented:
            commented = True
            place = Place(number, len(content) + 1)
            remarks.note(place, "comment", "Comments are not taken into the record; this is the first one.")
    return [_document(start, content, remarks) for start, content in zip(starts, lines, strict=True)]


def _document(start: Place, lines: Sequence[tuple[Place, str]], remarks: Remarks) -> Document:
    headers: dict[str, Header] = {}
    events: list[Event] = []
    for place, line in lines:
        if line.startswith("["):
            for header in _headers(line, place, remarks):
                _add(headers, header, remarks)
        else:
            events.extend(_event(line, place, remarks))
    return Document(headers, events, start)


def _headers(line: str, place: Place, remarks: Remarks) -> list[Header]:
    if _SEVERAL_HEADERS.fullmatch(line):
        remarks.note(place, "several_headers", "Read as several headers, not as one with brackets in its value.")
        return [
            Header(found[1], found[2], Place(place.line, place.column + found.start(2)))
            for found in _HEADER.finditer(line)
        ]
    inner = line.removeprefix("[").removesuffix("]")
    key, *rest = inner.split(maxsplit=1) or [""]
    value = rest[0].rstrip() if rest else ""
    if (
        not line.endswith("]")
        or not _KEY.fullmatch(key)
        or len(value) < len('""')
        or not (value[0] == value[-1] == '"')
    ):
        detail = f'{quoted(line)} is not a header: write it as [Key "value"], and no semicolon in the value.'
        remarks.fault(place, "bad_header", detail)
        return []
    at = line.index('"') + 1
    return [Header(key, value[1:-1], Place(place.line, place.column + at))]


def _add(headers: dict[str, Header], header: Header, remarks: Remarks) -> None:
    if header.key in headers:
        line = headers[header.key].place.line
        detail = f"{quoted(header.key)} is in line {line} already, and both cannot hold: leave one of them out."
        remarks.fault(header.place, "repeated_header", detail)
    headers.setdefault(header.key, header)


def _event(line: str, place: Place, remarks: Remarks) -> list[Event]:
    code, *rest = line.split(maxsplit=1)
    if code not in EVENTS:
        detail = f"No event begins with {quoted(code)}: write one of {', '.join(EVENTS)}."
        remarks.fault(place, "unknown_event", detail)
        return []
    if not rest:
        remarks.fault(place, "bad_event", f"Nothing follows {code}: write it like {quoted(EVENTS[code])}.")
        return []
    return [Event(code, rest[0], place, Place(place.line, place.column + line.index(rest[0], 1)))]
