"""Answers for people to read and print: Markdown, and HTML in black and white without script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.media_types import HTML, MARKDOWN
from service.spades.rules.parameters import NAMES
from service.spades.rules.preset_loader import presets
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset

# A page brings its own style and nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
POLICY_HEADER = ("Content-Security-Policy", POLICY)

_SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "table": "The table",
        "deck": "The pack and the deal",
        "bidding": "The bidding",
        "nil": "Nil",
        "blind_bid": "Blind bids",
        "special_bids": "Special bids",
        "play": "The play",
        "scoring": "Scoring",
        "game": "The game",
        "irregularities": "Irregularities",
    }
)
# Characters of names that join letters, and the spaces: nobody is misled by them.
_HARMLESS = frozenset("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}")
# Letters that are written from right to left, and words of them: apart from the rest of the line, they stay in place.
_LEFTWARDS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN = re.compile(f"[{_LEFTWARDS}]+(?: +[{_LEFTWARDS}]+)*")
_APART = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"
# What has a meaning in Markdown. Entities where an escape is not enough in the cells of a table.
_ENTITIES: Mapping[str, str] = MappingProxyType(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "`": "&#96;", "\\": "&#92;"}
)
_MEANT = re.compile(r"[&<>|`\\]|[*_~\[\]#$]|(?<=:)/(?=/)|(?<=www)\.", re.IGNORECASE)
_AT_THE_START = re.compile(r"^[-+](?=[\s-]|$)|^=|^(\d+)([.)])(?=\s|$)")
_OUTSIDE = re.compile(r"^ | $")


class _Written(str):
    """A text of this service's own, which is written as it is: Markdown, or a style."""

    __slots__ = ()


def _shown(value: object) -> str:
    """Return a value as text in which nothing is hidden or turned round: what has no shape of its own is named."""
    text = str(value)
    if isinstance(value, _Written) or (text.isascii() and text.isprintable()):
        return text
    seen = (each if each.isprintable() or each in _HARMLESS else f"⟨U+{ord(each):04X}⟩" for each in text)
    return _RUN.sub(lambda found: _APART.format(found[0]), "".join(seen))


def _escaped(value: object) -> str:
    """Return a value as text of a Markdown page that is nothing but text, wherever in a line or a table it stands."""
    if isinstance(value, _Written):
        return value
    text = _MEANT.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), _shown(value))
    text = _AT_THE_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[0]}", text)
    return _OUTSIDE.sub("&#32;", text)


def _code(value: object) -> _Written:
    """Return a value as code in a Markdown page."""
    return _Written(f"`{_shown(value).replace('`', chr(39))}`")


_IN_HTML = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(enabled_extensions=("html.j2",)),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_shown,
)
_IN_MARKDOWN = _IN_HTML.overlay(finalize=_escaped)
_IN_MARKDOWN.filters = {**_IN_HTML.filters, "code": _code}
_STYLE = _Written(_IN_HTML.get_template("style.css.j2").render())
_KINDS = {MARKDOWN: (_IN_MARKDOWN, "md.j2"), HTML: (_IN_HTML, "html.j2")}


def ruling(laid_out: Mapping[str, Any], kind: str) -> bytes:
    """Return a ruling that `printed` has laid out, as one of the two kinds of page."""
    return _written("ruling", kind, laid_out)


def rulebook(ruleset: Ruleset, kind: str) -> bytes:
    """Return the rules of a ruleset in plain words, as one of the two kinds of page."""
    preset = presets()[ruleset.name]
    sections = [
        {
            "title": title,
            "rules": [cite(ruleset, name) for name in NAMES if name.startswith(f"{group}.")],
        }
        for group, title in _SECTIONS.items()
    ]
    content = {
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
        "sections": sections,
    }
    return _written("rulebook", kind, content)


def findings(listed: Mapping[str, Any], kind: str) -> bytes:
    """Return the list of all finding codes, as one of the two kinds of page."""
    return _written("findings", kind, listed)


def finding(explained: Mapping[str, Any], kind: str) -> bytes:
    """Return what there is to say about a finding code, as one of the two kinds of page."""
    return _written("finding", kind, explained)


def _written(name: str, kind: str, content: Mapping[str, Any]) -> bytes:
    environment, ending = _KINDS[kind]
    return environment.get_template(f"{name}.{ending}").render(content, style=_STYLE).encode()
