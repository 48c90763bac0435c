"""Who bids first, and who dealt (`bidding.first_bidder`, docs/rules.md, C1)."""

from __future__ import annotations

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
