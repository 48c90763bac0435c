"""Scoring and auditing one round, or a batch of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import PAGE_STYLE, Batch, Computation, Counts, Handler
from service.pages.render import render
from service.pages.rulings.ruling_page import ruling_content
from service.pages.rulings.score_page import score_content
from service.spades.ruling.audit import audit
from service.spades.scoring.model import ScoredRound
from service.spades.scoring.round import score_round
from service.wire.ruling_json import WrittenRuling
from service.wire.schemas.answers import Answer, RoundScoreSchema, RulingSchema
from service.wire.schemas.requests import Request, RoundRecordSchema, ScoreRequestSchema
from service.wire.writer import Writer, as_sent

_SCORE, _RULING = RoundScoreSchema(), RulingSchema()


def _score(request: Request) -> ScoredRound:
    return score_round(request.subject, request.ruleset)


def _counts_of_score(scored: ScoredRound) -> Counts:
    return Counts(findings=scored.findings)


def _score_page(media_type: str) -> Callable[[Answer, Json], bytes]:
    def page(answer: Answer, _: Json) -> bytes:
        content = score_content(answer.body, _SCORE.dump(answer._replace(style=PAGE_STYLE)))
        return render("score", content, media_type)

    return page


def _audit(request: Request) -> WrittenRuling:
    ruling = audit(request.subject, request.ruleset)
    return WrittenRuling(ruling, Writer(ruling.table, request.ruleset, as_sent(ruling.record)))


def _counts_of_ruling(written: WrittenRuling) -> Counts:
    return Counts((written.ruling.verdict,), written.ruling.findings)


def _ruling_page(media_type: str) -> Callable[[Answer, Json], bytes]:
    def page(answer: Answer, _: Json) -> bytes:
        written = WrittenRuling(answer.result.ruling, answer.result.writer.in_style(PAGE_STYLE))
        content = ruling_content(answer.body, _RULING.dump(answer._replace(result=written)))
        return render("ruling", content, media_type)

    return page


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(
        ScoreRequestSchema(),
        _score,
        _SCORE,
        _counts_of_score,
        pages={media_type: _score_page(media_type) for media_type in (MARKDOWN, HTML)},
    ),
    "auditRound": Computation(
        RoundRecordSchema(),
        _audit,
        _RULING,
        _counts_of_ruling,
        pages={media_type: _ruling_page(media_type) for media_type in (MARKDOWN, HTML)},
    ),
    "scoreRoundBatch": Batch("scoreRound"),
    "auditRoundBatch": Batch("auditRound"),
}
