"""The bids open to the next bidder: each is tried on the auction, so that no rule is stated twice."""

from __future__ import annotations

from service.spades.deal.auction import examine_bids
from service.spades.deal.bidding_order import first_bidder
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.model import Auction, BidAdvice, ClosedBid
from service.spades.record.log import Log
from service.spades.record.model import Bid, RoundRecord
from service.spades.rules.bid_kinds import Kind, kind_of
from service.spades.rules.ruleset import Ruleset


def advise_on_bids(record: RoundRecord, ruleset: Ruleset) -> BidAdvice:
    """Judge the bids so far and say which are open to the next bidder, and why the others are not."""
    pack = ruleset.packs[len(record.table.players)]
    deal = Deal(record, ruleset, pack, Log(record, pack))
    auction = _examined(record, ruleset, deal, record.bids)
    seat, side = _next(record, ruleset, auction)
    if side is None:
        return BidAdvice(auction, None, None, (), ())
    opened: list[tuple[int, Kind]] = []
    closed: list[ClosedBid] = []
    place = len(record.bids)
    for blind in (False, True):
        for tricks in range(pack.hand_size + 1):
            tried = (*record.bids, Bid(place, seat, side, tricks, blind))
            kind = kind_of(ruleset.parameters, tricks, blind=blind)
            if blind and kind == "uncommitted":
                continue  # a 0 that is no nil commits to nothing, blind or not
            found = _examined(record, ruleset, deal, tried).findings
            against = [each for each in found if each.gravity == "offence" and each not in auction.findings]
            if against:
                # That nothing may be bid blind says more than that the number is wrong too.
                against.sort(key=lambda finding: finding.code != "blind_bid_not_allowed")
                closed.append(ClosedBid(tricks, kind, against[0]))
            else:
                opened.append((tricks, kind))
    return BidAdvice(auction, seat, side, tuple(opened), tuple(closed))


def _examined(record: RoundRecord, ruleset: Ruleset, deal: Deal, bids: tuple[Bid, ...]) -> Auction:
    return examine_bids(
        ruleset,
        ruleset.packs[len(record.table.players)],
        record.table,
        bids,
        dealer=record.dealer,
        round_number=record.round_number,
        before=record.before,
        deal=deal,
        finished=False,
    )


def _next(record: RoundRecord, ruleset: Ruleset, auction: Auction) -> tuple[int | None, int | None]:
    """Return the seat (None for a side that bids as one) and the side that bid next; both None where nobody does."""
    table = record.table
    first = first_bidder(ruleset.parameters, table, record.dealer)
    if first is None and record.bids:
        bid = record.bids[0]
        first = table.sides[bid.side].seats[0] if bid.seat is None else bid.seat
    if first is None or auction.complete:
        return None, None
    bidders = {bid.seat for bid in record.bids}
    for seat in table.order[first]:
        side = table.side_of[seat]
        if auction.contracts[side].complete:
            continue
        if ruleset.parameters.bidding.by == "team":
            return None if len(table.sides[side].seats) > 1 else seat, side
        if seat not in bidders:
            return seat, side
    return None, None
