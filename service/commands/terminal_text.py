"""Text for a terminal: what others wrote, made safe, and counts of lines."""

from __future__ import annotations

from service.spades.english import count_of


def printable(text: str) -> str:
    """Return a text with whatever could command a terminal, or reverse the direction of writing, escaped."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def count_in_words(number: int, thing: str) -> str:
    """Return a count in words, with commas between thousands: ``1,200 lines``."""
    return count_of(number, thing).replace(str(number), f"{number:,}", 1)
