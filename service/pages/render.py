"""Render pages as Markdown, and as HTML without scripts.

The other modules of this package make the content of the pages. Names in it are a client's: whatever they contain, they
are text on the page and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.media_types import HTML, MARKDOWN

PageName: TypeAlias = Literal[
    "home",
    "ruling",
    "score",
    "round_comparison",
    "equity",
    "game",
    "league",
    "rulesets",
    "ruleset",
    "rulebook",
    "comparison",
    "findings",
    "finding",
    "problems",
    "problem",
    "failure",
    "call",
    "desk",
    "sheet",
]
"""The pages; each has a template in HTML, and all but the last three have one in Markdown."""

# A page has its own style and loads nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_HEADER = ("Content-Security-Policy", POLICY)

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


class _Trusted(str):
    """Text of this service, which is written as it is: Markdown, a style sheet, or the header of the pages."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the text, for autoescaping to leave alone."""
        return self


def _visible(value: object) -> str:
    """Return a value as text that hides nothing and turns nothing round; unprintable characters become ``⟨U+200B⟩``."""
    if isinstance(value, _Trusted):
        return value
    text = str(value)
    if text.isascii() and text.isprintable():
        return text
    characters = (each if each.isprintable() or each in _HARMLESS else f"⟨U+{ord(each):04X}⟩" for each in text)
    return _RIGHT_TO_LEFT_WORDS.sub(lambda match: _ISOLATED.format(match[0]), "".join(characters))


def _escape_markdown(value: object) -> str:
    """Return a value as Markdown that shows it as plain text, anywhere in a line or a table."""
    if isinstance(value, _Trusted):
        return value
    text = _MARKUP.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), _visible(value))
    text = _MARKUP_AT_START.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[0]}", text)
    return _OUTER_SPACE.sub("&#32;", text)


def _markdown_code(value: object) -> _Trusted:
    """Return a value as inline code in Markdown."""
    return _Trusted(f"`{_visible(value).replace('`', chr(39))}`")


_IN_HTML = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(enabled_extensions=("html.j2",)),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_visible,
)
_IN_MARKDOWN = _IN_HTML.overlay(finalize=_escape_markdown)
_IN_MARKDOWN.filters = {**_IN_HTML.filters, "code": _markdown_code}
_STYLE = _Trusted(_IN_HTML.get_template("style.css.j2").render())
STYLE_SHEET: str = _STYLE
"""The style of all pages, for a page that loads it as a file."""
_HEADER = _Trusted(_IN_HTML.get_template("header.html.j2").render())
_FORMATS = {MARKDOWN: (_IN_MARKDOWN, "md.j2"), HTML: (_IN_HTML, "html.j2")}


def render(page: PageName, content: Mapping[str, Any], media_type: str) -> bytes:
    """Fill the template of a page.

    ``content`` has every name that the template uses; one that is missing raises ``jinja2.UndefinedError``.
    ``media_type`` is one of the two in `service.media_types`, Markdown or HTML.
    """
    environment, ending = _FORMATS[media_type]
    return environment.get_template(f"{page}.{ending}").render(content, style=_STYLE, header=_HEADER).encode()
