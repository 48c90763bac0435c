"""A position in small numbers: its cards renumbered by suit and rank, and what they prove without a search.

A card is one bit. The suits follow each other from clubs to spades, each from low to high, so that of two bits of one
suit the higher one wins, and a spade is higher than any other card. What may be played is asked of `play.legality` once
for each suit led, and then known as two masks: no rule tells the cards of a suit apart after the first trick.

A position has few sets of cards left in a suit, and meets each of them thousands of times, so what they prove is found
out once (`SuitPattern`). Two sets are alike if, from the highest card to the lowest, the same seats hold them.

Three proofs need no search, for the counted seats and for the others alike: trumps that win however they are played
(`SuitPattern`); a side that never wins because it is not on lead, has no trump, and has no card above any card of the
other side in the same suit (`losers`); and tops that the leader cashes one after the other while everybody follows suit
(`cashable`).
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from service.analysis.solver.position import Game, Position
from service.spades.cards import BIT, SPADES, cards_in, mask_of
from service.spades.play.legality import Turn, legal_cards, objections, spade_breaks

SUIT_COUNT: Final = 4


class Restriction(NamedTuple):
    """The cards that may be played in a turn: those of ``free`` by a hand that holds one of ``by``, else any."""

    free: int
    by: int


def restriction_on(game: Game, turn: Turn) -> Restriction:
    """Return the restriction on a turn after the first trick.

    Raises `ValueError` for rules that restrict different suits for different reasons; there are none.
    """
    free, by = 0, set()
    for cards in game.pack.suits:
        if cards:
            held = 0
            for objection in objections(game.rules, game.pack, cards.bit_length() - 1, turn):
                held |= objection.held
            if held:
                by.add(held)
            else:
                free |= cards
    if len(by) > 1:
        raise ValueError("several restrictions in one turn")
    return Restriction(free, by.pop() if by else 0)


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
        """For each bit, its card."""
        self._bit = {card: 1 << index for index, card in enumerate(self.cards)}
        self.hands: tuple[int, ...] = tuple(self.encode(hand) for hand in dealt)
        """For each seat, its cards when the trick in progress began."""
        self.owner: tuple[int, ...] = tuple(
            next(seat for seat, hand in enumerate(dealt) if hand & BIT[card]) for card in self.cards
        )
        """For each bit, the seat that holds or has played its card."""
        self.suits: tuple[int, ...] = tuple(self.encode(pack.suits[suit]) for suit in range(SUIT_COUNT))
        self.plays = [self.encode(BIT[card]) for card in position.plays]
        """The cards of the trick in progress, in turn from the leader."""
        self.following: tuple[Restriction, ...] = tuple(
            self._restriction(Turn(suit, is_first_trick=False, broken=True)) for suit in range(SUIT_COUNT)
        )
        """For each suit led, what may be played to it."""
        self.leading: tuple[Restriction, ...] = tuple(
            self._restriction(Turn(None, is_first_trick=False, broken=broken)) for broken in (False, True)
        )
        """What may be led before and after spades are broken."""
        self.broken_matters = self.leading[0] != self.leading[1]
        """Whether it matters for any lead if spades are broken."""
        self._legal_first: dict[tuple[int, int | None], int] = {}
        """What each hand may play to the first trick, by the suit led."""

    def encode(self, cards: int) -> int:
        """Return a mask of cards in the numbers of this position, without those that are not in it."""
        found = 0
        for card in cards_in(cards):
            found |= self._bit.get(card, 0)
        return found

    def decode(self, bits: int) -> int:
        """Return the mask of the cards with these numbers."""
        return mask_of(self.cards[index] for index in cards_in(bits))

    def legal_in_first_trick(self, hand: int, led: int | None) -> int:
        """Return the cards that a hand may play to the first trick, whose rules may tell the cards of a suit apart."""
        legal = self._legal_first.get((hand, led))
        if legal is None:
            turn = Turn(led, is_first_trick=True, broken=self.position.broken)
            legal = self.encode(legal_cards(self.game.rules, self.game.pack, self.decode(hand), turn))
            self._legal_first[hand, led] = legal
        return legal

    def breaks(self, winning: int, led: int) -> bool:
        """Whether a trick won by this card breaks spades; ``led`` is the suit led (docs/reference/rules.md, E5)."""
        return winning & self.suits[SPADES] != 0 and spade_breaks(self.game.rules, led)

    def _restriction(self, turn: Turn) -> Restriction:
        free, by = restriction_on(self.game, turn)
        return Restriction(self.encode(free), self.encode(by))


class SuitPattern(NamedTuple):
    """The cards left in a suit."""

    like: int
    """The first set met that is like this one, as a mask: equal sets of cards and sets that are alike have the same."""
    choices: tuple[int, ...]
    """For each seat, a mask of one card of each run of touching cards in its hand."""
    tops: tuple[int, ...]
    """For each seat, the number of its cards above all cards of the others."""
    shortest: tuple[int, ...]
    """For each seat, how many cards of this suit the other hand with the fewest has."""
    counted_below: bool
    """Whether every card of the counted seats is below every card of the others."""
    others_below: bool
    """Whether every card of the others is below every card of the counted seats."""
    counted_sure: int
    """The tricks that these cards win for the counted seats however all cards are played; only spades have any."""
    others_sure: int
    """The same for the other seats."""


class SuitPatterns:
    """The patterns of one suit, made when they are first asked for."""

    def __init__(self, compact: Compact, suit: int, counted: frozenset[int]) -> None:
        self.mask: int = compact.suits[suit]
        self._is_trump = suit == SPADES
        self._owner = compact.owner
        self._players = compact.players
        self._counted = counted
        self.known: dict[int, SuitPattern] = {}
        """The patterns made so far, by the cards left in the suit."""
        self._alike: dict[tuple[int, ...], SuitPattern] = {}
        """For each row of owners, the first pattern made: all of them share what it proves."""

    def learn(self, left: int) -> SuitPattern:
        """Make the pattern of the cards left in this suit, and keep it as known."""
        bits = cards_in(left)[::-1]
        owners = tuple([self._owner[bit] for bit in bits])
        choices = self._choices(bits, owners)
        alike = self._alike.get(owners)
        if alike is None:
            made = self._alike[owners] = self._make(left, owners, choices)
        else:
            made = alike._replace(choices=choices)
        self.known[left] = made
        return made

    def _make(self, left: int, owners: tuple[int, ...], choices: tuple[int, ...]) -> SuitPattern:
        lengths = [owners.count(seat) for seat in range(self._players)]
        sides = [owner in self._counted for owner in owners]
        highest = owners[0] if owners else -1
        run = next((index for index, owner in enumerate(owners) if owner != highest), len(owners))
        return SuitPattern(
            like=left,
            choices=choices,
            tops=tuple([run if seat == highest else 0 for seat in range(self._players)]),
            shortest=tuple([min(lengths[:seat] + lengths[seat + 1 :]) for seat in range(self._players)]),
            counted_below=sorted(sides) == sides,
            others_below=sorted(sides, reverse=True) == sides,
            counted_sure=self._sure(owners, sides, of=True),
            others_sure=self._sure(owners, sides, of=False),
        )

    def _choices(self, bits: tuple[int, ...], owners: tuple[int, ...]) -> tuple[int, ...]:
        """Return for each seat the highest card of each run of cards, from high to low, that it holds."""
        chosen, before = [0] * self._players, -1
        for bit, owner in zip(bits, owners, strict=True):
            if owner != before:
                chosen[owner] |= 1 << bit
                before = owner
        return tuple(chosen)

    def _sure(self, owners: tuple[int, ...], sides: list[bool], *, of: bool) -> int:
        """Return the tricks that a side wins with these trumps in any case.

        The n highest trumps of one hand are played to n tricks, and each of these that is lost takes a higher trump
        of the other side.
        """
        if not self._is_trump:
            return 0
        most, above = 0, 0
        held = [0] * self._players
        for owner, side in zip(owners, sides, strict=True):
            if side is of:
                held[owner] += 1
                most = max(most, held[owner] - above)
            else:
                above += 1
        return most


Suits: TypeAlias = tuple[SuitPattern, SuitPattern, SuitPattern, SuitPattern]
"""The cards left in each suit."""


def losers(suits: Suits, leader_counts: bool) -> bool:  # noqa: FBT001 - read at every position
    """Return whether the side that is not on lead, and has no trump, takes no trick in any case."""
    clubs, diamonds, hearts, _ = suits
    if leader_counts:
        return clubs.others_below and diamonds.others_below and hearts.others_below
    return clubs.counted_below and diamonds.counted_below and hearts.counted_below


def cashable(suits: Suits, seat: int, others_have_trumps: bool) -> int:  # noqa: FBT001 - as above
    """Return the plain tricks that a leader takes by leading his tops while everybody can follow suit.

    If nobody else has a trump, they take their tricks whoever follows.
    """
    cashed = 0
    for pattern in suits[:3]:
        tops = pattern.tops[seat]
        if tops:
            shortest = pattern.shortest[seat]
            cashed += tops if tops <= shortest or not others_have_trumps else shortest
    return cashed
