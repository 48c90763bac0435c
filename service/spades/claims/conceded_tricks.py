"""Who gets the tricks that a claim concedes to a side."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from service.spades.deal.model import Contract, StandingBid
from service.spades.rules.bid_kinds import NILS


def nils_of_players(contracts: Iterable[Contract]) -> dict[int, StandingBid]:
    """Return the nils that players have bid, by their seats, in that order.

    A nil of a whole side is none of these: it falls with a trick of either partner, so it is nothing to who gets one.
    """
    nils = [bid for contract in contracts for bid in contract.bids if bid.kind in NILS]
    by_seat = {bid.seat: bid for bid in nils if bid.seat is not None}
    return {seat: by_seat[seat] for seat in sorted(by_seat)}


def taker_of(seats: tuple[int, ...], nil_bidders: Collection[int], live: Collection[int]) -> int | None:
    """Return who of these seats of a side gets conceded tricks, None if nobody can tell.

    It is a player who has not bid nil, else one whose nil has fallen already. Those with a ``live`` nil don't get them,
    as they would break it, unless there is nobody else on the side.
    """
    if len(seats) == 1:
        return seats[0]
    for choice in (nil_bidders, live):
        for seat in seats:
            if seat not in choice:
                return seat
    return None
