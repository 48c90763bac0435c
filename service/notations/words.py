"""Words of a line, with their places."""

from __future__ import annotations

import re
from typing import NamedTuple

from service.notations.model import Place

_WORD = re.compile(r"\S+")


class Word(NamedTuple):
    """A word of a line, without spaces in it, and where it begins."""

    text: str
    place: Place


def words_of(text: str, place: Place) -> list[Word]:
    """Return the words of a part of a line that begins at this place."""
    return [Word(found[0], Place(place.line, place.column + found.start())) for found in _WORD.finditer(text)]
