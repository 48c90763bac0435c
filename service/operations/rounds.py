"""Scoring and auditing one round, or a batch of them; one round under several rulesets, or under best play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import PAGE_STYLE, Batch, Computation, Counts, Handler, Pages, let_others_run
from service.pages.render import Filled, TemplateName, write
from service.pages.rulings.equity_page import equity_content
from service.pages.rulings.round_comparison_page import round_comparison_content
from service.pages.rulings.ruling_page import ruling_content
from service.pages.rulings.score_page import score_content
from service.spades.ruling.audit import audit
from service.spades.ruling.causes import compare_rulings
from service.spades.ruling.comparison import RoundComparison
from service.spades.ruling.equity import RoundEquity, equity_of
from service.spades.scoring.model import ScoredRound
from service.spades.scoring.round import score_round
from service.wire.ruling_json import WrittenRuling
from service.wire.schemas.requests_and_answers import Answer, Request
from service.wire.schemas.rounds_and_games import (
    CompareRoundRequestSchema,
    RoundComparisonSchema,
    RoundEquityRequestSchema,
    RoundEquitySchema,
    RoundRecordSchema,
    RoundScoreSchema,
    RoundToCompare,
    RoundToSearch,
    RulingSchema,
    ScoreRequestSchema,
)
from service.wire.writer import Writer, as_sent

_SCORE, _RULING, _COMPARISON = RoundScoreSchema(), RulingSchema(), RoundComparisonSchema()
_EQUITY = RoundEquitySchema()


def _pages(
    name: TemplateName, dump: Callable[[Answer], Json], content: Callable[[Mapping[str, Json], Json], Mapping[str, Any]]
) -> Pages:
    """Return the pages of an answer: their content is made of the request, and of the answer in the style of pages."""

    def page(answer: Answer, _: Json, media_type: str) -> bytes:
        return write(Filled(name, content(answer.body, dump(answer._replace(style=PAGE_STYLE)))), media_type)

    return {media_type: partial(page, media_type=media_type) for media_type in (MARKDOWN, HTML)}


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
        written = WrittenRuling(answer.result.ruling, answer.result.writer.in_style(PAGE_STYLE))
        content = ruling_content(answer.body, _RULING.dump(answer._replace(result=written)))
        return write(Filled("ruling", content), media_type)

    return page


def _compare(request: Request) -> RoundComparison:
    subject: RoundToCompare = request.subject
    return compare_rulings(subject.body, subject.rulesets, subject.records)


def _weigh(request: Request) -> RoundEquity:
    subject: RoundToSearch = request.subject
    return equity_of(subject.record, request.ruleset, subject.budget, let_others_run)


HANDLERS: Mapping[str, Handler] = {
    "scoreRound": Computation(
        ScoreRequestSchema(),
        _score,
        _SCORE,
        _counts_of_score,
        pages=_pages("score", _SCORE.dump, score_content),
    ),
    "auditRound": Computation(
        RoundRecordSchema(),
        _audit,
        _RULING,
        _counts_of_ruling,
        pages={media_type: _ruling_page(media_type) for media_type in (MARKDOWN, HTML)},
    ),
    # Nothing is counted: these are not rulings by which anybody plays, and they would drown those that are.
    "compareRound": Computation(
        CompareRoundRequestSchema(),
        _compare,
        _COMPARISON,
        pages=_pages("round_comparison", _COMPARISON.dump, round_comparison_content),
        takes_long=True,
    ),
    # The same holds for what best play makes of their offences: the audit has counted these.
    "roundEquity": Computation(
        RoundEquityRequestSchema(),
        _weigh,
        _EQUITY,
        pages=_pages("equity", _EQUITY.dump, equity_content),
        takes_long=True,
    ),
    "scoreRoundBatch": Batch("scoreRound"),
    "auditRoundBatch": Batch("auditRound"),
}
