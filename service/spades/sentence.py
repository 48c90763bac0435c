"""A sentence before it is written: which one, and the facts that it states.

The core says what it has to say by keys and values (`say`); the words are in the `catalogue`, and names,
cards and numbers are put in where the answer is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, Union

Fact: TypeAlias = Union[int, str, tuple[int | str, ...], "Sentence", tuple["Sentence", ...]]
"""A number, a seat, a side, a card, a suit, a name from the request, cards, a location, or a part of the sentence."""


class Sentence(NamedTuple):
    """A sentence, or a part of one, by its key and the facts that its text asks for."""

    key: str
    facts: Mapping[str, Fact]


_sentence = Sentence._make


def say(key: str, **facts: Fact) -> Sentence:
    """Return the sentence of this key with these facts."""
    return _sentence((key, facts))
