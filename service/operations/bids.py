"""Which bids may be made, and what a hand may be worth."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Counts, Handler, let_others_run
from service.spades.deal.auction import bid_options
from service.spades.deal.contracts import BidOptions
from service.spades.estimates.simulation import Estimate, estimate
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.table_questions import (
    BidsAnswerSchema,
    BidsRequestSchema,
    EstimateAnswerSchema,
    EstimateRequestSchema,
)


def _check(request: Request) -> BidOptions:
    return bid_options(request.subject, request.ruleset)


def _counts(options: BidOptions) -> Counts:
    return Counts(findings=options.auction.findings)


def _estimate(request: Request) -> Estimate:
    return estimate(request.subject, request.ruleset, request.subject.seed, let_others_run)


HANDLERS: Mapping[str, Handler] = {
    "checkBids": Computation(BidsRequestSchema(), _check, BidsAnswerSchema(), _counts),
    "estimateBid": Computation(EstimateRequestSchema(), _estimate, EstimateAnswerSchema(), takes_long=True),
}
