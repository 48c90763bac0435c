"""The prose of the contract, which is written in Markdown, as texts and blocks of a page.

It has paragraphs, tables, code between backticks and strong words between double asterisks, and nothing else;
`tests/pages/test_contract_page.py` holds it to that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.pages.content import Block, Column, Paragraph, Row, Table, Value, joined, text

_MARKED: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")
_NO_LINKS: Mapping[str, str] = MappingProxyType({})


def in_words(sentence: str, links: Mapping[str, str] = _NO_LINKS) -> Value:
    """Return a sentence in which code and strong words look as such; ``links`` has the addresses of code.

    >>> from service.pages.content import in_html
    >>> in_html(in_words("Send `bids` first.", {"bids": "#Bids"}))
    'Send <a href="#Bids"><code>bids</code></a> first.'
    """
    parts: list[Value] = []
    end = 0
    for found in _MARKED.finditer(sentence):
        parts.append(sentence[end : found.start()])
        code, strong = found.groups()
        parts.append(text("<strong>{}</strong>", strong) if code is None else _code(code, links))
        end = found.end()
    return joined("", [*parts, sentence[end:]]) if parts else sentence


def in_blocks(markdown: str, links: Mapping[str, str] = _NO_LINKS) -> list[Block]:
    """Return the paragraphs and tables of a text."""
    parts = [part.strip() for part in re.split(r"\n\s*\n", markdown)]
    return [
        _table(part, links) if part.startswith("|") else Paragraph(in_words(" ".join(part.split()), links))
        for part in parts
        if part
    ]


def first_sentence(markdown: str) -> str:
    r"""Return the sentence with which a text begins.

    >>> first_sentence("The bids. If `bids` is absent,\nnothing is known of them.")
    'The bids.'
    """
    return re.split(r"(?<=\.)\s", markdown.strip(), maxsplit=1)[0].replace("\n", " ")


def _code(code: str, links: Mapping[str, str]) -> Value:
    shown = text("<code>{}</code>", code)
    return text('<a href="{}">{}</a>', links[code], shown) if code in links else shown


def _table(part: str, links: Mapping[str, str]) -> Table:
    titles, _, *rows = (line.strip().strip("|").split("|") for line in part.splitlines())
    columns = [Column(title.strip(), names_row=not number) for number, title in enumerate(titles)]
    return Table(columns, [Row([in_words(cell.strip(), links) for cell in row]) for row in rows])
