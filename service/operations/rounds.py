"""Scoring and auditing one round, or a batch of them; what comes next in one; one round under several rulesets."""

from __future__ import annotations

from collections.abc import Mapping

from service.analysis.claims.claimed_round import Claims
from service.analysis.comparison import compare_rulings
from service.operations.operation import Batch, Computation, Counts, Handler, for_page, pages_with
from service.pages.page import Page
from service.pages.round_comparison_page import round_comparison_page
from service.pages.ruling_page import ruling_page
from service.pages.score_page import score_page
from service.spades.proof.next_in_round import next_in_round
from service.spades.ruling.audit import audit
from service.spades.ruling.game import score_row
from service.wire.exchange import BRIEF, WITH_SUMMARY, Exchange
from service.wire.schemas.rounds_and_games import (
    BriefRoundScoreSchema,
    BriefRulingSchema,
    CompareRoundRequestSchema,
    RoundComparisonSchema,
    RoundRecordSchema,
    RoundScoreSchema,
    RulingSchema,
    ScoreRequestSchema,
    SummarisedRulingSchema,
)
from service.wire.schemas.table_questions import TurnAnswerSchema, TurnRequestSchema

_SCORE, _SUMMARISED, _COMPARISON = RoundScoreSchema(), SummarisedRulingSchema(), RoundComparisonSchema()


def _ruling_page(exchange: Exchange) -> Page:
    return ruling_page(exchange.body, for_page(exchange, _SUMMARISED.dump), exchange.subject.table.sides)


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(
        ScoreRequestSchema(),
        lambda exchange: score_row(exchange.subject, exchange.ruleset, Claims(exchange.pause)),
        _SCORE,
        lambda scored: Counts(findings=scored.ruling.findings),
        forms={BRIEF: BriefRoundScoreSchema()},
        pages=pages_with(lambda exchange: score_page(exchange.body, for_page(exchange, _SCORE.dump))),
    ),
    "auditRound": Computation(
        RoundRecordSchema(),
        lambda exchange: audit(exchange.subject, exchange.ruleset, Claims(exchange.pause)),
        RulingSchema(),
        lambda ruling: Counts((ruling.verdict,), ruling.findings),
        forms={WITH_SUMMARY: _SUMMARISED, BRIEF: BriefRulingSchema()},
        pages=pages_with(_ruling_page),
    ),
    "nextInRound": Computation(
        TurnRequestSchema(),
        lambda exchange: next_in_round(exchange.subject, exchange.ruleset),
        TurnAnswerSchema(),
    ),
    # Nothing is counted: these are not rulings by which anybody plays, and they would drown those that are.
    "compareRound": Computation(
        CompareRoundRequestSchema(),
        lambda exchange: compare_rulings(exchange.subject.rulesets, exchange.subject.records, exchange.pause),
        _COMPARISON,
        pages=pages_with(lambda exchange: round_comparison_page(exchange.body, for_page(exchange, _COMPARISON.dump))),
    ),
    "scoreRoundBatch": Batch("scoreRound"),
    "auditRoundBatch": Batch("auditRound"),
}
