"""Who leads to the first trick (`play.opening_leader`, docs/rules.md, E1)."""

from __future__ import annotations

from service.spades.cards import BIT, CLUBS, cards_in, mask_of
from service.spades.deal.bidding_order import dealer_before, first_bidder
from service.spades.deal.model import Contract
from service.spades.play.replay_context import ReplayContext
from service.spades.record.model import RoundRecord
from service.spades.rules.parameters import Parameters


def opening_leader(context: ReplayContext) -> int | None:
    """Return the seat that is to lead to the first trick, or None if the record does not say."""
    rule = context.ruleset.parameters.play.opening_leader
    if rule == "high_bidder":
        return high_bidder(context.contracts, ordered=context.record.bidders is None)
    if rule == "lowest_club":
        holders = lowest_club_holders(context)
        return holders[0] if len(holders) == 1 else None
    return leader_by_seat(context.ruleset.parameters, context.record)


def leader_by_seat(parameters: Parameters, record: RoundRecord) -> int | None:
    """Return the opening leader under a rule that goes by who dealt or bid first, None if the record says neither.

    If the record names no dealer, the first recorded bid is taken to be the first bidder's; the dealer follows from it.
    """
    rule = parameters.play.opening_leader
    bidder = first_bidder(parameters, record.table, record.dealer)
    if bidder is None:
        bidder = record.opener
    if bidder is None and record.bids and record.bidders is None:
        bidder = record.bids[0].seat
    if rule == "first_bidder" or bidder is None:
        return bidder
    count = len(record.table.players)
    dealer = record.dealer
    if dealer is None:
        dealer = dealer_before(parameters, record.table, bidder)
    return dealer if rule == "dealer" else (dealer + 1) % count


def high_bidder(contracts: tuple[Contract, ...], *, ordered: bool = True) -> int | None:
    """Return the seat of the highest bid, the first of equals; None unless every player has bid.

    Of equals nobody knows the first if the bids are not ``ordered``: if the order in which they were made is not known.
    """
    if not all(contract.complete for contract in contracts):
        return None
    bids = sorted((bid for contract in contracts for bid in contract.bids), key=lambda bid: bid.position)
    if not bids or any(bid.seat is None for bid in bids):
        return None
    highest = max(bids, key=lambda bid: bid.counts_as)
    if not ordered and sum(bid.counts_as == highest.counts_as for bid in bids) > 1:
        return None
    return highest.seat


def lowest_club_holders(context: ReplayContext) -> tuple[int, ...]:
    """Return every seat that may have held the lowest club dealt; all seats if the record contradicts itself on it.

    If all clubs are known to be set aside, nobody has one, and the rule names no leader.
    """
    known = context.known
    aside = context.record.set_aside or ()
    with_room = tuple([seat for seat, unknown in enumerate(known.unknown) if unknown])
    possible: tuple[int, ...] = ()
    for card in cards_in(context.pack.suits[CLUBS]):
        if any(doubtful & BIT[card] for doubtful in known.doubtful):
            return tuple(range(context.pack.players))
        holders = [seat for seat, certain in enumerate(known.certain) if certain & BIT[card]]
        if holders:
            return tuple({*possible, *holders})
        # A card that is in no known hand may be set aside; if all set aside are named, it is in a hand with room.
        if with_room and card not in aside:
            possible = with_room
            if context.pack.leftover <= len(aside):
                break
    left = context.pack.suits[CLUBS] & ~mask_of(aside)
    if not left:
        return ()  # no club was dealt
    if left.bit_count() <= context.pack.leftover - len(aside):
        return tuple(range(context.pack.players))  # every club may have been set aside: then nobody knows who leads
    return possible
