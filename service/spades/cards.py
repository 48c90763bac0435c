"""Cards, suits and packs: two-letter names outside, indices and bit masks inside.

A card is an index from 0 to 53 (``CODES[index]`` is its name) and a set of cards is an integer with one bit a card.
Rank of cards: ace high, spades are trumps (catalogue A5 to A9); promoted cards rank above the ace of spades and
*are* spades for following suit, leading and breaking (A7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.spades.parameters import DeckRules

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("club", "diamond", "heart", "spade")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

CODES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
INDEX: dict[str, int] = {code: index for index, code in enumerate(CODES)}
BIT: tuple[int, ...] = tuple(1 << index for index in range(len(CODES)))
LITTLE_JOKER, BIG_JOKER = INDEX["LJ"], INDEX["BJ"]

_STANDARD = (1 << 52) - 1


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


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play at a table of so many players, and how they rank."""

    players: int
    hand_size: int
    leftover: int
    """How many cards are in no hand once every hand is full."""
    cards: int
    """The mask of the cards in play."""
    suit: tuple[int, ...]
    """For each of the 54 cards the suit that it belongs to in play; a promoted card is a spade."""
    suits: tuple[int, int, int, int]
    """For each suit the mask of its cards in play."""
    strength: tuple[tuple[int, ...], ...]
    """``strength[suit_led][card]``: the higher wins the trick, 0 cannot win it."""

    @property
    def non_spades(self) -> int:
        """The mask of the cards in play that are not spades."""
        return self.cards & ~self.suits[SPADES]

    def missing_by(self, card: int) -> str:
        """Return the parameter by which a card is not in this pack."""
        return "deck.jokers" if card in {LITTLE_JOKER, BIG_JOKER} else "deck.removed"


def promoted(rules: DeckRules) -> tuple[int, ...]:
    """Return the cards that outrank the ace of spades, high to low: those listed, else the jokers in play."""
    if rules.top_trumps:
        return tuple(INDEX[code] for code in rules.top_trumps)
    return (BIG_JOKER, LITTLE_JOKER)[: rules.jokers]


def pack_for(rules: DeckRules, players: int) -> Pack:
    """Return the pack of a ruleset for this many players (2 to 6); hand size derived where none is stated."""
    cards = _STANDARD
    for joker in (BIG_JOKER, LITTLE_JOKER)[: rules.jokers]:
        cards |= BIT[joker]
    cards &= ~mask_of(INDEX[code] for code in rules.removed.get(str(players), ()))
    top = promoted(rules)
    suit = [SPADES if card in top or card in {LITTLE_JOKER, BIG_JOKER} else card // len(RANKS) for card in range(54)]
    rank = [card % len(RANKS) + 1 for card in range(54)]
    for place, card in enumerate(reversed(top)):
        rank[card] = len(RANKS) + 1 + place
    strength = tuple(
        tuple(
            0
            if not cards >> card & 1
            else 100 + rank[card]
            if suit[card] == SPADES
            else (suit[card] == led) * rank[card]
            for card in range(54)
        )
        for led in range(4)
    )
    suits = tuple(cards & mask_of(card for card in range(54) if suit[card] == each) for each in range(4))
    hand_size = rules.hand_size.get(str(players), cards.bit_count() // players)
    return Pack(
        players=players,
        hand_size=hand_size,
        leftover=cards.bit_count() - players * hand_size,
        cards=cards,
        suit=tuple(suit),
        suits=(suits[0], suits[1], suits[2], suits[3]),
        strength=strength,
    )
