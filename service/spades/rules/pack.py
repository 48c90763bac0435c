"""The pack of a ruleset: which cards are in play for a number of players, and how they rank.

Ace high, spades are trumps. Promoted cards rank above the ace of spades, and they *are* spades for following suit,
leading and breaking (docs/reference/rules.md, A5 to A9).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.spades.cards import BIG_JOKER, BIT, INDEX, LITTLE_JOKER, RANKS, SPADES, UNKNOWN_SUIT, mask_of
from service.spades.catalogue.parameters.table_and_deck import DeckRules
from service.spades.table import COUNTS_FOR_PARTNERS

_STANDARD_PACK: Final = (1 << 52) - 1


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play for one number of players, and how they rank."""

    players: int
    hand_size: int
    """The cards of the largest hand, and so the tricks of a round."""
    in_last_trick: int
    """How many players have a card for the last trick: all of them, unless the pack is dealt in unequal hands."""
    leftover: int
    """How many cards are left when every hand is full; negative if the pack is too small."""
    cards: int
    """The mask of the cards in play."""
    suit: tuple[int, ...]
    """For each of the 54 cards its suit in play; promoted cards are spades. A card that could not be read has none."""
    suits: tuple[int, ...]
    """For each suit the mask of its cards in play; no card is certain to be of the unknown suit."""
    strength: tuple[tuple[int, ...], ...]
    """``strength[suit_led][card]``: the highest wins the trick; a card of strength 0 can't win, and so no card is known
    to win if the suit led is not known."""

    @property
    def has_equal_hands(self) -> bool:
        """Whether everybody is dealt as many cards as everybody else."""
        return self.in_last_trick == self.players

    @property
    def dealt(self) -> int:
        """The number of cards in all hands together."""
        return self.players * (self.hand_size - 1) + self.in_last_trick

    def hand_sizes(self, dealer: int) -> tuple[int, ...]:
        """Return for each seat the cards that it is dealt: the first from the dealer's left may have one more."""
        shorter = [(seat - dealer - 1) % self.players >= self.in_last_trick for seat in range(self.players)]
        return tuple([self.hand_size - short for short in shorter])

    @property
    def non_spades(self) -> int:
        """The mask of the cards in play that are not spades."""
        return self.cards & ~self.suits[SPADES]

    def winning_play(self, cards: Sequence[int]) -> int | None:
        """Return the index of the card that wins a whole trick, all of it known; None if none of its cards can win."""
        strength = self.strength[self.suit[cards[0]]]
        best = max(range(len(cards)), key=lambda play: strength[cards[play]])
        return best if strength[cards[best]] else None

    def missing_by(self, card: int) -> str:
        """Return the parameter that keeps this card out of the pack."""
        return "deck.jokers" if card in {LITTLE_JOKER, BIG_JOKER} else "deck.removed"


def promoted(rules: DeckRules) -> tuple[int, ...]:
    """Return the cards that outrank the ace of spades, high to low: those listed, or else the jokers in play."""
    if rules.top_trumps:
        return tuple(INDEX[code] for code in rules.top_trumps)
    return (BIG_JOKER, LITTLE_JOKER)[: rules.jokers]


def pack_for(rules: DeckRules, players: int) -> Pack:
    """Return the pack for 2 to 6 players. If no hand size is stated, the cards are divided equally, or all dealt."""
    cards = _STANDARD_PACK
    for joker in (BIG_JOKER, LITTLE_JOKER)[: rules.jokers]:
        cards |= BIT[joker]
    cards &= ~mask_of(INDEX[code] for code in rules.removed.get(str(players), ()))
    top = promoted(rules)
    suit = [SPADES if card in top or card in {LITTLE_JOKER, BIG_JOKER} else card // len(RANKS) for card in range(54)]
    rank = [card % len(RANKS) + 1 for card in range(54)]
    for step, card in enumerate(reversed(top), start=1):
        rank[card] = len(RANKS) + step
    strength = [
        (
            *(
                0
                if not cards >> card & 1
                else 100 + rank[card]
                if suit[card] == SPADES
                else (suit[card] == led) * rank[card]
                for card in range(54)
            ),
            0,
        )
        for led in range(4)
    ]
    suits = tuple(cards & mask_of(card for card in range(54) if suit[card] == index) for index in range(4))
    is_dealt = rules.leftover == "dealt"
    hand_size = rules.hand_size.get(str(players), (cards.bit_count() + is_dealt * (players - 1)) // players)
    leftover = cards.bit_count() - players * hand_size
    unequal = is_dealt and -players < leftover < 0
    return Pack(
        players=players,
        hand_size=hand_size,
        in_last_trick=players + leftover if unequal else players,
        leftover=0 if unequal else leftover,
        cards=cards,
        suit=(*suit, UNKNOWN_SUIT),
        suits=(suits[0], suits[1], suits[2], suits[3], 0),
        strength=(*strength, (0,) * 55),
    )


class AllowedTable(NamedTuple):
    """A table that a ruleset allows: the pack for one number of players, and how many players make a side (1 or 2)."""

    pack: Pack
    side_size: int

    @property
    def sides(self) -> int:
        """How many sides play."""
        return self.pack.players // self.side_size

    @property
    def can_be_seated(self) -> bool:
        """Whether this number of players can form such sides."""
        return self.side_size == 1 or self.pack.players in COUNTS_FOR_PARTNERS

    @property
    def can_be_dealt(self) -> bool:
        """Whether the players can form such sides and the pack is large enough for their hands."""
        return self.can_be_seated and self.pack.hand_size > 0 and self.pack.leftover >= 0

    def spades_in(self, hands: int) -> range:
        """Return how many spades this many hands can hold together. Promoted cards are spades."""
        cards, spades = hands * self.pack.hand_size, self.pack.suits[SPADES].bit_count()
        least = cards - max(0, min(hands, self.pack.players - self.pack.in_last_trick))
        return range(max(0, least - self.pack.non_spades.bit_count()), min(cards, spades) + 1)
