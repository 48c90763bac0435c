"""Scoring and auditing one round, or a batch of them; one round under several rulesets."""

from __future__ import annotations

from collections.abc import Mapping

from service.analysis.claims.claimed_round import Claims
from service.analysis.comparison import RoundComparison, compare_rulings
from service.media_types import Json
from service.operations.operation import (
    PAGE_STYLE,
    Batch,
    Computation,
    Counts,
    Handler,
    in_page_style,
    pages_with,
)
from service.pages.content import Page
from service.pages.round_comparison_page import round_comparison_page
from service.pages.ruling_page import ruling_page
from service.pages.score_page import score_page
from service.spades.ruling.audit import audit, score_row
from service.wire.ruling_json import WrittenRuling
from service.wire.schemas import Answer, Request
from service.wire.schemas.rounds_and_games import (
    CompareRoundRequestSchema,
    RoundComparisonSchema,
    RoundRecordSchema,
    RoundScoreSchema,
    RulingSchema,
    ScoreRequestSchema,
)
from service.wire.writer import Writer

_SCORE, _RULING, _COMPARISON = RoundScoreSchema(), RulingSchema(), RoundComparisonSchema()


def _audit(request: Request) -> WrittenRuling:
    ruling = audit(request.subject, request.ruleset, Claims(request.pause))
    return WrittenRuling(ruling, Writer(ruling.table, request.ruleset).of(ruling.record))


def _compare(request: Request) -> RoundComparison:
    subject = request.subject
    return compare_rulings(subject.rulesets, subject.records, request.pause)


def _ruling_page(answer: Answer, _: Json) -> Page:
    written = WrittenRuling(answer.result.ruling, answer.result.writer.in_style(PAGE_STYLE))
    return ruling_page(answer.body, _RULING.dump(in_page_style(answer)._replace(result=written)))


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(
        ScoreRequestSchema(),
        lambda request: score_row(request.subject, request.ruleset),
        _SCORE,
        lambda scored: Counts(findings=scored.findings),
        pages=pages_with(lambda answer, _: score_page(answer.body, _SCORE.dump(in_page_style(answer)))),
    ),
    "auditRound": Computation(
        RoundRecordSchema(),
        _audit,
        _RULING,
        lambda written: Counts((written.ruling.verdict,), written.ruling.findings),
        pages=pages_with(_ruling_page),
    ),
    # Nothing is counted: these are not rulings by which anybody plays, and they would drown those that are.
    "compareRound": Computation(
        CompareRoundRequestSchema(),
        _compare,
        _COMPARISON,
        pages=pages_with(lambda answer, _: round_comparison_page(answer.body, _COMPARISON.dump(in_page_style(answer)))),
    ),
    "scoreRoundBatch": Batch("scoreRound"),
    "auditRoundBatch": Batch("auditRound"),
}
