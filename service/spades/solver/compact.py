"""A position in small numbers: its cards renumbered by suit and rank, and what the rules allow as masks of them.

A card is one bit. The suits follow each other from clubs to spades, each from low to high, so that of two bits of one
suit the higher one wins, and a spade is higher than any other card. What may be played is asked of `play.legality` once
for each suit led, and then known as two masks: no rule tells the cards of a suit apart after the first trick.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.cards import BIT, SPADES, cards_in, mask_of
from service.spades.play.legality import Turn, legal_cards, objections
from service.spades.solver.position import Game, Position

SUIT_COUNT: Final = 4


class Restriction(NamedTuple):
    """What may be played in a turn: only cards of ``free`` by a hand that holds one of ``by``, else any card."""

    free: int
    by: int


def restriction_on(game: Game, turn: Turn) -> Restriction:
    """Return what the rules allow in a turn after the first trick, as masks of cards.

    Raises `ValueError` for rules that restrict different suits for different reasons; there are none.
    """
    free, by = 0, set()
    for cards in game.pack.suits:
        if cards:
            held = mask_of_objections(game, cards.bit_length() - 1, turn)
            if held:
                by.add(held)
            else:
                free |= cards
    if len(by) > 1:
        raise ValueError("several restrictions in one turn")
    return Restriction(free, by.pop() if by else 0)


def mask_of_objections(game: Game, card: int, turn: Turn) -> int:
    """Return the cards of which one in the hand makes this card illegal."""
    held = 0
    for objection in objections(game.rules, game.pack, card, turn):
        held |= objection.held
    return held


class Compact:
    """A position whose cards are renumbered, and the rules for it."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.position = position
        self.players = len(position.hands)
        dealt = list(position.hands)
        for index, card in enumerate(position.plays):
            dealt[(position.leader + index) % self.players] |= BIT[card]
        pack = game.pack
        self.cards: tuple[int, ...] = tuple(
            sorted(
                (card for hand in dealt for card in cards_in(hand)),
                key=lambda card: (pack.suit[card], pack.strength[pack.suit[card]][card]),
            )
        )
        """For each bit its card."""
        self._bit = {card: 1 << index for index, card in enumerate(self.cards)}
        self.hands: tuple[int, ...] = tuple(self.encode(hand) for hand in dealt)
        """For each seat its cards when the trick in progress began."""
        self.owner: tuple[int, ...] = tuple(
            next(seat for seat, hand in enumerate(dealt) if hand & BIT[card]) for card in self.cards
        )
        """For each bit the seat that holds or has played its card."""
        self.suits: tuple[int, ...] = tuple(self.encode(pack.suits[suit]) for suit in range(SUIT_COUNT))
        self.played = self.encode(mask_of(position.plays))
        self.following: tuple[Restriction, ...] = tuple(
            self._restriction(Turn(suit, is_first_trick=False, broken=True)) for suit in range(SUIT_COUNT)
        )
        """For each suit led what may be played to it."""
        self.leading: tuple[Restriction, ...] = tuple(
            self._restriction(Turn(None, is_first_trick=False, broken=broken)) for broken in (False, True)
        )
        """What may be led before and after spades are broken."""
        self.broken_matters = self.leading[0] != self.leading[1]
        """Whether it matters for any lead if spades are broken."""

    def encode(self, cards: int) -> int:
        """Return a mask of cards in the numbers of this position, without those that are not in it."""
        found = 0
        for card in cards_in(cards):
            found |= self._bit.get(card, 0)
        return found

    def decode(self, bits: int) -> int:
        """Return the mask of the cards with these numbers."""
        return mask_of(self.cards[index] for index in cards_in(bits))

    def card_of(self, bit: int) -> int:
        """Return the card with this number."""
        return self.cards[bit.bit_length() - 1]

    def suit_of(self, bit: int) -> int:
        """Return the suit of the card with this number."""
        return self.game.pack.suit[self.card_of(bit)]

    def legal_in_first_trick(self, hand: int, led: int | None) -> int:
        """Return what a hand may play to the first trick, whose rules may tell the cards of a suit apart."""
        turn = Turn(led, is_first_trick=True, broken=self.position.broken)
        return self.encode(legal_cards(self.game.rules, self.game.pack, self.decode(hand), turn))

    def breaks(self, winning: int, led: int) -> bool:
        """Return whether a trick won by this card breaks spades; ``led`` is the suit led (docs/rules.md, E5)."""
        if not winning & self.suits[SPADES]:
            return False
        return led != SPADES or self.game.rules.broken_by == "any_spade"

    def _restriction(self, turn: Turn) -> Restriction:
        free, by = restriction_on(self.game, turn)
        return Restriction(self.encode(free), self.encode(by))
