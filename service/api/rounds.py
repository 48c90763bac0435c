"""Scoring and auditing one round."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import Asked, RoundRecordSchema, RoundScoreSchema, RulingSchema, ScoreRequestSchema
from service.spades.ruling import Ruling, ScoredRound, audit, score


def _score(asked: Asked) -> ScoredRound:
    return score(asked.about, asked.ruleset)


def _audit(asked: Asked) -> Ruling:
    return audit(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreRound": Computation(ScoreRequestSchema(), _score, RoundScoreSchema()),
    "auditRound": Computation(RoundRecordSchema(), _audit, RulingSchema()),
}
