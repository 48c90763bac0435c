"""Who may have won a trick, as far as its cards show.

A card that is missing or unread was some card of its player. Who won such a trick is known if every card that it may
have been agrees, or if the next lead or the winner that the record names is one of those who may have won
(docs/reference/rules.md, "Cards that could not be read").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from service.spades.cards import SPADES, UNKNOWN_SUIT, cards_in, mask_of
from service.spades.record.model import Trick
from service.spades.rules.pack import Pack

Ranges: TypeAlias = dict[tuple[int, int], tuple[int, int]]
"""The least and the most strength of one card of a set, by the suit led and that set."""
Lead: TypeAlias = tuple[int, int | None]
"""A suit that may have been led, with the seat that led an unknown card of it; None if a known card was led."""


def leads_of(pack: Pack, trick: Trick, led: int, unknown: Mapping[int, int], leader: int | None) -> Iterator[Lead]:
    """Yield every lead that a trick may have had; ``led`` is the suit led, which may be unknown.

    ``unknown`` has for each player of an unknown card the mask of what it may have been, and ``leader`` is the seat
    that led, None if that is not known.
    """
    if led != UNKNOWN_SUIT:
        yield led, None
        return
    known = 0 if trick.lead_known else mask_of(trick.cards)
    if trick.lead_known and leader is None:
        known = mask_of(trick.cards[:1])  # the first card recorded may be the lead all the same
    yield from ((suit, None) for suit in range(UNKNOWN_SUIT) if known & pack.suits[suit])
    for seat in unknown if leader is None or not trick.lead_known else (leader,):
        own = unknown.get(seat, 0)
        yield from ((suit, seat) for suit in range(UNKNOWN_SUIT) if own & pack.suits[suit])


def possible_winners(
    pack: Pack, trick: Trick, leads: Iterable[Lead], unknown: Mapping[int, int], ranges: Ranges
) -> frozenset[int]:
    """Return the seats that may have won a trick with one of these leads, none if no card can have won it.

    ``unknown`` has for each player of an unknown card the mask of what it may have been. ``ranges`` are those known
    from other tricks, whose unknown cards are often the same.
    """
    known = [
        (seat, card) for seat, card in zip(trick.seats, trick.cards, strict=True) if pack.suit[card] != UNKNOWN_SUIT
    ]
    seats = list(unknown)
    winners: set[int] = set()
    in_suit: dict[int, list[tuple[int, int]]] = {}
    for suit, leader in leads:
        strength = pack.strength[suit]
        best = max([strength[card] for _, card in known], default=0)
        if suit not in in_suit:
            in_suit[suit] = [_range(pack, suit, mask, ranges) for mask in unknown.values()]
        strengths = in_suit[suit]
        if leader is not None:
            lead = _range(pack, suit, unknown[leader] & pack.suits[suit], ranges)
            strengths = [lead if seat == leader else own for seat, own in zip(seats, strengths, strict=True)]
        weakest = [low for low, _ in strengths]
        surest = max(weakest, default=0)  # one of the unknown cards is at least as strong as this
        if surest < best:
            winners.update([seat for seat, card in known if strength[card] == best])
        for seat, (low, high) in zip(seats, strengths, strict=True):
            if high > best and (high > surest or (low == surest and weakest.count(surest) == 1)):
                winners.add(seat)
        if len(winners) == len(seats) + len(known):
            break
    return frozenset(winners)


def _range(pack: Pack, suit: int, mask: int, ranges: Ranges) -> tuple[int, int]:
    """Return the least and the most strength of a card of this mask where ``suit`` was led.

    Spades win over the suit led, and no other card can win. A plain suit ranks in the order of its indices.
    """
    known = ranges.get((suit, mask))
    if known is not None:
        return known
    spades, followed, strength = mask & pack.suits[SPADES], mask & pack.suits[suit], pack.strength[suit]
    low = high = 0
    if suit == SPADES:
        wins = [strength[card] for card in cards_in(spades)] or [0]
        low, high = min(wins), max(wins)
    else:
        if spades:
            low, high = _range(pack, SPADES, spades, ranges)
        if followed:
            low, high = strength[(followed & -followed).bit_length() - 1], high or strength[followed.bit_length() - 1]
    if mask & ~(spades | followed):
        low = 0
    ranges[suit, mask] = low, high
    return low, high


def winner_among(possible: frozenset[int], claimed: int | None, next_leader: int | None) -> int | None:
    """Return who won, of those who may have: the only one, or the one that the record's next lead or claim names."""
    if len(possible) == 1:
        return next(iter(possible))
    named = {seat for seat in (claimed, next_leader) if seat in possible}
    return named.pop() if len(named) == 1 else None
