"""Text as it is: characters that mislead are made visible, and what Markdown would take for markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

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


def visible(value: object) -> str:
    """Return a value as text that hides nothing and turns nothing round; unprintable characters become ``⟨U+200B⟩``."""
    text = str(value)
    if text.isascii() and text.isprintable():
        return text
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() or character in _HARMLESS else f"⟨U+{ord(character):04X}⟩"
            for character in text
        )
    return _RIGHT_TO_LEFT_WORDS.sub(lambda match: _ISOLATED.format(match[0]), text)


def escaped_for_markdown(value: object) -> str:
    """Return a value as Markdown that shows it as plain text, anywhere in a line or a table."""
    text = visible(value)
    if text.isalnum():
        return text
    text = _MARKUP.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), text)
    text = _MARKUP_AT_START.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[0]}", text)
    return _OUTER_SPACE.sub("&#32;", text)
