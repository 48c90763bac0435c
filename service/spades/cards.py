"""Cards, suits and ranks: codes such as ``TS`` outside the core, indices and bit masks inside.

A card is an index from 0 to 53 (``CODES[index]`` is its code), and a set of cards is an integer with one bit per card.
Which cards are in play and which card beats which depends on the ruleset: see `rules.pack`. A card of a record that
could not be read, written ``??``, has an index of its own (`UNREAD`), which is in no pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
# Each a constant of its own: the compiler puts only those in place of their names.
CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
UNKNOWN_SUIT: Final = 4
"""The suit of a card that could not be read."""

CODES: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
UNREAD: Final = len(CODES)
"""A card that could not be read: a card of that player, but nobody knows which one."""
UNREAD_CODE: Final = "??"
"""The code of such a card in a record."""
INDEX: Final[dict[str, int]] = {**{code: index for index, code in enumerate(CODES)}, UNREAD_CODE: UNREAD}
BIT: Final[tuple[int, ...]] = tuple(1 << index for index in range(len(CODES) + 1))
UNREAD_BIT: Final = BIT[UNREAD]
LITTLE_JOKER: Final = INDEX["LJ"]
BIG_JOKER: Final = INDEX["BJ"]

# Names in sentences, in the order of SUITS and RANKS.
SUIT_NAMES: Final[tuple[str, ...]] = ("club", "diamond", "heart", "spade")
RANK_NAMES: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
JOKER_NAMES: Final = {"LJ": "little joker", "BJ": "big joker"}

# What people write for a card.
SUIT_SYMBOLS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""The letters of suits for their symbols, as a table for `str.translate`."""
SPELLED_RANK: Final = "(?:10|[2-9TJQKA])"
"""A rank in capital letters, as a pattern."""
_CARD: Final = re.compile(
    rf"(?P<rank>{SPELLED_RANK})(?P<suit>[CDHS])|(?P<first_suit>[CDHS])(?P<last_rank>{SPELLED_RANK})"
)
_LONGEST_SPELLING: Final = 8


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these card indices as a mask. A repeated card counts once."""
    mask = 0
    for card in tuple(cards):  # compiled, a tuple is read by position, anything else by an iterator
        mask |= BIT[card]
    return mask


def united(masks: Iterable[int]) -> int:
    """Return the cards of several masks in one."""
    together = 0
    for mask in masks:
        together |= mask
    return together


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the card indices in a mask, in ascending order."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)


def indices(codes: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of these cards."""
    index_of: dict[str, Any] = INDEX  # as objects: numbers would be made anew
    return tuple([index_of[code] for code in codes])


def codes_of(mask: int) -> tuple[str, ...]:
    """Return the codes of the cards in a mask: clubs, diamonds, hearts, spades, each from low to high, then jokers."""
    return tuple(CODES[card] for card in cards_in(mask))


def card_name(code: str) -> str:
    """Return a card's name in words: ``2C`` is the two of clubs. Raises `ValueError` if there is no such card."""
    if code in JOKER_NAMES:
        return JOKER_NAMES[code]
    return f"{RANK_NAMES[RANKS.index(code[0])]} of {SUIT_NAMES[SUITS.index(code[1])]}s"


def card_meant(text: str) -> str | None:
    """Return the code of the only card that a spelling can mean, or None: rank and suit in any order, in any case.

    >>> [card_meant(text) for text in ("10h", "HK", "k♥", "bj", "??", "1H")]
    ['TH', 'KH', 'KH', 'BJ', '??', None]
    """
    if len(text) > _LONGEST_SPELLING:
        return None
    plain = text.translate(SUIT_SYMBOLS).strip().upper()
    if plain in INDEX:
        return plain
    match = _CARD.fullmatch(plain)
    if match is None:
        return None
    rank, suit = match["rank"] or match["last_rank"], match["suit"] or match["first_suit"]
    return ("T" if rank == "10" else rank) + suit
