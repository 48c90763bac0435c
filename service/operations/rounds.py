"""Scoring and auditing one round, or a batch of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import Batch, Computation, Counts, Handler
from service.pages import render
from service.pages.ruling_page import laid_out
from service.spades.ruling.audit import audit
from service.spades.scoring.model import ScoredRound
from service.spades.scoring.round import score_round
from service.wire.ruling_json import WrittenRuling
from service.wire.schemas import (
    Answer,
    Request,
    RoundRecordSchema,
    RoundScoreSchema,
    RulingSchema,
    ScoreRequestSchema,
)
from service.wire.writer import Writer


def _score(request: Request) -> ScoredRound:
    return score_round(request.subject, request.ruleset)


def _counts_of_score(scored: ScoredRound) -> Counts:
    return Counts(findings=scored.findings)


def _audit(request: Request) -> WrittenRuling:
    record, ruleset = request.subject, request.ruleset
    return WrittenRuling(audit(record, ruleset), Writer(record.table, ruleset))


def _counts_of_ruling(written: WrittenRuling) -> Counts:
    return Counts((written.ruling.verdict,), written.ruling.findings)


def _ruling_page(media_type: str) -> Callable[[Answer, Json], bytes]:
    return lambda answer, written: render.ruling(laid_out(answer.body, written), media_type)


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(ScoreRequestSchema(), _score, RoundScoreSchema(), _counts_of_score),
    "auditRound": Computation(
        RoundRecordSchema(),
        _audit,
        RulingSchema(),
        _counts_of_ruling,
        pages={media_type: _ruling_page(media_type) for media_type in (MARKDOWN, HTML)},
    ),
    "scoreRoundBatch": Batch("scoreRound"),
    "auditRoundBatch": Batch("auditRound"),
}
