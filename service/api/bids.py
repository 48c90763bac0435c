"""What may be bid."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import Asked, BidsAnswerSchema, BidsRequestSchema
from service.spades.advice import BidAdvice, advise_on_bids


def _check(asked: Asked) -> BidAdvice:
    return advise_on_bids(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "checkBids": Computation(BidsRequestSchema(), _check, BidsAnswerSchema()),
}
