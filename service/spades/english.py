"""Words in sentences: counts, lists and quoted names, and the name or word that an unusual spelling means.

Nothing here changes a record: an unknown spelling only brings a suggestion.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

_LONGEST_NAME: Final = 64


def count_of(number: int, thing: str) -> str:
    """Return a count in words: ``1 trick``, ``3 tricks``."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def side_behind(points: int) -> str:
    """Return in words which side may bid blind: one at least this number of points behind, or any if it is 0."""
    return f"a side at least {count_of(points, 'point')} behind the leading side" if points else "any side"


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Return items as a list in a sentence: ``a, b and c``. No items make an empty text.

    >>> listed(["2C", "3C", "4C"], "or")
    '2C, 3C or 4C'
    """
    *others, last = [*items] or [""]
    return f"{', '.join(others)} {joint} {last}" if others else last


def tricks_in_words(numbers: Iterable[int]) -> str:
    """Return tricks by their numbers, those in a row as the first and the last of them.

    >>> tricks_in_words([1, 2, 3, 4, 6, 8, 9])
    'tricks 1 to 4, 6, 8 and 9'
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    parts = [[f"{row[0]} to {row[-1]}"] if len(row) > _PAIR else list(map(str, row)) for row in rows]
    tricks = [part for row in parts for part in row]
    return f"trick{'' if tricks == [str(rows[0][0])] else 's'} {listed(tricks)}"


def shortened(text: str, longest: int) -> str:
    """Return a text, cut to this many characters, the last of them an ellipsis, if it is longer.

    >>> shortened("a long story", 7)
    'a long…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quoted(text: str) -> str:
    """Return a name in quotes, shortened if it is too long for a sentence."""
    return repr(text if len(text) <= _LONGEST_NAME else text[:_LONGEST_NAME] + "...")


ALIKE: Final = "differ only in case, spaces or Unicode form"
_CLOSE: Final = 0.6
# The time that it takes to compare two names letter by letter grows with the square of their length.
_LONGEST_COMPARED: Final = 64
_OPPOSITE: Final = ("anti", "counter", "non", "not", "un")
"""Beginnings that turn a word into its opposite."""
_SHORTEST_GUESSED: Final = 4
_SHORTEST_PART: Final = 3
_SHORT: Final = 4
_PAIR: Final = 2


_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
"""What Unicode has nobody see (Default_Ignorable_Code_Point), of what NFKC leaves."""


def plain_form(name: str) -> str:
    """Return a name without what people overlook: case, spaces, unseen characters and Unicode form.

    >>> plain_form("  Ana  B ") == plain_form("ana b")
    True
    """
    if name.isascii():
        return " ".join(name.lower().split())
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    return " ".join(unicodedata.normalize("NFKC", seen.casefold()).split())


def name_meant(name: str, names: Iterable[str]) -> str | None:
    """Return the name that another was probably meant to be: the same but for its form, else the nearest; or None."""
    by_form = {plain_form(known): known for known in names}
    form = plain_form(name)
    if form in by_form:
        return by_form[form]
    close = get_close_matches(form, by_form, n=1, cutoff=_CLOSE) if len(form) <= _LONGEST_COMPARED else ()
    return by_form[close[0]] if close and (len(form) > _SHORT or is_one_slip(form, close[0])) else None


def names_advice(kind: str, names: Iterable[str]) -> str:
    """Return the sentence that lists the names that there are; ``kind`` says what they name, such as ``players``."""
    return f"The {kind} are {listed(map(quoted, names))}."


def instead_of(name: str, names: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown name: the known name that was probably meant, if any."""
    meant = name_meant(name, names)
    if meant is None:
        return ""
    if plain_form(meant) == plain_form(name):
        return f": write {quoted(meant)} (the two {ALIKE})"
    return f". Perhaps {quoted(meant)} was meant"


def is_one_slip(name: str, other: str) -> bool:
    """Return whether one letter was added, left out or replaced between two names, or two letters changed places."""
    shorter, longer = sorted((name, other), key=len)
    if len(shorter) < len(longer):
        return any(longer[:index] + longer[index + 1 :] == shorter for index in range(len(longer)))
    differing = [(one, two) for one, two in zip(name, other, strict=True) if one != two]
    swapped = len(differing) == _PAIR and differing[0] == differing[1][::-1]
    return len(differing) <= 1 or swapped


def word_meant(word: str, words: Iterable[str]) -> str | None:
    """Return the word of a vocabulary that was probably meant by an unknown one, or None.

    Capitals, and the marks between the parts of a word, don't count. A part of a word is enough, but no word is taken
    for its opposite.

    >>> [word_meant(word, ("tricks_won", "trick_number")) for word in ("tricksWon", "number", "trick_numbr", "bids")]
    ['tricks_won', 'trick_number', 'trick_number', None]
    >>> word_meant("bid", ("bids_by_player", "bids"))
    'bids'
    >>> word_meant("counterclockwise", ("clockwise",)) is word_meant("unfinished", ("finished",)) is None
    True
    """
    return _word_meant(word, tuple(words)) if len(word) <= _LONGEST_COMPARED else None


@lru_cache(maxsize=512)
def _word_meant(word: str, words: tuple[str, ...]) -> str | None:
    by_letters = {_letters_of(known): known for known in reversed(words)}
    letters = _letters_of(word)
    for form in (letters, f"{letters}s"):
        if form in by_letters:
            return by_letters[form]
    is_opposite = any(letters.removeprefix(prefix) in by_letters for prefix in _OPPOSITE)
    if is_opposite or len(letters) < _SHORTEST_GUESSED:
        return None  # so short a word is another word with one letter changed
    close = get_close_matches(letters, by_letters, n=1, cutoff=_CLOSE)
    if close:
        return by_letters[close[0]]
    parts = (known for known in by_letters if letters in known or known in letters)
    longest = max(parts, key=len, default="") if len(letters) >= _SHORTEST_PART else ""
    return by_letters[longest] if len(longest) >= _SHORTEST_PART else None


def _letters_of(word: str) -> str:
    """Return the letters and digits of a word in lower case."""
    return "".join(letter for letter in plain_form(word) if letter.isalnum())


def sign_meant(number: int, least: int, most: int) -> int | None:
    """Return the number that one outside these bounds was probably meant to be: the same with the other sign; or None.

    >>> [sign_meant(number, -10_000, 0) for number in (100, -100, 20_000)]
    [-100, None, None]
    """
    return -number if not least <= number <= most and least <= -number <= most else None


def nearest_first(word: str, words: Iterable[str]) -> list[str]:
    """Return these words in their order, but first the one that was probably meant by ``word``."""
    listed = list(words)
    meant = word_meant(word, listed)
    return listed if meant is None else [meant, *(other for other in listed if other != meant)]
