"""The simulation of docs/how-to/estimate-bids.md written a second time, from that page: cards as texts, nothing clever.

Only legality comes from the engine, which has one statement of it, by the operation that lists legal cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from service.spades.cards import CODES, INDEX, mask_of
from service.spades.play.legality import Turn, legal_cards
from service.spades.rules.ruleset import Ruleset

PLAIN = "CDH"


def numbers(seed: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield z ^ (z >> 31)


def below(source: Iterator[int], count: int) -> int:
    return next(number for number in source if number < 2**64 - 2**64 % count) % count


@dataclass
class Naive:
    """A table with seat 0 as the hand's; `sides` are the sides of the seats."""

    ruleset: Ruleset
    sides: Sequence[int]
    nils: set[int] = field(default_factory=set)
    leader: int | None = None

    def __post_init__(self) -> None:
        self.pack = self.ruleset.packs[len(self.sides)]
        self.rules = self.ruleset.parameters.play
        self.cards = [
            CODES[card]
            for suit in range(4)
            for card in sorted(range(54), key=lambda card: self.pack.strength[suit][card])
            if self.pack.suits[suit] >> card & 1
        ]

    def suit(self, card: str) -> str:
        return "CDHS"[self.pack.suit[INDEX[card]]]

    def rank(self, card: str) -> int:
        """Return a rank by which spades are above every other card."""
        return self.pack.strength["CDHS".index(self.suit(card))][INDEX[card]]

    def renamed(self, hand: Sequence[str]) -> list[str]:
        """Return a hand after step 2."""
        ranks = {suit: [self.rank(card) for card in self.cards if self.suit(card) == suit] for suit in PLAIN}
        clubs_differ = (
            self.rules.opening_leader == "lowest_club"
            or self.rules.opening_card == "lowest_club"
            or self.rules.first_trick == "all_lowest_club"
        )
        renamed = [card for card in hand if self.suit(card) == "S"]
        for suit in PLAIN:
            alike = [
                each
                for each in PLAIN
                if ranks[each] == ranks[suit] and not (clubs_differ and "C" in {each, suit} and each != suit)
            ]
            holdings = sorted(
                (sorted((self.rank(card) for card in hand if self.suit(card) == each), reverse=True) for each in alike),
                reverse=True,
            )
            held = holdings[alike.index(suit)]
            renamed += [card for card in self.cards if self.suit(card) == suit and self.rank(card) in held]
        return renamed

    def simulate(self, hand: Sequence[str], seed: int, deals: int) -> tuple[list[int], int]:
        """Return the tricks of seat 0 in each deal, and how many nils it made."""
        hand, source = self.renamed(hand), numbers(seed)
        others = [card for card in self.cards if card not in hand]
        size, taken, made = len(hand), [], 0
        for _ in range(deals):
            for i in range(len(others) - 1, 0, -1):
                j = below(source, i + 1)
                others[i], others[j] = others[j], others[i]
            hands = [list(hand), *(others[size * i : size * (i + 1)] for i in range(len(self.sides) - 1))]
            leader = self.first_leader(hands, source)
            taken.append(self.played(hands, leader, self.nils - {0})[0])
            made += self.played(hands, leader, self.nils | {0})[0] == 0
        return taken, made

    def first_leader(self, hands: Sequence[Sequence[str]], source: Iterator[int]) -> int:
        if self.leader is not None:
            return self.leader
        clubs = [card for card in self.cards if self.suit(card) == "C"]
        if self.rules.opening_leader == "lowest_club":
            dealt = [(clubs.index(card), seat) for seat, hand in enumerate(hands) for card in hand if card in clubs]
            if dealt:
                return min(dealt)[1]
        return below(source, len(hands))

    def played(self, hands: Sequence[Sequence[str]], leader: int, nils: set[int]) -> list[int]:
        """Return the tricks of each seat."""
        holding, count = [list(hand) for hand in hands], len(hands)
        won, gone, broken = [0] * count, set[str](), False
        for number in range(1, len(hands[0]) + 1):
            plays: list[tuple[int, str]] = []
            for step in range(count):
                seat = (leader + step) % count
                led = self.pack.suit[INDEX[plays[0][1]]] if plays else None
                turn = Turn(led, is_first_trick=number == 1, broken=broken)
                allowed = legal_cards(self.rules, self.pack, mask_of(INDEX[card] for card in holding[seat]), turn)
                legal = [card for card in self.cards if card in holding[seat] and allowed >> INDEX[card] & 1]
                alive = {each for each in nils if not won[each]}
                view = View(self, seat, holding[seat], legal, plays, gone | {card for _, card in plays}, alive)
                card = view.choice()
                holding[seat].remove(card)
                plays.append((seat, card))
            led_suit = self.suit(plays[0][1])
            spades = [card for _, card in plays if self.suit(card) == "S"]
            if spades and (self.rules.broken_by == "any_spade" or led_suit != "S"):
                broken = True
            gone |= {card for _, card in plays}
            leader = View.best_of(self, plays)[0]
            won[leader] += 1
        return won


