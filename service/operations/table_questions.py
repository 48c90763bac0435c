"""Questions asked at the table: about bids, a hand's worth, cards to play, a trick, a claim."""

from __future__ import annotations

from collections.abc import Mapping

from service.analysis.claims.judged_claim import judge
from service.analysis.estimates.held_hand import estimate
from service.operations.operation import Computation, Counts, Handler
from service.spades.deal.auction import bid_options
from service.spades.play.legality import card_options
from service.spades.proof.single_trick import judge_trick
from service.wire.exchange import BRIEF
from service.wire.schemas.table_questions import (
    BidsAnswerSchema,
    BidsRequestSchema,
    BriefPlaysAnswerSchema,
    ClaimJudgementSchema,
    EstimateAnswerSchema,
    EstimateRequestSchema,
    JudgeClaimRequestSchema,
    PlaysAnswerSchema,
    PlaysRequestSchema,
    TrickAnswerSchema,
    TrickRequestSchema,
)

HANDLERS: Mapping[str, Handler] = {
    "checkBids": Computation(
        BidsRequestSchema(),
        lambda exchange: bid_options(exchange.subject, exchange.ruleset),
        BidsAnswerSchema(),
        lambda options: Counts(findings=options.auction.findings),
    ),
    "estimateBid": Computation(
        EstimateRequestSchema(),
        lambda exchange: estimate(exchange.subject, exchange.ruleset),
        EstimateAnswerSchema(),
    ),
    "listLegalPlays": Computation(
        PlaysRequestSchema(),
        lambda exchange: card_options(exchange.ruleset, *exchange.subject),
        PlaysAnswerSchema(),
        forms={BRIEF: BriefPlaysAnswerSchema()},
    ),
    "judgeTrick": Computation(
        TrickRequestSchema(),
        lambda exchange: judge_trick(exchange.subject, exchange.ruleset),
        TrickAnswerSchema(),
        lambda judged: Counts(findings=judged.findings),
    ),
    "judgeClaim": Computation(
        JudgeClaimRequestSchema(),
        lambda exchange: judge(exchange.subject, exchange.pause),
        ClaimJudgementSchema(),
    ),
}
