"""Who bids first, and who dealt (`bidding.first_bidder`, docs/rules.md, C1)."""

from __future__ import annotations

from collections.abc import Iterable

from service.spades.record.model import Bid
from service.spades.rules.parameters import Parameters
from service.spades.table import Table


def first_bidder(parameters: Parameters, table: Table, dealer: int | None) -> int | None:
    """Return the seat that bids first, or None if only the first bid recorded can say."""
    rule = parameters.bidding.first_bidder
    if dealer is None or rule == "drawn_then_rotates":
        return None
    return dealer if rule == "dealer" else (dealer + 1) % len(table.players)


def dealer_before(parameters: Parameters, table: Table, bidder: int) -> int:
    """Return the seat that dealt, if this one bids first."""
    return bidder if parameters.bidding.first_bidder == "dealer" else (bidder - 1) % len(table.players)


def in_turn_from(table: Table, first: int | None, bids: Iterable[Bid]) -> list[Bid]:
    """Return bids whose order is not known as they were made if everybody bid in turn; as they are without a first."""
    if first is None:
        return list(bids)
    turn = table.order[first].index
    return sorted(bids, key=lambda bid: turn(table.sides[bid.side].seats[0] if bid.seat is None else bid.seat))
