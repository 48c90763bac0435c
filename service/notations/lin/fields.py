"""LIN as text: its fields with their places, and the fields of each board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from service.notations.model import Place, Remarks
from service.spades.english import quoted

_TAG = re.compile(r"[A-Za-z0-9]{2}")
_ROOMS = {"o": "open", "c": "closed"}
_CONTRACT = re.compile(r"[1-7]([SHDCN])")
_LAYOUT = {"pg", "st", "rh", "sk", "up", "3b"}
"""Fields that only arrange what is shown."""
_LEFT_OUT = {
    "mb": "calls",
    "an": "explanations of calls",
    "sv": "vulnerability",
    "nt": "texts",
    "rs": "results",
}


class Field(NamedTuple):
    """A tag in lower case, its value, and where the value begins."""

    tag: str
    value: str
    place: Place

    def within(self, offset: int) -> Place:
        """Return the place of a character of the value."""
        before = self.value[:offset]
        lines = before.count("\n")
        column = len(before) - before.rfind("\n") if lines else self.place.column + offset
        return Place(self.place.line + lines, column)


class Board(NamedTuple):
    """The fields of one board."""

    deal: Field
    names: Field | None
    room: str
    labels: dict[str, Field]
    plays: list[Field]
    claims: list[Field]
    """The claim with which the play ended, if there is one."""
    bids: list[str]
    """The denominations bid, of which the last is that of the contract."""


def fields_of(text: str, remarks: Remarks) -> Iterator[Field]:
    """Yield the fields of a file; what is no field is a fault."""
    line, column = 1, 1
    pieces = text.split("|")
    tag, tag_place = "", Place(1, 1)
    for index, piece in enumerate(pieces):
        if index % 2:
            if index == len(pieces) - 1:
                remarks.fault(Place(line, column), "cut_short", f"The value of {quoted(tag)} has to end with a bar, |.")
            elif tag:
                yield Field(tag, piece, Place(line, column))
        else:
            tag, tag_place = piece.strip().lower(), Place(line, column)
            if not _TAG.fullmatch(tag) and (tag or index != len(pieces) - 1):
                detail = f"{quoted(tag)} is no tag of two letters: write fields as md|...| and pc|S2|."
                remarks.fault(tag_place, "not_a_tag", detail)
                tag = ""
        line, column = _after(piece, line, column)


def _after(piece: str, line: int, column: int) -> tuple[int, int]:
    """Return the place behind a piece and its bar."""
    lines = piece.count("\n")
    return line + lines, len(piece) - piece.rfind("\n") + 1 if lines else column + len(piece) + 1


def boards_of(fields: Iterable[Field], remarks: Remarks) -> Iterator[Board]:
    """Yield the boards of a file; what a record has no place for is noted by its tag."""
    reader = _BoardReader(remarks)
    for field in fields:
        if field.tag in {"md", "qx"} and reader.board is not None:
            yield reader.board
            reader.board = None
        reader.take(field)
    if reader.board is not None:
        yield reader.board


class _BoardReader:
    """Puts fields into the board that they belong to: the one dealt last, or the one to be dealt next."""

    def __init__(self, remarks: Remarks) -> None:
        self.board: Board | None = None
        self._remarks = remarks
        self._names: Field | None = None
        self._room = ""
        self._event: dict[str, Field] = {}
        self._labels: dict[str, Field] = {}

    def take(self, field: Field) -> None:
        """Take a field for what it is."""
        match field.tag:
            case "md":
                self.board = Board(field, self._names, self._room, {**self._event, **self._labels}, [], [], [])
                self._labels = {}
            case "pc":
                self._take_card(field)
            case "mc" if self.board is not None:
                self._drop_claim("another one follows")
                self.board.claims.append(field)
            case "pn":
                self._names = field
            case "qx":
                self._room, self._labels = _ROOMS.get(field.value[:1].lower(), ""), _labels_of(field)
            case "vg":
                event = field.value.split(",")[0].strip()
                self._event = {"event": field._replace(value=event)} if event else {}
            case "ah" if field.value.strip():
                labels = self._labels if self.board is None or self.board.plays else self.board.labels
                labels["board"] = field._replace(value=field.value.strip())
            case tag if tag not in _LAYOUT and field.value.strip():
                if tag == "mb" and self.board is not None and (bid := _CONTRACT.match(field.value.strip().upper())):
                    self.board.bids.append(bid[1])
                what = _LEFT_OUT.get(tag, "such fields")
                self._remarks.note(field.place, "unmapped", f"A round record has no place for {what}, {tag}|...|.")

    def _take_card(self, field: Field) -> None:
        if self.board is None:
            detail = "A card comes before any deal: write md|...| first, if only md|0|."
            self._remarks.fault(field.place, "card_outside_board", detail)
        else:
            self._drop_claim("the play went on after it")
            self.board.plays.append(field)

    def _drop_claim(self, why: str) -> None:
        """Leave out a claim with which the play did not end."""
        for each in [] if self.board is None else self.board.claims:
            self._remarks.note(each.place, "unmapped", f"This result is not read as a claim: {why}.")
        if self.board is not None:
            self.board.claims.clear()


def _labels_of(field: Field) -> dict[str, Field]:
    """Return the labels that the id of a board gives: ``o12`` is board 12 in the open room."""
    labels = {}
    letter, number = field.value[:1].lower(), field.value[1:].strip()
    if letter in _ROOMS:
        labels["room"] = field._replace(value=_ROOMS[letter])
        if number:
            labels["board"] = field._replace(value=number)
    return labels
