"""Scoring and auditing one round, or a batch of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import Batch, Computation, Counts, Handler
from service.pages import phrases
from service.pages.render import render
from service.pages.ruling_page import ruling_content
from service.spades.cards import CODES
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
from service.wire.writer import Style, Writer, as_sent

_RULING = RulingSchema()


def _score(request: Request) -> ScoredRound:
    return score_round(request.subject, request.ruleset)


def _counts_of_score(scored: ScoredRound) -> Counts:
    return Counts(findings=scored.findings)


def _audit(request: Request) -> WrittenRuling:
    ruling = audit(request.subject, request.ruleset)
    return WrittenRuling(ruling, Writer(ruling.table, request.ruleset, as_sent(ruling.record)))


def _counts_of_ruling(written: WrittenRuling) -> Counts:
    return Counts((written.ruling.verdict,), written.ruling.findings)


def _ruling_page(media_type: str) -> Callable[[Answer, Json], bytes]:
    def page(answer: Answer, _: Json) -> bytes:
        style = Style(_symbol, phrases.number_text, tuple)
        written = WrittenRuling(answer.result.ruling, answer.result.writer.in_style(style))
        content = ruling_content(answer.body, _RULING.dump(answer._replace(result=written)))
        return render("ruling", content, media_type)

    return page


def _symbol(card: int) -> str:
    return phrases.card_text(CODES[card])


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(ScoreRequestSchema(), _score, RoundScoreSchema(), _counts_of_score),
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
