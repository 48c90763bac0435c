"""The prose of the contract, which is written in Markdown, as HTML.

It has paragraphs, tables, code between backticks and strong words between double asterisks, and nothing else;
`tests/pages/test_contract_page.py` holds it to that. The types of members, in words, have links as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Escape: TypeAlias = Callable[[str], str]
_MARKED: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((#\w+)\)")
_NO_LINKS: Mapping[str, str] = MappingProxyType({})


def in_words(sentence: str, escape: Escape, in_code: Escape, links: Mapping[str, str] = _NO_LINKS) -> str:
    """Return a sentence in which code and strong words look as such; ``links`` has the addresses of code.

    >>> in_words("Send `bids` first.", str, lambda code: f"<code>{code}</code>", {"bids": "#Bids"})
    'Send <a href="#Bids"><code>bids</code></a> first.'
    """
    parts: list[str] = []
    end = 0
    for found in _MARKED.finditer(sentence):
        code, strong, linked, address = found.groups()
        shown = in_code(code) if code else f"<strong>{escape(strong)}</strong>" if strong else escape(linked)
        address = links.get(code) if code else address
        parts += [escape(sentence[end : found.start()]), f'<a href="{address}">{shown}</a>' if address else shown]
        end = found.end()
    return "".join([*parts, escape(sentence[end:])])


def in_blocks(markdown: str, in_line: Escape) -> str:
    """Return the paragraphs and tables of a text, whose lines are written by ``in_line``."""
    parts = [part.strip() for part in re.split(r"\n\s*\n", markdown)]
    return "".join(
        _table(part, in_line) if part.startswith("|") else f"<p>{in_line(' '.join(part.split()))}</p>\n"
        for part in parts
        if part
    )


def first_sentence(markdown: str) -> str:
    r"""Return the sentence with which a text begins.

    >>> first_sentence("The bids. If `bids` is absent,\nnothing is known of them.")
    'The bids.'
    """
    return re.split(r"(?<=\.)\s", markdown.strip(), maxsplit=1)[0].replace("\n", " ")


def _table(part: str, in_line: Escape) -> str:
    titles, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in part.splitlines())
    head = "".join(f'<th scope="col">{in_line(title)}</th>' for title in titles)
    body = "".join(
        f'<tr><th scope="row">{in_line(first)}</th>{"".join(f"<td>{in_line(cell)}</td>" for cell in others)}</tr>\n'
        for first, *others in rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