@dataclass
class View:
    """What a player sees when it is his turn."""

    table: Naive
    seat: int
    hand: list[str]
    legal: list[str]
    plays: list[tuple[int, str]]
    gone: set[str]
    alive: set[int]

    @staticmethod
    def best_of(table: Naive, plays: Sequence[tuple[int, str]]) -> tuple[int, str]:
        led = table.suit(plays[0][1])
        able = [play for play in plays if table.suit(play[1]) in {led, "S"}]
        return max(able, key=lambda play: table.rank(play[1]))

    def low(self, cards: Sequence[str]) -> str:
        """Return the lowest of all; `legal` is in the order of the suits, so that the first of equals is taken."""
        return min(cards, key=self.table.rank)

    def high(self, cards: Sequence[str]) -> str:
        return max(cards, key=self.table.rank)

    def of(self, suit: str) -> list[str]:
        return [card for card in self.legal if self.table.suit(card) == suit]

    def plain(self) -> list[str]:
        return [card for card in self.legal if self.table.suit(card) != "S"]

    def wins(self, card: str) -> bool:
        return self.best_of(self.table, [*self.plays, (self.seat, card)])[1] == card

    def stands(self, card: str) -> bool:
        out = set(self.table.cards) - self.gone - set(self.hand)
        higher = (each for each in out if self.table.suit(each) == self.table.suit(card))
        return all(self.table.rank(each) < self.table.rank(card) for each in higher)

    def to_play(self) -> list[int]:
        played = {seat for seat, _ in self.plays}
        return [seat for seat in range(len(self.table.sides)) if seat not in played and seat != self.seat]

    def shortest(self, suits: Sequence[str]) -> str:
        return min(suits, key=lambda suit: (len(self.of(suit)), suit))

    def choice(self) -> str:
        sides = self.table.sides
        if len(self.legal) == 1:
            return self.legal[0]
        if self.seat in self.alive:
            return self.for_nil()
        partners = [each for each in self.alive if sides[each] == sides[self.seat]]
        if partners:
            return self.cover(partners[0])
        winner = self.best_of(self.table, self.plays)[0] if self.plays else None
        if self.alive:
            if winner is None:
                return self.low(self.plain() or self.legal)
            losing = [card for card in self.legal if not self.wins(card)]
            if winner in self.alive and losing:
                return self.high(losing)
        return self.for_tricks(is_partners=winner is not None and sides[winner] == sides[self.seat])

    def for_tricks(self, *, is_partners: bool) -> str:
        if not self.plays:
            return self.lead()
        best = self.best_of(self.table, self.plays)[1]
        safe = not self.to_play() or self.table.suit(best) == "S" or self.stands(best)
        follow = self.of(self.table.suit(self.plays[0][1]))
        winning = [card for card in follow or self.of("S") if self.wins(card)]
        if not follow:
            if winning and not (is_partners and safe):
                return self.low(winning)
            held = [suit for suit in PLAIN if self.of(suit)]
            return self.low(self.of(self.shortest(held))) if held else self.low(self.legal)
        if not winning or (is_partners and safe):
            return self.low(follow)
        if not self.to_play():
            return self.low(winning)
        return self.low([card for card in winning if self.stands(card)] or follow)

    def lead(self) -> str:
        held = [suit for suit in PLAIN if self.of(suit)]
        standing = [suit for suit in held if self.stands(self.high(self.of(suit)))]
        if standing:
            return self.high(self.of(self.shortest(standing)))
        spades = self.of("S")
        out = [card for card in self.table.cards if self.table.suit(card) == "S" and card not in self.gone]
        if spades and self.stands(self.high(spades)) and set(out) - set(self.hand):
            return self.high(spades)
        return self.low(self.of(self.shortest(held))) if held else self.low(spades)

    def for_nil(self) -> str:
        if not self.plays:
            return self.low(self.legal)
        losing = [card for card in self.legal if not self.wins(card)]
        follow = self.of(self.table.suit(self.plays[0][1]))
        if follow:
            if losing:
                return self.high(losing)
            return self.low(follow) if self.to_play() else self.high(follow)
        spades = [card for card in losing if self.table.suit(card) == "S"]
        if spades:
            return self.high(spades)
        return self.high(self.plain()) if self.plain() else self.low(self.legal)

    def cover(self, bidder: int) -> str:
        if not self.plays:
            return self.high(self.plain() or self.legal)
        winning = [card for card in self.legal if self.wins(card)]
        follow = [card for card in winning if self.table.suit(card) == self.table.suit(self.plays[0][1])]
        if winning and self.best_of(self.table, self.plays)[0] == bidder:
            return self.low(follow or winning)
        if winning and bidder in self.to_play():
            return self.high(follow) if follow else self.low(winning)
        return self.for_tricks(is_partners=False)
