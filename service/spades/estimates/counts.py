"""Counts of a hand's tricks before the play, by methods that others have published; each line says what it counts.

None is the right one: docs/estimates.md has the words of each source, and how near each comes to the tricks of a deal.
A promoted card or a joker, which no source knows, is one trick in all of them: it outranks the ace of spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from service.spades.cards import CLUBS, DIAMONDS, HEARTS, RANKS, SPADES
from service.spades.estimates.model import Count, CountedCards
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say

_BEGINNER_SOURCE: Final = "solitairebliss.com, Spades, Pro Tips: the best strategy of bidding for beginners"
_EASY_SOURCE: Final = "solitairebliss.com, Spades, Difficulty Levels: Easy"
_DUMMIES_SOURCE: Final = (
    "dummies.com, Figuring the value of your high cards in Spades (Barry Rigal, Card Games For Dummies)"
)
_SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
_SIDE_SUITS: Final = (HEARTS, DIAMONDS, CLUBS)
_HIGH_SPADES: Final = "AKQJT"
_COURT_SPADES: Final = "AKQ"
_ONE: Final = Fraction(1)
_LONE_KING: Final = Fraction(2, 3)
_QUEEN_WITH_ACE: Final = Fraction(1, 2)
_OTHER_QUEEN: Final = Fraction(1, 3)
_FREE_SPADES: Final = 3
"""How many spades of a hand count for their rank alone."""


def counts_of(hand: Iterable[int], pack: Pack) -> tuple[Count, ...]:
    """Return the counts of a hand by each method."""
    ranks = _by_rank(hand, pack)
    return (
        Count("beginner", _BEGINNER_SOURCE, tuple(_high_cards(ranks, "A"))),
        Count("beginner_with_kings", _EASY_SOURCE, tuple(_high_cards(ranks, "AK"))),
        Count("high_cards_and_length", _DUMMIES_SOURCE, tuple(_high_cards_and_length(ranks))),
    )


_Held = Mapping[int, Mapping[str, int]]
"""For each suit the cards held of it by rank, the highest first; promoted cards by a rank of their own."""


def _by_rank(hand: Iterable[int], pack: Pack) -> _Held:
    """Return the cards of a hand by suit and rank, as they rank in this pack."""
    held: dict[int, dict[str, int]] = {suit: {} for suit in _SUITS}
    for card in sorted(hand, key=lambda card: pack.strength[pack.suit[card]][card], reverse=True):
        suit = pack.suit[card]
        promoted = pack.strength[suit][card] > pack.strength[suit][_ace_of(suit)] > 0 or card // len(RANKS) != suit
        held[suit][f"promoted {card}" if promoted else RANKS[card % len(RANKS)]] = card
    return held


def _ace_of(suit: int) -> int:
    return suit * len(RANKS) + len(RANKS) - 1


def _promoted(held: _Held) -> Iterator[CountedCards]:
    """Yield a trick for each card above the ace of spades."""
    for rank, card in held[SPADES].items():
        if rank not in RANKS:
            yield _one(card, say("counts_as_promoted", card=card))


def _high_cards(held: _Held, side_ranks: str) -> Iterator[CountedCards]:
    """Yield a trick for each spade from the ten up, and for each card of these ranks in the other suits."""
    yield from _promoted(held)
    for rank in _HIGH_SPADES:
        if rank in held[SPADES]:
            card = held[SPADES][rank]
            yield _one(card, say("counts_as_high_spade", card=card))
    for suit in _SIDE_SUITS:
        for rank in side_ranks:
            if rank in held[suit]:
                card = held[suit][rank]
                yield _one(card, say("counts_as_side_ace" if rank == "A" else "counts_as_side_king", card=card))


def _high_cards_and_length(held: _Held) -> Iterator[CountedCards]:
    """Yield the ace, king and queen of spades in full, those of other suits by what is beside them, and long spades."""
    yield from _promoted(held)
    for rank in _COURT_SPADES:
        if rank in held[SPADES]:
            card = held[SPADES][rank]
            yield _one(card, say("counts_as_court_spade", card=card))
    spades = tuple(held[SPADES].items())[_FREE_SPADES:]
    # Beneath promoted cards the ace may be the fourth spade: it has counted for its rank.
    length = tuple(card for rank, card in spades if rank in RANKS and rank not in _COURT_SPADES)
    if length:
        yield CountedCards(length, Fraction(len(length)), say("counts_as_length", spades=len(length)))
    for suit in _SIDE_SUITS:
        yield from _side_court_cards(held[suit])


def _side_court_cards(held: Mapping[str, int]) -> Iterator[CountedCards]:
    """Yield the ace, the king and the queen of a side suit."""
    ace, king, queen = (held.get(rank) for rank in "AKQ")
    if ace is not None:
        yield _one(ace, say("counts_as_side_ace", card=ace))
    if king is not None:
        if ace is not None:
            yield _one(king, say("counts_as_king_with_ace", card=king, ace=ace))
        else:
            yield CountedCards((king,), _LONE_KING, say("counts_as_king_without_ace", card=king))
    if queen is not None:
        if ace is not None:
            yield CountedCards((queen,), _QUEEN_WITH_ACE, say("counts_as_queen_with_ace", card=queen, ace=ace))
        elif king is not None:
            yield CountedCards((queen,), _OTHER_QUEEN, say("counts_as_queen_with_king", card=queen, king=king))
        else:
            yield CountedCards((queen,), _OTHER_QUEEN, say("counts_as_queen_alone", card=queen))


def _one(card: int, why: Sentence) -> CountedCards:
    return CountedCards((card,), _ONE, why)
