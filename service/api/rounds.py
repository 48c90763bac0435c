"""Scoring and auditing one round, or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.api import Batch, Computation
from service.pages import HTML, MARKDOWN, ruling
from service.printed import laid_out
from service.ruled import Told
from service.schemas import Answer, Asked, RoundRecordSchema, RoundScoreSchema, RulingSchema, ScoreRequestSchema
from service.spades.ruling import ScoredRound, audit, score


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
