"""The parameter that an unknown name was probably meant to be, one that players or programs use.

Its words are looked for among those of each parameter, first in the same row and group. A parameter is meant that has
all of them, and the fewest others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Final

from service.spades.rules.ruleset import NAMES

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LONGEST, _SHORT, _ALIKE, _FAR = 64, 3, 0.75, 2
_USUAL_ROWS: Final = {"bids.number", "penalties.revoke"}
"""The rows that a name is about if it names none."""
_SYNONYMS: Final[Mapping[str, str]] = {
    "bag": "sandbag",
    "bid": "bidding",
    "call": "accusation",
    "revoke": "renege reneging reneged",
    "least": "min minimum lowest",
    "most": "max maximum highest",
    "limit": "max maximum",
    "made": "bonus value worth reward score point success",
    "failed": "value score point penalty cost loss lost",
    "remedy": "penalty cost",
    "penalty": "cost",
    "side": "team pair",
    "allowed": "enabled permitted allow",
    "both": "double",
    "table": "total",
}
"""What is written for a word of a parameter."""
_PASSED_OVER: Final = {"and", "card", "count", "number", "of", "for", "in", "rule", "over", "scoring", "irregularity"}
"""Words that say little beside others."""
_CALLED: Final[Mapping[str, str]] = {
    "game.target": "first to, to, winning score, win at, point, limit, score, goal",
    "game.floor": "losing score, lose score, lose at, mercy, least score",
    "game.tie": "tie break, tie breaker, tiebreak",
    "bags.limit": "bag",
    "bags.penalty": "bag point",
    "bags.carry": "carryover",
    "bids.number.made": "point per trick, per trick",
    "bids.number.failed": "set penalty, set point",
    "bids.side_least": "board",
    "bids.side_breach": "team least breach",
    "bids.blind_nil.allowed": "nil blind",
    "bids.nil.exchange": "pass, passing",
    "play.spade_lead": "spade broken, breaking spade",
    "play.opening_leader": "first lead, first leader",
    "deck.top_trumps": "high card",
    "calls.established": "revoke established",
    "overtrick": "overtrick value, overtrick point, overtrick penalty",
    "penalties.early_spade.as": "illegal spade lead",
    "deficit": "behind, least behind",
    "how": "mode, rule, both partner",
    "as": "like, same as",
    "to": "go to, goes to, trick go to",
}
"""What else a parameter, or a column of any row, is called."""


@lru_cache(maxsize=512)
def _words_in(text: str) -> tuple[str, ...]:
    """Return the words of a name, in the singular."""
    words = [word.lower() for word in _WORD.findall(text[:_LONGEST])]
    return tuple([re.sub(r"(?<=..[^su])s$", "", re.sub(r"(?<=..)ies$", "y", word)) for word in words])


def _forms(word: str) -> set[str]:
    return {word, *_SYNONYMS.get(word, "").split()}


@cache
def _names_of(parameter: str) -> tuple[frozenset[str], tuple[tuple[str, ...], ...]]:
    """Return the words that may be written of a parameter, and those of each name of it: its own, without its group."""
    column = parameter.rpartition(".")[2]
    called = [text for name in dict.fromkeys((parameter, column)) for text in _CALLED.get(name, "").split(", ") if text]
    names = tuple([_words_in(name) for name in (parameter.partition(".")[2] or parameter, *called)])
    words = {*_words_in(parameter)}.union(*names)
    return frozenset().union(*map(_forms, words)), names


@lru_cache(maxsize=4096)
def _slips(word: str, known: frozenset[str]) -> int | None:
    """Return 0 if a word is known, 1 if one like it is, None otherwise."""
    if word in known:
        return 0
    alike = (SequenceMatcher(None, word, each).ratio() for each in known if each[0] == word[0] and len(each) > _SHORT)
    return 1 if max(alike, default=0) >= _ALIKE else None


def _unlike(parameter: str, asked: Sequence[str], around: Sequence[str]) -> tuple[int, int] | None:
    """Return how far a name is from the words of a parameter, and from its own name; None if one of them is missing."""
    known, names = _names_of(parameter)
    slips = [_slips(word, known) for word in asked if len(asked) == 1 or word not in _PASSED_OVER]
    if None in slips:
        return None
    said = {*asked, *(around if known.issuperset(around) else ())}
    missing = [sum(said.isdisjoint(_forms(word)) for word in name) for name in names]
    return sum(filter(None, slips)) + min(missing), missing[0]


def parameter_meant(
    name: str, place: str = "", fit: Callable[[str], int] = lambda _: 1, among: Sequence[str] = NAMES
) -> str | None:
    """Return the parameter that a name at a place was probably meant to be, a dotted name like the place; or None.

    ``fit`` says how well the value is one of a parameter, 0 if it is none: then the name has to say all. An empty name
    stands for a value in the place of a row or of a group.

    >>> [parameter_meant("sandbag_penalty"), parameter_meant("min", "bids.blind"), parameter_meant("count", "bags")]
    ['bags.penalty', 'bids.blind.least', None]
    """
    asked, around = _words_in(name), _words_in(place)
    found = []
    for order, parameter in enumerate(among if len(name) <= _LONGEST else ()):
        unlike = _unlike(parameter, asked, around)
        if unlike is None:
            continue
        is_here, fits = not place or parameter.startswith(f"{place}."), fit(parameter)
        if not unlike[0] or (is_here and fits and unlike[0] <= (_FAR if name else 1)):
            found.append(((not is_here, not fits or unlike[0] > 0, -fits, *unlike), order, parameter))
    if not found:
        return None
    key, _, meant = min(found)
    rows = {parameter.rpartition(".")[0] for same, _, parameter in found if same == key}
    return meant if len(rows) == 1 or meant.rpartition(".")[0] in _USUAL_ROWS else None
