"""The estimate of a hand: its counts, and its tricks in deals that are drawn at random around it and played out.

docs/how-to/estimate-bids.md describes the play-outs, step by step. The same seed gives the same result on any machine.
Neither the names nor the seats of the players make a difference, nor which of the plain suits is which: the hand is
turned to the first seat, and its suits are put into one order.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Final, NamedTuple

from service.spades.cards import CLUBS, SPADES
from service.spades.deal.auction import examine_bids
from service.spades.deal.contracts import Contract, nils_of_players
from service.spades.estimates.held_hand import Count, HeldHand, counts_of
from service.spades.estimates.play_out import PlayOut, SortedPack, lowest, sorted_pack
from service.spades.play.turn_order import high_bidder, leader_by_seat
from service.spades.record.log import context_of
from service.spades.rules.ruleset import Ruleset

THOUSAND: Final = 1_000
_PLAIN_SUITS: Final = (0, 1, 2)
_HAND: Final = 0  # the seat of the hand, once the table is turned
_MASK: Final = 0xFFFFFFFFFFFFFFFF
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB


class Simulation(NamedTuple):
    """The tricks and nils of a hand in deals that were drawn at random and played out."""

    seed: int
    tricks: tuple[int, ...]
    """For each number of tricks, from 0, in how many deals the hand took exactly that many."""
    nils_made: int | None
    """In how many deals a nil was made; None if the ruleset lets no player bid nil by himself."""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.tricks)

    @property
    def mean(self) -> Fraction:
        """The mean number of tricks."""
        return Fraction(sum(number * deals for number, deals in enumerate(self.tricks)), self.deals)

    @property
    def standard_error(self) -> Fraction:
        """The standard error of the mean, rounded to the nearest thousandth.

        It is the root of the sample variance (whose divisor is one less than the number of deals) over the deals.
        """
        mean, deals = self.mean, self.deals
        squares = sum(
            (times * (number - mean) * (number - mean) for number, times in enumerate(self.tricks)), Fraction()
        )
        variance = squares / (deals - 1) / deals
        # isqrt(4 x) is the root of x in halves, rounded down, also for a fraction that is cut off.
        return Fraction((isqrt(int(4 * variance * THOUSAND**2)) + 1) // 2, THOUSAND)

    def at_least(self, number: int) -> int:
        """Return in how many deals the hand took this many tricks or more."""
        return sum(self.tricks[number:])


class Estimate(NamedTuple):
    """The estimates of a hand."""

    counts: tuple[Count, ...]
    simulation: Simulation


class Generator:
    """A sequence of 64-bit numbers that looks random and follows from its seed: SplitMix64.

    It is short enough to be written in any language; the constants are those of the algorithm (Steele, Lea and Flood,
    Fast splittable pseudorandom number generators, 2014). What the standard library's generator chooses is not
    specified for other languages.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def draw(self) -> int:
        """Return the next number, from 0 to 2**64 - 1."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
        state = ((state ^ (state >> 27)) * _SECOND_FACTOR) & _MASK
        return state ^ (state >> 31)

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1, each with the same chance.

        Numbers from the largest multiple of ``count`` on are skipped: they would favour the lowest remainders.
        """
        limit = (_MASK + 1) // count * count
        number = self.draw()
        while number >= limit:
            number = self.draw()
        return number % count

    def shuffle(self, items: list[int]) -> None:
        """Put items into a random order (Fisher and Yates), every order with the same chance.

        From the last place to the second, each item changes places with one that is not behind it.
        """
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]


