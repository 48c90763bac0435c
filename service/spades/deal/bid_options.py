"""The bids open to the next bidder: each is added to the auction and judged, so that no rule is stated twice."""

from __future__ import annotations

from service.spades.deal.auction import examine_bids
from service.spades.deal.bidding_order import first_bidder
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.model import Auction, BidOptions, ClosedBid, OpenBid
from service.spades.findings import Location, Reporter
from service.spades.record.log import Log
from service.spades.record.model import Bid, RoundContext, RoundRecord, context_of
from service.spades.rules.bid_kinds import kind_of
from service.spades.rules.ruleset import Ruleset


def bid_options(record: RoundRecord, ruleset: Ruleset) -> BidOptions:
    """Judge the bids so far; return them with the bids open to the next bidder, and why the others are closed."""
    context = context_of(record, ruleset)
    deal = Deal(context, Log(record, context.pack), Reporter(record.table))
    auction = _auction_with(context, deal, record.bids)
    seat, side = _next_bidder(context, auction)
    if side is None:
        return BidOptions(auction, None, None, (), (), None if auction.complete else _what_shows_first_bidder(ruleset))
    open_bids: list[OpenBid] = []
    closed: list[ClosedBid] = []
    index = len(record.bids)
    for blind in (False, True):
        for tricks in range(context.pack.hand_size + 1):
            kind = kind_of(ruleset.parameters, tricks, blind=blind)
            if blind and kind == "uncommitted":
                continue  # a 0 that is no nil commits to nothing, blind or not
            tried = (*record.bids, Bid(index, seat, side, tricks, blind))
            judged = _auction_with(context, deal, tried)
            against = [each for each in judged.findings if each.severity == "offence" and each not in auction.findings]
            if against:
                # If blind bids are not allowed at all, that is the reason to give, even if the number is wrong too.
                against.sort(key=lambda finding: finding.code != "blind_bid_not_allowed")
                closed.append(ClosedBid(tricks, kind, against[0]))
            else:
                asked = (each for each in judged.undecided if each not in auction.undecided)
                open_bids.append(OpenBid(tricks, kind, next(asked, None)))
    return BidOptions(auction, seat, side, tuple(open_bids), tuple(closed))


def _what_shows_first_bidder(ruleset: Ruleset) -> Location:
    """Return what a record without bids has to say for its first bidder to be known."""
    return ("bids",) if ruleset.parameters.bidding.first_bidder == "drawn_then_rotates" else ("dealer",)


def _auction_with(context: RoundContext[RoundRecord], deal: Deal, bids: tuple[Bid, ...]) -> Auction:
    """Return the auction with these bids in place of those recorded."""
    tried = context._replace(record=context.record._replace(bids=bids))
    return examine_bids(tried, deal.spades_dealt, bidding_over=False)


def _next_bidder(context: RoundContext[RoundRecord], auction: Auction) -> tuple[int | None, int | None]:
    """Return the seat (None for a side that bids as one) and the side that bid next; both None if nobody does."""
    record, ruleset, _, table = context
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
