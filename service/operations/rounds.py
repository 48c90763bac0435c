"""Scoring and auditing one round, or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.operations.operation import Batch, Computation
from service.pages.render import HTML, MARKDOWN, ruling
from service.pages.ruling_page import laid_out
from service.spades.ruling.audit import audit
from service.spades.scoring.model import ScoredRound
from service.spades.scoring.round import score
from service.wire.ruling_json import Told
from service.wire.schemas import Answer, Asked, RoundRecordSchema, RoundScoreSchema, RulingSchema, ScoreRequestSchema


def _score(asked: Asked) -> ScoredRound:
    return score(asked.about, asked.ruleset)


def _audit(asked: Asked) -> Told:
    return Told(audit(asked.about, asked.ruleset))


def _page(kind: str) -> Callable[[Answer, object], bytes]:
    return lambda answer, written: ruling(laid_out(answer.body, written), kind)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreRound": Computation(ScoreRequestSchema(), _score, RoundScoreSchema()),
    "auditRound": Computation(
        RoundRecordSchema(), _audit, RulingSchema(), pages={kind: _page(kind) for kind in (MARKDOWN, HTML)}
    ),
}
BATCHES: Mapping[str, Batch] = {
    "scoreRoundBatch": Batch(of="scoreRound"),
    "auditRoundBatch": Batch(of="auditRound"),
}
