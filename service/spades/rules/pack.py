"""The pack of a ruleset: which cards are in play for a number of players, and how they rank (catalogue A5 to A9)."""

from __future__ import annotations

from dataclasses import dataclass

from service.spades.cards import BIG_JOKER, BIT, INDEX, LITTLE_JOKER, RANKS, SPADES, mask_of
from service.spades.rules.parameters import DeckRules

_STANDARD = (1 << 52) - 1


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
