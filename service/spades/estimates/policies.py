"""How the players of a play-out choose their cards: one policy for tricks, one for a nil (docs/estimates.md).

A player knows his hand, the cards played, and who bid nil. Cards are sets of places (`sorted_pack`), so the lowest bit
is the lowest card of a suit. A *winner* is a card that no card outside the hand beats in its own suit.
"""

from __future__ import annotations

from typing import Final

from service.spades.cards import SPADES
from service.spades.estimates.sorted_pack import SortedPack

POLICY: Final = "simple-1"
"""The name of these policies; whoever changes what they choose gives them another."""
_PLAIN_SUITS: Final = (0, 1, 2)


class Trick:
    """A trick as the next player sees it."""

    __slots__ = ("best", "followers", "led", "unplayed", "winner")

    def __init__(self) -> None:
        self.led = 0
        """The suit led."""
        self.best = 0
        """The card that wins so far, as a set of one; 0 for a lead."""
        self.winner = 0
        """The seat that played it."""
        self.followers = 0
        """The seats that play after this player (one bit for each)."""
        self.unplayed = 0
        """All cards that have not been played."""


class Policies:
    """The policies with a pack. Each returns a card out of those that are ``legal`` in a hand, as a set of one."""

    def __init__(self, pack: SortedPack) -> None:
        self._pack = pack
        self._suits = pack.suits
        self._spades = pack.suits[SPADES]

    def take_tricks(self, trick: Trick, hand: int, legal: int, *, partner_wins: bool) -> int:
        """Choose for a player who wants tricks; ``partner_wins`` if the trick is his partner's so far."""
        if not trick.best:
            return self._lead(trick, hand, legal)
        suit = self._suits[trick.led]
        unseen = trick.unplayed & ~hand & suit
        follow = legal & suit
        if not follow:
            return self._ruff_or_discard(trick, legal, keeps=partner_wins and self._is_safe(trick, unseen))
        beating = follow & -(trick.best << 1) if trick.best & suit else 0
        if not beating or (partner_wins and self._is_safe(trick, unseen)):
            return lowest(follow)
        if not trick.followers:
            return lowest(beating)
        winners = beating & -(1 << unseen.bit_length())
        if winners:
            return lowest(winners)
        return lowest(follow)

    def avoid_tricks(self, trick: Trick, legal: int) -> int:
        """Choose for a player who has bid nil and has no trick yet."""
        if not trick.best:
            return self._lowest_of_all(legal)
        suit = self._suits[trick.led]
        follow = legal & suit
        if follow:
            losing = follow & (trick.best - 1) if trick.best & suit else follow
            if losing:
                return highest(losing)
            return lowest(follow) if trick.followers else highest(follow)
        losing = legal & (self._spades if trick.best & self._spades else 0) & (trick.best - 1)
        if losing:
            return highest(losing)
        plain = legal & ~self._spades
        return self._highest_of_all(plain) if plain else lowest(legal)

    def cover_nil(self, trick: Trick, hand: int, legal: int, partner: int) -> int:
        """Choose for the partner of a player who has bid nil and has no trick yet."""
        if not trick.best:
            plain = legal & ~self._spades
            return self._highest_of_all(plain or legal)
        if trick.winner == partner or trick.followers >> partner & 1:
            beating = self._beating(trick, legal)
            if beating:
                return lowest(beating) if trick.winner == partner else self._highest_to(trick, beating)
        return self.take_tricks(trick, hand, legal, partner_wins=False)

    def set_nil(self, trick: Trick, hand: int, legal: int, *, nil_wins: bool, partner_wins: bool) -> int:
        """Choose for an opponent of a player who has bid nil and has no trick yet; ``nil_wins`` if this one is his."""
        if not trick.best:
            plain = legal & ~self._spades
            return self._lowest_of_all(plain or legal)
        if nil_wins:
            losing = legal & ~self._beating(trick, legal)
            if losing:
                return self._highest_of_all(losing)
        return self.take_tricks(trick, hand, legal, partner_wins=partner_wins)

    def _lead(self, trick: Trick, hand: int, legal: int) -> int:
        unseen = trick.unplayed & ~hand
        chosen, fewest = 0, 99
        for suit in _PLAIN_SUITS:
            cards = legal & self._suits[suit]
            if cards:
                top = highest(cards)
                count = cards.bit_count()
                if top > unseen & self._suits[suit] and count < fewest:
                    chosen, fewest = top, count
        if chosen:
            return chosen
        spades = legal & self._spades
        if spades and unseen & self._spades and highest(spades) > unseen & self._spades:
            return highest(spades)
        for suit in _PLAIN_SUITS:
            cards = legal & self._suits[suit]
            if cards and cards.bit_count() < fewest:
                chosen, fewest = lowest(cards), cards.bit_count()
        return chosen or lowest(legal)

    def _is_safe(self, trick: Trick, unseen: int) -> bool:
        """Return whether no card of the suit led that may still come beats the best one."""
        return not trick.followers or bool(trick.best & self._spades) or trick.best > unseen

    def _ruff_or_discard(self, trick: Trick, legal: int, *, keeps: bool) -> int:
        beating = 0 if keeps else self._beating(trick, legal)
        if beating:
            return lowest(beating)
        chosen, fewest = 0, 99
        for suit in _PLAIN_SUITS:
            cards = legal & self._suits[suit]
            if cards and cards.bit_count() < fewest:
                chosen, fewest = lowest(cards), cards.bit_count()
        return chosen or lowest(legal)

    def _beating(self, trick: Trick, legal: int) -> int:
        """Return the cards that would win the trick so far."""
        spades = self._spades
        if trick.best & spades:
            return legal & spades & -(trick.best << 1)
        return legal & (spades | (self._suits[trick.led] & -(trick.best << 1)))

    def _highest_to(self, trick: Trick, beating: int) -> int:
        """Return the highest card of the suit led among those that win, else the lowest spade."""
        follow = beating & self._suits[trick.led]
        return highest(follow) if follow else lowest(beating)

    def _lowest_of_all(self, cards: int) -> int:
        heights = self._pack.heights
        return min(bits_of(cards), key=lambda card: heights[card.bit_length() - 1])

    def _highest_of_all(self, cards: int) -> int:
        heights = self._pack.heights
        return max(bits_of(cards), key=lambda card: heights[card.bit_length() - 1])


def lowest(cards: int) -> int:
    """Return the lowest of these cards."""
    return cards & -cards


def highest(cards: int) -> int:
    """Return the highest of these cards."""
    return 1 << (cards.bit_length() - 1)


def bits_of(cards: int) -> list[int]:
    """Return these cards, each as a set of one."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found
