"""A page in HTML as Markdown: each element that pages have, and nothing else.

Values in it are escaped for Markdown already; those in ``code`` and ``pre``, in which Markdown has no markup, for HTML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Final

SPACE: Final = "\0"
"""A space of a value, which stays however many there are."""
_SPACE: Final = re.compile("[ \n\1]+")
# Values have no angle brackets: they are escaped.
_TAG: Final = re.compile(r"<(/?)(\w+)([^>]*)>")
_CLASS: Final = re.compile(r'class="(.*?)"')
_ADDRESS: Final = re.compile(r'href="(.*?)"')
_AROUND: Final = {"strong": "**", "em": "*", "s": "~~", "s wrong": "~~", "span wrong": "**"}
"""What stands on both sides of the text of an element, or of an element of a class."""
_HEADINGS: Final = frozenset({"h1", "h2", "h3"})
_CELLS: Final = frozenset({"td", "th"})
_LISTS: Final = frozenset({"ul", "ol"})
_INLINE: Final = frozenset({"a", "code", "sup", "span", "small", "bdi"})
_BREAK: Final = "\1"
_QUOTE: Final = "'"


def in_markdown(html: str) -> str:
    r"""Return the Markdown of a page.

    Paragraphs of the class ``line`` are items of a list, and so are the lines of a paragraph that has several; one of
    the class ``notice`` is a quotation. The caption of a table is the title of its first column.

    >>> in_markdown('<h1>A</h1><p>b <strong>c</strong></p><ul><li>d</li></ul><p class="line">e</p>')
    '# A\n\nb **c**\n\n- d\n- e\n'
    """
    reader = _Reader()
    reader.read(html)
    text = ""
    before = ""
    for kind, block in reader.blocks:
        apart = "" if not text else "\n" if kind == "line" and before in {"line", "list"} else "\n\n"
        text, before = f"{text}{apart}{block}", kind
    return f"{text}\n".replace(SPACE, " ")


@dataclass
class _Table:
    """The texts of its cells, row by row, and which columns have numbers."""

    rows: list[list[str]] = field(default_factory=list)
    caption: str = ""
    numbers: list[bool] = field(default_factory=list)
    is_total: bool = False

    def end_cell(self, text: str) -> None:
        self.rows[-1].append(f"**{text}**" if text and self.is_total else text)

    def written(self) -> str:
        titles, *rows = self.rows if self.numbers else [[""] * len(self.rows[0]), *self.rows]
        if self.caption:
            titles[0] = self.caption
        numbers = self.numbers or [False] * len(titles)
        rule = "".join("---:|" if number else "---|" for number in numbers)
        return "\n".join([_row(titles), f"|{rule}", *map(_row, rows)])


def _row(cells: list[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


class _Reader:
    """Reads a page into blocks: the kind of each, and its Markdown."""

    def __init__(self) -> None:
        self.blocks: list[tuple[str, str]] = []
        self._text: list[str] = []
        """What was read of the line that has not ended."""
        self._open: list[str] = []
        """The open elements, each with its class."""
        self._items: list[int] = []
        """For each open list, the number of its last item; below 0 in a list without numbers."""
        self._lines: list[str] = []
        """Those of the list."""
        self._is_begun = False
        """Whether the item has its first line."""
        self._starts: list[tuple[int, str]] = []
        """Where the text of each open link or code begins, and the address of the link."""
        self._table: _Table | None = None

    def read(self, html: str) -> None:
        """Read a page."""
        end = 0
        for found in _TAG.finditer(html):
            self._text.append(html[end : found.start()])
            end = found.end()
            is_end, tag, attributes = found.groups()
            if is_end:
                self._end(tag)
            else:
                self._begin(tag, attributes)

    def _begin(self, tag: str, attributes: str) -> None:
        named = _CLASS.search(attributes)
        kind = f"{tag} {named[1]}" if named else tag
        if tag == "br":
            self._text.append(_BREAK)
            return
        self._open.append(kind)
        if kind in _AROUND:
            self._text.append(_AROUND[kind])
        elif tag in {"a", "code"}:
            address = _ADDRESS.search(attributes)
            self._starts.append((len(self._text), address[1] if address else ""))
        elif kind == "sup mark":
            self._text.append("(")
        elif tag in _LISTS:
            self._end_line()
            self._items.append(0 if tag == "ol" else -1)
        elif tag == "div" and self.blocks:
            self.blocks[-1] = ("before a part", self.blocks[-1][1])  # whose lines are apart from a list before it
        elif tag == "li":
            self._is_begun = False
            self._items[-1] += self._items[-1] >= 0
        elif tag == "table":
            self._table = _Table()
        elif self._table is not None:
            self._begin_in_table(self._table, tag, kind)

    def _begin_in_table(self, table: _Table, tag: str, kind: str) -> None:
        if tag == "tr":
            table.rows.append([])
            table.is_total = kind == "tr total"
        elif tag in _CELLS and "thead" in self._open:
            table.numbers.append(kind.endswith(" number"))
        elif tag == "p":
            self._text.append(" ")

    def _end(self, tag: str) -> None:
        kind = self._open.pop()
        if kind in _AROUND:
            self._text.append(_AROUND[kind])
        elif tag in _INLINE:
            self._end_inline(tag, kind)
        elif self._table is not None:
            self._end_in_table(self._table, tag)
        else:
            self._end_block(tag, kind)

    def _end_inline(self, tag: str, kind: str) -> None:
        if tag in {"a", "code"}:
            start, address = self._starts.pop()
            text = "".join(self._text[start:])
            self._text[start:] = [f"[{text}]({address})" if tag == "a" else f"`{unescape(text).replace('`', _QUOTE)}`"]
        elif kind == "sup mark":
            self._text.append(")")
        elif tag == "span" and self._open[-1:] == ["p labels"]:
            self._text.append(" " if "".join(self._text).endswith(".") else " · ")

    def _end_block(self, tag: str, kind: str) -> None:
        if tag in _LISTS:
            self._items.pop()
            if not self._items:
                self.blocks.append(("list", "\n".join(self._lines)))
                self._lines = []
        elif tag == "li" or (tag == "p" and self._items):
            self._end_line()
        elif tag in _HEADINGS:
            self.blocks.append(("heading", f"{'#' * int(tag[1])} {self._taken()}"))
        elif tag == "p":
            self._end_paragraph(kind)
        elif tag == "pre":
            lines = unescape("".join(self._text)).strip("\n").split("\n")
            self.blocks.append(("lines", "\n".join(f"    {line}" for line in lines)))
            self._text = []

    def _end_in_table(self, table: _Table, tag: str) -> None:
        if tag in _CELLS:
            table.end_cell(self._taken())
        elif tag == "caption":
            table.caption = self._taken()
        elif tag == "table":
            self.blocks.append(("table", table.written()))
            self._table, self._text = None, []

    def _end_line(self) -> None:
        """End a line of an item, of which the first has its mark."""
        text = self._taken()
        if not text or not self._items:
            return
        number = self._items[-1]
        mark = f"{number}." if number > 0 else "-"
        indent = "    " if self._is_begun else "  " * (len(self._items) - 1)
        self._lines.append(f"{indent}{'-' if self._is_begun else mark} {text}")
        self._is_begun = True

    def _end_paragraph(self, kind: str) -> None:
        lines = [line for each in "".join(self._text).split(_BREAK) if (line := _one_line(each))]
        self._text = []
        text = " ".join(lines)
        if kind == "p labels":
            text = text.removesuffix(" ·")
        if kind == "p line":
            self.blocks.append(("line", f"- {text}"))
        elif text:
            listed = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else text
            self.blocks.append(("paragraph", f"> {text}" if kind == "p notice" else listed))

    def _taken(self) -> str:
        text, self._text = _one_line("".join(self._text)), []
        return text


def _one_line(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" ")
