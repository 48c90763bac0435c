"""Who gets the tricks left when a claim gives a number of them to a side (docs/reference/rules.md, "Claims")."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from service.spades.table import Table


class TricksGiven(NamedTuple):
    """The tricks left, as a claim gives them."""

    taken: int
    """How many the claimer's side gets."""
    seats: tuple[int, ...] | None
    """Who gets them, trick by trick, the claimer's side first; None if nobody can tell."""
    open: int = 0
    """Of how many tricks nobody can tell who gets them."""
    open_side: int | None = None
    """The side that gets these, where everybody has a nil at stake; None if there are several sides."""


def tricks_given(table: Table, claimer: int, tricks: int, left: int, nils: Mapping[int, int | None]) -> TricksGiven:
    """Give the claimer's side a number of the tricks left, and the others the rest.

    ``nils`` has for each nil bidder how many tricks he takes however the cards are played, None if he has won one
    before. These are his: nobody can concede such a trick, nor lose one by a penalty (Law 71 of bridge), as that would
    make the nil. All others of his side count for the claimer, or for his partner if they would set the claimer's nil;
    those conceded for a player of the other side whose nil they don't set.
    """
    side = table.side_of[claimer]
    forced = [seat for seat, number in nils.items() for _ in range(number or 0)]
    own = tuple([seat for seat in forced if table.side_of[seat] == side])
    others = tuple([seat for seat in forced if table.side_of[seat] != side])
    at_stake = [seat for seat, number in nils.items() if number == 0]
    taken = min(max(tricks, len(own)), left - len(others))
    claimed, conceded = taken - len(own), left - taken - len(others)
    partners = [seat for seat in table.sides[side].seats if seat != claimer]
    taker = _taker_of((claimer, *partners), nils, at_stake)
    if claimed and taker is None:
        return TricksGiven(taken, None, claimed, side)
    given = (*(taker or 0,) * claimed, *own, *others)
    if not conceded:
        return TricksGiven(taken, given)
    rivals = [rival for rival in range(len(table.sides)) if rival != side]
    if len(rivals) > 1:
        return TricksGiven(taken, None, conceded)
    taker = _taker_of(table.sides[rivals[0]].seats, nils, at_stake)
    if taker is None:
        return TricksGiven(taken, None, conceded, rivals[0])
    return TricksGiven(taken, (*given, *(taker,) * conceded))


def _taker_of(seats: tuple[int, ...], nil_bidders: Collection[int], at_stake: Collection[int]) -> int | None:
    """Return which of these seats of a side gets the tricks that a claim gives it, None if nobody can tell.

    It is the first seat without a bid of nil, or else the first whose nil has failed already. A player with a nil at
    stake does not get the tricks, because they would set it, unless the player is alone on the side: a claim is for the
    side, whoever speaks (Law 68A of bridge).
    """
    if len(seats) == 1:
        return seats[0]
    for choice in (nil_bidders, at_stake):
        for seat in seats:
            if seat not in choice:
                return seat
    return None
