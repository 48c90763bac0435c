"""English that sentences share: counts of things, lists, and names in quotes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_LONGEST_NAME: Final = 64


def count_of(number: int, thing: str) -> str:
    """Return a count in words: ``1 trick``, ``3 tricks``."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Return items as a list in a sentence: ``a, b and c``. No items make an empty text.

    >>> listed(["2C", "3C", "4C"], "or")
    '2C, 3C or 4C'
    """
    *others, last = [*items] or [""]
    return f"{', '.join(others)} {joint} {last}" if others else last


def shortened(text: str, longest: int) -> str:
    """Return a text, cut to this many characters, the last of them an ellipsis, if it is longer.

    >>> shortened("a long story", 7)
    'a long…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quoted(text: str) -> str:
    """Return a name in quotes, shortened if it is very long, so that it can stand in a sentence."""
    return repr(text if len(text) <= _LONGEST_NAME else text[:_LONGEST_NAME] + "...")
