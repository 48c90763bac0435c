"""Answers for people to read and print: Markdown, and HTML in black and white without script."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from service.spades.parameters import NAMES
from service.spades.rulebook import cite
from service.spades.ruleset import Ruleset, presets

MARKDOWN = "text/markdown; charset=utf-8"
HTML = "text/html; charset=utf-8"
# A page brings its own style and nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
    }
)
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(enabled_extensions=("html.j2",)),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
)
_KINDS = {MARKDOWN: "rulebook.md.j2", HTML: "rulebook.html.j2"}


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
    page = _TEMPLATES.get_template(_KINDS[kind]).render(
        title=preset.title,
        summary=preset.summary,
        source=preset.source,
        name=ruleset.name,
        version=ruleset.version,
        digest=ruleset.digest,
        options=ruleset.options,
        overrides=ruleset.overrides,
        sections=sections,
    )
    return page.encode()
