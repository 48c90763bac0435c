"""CSV as rows of cells with their places, which the csv module of the standard library does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from service.notations.model import Place, Remarks

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_QUOTED = re.compile(r' *"([^"]*(?:""[^"]*)*)" *')
_OPENS = re.compile(r' *"')
_PLAIN = {delimiter: re.compile(rf"[^{delimiter}\n]*") for delimiter in DELIMITERS}


class Cell(NamedTuple):
    """The text of a cell without spaces around it, and where the cell begins."""

    text: str
    place: Place


class Row(NamedTuple):
    """A row of cells, or one cell with a whole line that begins with ``#``."""

    cells: tuple[Cell, ...]
    is_comment: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether all cells are empty."""
        return not any(cell.text for cell in self.cells)


def is_comment(line: str, delimiter: str) -> bool:
    """Tell whether a line is a comment; ``#1`` is the number of a round, and ``#`` alone a cell."""
    return line.startswith("#") and not (line[1:2].isdigit() or line[1:2] in {delimiter, ""})


class Splitter:
    """Splits a text into rows. Quotes hold delimiters, line ends and, doubled, themselves."""

    def __init__(self, text: str, delimiter: str, remarks: Remarks) -> None:
        self._text = text
        self._delimiter = delimiter
        self._remarks = remarks
        self._at = 0
        self._line, self._line_start = 1, 0
        self._broken = False

    def rows(self) -> Iterator[Row]:
        """Yield the rows from the first to the last; a quote that does not end is a fault and ends them."""
        text = self._text
        while self._at < len(text):
            end = text.find("\n", self._at)
            line = text[self._at : len(text) if end < 0 else end] if text[self._at] == "#" else ""
            if is_comment(line, self._delimiter):
                cell = Cell(line.strip(), self._place(self._at))
                self._at += len(line)
                yield Row((cell,), is_comment=True)
            else:
                row = Row(tuple(self.cells()))
                if self._broken:
                    return
                yield row
            self._end_line()

    def _place(self, position: int) -> Place:
        return Place(self._line, position - self._line_start + 1)

    def _end_line(self) -> None:
        if self._text[self._at : self._at + 1] == "\n":
            self._at += 1
            self._line, self._line_start = self._line + 1, self._at

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of the next row, up to its line end."""
        while True:
            yield self._cell()
            if self._text[self._at : self._at + 1] != self._delimiter:
                return
            self._at += 1

    def _cell(self) -> Cell:
        text, place = self._text, self._place(self._at)
        opening = _OPENS.match(text, self._at)
        if opening is None:
            plain = self._plain()
            return Cell(plain.strip(), place)
        quoted = _QUOTED.match(text, self._at)
        if quoted is None:
            detail = 'This quote does not end: write " after the cell, and "" for a quote within it.'
            self._remarks.fault(self._place(opening.end() - 1), "unclosed_quote", detail)
            self._at, self._broken = len(text), True
            return Cell("", place)
        lines = quoted[0].count("\n")
        if lines:
            self._line += lines
            self._line_start = text.rfind("\n", 0, quoted.end()) + 1
        self._at = quoted.end()
        if text[self._at : self._at + 1] not in {self._delimiter, "\n", ""}:
            detail = 'There is text after the closing quote: write "" for a quote within a cell.'
            self._remarks.fault(self._place(self._at), "text_after_quote", detail)
            self._plain()
        return Cell(quoted[1].replace('""', '"').strip(), place)

    def _plain(self) -> str:
        match = _PLAIN[self._delimiter].match(self._text, self._at)
        assert match is not None  # noqa: S101 - the expression takes the empty text as well
        self._at = match.end()
        return match[0]