def simulate(
    held: HeldHand,
    ruleset: Ruleset,
    contracts: tuple[Contract, ...],
    seed: int,
    between_deals: Callable[[], object] = bool,
) -> Simulation:
    """Deal the unseen cards at random, play each deal out, and count the tricks of the hand and the nils it makes."""
    table = held.record.table
    players, size = len(table.players), len(held.hand)
    pack = sorted_pack(ruleset, players)
    hand = in_suit_order(pack, pack.of_cards(held.hand))
    unseen = [place for place in range(len(pack.cards)) if not hand >> place & 1]
    turned = table.order[held.seat]
    play_out = PlayOut(pack, tuple(table.side_of[seat] for seat in turned), size)
    others = frozenset(turned.index(seat) for seat in nils_of_players(contracts) if seat != held.seat)
    leader = _known_leader(held, ruleset, contracts)
    first = None if leader is None else turned.index(leader)
    bidding = ruleset.parameters.bidding
    bids_alone = bidding.by != "team" or ruleset.parameters.table.sides == "individual"
    may_bid_nil = bidding.zero == "nil" and bids_alone
    generator = Generator(seed)
    tricks, nils_made = [0] * (size + 1), 0
    for _ in range(held.deals):
        between_deals()
        generator.shuffle(unseen)
        starts = range(0, size * (players - 1), size)
        hands = [hand, *(sum(1 << place for place in unseen[start : start + size]) for start in starts)]
        lead = _leader_of(pack, hands, generator) if first is None else first
        tricks[play_out.tricks_of(_HAND, hands, lead, others)] += 1
        if may_bid_nil:
            nils_made += not play_out.tricks_of(_HAND, hands, lead, others | {_HAND})
    return Simulation(seed, tuple(tricks), nils_made if may_bid_nil else None)


def in_suit_order(pack: SortedPack, hand: int) -> int:
    """Return a hand with its plain suits renamed, so that hands that differ only in which suit is which become one.

    Suits change names only if the rules don't tell them apart: they have the same cards in play, and clubs have no
    role of their own in the first trick.
    """
    kinds: dict[tuple[object, ...], list[int]] = {}
    clubs_differ = pack.low_clubs_matter or pack.rules.opening_leader == "lowest_club"
    for suit in _PLAIN_SUITS:
        ranks = tuple(pack.heights[place] for place, there in enumerate(pack.suit_at) if there == suit)
        kinds.setdefault((ranks, suit == CLUBS and clubs_differ), []).append(suit)
    renamed = hand & pack.suits[SPADES]
    for suits in kinds.values():
        bottoms = [max(lowest(pack.suits[suit]).bit_length() - 1, 0) for suit in suits]
        held = [(hand & pack.suits[suit]) >> bottom for suit, bottom in zip(suits, bottoms, strict=True)]
        for cards, bottom in zip(sorted(held, reverse=True), bottoms, strict=True):
            renamed |= cards << bottom
    return renamed


def _known_leader(held: HeldHand, ruleset: Ruleset, contracts: tuple[Contract, ...]) -> int | None:
    """Return who leads to the first trick whatever the deal, None if the request leaves that open."""
    match ruleset.parameters.play.opening_leader:
        case "lowest_club":
            return None
        case "high_bidder":
            return high_bidder(contracts)
        case _:
            return leader_by_seat(ruleset.parameters, held.record)


def _leader_of(pack: SortedPack, hands: list[int], generator: Generator) -> int:
    """Return who leads to the first trick of a deal: who holds the lowest club, if that decides, else one at random."""
    if pack.rules.opening_leader == "lowest_club":
        for club in pack.clubs_from_lowest:
            for seat, hand in enumerate(hands):
                if hand & club:
                    return seat
    return generator.below(len(hands))


def estimate(held: HeldHand, ruleset: Ruleset, seed: int, between_deals: Callable[[], object] = bool) -> Estimate:
    """Return the counts of a hand, and its tricks in deals that follow from the seed.

    ``between_deals`` is called before each deal, so that whoever waits for a long computation can do something else.
    """
    context = context_of(held.record, ruleset)
    contracts = examine_bids(context, bidding_over=False).contracts
    return Estimate(counts_of(held.hand, context.pack), simulate(held, ruleset, contracts, seed, between_deals))
