"""Which bids may be made."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Counts, Handler
from service.spades.deal.bid_options import bid_options
from service.spades.deal.model import BidOptions
from service.wire.schemas.answers import BidsAnswerSchema
from service.wire.schemas.requests import BidsRequestSchema, Request


def _check(request: Request) -> BidOptions:
    return bid_options(request.subject, request.ruleset)


def _counts(options: BidOptions) -> Counts:
    return Counts(findings=options.auction.findings)


HANDLERS: Mapping[str, Handler] = {
    "checkBids": Computation(BidsRequestSchema(), _check, BidsAnswerSchema(), _counts),
}
