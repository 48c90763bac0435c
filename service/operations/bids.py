"""Which bids may be made."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Counts, Handler
from service.spades.deal.bid_options import advise_on_bids
from service.spades.deal.model import BidAdvice
from service.wire.schemas import BidsAnswerSchema, BidsRequestSchema, Request


def _check(request: Request) -> BidAdvice:
    return advise_on_bids(request.subject, request.ruleset)


def _counts(advice: BidAdvice) -> Counts:
    return Counts(findings=advice.auction.findings)


HANDLERS: Mapping[str, Handler] = {
    "checkBids": Computation(BidsRequestSchema(), _check, BidsAnswerSchema(), _counts),
}
