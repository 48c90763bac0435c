"""What may be bid."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation
from service.spades.deal.bid_options import advise_on_bids
from service.spades.deal.model import BidAdvice
from service.wire.schemas import Asked, BidsAnswerSchema, BidsRequestSchema


def _check(asked: Asked) -> BidAdvice:
    return advise_on_bids(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "checkBids": Computation(BidsRequestSchema(), _check, BidsAnswerSchema()),
}
