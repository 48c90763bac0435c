"""Scoring and auditing one round."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import (
    AuditRequest,
    RoundRecordSchema,
    RoundScoreSchema,
    RulingSchema,
    ScoreRequest,
    ScoreRequestSchema,
)
from service.spades.ruling import Ruling, ScoredRound, audit, score


def _score(asked: ScoreRequest) -> ScoredRound:
    return score(asked.result, asked.ruleset)


def _audit(asked: AuditRequest) -> Ruling:
    return audit(asked.record, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreRound": Computation(ScoreRequestSchema(), _score, RoundScoreSchema()),
    "auditRound": Computation(RoundRecordSchema(), _audit, RulingSchema()),
}
