"""Who leads to the first trick (`play.opening_leader`, catalogue E1)."""

from __future__ import annotations

from service.spades.bidding import dealer_before, first_bidder
from service.spades.cards import BIT, CLUBS, cards_in
from service.spades.case import Case


def opening_leader(case: Case) -> int | None:
    """Return the seat that is to lead to the first trick, or None where the record does not tell.

    Without a ``dealer`` the first bidder recorded is taken, and the deal is reckoned back from there.
    """
    parameters, record = case.ruleset.parameters, case.record
    rule = parameters.play.opening_leader
    if rule == "high_bidder":
        return _high_bidder(case)
    if rule == "lowest_club":
        return _holder_of_lowest_club(case)
    bidder = first_bidder(parameters, record.table, record.dealer)
    if bidder is None:
        bidder = record.opener
    if bidder is None and record.bids:
        bidder = record.bids[0].seat
    if rule == "first_bidder" or bidder is None:
        return bidder
    count = len(record.table.players)
    dealer = record.dealer
    if dealer is None:
        dealer = dealer_before(parameters, record.table, bidder)
    return dealer if rule == "dealer" else (dealer + 1) % count


def _high_bidder(case: Case) -> int | None:
    """Return who bid most, of equals the first in order; only once every player has bid."""
    if not all(contract.complete for contract in case.contracts):
        return None
    bids = sorted((bid for contract in case.contracts for bid in contract.bids), key=lambda bid: bid.place)
    if not bids or any(bid.seat is None for bid in bids):
        return None
    return max(bids, key=lambda bid: bid.counts_as).seat


def _holder_of_lowest_club(case: Case) -> int | None:
    known = case.known
    aside = case.record.set_aside or ()
    for card in cards_in(case.pack.suits[CLUBS]):
        holders = [seat for seat, certain in enumerate(known.certain) if certain & BIT[card]]
        if holders:
            return holders[0]
        if any(doubtful & BIT[card] for doubtful in known.doubtful):
            return None
        # A card that is in no hand is set aside; where one hand alone has room for it, and nothing else, it is there.
        places = [seat for seat, unknown in enumerate(known.unknown) if unknown]
        if places and card not in aside:
            return places[0] if len(places) == 1 and case.pack.leftover <= len(aside) else None
    return None


def lower_club_elsewhere(case: Case, leader: int) -> bool:
    """Tell whether another player may hold a lower club than this leader, so that the lead may not have been his."""
    known, clubs = case.known, case.pack.suits[CLUBS]
    if any(doubtful & clubs for doubtful in known.doubtful):
        return True
    own = known.certain[leader] & clubs
    lower = (own & -own) - 1 if own else -1
    for seat, certain in enumerate(known.certain):
        if seat != leader and (certain & clubs & lower or (known.unknown[seat] and known.unseen & clubs & lower)):
            return True
    return False
