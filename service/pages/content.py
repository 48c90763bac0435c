"""What pages are made of: texts and blocks. A page is built of them once, and written as HTML or as Markdown.

Every kind of block has its two writings side by side. A text is a template of this service and values. The template has
inline elements of HTML, from which those of Markdown are made. The values are escaped here and nowhere else: names in
them are a client's, and whatever they contain, they are text on the page and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias, Union

from markupsafe import escape

Value: TypeAlias = Union[str, int, "Text", "Either"]
"""What a text may contain: a string or a number, which is escaped, or another text."""
_BREAK: Final = "\n<br>"
NOTHING: Final = None
"""A cell without content. One with an empty string has room for content."""
# Unprintable characters that names need: joiners between letters, and spaces. They mislead nobody.
_HARMLESS = frozenset("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
# Words written from right to left are isolated, or they would change the order of the rest of the line.
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RIGHT_TO_LEFT_WORDS = re.compile(f"[{_RIGHT_TO_LEFT}]+(?: +[{_RIGHT_TO_LEFT}]+)*")
_ISOLATED = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"
# What Markdown would take for markup. A backslash is not always enough in the cells of a table; an entity is.
_ENTITIES: Mapping[str, str] = MappingProxyType(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "`": "&#96;", "\\": "&#92;"}
)
_MARKUP = re.compile(r"[&<>|`\\]|[*_~\[\]#$]|(?<=:)/(?=/)|(?<=www)\.", re.IGNORECASE)
_MARKUP_AT_START = re.compile(r"^[-+](?=[\s-]|$)|^=|^(\d+)([.)])(?=\s|$)")
_OUTER_SPACE = re.compile(r"^ | $")


class Text(NamedTuple):
    """A template and the values of its fields; made by `text`."""

    template: str
    values: tuple[Value, ...]


class Either(NamedTuple):
    """A text that is not the same in HTML and in Markdown."""

    html: Value
    markdown: Value


def text(template: str, *values: Value) -> Text:
    r"""Return a text: a literal in inline HTML with a ``{}`` for each value.

    It may have the elements ``a``, ``bdi``, ``br``, ``code``, ``em``, ``s``, ``small``, ``span``, ``strong``, and
    ``sup`` for marks. ``\v`` ends a line of the HTML only, and ``\f`` one of the Markdown only.

    >>> in_html(text("<strong>{}</strong> by <code>{}</code>", "a < b", "c*d"))
    '<strong>a &lt; b</strong> by <code>c*d</code>'
    >>> in_markdown(text("<strong>{}</strong> by <code>{}</code>", "a < b", "c*d"))
    '**a &lt; b** by `c*d`'
    """
    return Text(template, values)


def joined(separator: str, values: Iterable[Value], last: str | None = None) -> Text:
    """Return values with a separator of this service between them, and another before the last."""
    parts = tuple(values)
    separators = [separator] * (len(parts) - 2) + [separator if last is None else last] if len(parts) > 1 else []
    return Text("{}" + "".join(f"{between}{{}}" for between in separators) if parts else "", parts)


def marked(value: Value, marks: str) -> Value:
    """Return a text with the numbers of the findings about it."""
    return Text('{} <sup class="mark">{}</sup>', (value, marks)) if marks else value


def in_html(value: Value) -> str:
    """Return a text as HTML."""
    if isinstance(value, Text):
        return _compiled(value.template).html.format(*map(in_html, value.values))
    return in_html(value.html) if isinstance(value, Either) else escaped_for_html(value)


def in_markdown(value: Value) -> str:
    """Return a text as Markdown."""
    if isinstance(value, Text):
        template = _compiled(value.template)
        fields = [
            code_in_markdown(field) if index in template.codes else in_markdown(field)
            for index, field in enumerate(value.values)
        ]
        return template.markdown.format(*fields)
    return in_markdown(value.markdown) if isinstance(value, Either) else escaped_for_markdown(value)


def visible(value: object) -> str:
    """Return a value as text that hides nothing and turns nothing round; unprintable characters become ``⟨U+200B⟩``."""
    text = str(value)
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() or character in _HARMLESS else f"⟨U+{ord(character):04X}⟩"
            for character in text
        )
    return text if text.isascii() else _RIGHT_TO_LEFT_WORDS.sub(lambda match: _ISOLATED.format(match[0]), text)


def escaped_for_html(value: object) -> str:
    """Return a value as HTML that shows it as plain text, in an element or an attribute."""
    return str(escape(visible(value)))


def escaped_for_markdown(value: object) -> str:
    """Return a value as Markdown that shows it as plain text, anywhere in a line or a table."""
    text = _MARKUP.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), visible(value))
    text = _MARKUP_AT_START.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[0]}", text)
    return _OUTER_SPACE.sub("&#32;", text)


def code_in_markdown(value: object) -> str:
    """Return a value as inline code in Markdown."""
    return f"`{visible(value).replace('`', chr(39))}`"


class _Template(NamedTuple):
    html: str
    markdown: str
    codes: frozenset[int]
    """The fields that Markdown writes as code."""


_IN_MARKDOWN: Final = (
    (re.compile("\v(?=<br>|$)"), ""),
    (re.compile(r'<a href="(.*?)">(.*?)</a>'), r"[\2](\1)"),
    (re.compile(r'<sup class="mark">(.*?)</sup>'), r"(\1)"),
    (re.compile(r'<span class="wrong">(.*?)</span>'), r"**\1**"),
    (re.compile(r"<code>(\{\d+\})</code>"), r"\1"),
    (re.compile(r"</?code>"), "`"),
    (re.compile(r"</?strong>"), "**"),
    (re.compile(r"</?em>"), "*"),
    (re.compile(r"<s( class=\"wrong\")?>|</s>"), "~~"),
    (re.compile(r"</?(bdi|small|span)>"), ""),
    (re.compile("<br>|\v"), " "),
    (re.compile("\f"), "\n"),
)


@cache
def _compiled(template: str) -> _Template:
    """Return the two forms of a template, with numbered fields, because a link has its address first in HTML only."""
    number = iter(range(template.count("{}")))
    html = markdown = re.sub(r"\{\}", lambda _: f"{{{next(number)}}}", template)
    codes = frozenset(map(int, re.findall(r"<code>\{(\d+)\}</code>", markdown)))
    for pattern, replacement in _IN_MARKDOWN:
        markdown = pattern.sub(replacement, markdown)
    return _Template(html.replace("\v", "\n").replace("\f", " "), markdown, codes)


class Block(Protocol):
    """A part of a page: whole lines in HTML, and whole lines in Markdown, or None if Markdown does without it."""

    def html(self) -> str: ...

    def markdown(self) -> str | None: ...


def _html_of(blocks: Iterable[Block]) -> str:
    return "".join(block.html() for block in blocks)


def _markdown_of(blocks: Iterable[Block], between: str = "\n") -> str | None:
    written = [lines for block in blocks if (lines := block.markdown()) is not None]
    return between.join(written) if written else None


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


class Heading(NamedTuple):
    """A heading of the second level or below; ``anchor`` is its id in HTML."""

    text: Value
    level: int = 2
    anchor: str = ""

    def html(self) -> str:
        anchor = f' id="{escaped_for_html(self.anchor)}"' if self.anchor else ""
        return f"<h{self.level}{anchor}>{in_html(self.text)}</h{self.level}>\n"

    def markdown(self) -> str:
        return f"{'#' * self.level} {in_markdown(self.text)}\n"


class Paragraph(NamedTuple):
    """A paragraph; its kind is the class in HTML, and a ``notice`` is a quotation in Markdown."""

    text: Value
    kind: str = ""

    def html(self) -> str:
        return f"<p{_class(self.kind)}>{in_html(self.text)}</p>\n"

    def markdown(self) -> str:
        quoted = in_markdown(self.text).replace("\n", "\n> ") if self.kind == "notice" else None
        return f"{in_markdown(self.text)}\n" if quoted is None else f"> {quoted}\n"


class Headline(NamedTuple):
    """The answer of a page: a verdict with its sign, what happened in sentences, and titled lines."""

    sign: str
    verdict: str
    tone: str
    happened: Sequence[Value]
    facts: Sequence[tuple[str, Sequence[Value]]]

    def html(self) -> str:
        first, *others = self.happened
        more = f'<p class="more">{in_html(joined(" ", others))}</p>\n' if others else ""
        facts = "".join(
            f"<div><dt>{title}</dt> <dd>{_BREAK.join(map(in_html, lines))}</dd></div>\n" for title, lines in self.facts
        )
        return (
            f'<div class="headline {self.tone}">\n'
            f'<p class="verdict-word"><span class="sign">{self.sign}</span> {escaped_for_html(self.verdict)}</p>\n'
            f'<p class="happened">{in_html(first)}</p>\n{more}<dl>\n{facts}</dl>\n</div>\n'
        )

    def markdown(self) -> str:
        first, *others = self.happened
        answer = text(
            "<strong>{}: {}</strong>{}", self.verdict, first, joined("", [text(" {}", each) for each in others])
        )
        facts = [f"- {title}: {' '.join(map(in_markdown, lines))}\n" for title, lines in self.facts]
        return f"{in_markdown(answer)}\n" + ("\n" + "".join(facts) if facts else "")


class Labels(NamedTuple):
    """Short texts beside each other; what comes before or after them is none of their number."""

    texts: Sequence[Value]
    before: Value = ""
    after: Value = ""
    gap: str = " "

    def html(self) -> str:
        spans = [f"<span>{in_html(label)}</span>{self.gap}" for label in [self.before, *self.texts] if label]
        after = f"<span>{in_html(self.after)}</span>" if self.after else ""
        return f'<p class="labels">{"".join(spans)}{after}</p>\n'

    def markdown(self) -> str:
        before = f"{in_markdown(self.before)} " if self.before else ""
        return before + " · ".join(in_markdown(label) for label in [*self.texts, self.after] if label) + "\n"


class Item(NamedTuple):
    """An item of a list with lines below its first."""

    first: Value
    others: Sequence[Value]


class Nest(NamedTuple):
    """An item of a list with a list in it."""

    first: Value
    items: Sequence[Value]


class Bullets(NamedTuple):
    """A list, numbered or not; with an ``anchor``, the id of each item in HTML is that and its number."""

    items: Sequence[Value | Item | Nest]
    kind: str = ""
    numbered: bool = False
    anchor: str = ""

    def html(self) -> str:
        element = "ol" if self.numbered else "ul"
        ids = (f' id="{self.anchor}{number}"' if self.anchor else "" for number in count(1))
        items = "".join(f"<li{own}>{self._item(item)}</li>\n" for own, item in zip(ids, self.items, strict=False))
        return f"<{element}{_class(self.kind)}>\n{items}</{element}>\n"

    def _item(self, item: Value | Item | Nest) -> str:
        if isinstance(item, Nest):
            return in_html(item.first) + Bullets(item.items).html()
        if not isinstance(item, Item):
            return in_html(item)
        return "\n".join(f'<p class="line">{in_html(line)}</p>' for line in [item.first, *item.others])

    def markdown(self) -> str:
        lines = []
        for number, item in enumerate(self.items, 1):
            first = item.first if isinstance(item, Item | Nest) else item
            lines.append(f"{f'{number}.' if self.numbered else '-'} {in_markdown(first)}\n")
            if isinstance(item, Item):
                lines += [f"    - {in_markdown(line)}\n" for line in item.others]
            elif isinstance(item, Nest):
                lines += [f"  - {in_markdown(line)}\n" for line in item.items]
        return "".join(lines)


class Lines(NamedTuple):
    """Lines without the space of paragraphs: a list in Markdown."""

    texts: Sequence[Value]

    def html(self) -> str:
        return "".join(f'<p class="line">{in_html(line)}</p>\n' for line in self.texts)

    def markdown(self) -> str:
        return "".join(f"- {in_markdown(line)}\n" for line in self.texts)


class Facts(NamedTuple):
    """A paragraph of several lines: a list in Markdown, or lines if it has no bullets."""

    texts: Sequence[Value]
    bullets: bool = True
    end: str = ""

    def html(self) -> str:
        return "<p>" + _BREAK.join(map(in_html, self.texts)) + f"{self.end}</p>\n"

    def markdown(self) -> str:
        return "".join(f"{'- ' if self.bullets else ''}{in_markdown(line)}\n" for line in self.texts)


class Shown(NamedTuple):
    """Lines as they are typed."""

    lines: Sequence[str]

    def html(self) -> str:
        return "<pre>\n" + "".join(f"{escaped_for_html(line)}\n" for line in self.lines) + "</pre>\n"

    def markdown(self) -> str:
        return "".join(f"    {visible(line)}\n" for line in self.lines)


class Column(NamedTuple):
    """A column of a table: numbers, the headers of its rows, or neither; ``kind`` is the class of its title."""

    title: Value | None = NOTHING
    number: bool = False
    names_row: bool = False
    kind: str = ""


class Row(NamedTuple):
    """The cells of a row; a total is set apart."""

    cells: Sequence[Value | None]
    total: bool = False


class Table(NamedTuple):
    """A table of rows with a cell for each column. In Markdown, its caption is the title of the first column.

    ``scoped`` titles say what they are the titles of; ``broken`` rows have a line of HTML for each cell with content.
    """

    columns: Sequence[Column]
    rows: Iterable[Row]
    kind: str = ""
    caption: Value = ""
    wide: bool = False
    scoped: bool = True
    broken: bool = False

    def html(self) -> str:
        caption = f"<caption>{in_html(self.caption)}</caption>\n" if self.caption else ""
        body = "".join(map(self._row, self.rows))
        table = f"<table{_class(self.kind)}>\n{caption}{self._head()}<tbody>\n{body}</tbody>\n</table>\n"
        # Whoever has no mouse scrolls what has the focus.
        return f'<div class="wide" tabindex="0">\n{table}</div>\n' if self.wide else table

    def _head(self) -> str:
        scope = ' scope="col"' if self.scoped else ""
        titles = [
            f"<th{scope}{_class(column.kind or 'number' * column.number)}>"
            f"{'' if column.title is None else in_html(column.title)}</th>"
            for column in self.columns
        ]
        if self.caption:
            if all(column.title is None for column in self.columns):
                return ""
            titles[0] = "<td></td>"
        return f"<thead><tr>{''.join(titles)}</tr></thead>\n"

    def _row(self, row: Row) -> str:
        cells = []
        for column, cell in zip(self.columns, row.cells, strict=True):
            element = 'th scope="row"' if column.names_row else "td"
            shown = "" if cell is None else in_html(cell)
            end = "\n" if self.broken and cell is not None and column is not self.columns[-1] else ""
            cells.append(f"<{element}{_class('number' * column.number)}>{shown}</{element[:2]}>{end}")
        return f"<tr{_class('total' * row.total)}>{''.join(cells)}</tr>\n"

    def markdown(self) -> str:
        titles: list[Value | None] = [column.title for column in self.columns]
        if self.caption:
            titles[0] = self.caption
        rule = "".join(f"{'---:' if column.number else '---'}|" for column in self.columns)
        lines = [_markdown_row(titles), f"|{rule}\n"]
        for row in self.rows:
            shown = [text("<strong>{}</strong>", cell) for cell in row.cells if cell is not None]
            lines.append(_markdown_row(shown if row.total else row.cells))
        return "".join(lines)


def _markdown_row(cells: Iterable[Value | None]) -> str:
    return "|" + "".join(" |" if cell is None else f" {in_markdown(cell)} |" for cell in cells) + "\n"


class Division(NamedTuple):
    """Blocks that HTML keeps together in a ``div`` of a class, such as ``columns`` or ``unbroken``."""

    kind: str
    blocks: Sequence[Block]

    def html(self) -> str:
        return f'<div class="{self.kind}">\n{_html_of(self.blocks)}</div>\n'

    def markdown(self) -> str | None:
        return _markdown_of(self.blocks)


class Contents(NamedTuple):
    """Links to the headings of a page, beside its text where there is room."""

    headings: Sequence[Heading]

    def html(self) -> str:
        return f'<nav class="contents" aria-label="On this page">\n{self._links().html()}</nav>\n'

    def markdown(self) -> str:
        return self._links().markdown()

    def _links(self) -> Bullets:
        return Bullets([text('<a href="#{}">{}</a>', heading.anchor, heading.text) for heading in self.headings])


class Section(NamedTuple):
    """Blocks under a heading, after an empty line of HTML; on one sheet of paper if it is unbroken."""

    blocks: Sequence[Block]
    title: Value = ""
    unbroken: bool = False

    def html(self) -> str:
        return "\n" + (Division("unbroken", self._whole()).html() if self.unbroken else _html_of(self._whole()))

    def markdown(self) -> str | None:
        return _markdown_of(self._whole())

    def _whole(self) -> Sequence[Block]:
        return [Heading(self.title), *self.blocks] if self.title else self.blocks


class Tight(NamedTuple):
    """Blocks without empty lines between them in Markdown: parts of one list."""

    blocks: Sequence[Block]

    def html(self) -> str:
        return _html_of(self.blocks)

    def markdown(self) -> str | None:
        return _markdown_of(self.blocks, "")


class InHtml(NamedTuple):
    """Blocks that Markdown does without."""

    blocks: Sequence[Block]

    def html(self) -> str:
        return _html_of(self.blocks)

    def markdown(self) -> None:
        return None


class InMarkdown(NamedTuple):
    """Blocks that HTML does without; no blocks are an empty line."""

    blocks: Sequence[Block]

    def html(self) -> str:
        return ""

    def markdown(self) -> str:
        return _markdown_of(self.blocks) or ""


class Page(NamedTuple):
    """A page; its heading is its title, unless it has another. With ``links``, it begins with those of all pages."""

    title: str
    blocks: Sequence[Block]
    heading: Value = ""
    links: bool = True
