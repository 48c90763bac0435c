"""Cards, suits and packs: two-letter names outside, indices and bit masks inside.

A card is an index from 0 to 53 (``CODES[index]`` is its name) and a set of cards is an integer with one bit a card.
Rank of cards: ace high, spades are trumps (catalogue A5 to A9); promoted cards rank above the ace of spades and
*are* spades for following suit, leading and breaking (A7).
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("club", "diamond", "heart", "spade")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

CODES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
INDEX: dict[str, int] = {code: index for index, code in enumerate(CODES)}
BIT: tuple[int, ...] = tuple(1 << index for index in range(len(CODES)))
LITTLE_JOKER, BIG_JOKER = INDEX["LJ"], INDEX["BJ"]


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these card indices as one mask; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def sum_of(cards: Iterable[int]) -> int:
    """Return the sum of the bits of these card indices: their mask, as long as none is named twice."""
    return sum(map(BIT.__getitem__, cards))


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the card indices of a mask, in the order of the pack."""
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)


def codes_of(mask: int) -> tuple[str, ...]:
    """Return the names of the cards of a mask: clubs, diamonds, hearts, spades, each from low to high."""
    return tuple(CODES[card] for card in cards_in(mask))
