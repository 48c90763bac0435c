"""The words and figures that sentences share: names in quotes, counts of things."""

from __future__ import annotations

_LONGEST = 64


def count_of(number: int, thing: str) -> str:
    """Return a number of things in words: ``1 trick``, ``3 tricks``."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def quoted(text: str) -> str:
    """Return a name as it may stand in a sentence: in quotes, and never at length."""
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "...")
