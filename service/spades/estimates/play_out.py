"""Deals played out: every player follows the policy of his aim, within the rules (docs/how-to/estimate-bids.md).

A card has a place instead of its index: clubs, diamonds and hearts, then spades, each suit from its lowest card to its
highest, with promoted cards at the top of the spades. Of a lead and the spades on it the highest place wins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from service.spades.cards import CLUBS, SPADES, cards_in
from service.spades.play.legality import Turn, legal_cards
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset

POLICY: Final = "simple-1"
"""The name of these policies; whoever changes what they choose gives them another."""
_SUITS: Final = range(4)
_PLAIN_SUITS: Final = (0, 1, 2)


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
            sum(1 << place for place, suit_there in enumerate(self.suit_at) if suit_there == suit) for suit in _SUITS
        )
        """For each suit, its cards."""
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

        Except for the rules of the first trick that name low clubs, they ask only which suits a hand holds, so that
        there are few answers.
        """
        if is_first_trick and self.low_clubs_matter:
            held = sum(1 << self.cards[place] for place in cards_in(hand))
            legal = legal_cards(self.rules, self.pack, held, Turn(led, is_first_trick=True, broken=False))
            return self.of_cards(cards_in(legal))
        clubs, diamonds, hearts, spades = self.suits
        held = (1 if hand & clubs else 0) | (2 if hand & diamonds else 0)
        held |= (4 if hand & hearts else 0) | (8 if hand & spades else 0)
        key = held << 5 | (4 if led is None else led) << 2 | is_first_trick << 1 | broken
        allowed = self._allowed.get(key)
        if allowed is None:
            turn = Turn(led, is_first_trick=is_first_trick, broken=broken)
            allowed = self._allowed[key] = self._allowed_suits(held, turn)
        return hand & allowed

    def _allowed_suits(self, held: int, turn: Turn) -> int:
        """Return the cards of all suits that may be played by a hand that holds these suits (one bit for each)."""
        highest = sum(1 << self.cards[self.suits[suit].bit_length() - 1] for suit in _SUITS if held >> suit & 1)
        legal = legal_cards(self.rules, self.pack, highest, turn)
        return sum(self.suits[suit] for suit in _SUITS if legal & self.pack.suits[suit])


@lru_cache(maxsize=64)
def sorted_pack(ruleset: Ruleset, players: int) -> SortedPack:
    """Return the pack of a ruleset for this number of players by places."""
    return SortedPack(ruleset, ruleset.packs[players])


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
    """The policies with a pack: to take tricks, to make a nil, to cover a partner's nil and to set an opponent's.

    Each returns a card out of those that are ``legal`` in a hand, as a set of one. A player knows his hand, the cards
    played, and who bid nil. Among sets of places the lowest bit is the lowest card of a suit. A *winner* is a card that
    no card outside the hand beats in its own suit.
    """

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


class PlayOut:
    """A table at which deals are played out, one after another."""

    def __init__(self, pack: SortedPack, side_of: tuple[int, ...], hand_size: int) -> None:
        self._pack = pack
        self._side_of = side_of
        self._tricks = hand_size
        self._policies = Policies(pack)
        self._breaks_by_any_spade = pack.rules.broken_by == "any_spade"
        self._everything = sum(pack.suits)
        seats = range(len(side_of))
        self._order = tuple(tuple((first + step) % len(side_of) for step in seats) for first in seats)
        self._partners = tuple(
            tuple(other for other in seats if other != seat and side_of[other] == side_of[seat]) for seat in seats
        )

    def tricks_of(self, seat: int, hands: list[int], leader: int, nils: frozenset[int]) -> int:
        """Return the tricks of a seat; if it bid nil, the play ends with its first.

        ``hands`` holds the hand of each seat, and ``nils`` the seats that have bid nil.
        """
        pack = self._pack
        suits, spades = pack.suits, pack.suits[SPADES]
        hands = list(hands)
        trick = Trick()
        trick.unplayed = self._everything
        alive = set(nils)
        won, broken = 0, False
        for number in range(self._tricks):
            order = self._order[leader]
            trick.best, trick.winner = 0, leader
            trick.followers = sum(1 << player for player in order)
            is_broken = broken
            for player in order:
                trick.followers ^= 1 << player
                hand = hands[player]
                led = trick.led if trick.best else None
                legal = pack.legal(hand, led, is_first_trick=not number, broken=broken)
                card = legal if legal & legal - 1 == 0 else self._choose(player, trick, hand, legal, alive)
                hands[player] = hand ^ card
                trick.unplayed ^= card
                if not trick.best:
                    trick.led = pack.suit_at[card.bit_length() - 1]
                    trick.best = card
                elif card > trick.best and card & (suits[trick.led] | spades):
                    trick.best, trick.winner = card, player
                if card & spades and (self._breaks_by_any_spade or trick.led != SPADES):
                    is_broken = True
            broken = is_broken
            leader = trick.winner
            if leader == seat:
                won += 1
                if seat in nils:
                    return won
            alive.discard(leader)
        return won

    def _choose(self, player: int, trick: Trick, hand: int, legal: int, alive: set[int]) -> int:
        """Return the card that a player chooses by the policy of his aim; ``alive`` are the nils without a trick."""
        policies, side_of = self._policies, self._side_of
        own = side_of[player]
        partner_wins = trick.winner != player and side_of[trick.winner] == own
        if not alive:
            return policies.take_tricks(trick, hand, legal, partner_wins=partner_wins)
        if player in alive:
            return policies.avoid_tricks(trick, legal)
        for partner in self._partners[player]:
            if partner in alive:
                return policies.cover_nil(trick, hand, legal, partner)
        nil_wins = trick.winner in alive
        return policies.set_nil(trick, hand, legal, nil_wins=nil_wins, partner_wins=partner_wins)
