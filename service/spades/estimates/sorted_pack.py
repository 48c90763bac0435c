"""The pack of a ruleset in the order of its cards' strength, so that play-outs can compare cards as numbers.

A card has a place instead of its index: clubs, diamonds and hearts, then spades, each suit from its lowest card to its
highest, with promoted cards at the top of the spades. Of a lead and the spades on it the highest place wins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from service.spades.cards import CLUBS, cards_in
from service.spades.play.legality import Turn, legal_cards
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset

_SUITS: Final = range(4)


class SortedPack:
    """A pack by places. A set of cards is an integer with one bit for each place."""

    def __init__(self, ruleset: Ruleset, pack: Pack) -> None:
        self.pack = pack
        self.rules = ruleset.parameters.play
        self.cards: tuple[int, ...] = tuple(
            card for suit in _SUITS for card in sorted(cards_in(pack.suits[suit]), key=pack.strength[suit].__getitem__)
        )
        """The card at each place."""
        self.place = {card: place for place, card in enumerate(self.cards)}
        self.suit_at: tuple[int, ...] = tuple(pack.suit[card] for card in self.cards)
        """The suit of each place."""
        self.heights: tuple[int, ...] = tuple(pack.strength[pack.suit[card]][card] for card in self.cards)
        """The rank of each place, as its strength in its own suit; every spade is above every other card."""
        self.suits: tuple[int, ...] = tuple(
            sum(1 << place for place, each in enumerate(self.suit_at) if each == suit) for suit in _SUITS
        )
        """For each suit its cards."""
        self.clubs_from_lowest: tuple[int, ...] = tuple(1 << self.place[card] for card in cards_in(pack.suits[CLUBS]))
        """The clubs, the lowest first, each as a set of one card."""
        self.low_clubs_matter = self.rules.opening_card == "lowest_club" or self.rules.first_trick == "all_lowest_club"
        """Whether clubs are not all alike in the first trick."""
        self._allowed: dict[int, int] = {}

    def of_cards(self, cards: tuple[int, ...] | list[int]) -> int:
        """Return these cards as a set of places."""
        return sum(1 << self.place[card] for card in cards)

    def legal(self, hand: int, led: int | None, *, is_first_trick: bool, broken: bool) -> int:
        """Return the cards of a hand that may be played, as `play.legality` has it.

        Its rules ask only for the suits that a hand holds, so that there are few answers; save for those of the first
        trick that name low clubs.
        """
        if is_first_trick and self.low_clubs_matter:
            return self._legal_by_card(hand, led)
        clubs, diamonds, hearts, spades = self.suits
        held = (1 if hand & clubs else 0) | (2 if hand & diamonds else 0)
        held |= (4 if hand & hearts else 0) | (8 if hand & spades else 0)
        key = held << 5 | (4 if led is None else led) << 2 | is_first_trick << 1 | broken
        allowed = self._allowed.get(key)
        if allowed is None:
            turn = Turn(led, is_first_trick=is_first_trick, broken=broken)
            allowed = self._allowed[key] = self._allowed_suits(held, turn)
        return hand & allowed

    def _legal_by_card(self, hand: int, led: int | None) -> int:
        """Return the cards of a hand that may be played to the first trick."""
        held = sum(1 << self.cards[place] for place in cards_in(hand))
        legal = legal_cards(self.rules, self.pack, held, Turn(led, is_first_trick=True, broken=False))
        return self.of_cards(cards_in(legal))

    def _allowed_suits(self, held: int, turn: Turn) -> int:
        """Return the cards of all suits that may be played by a hand that holds these suits (one bit for each)."""
        highest = sum(1 << self.cards[self.suits[suit].bit_length() - 1] for suit in _SUITS if held >> suit & 1)
        legal = legal_cards(self.rules, self.pack, highest, turn)
        return sum(self.suits[suit] for suit in _SUITS if legal & self.pack.suits[suit])


@lru_cache(maxsize=64)
def sorted_pack(ruleset: Ruleset, players: int) -> SortedPack:
    """Return the pack of a ruleset for this number of players by places."""
    return SortedPack(ruleset, ruleset.packs[players])
