"""What a position at the beginning of a trick proves without a search.

Three proofs, for the counted seats and for the others alike: trumps that win however they are played (`SuitPattern`);
a side that is not on lead, has no trump and no card above any card of the other side in the same suit, and so never
wins; and tops that the leader cashes one after the other while everybody follows suit.
"""

from __future__ import annotations

from typing import TypeAlias

from service.spades.solver.suit_patterns import SuitPattern

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
