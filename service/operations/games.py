"""Scoring and auditing a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation
from service.spades.ruling.game_audit import audit_game
from service.spades.ruling.model import GameRuling
from service.spades.scoring.game import score_game
from service.spades.scoring.model import ScoredGame
from service.wire.schemas import Asked, AuditedGameRequestSchema, GameRequestSchema, GameRulingSchema, GameScoreSchema


def _score(asked: Asked) -> ScoredGame:
    return score_game(asked.about, asked.ruleset)


def _audit(asked: Asked) -> GameRuling:
    return audit_game(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreGame": Computation(GameRequestSchema(), _score, GameScoreSchema(), size="game"),
    "auditGame": Computation(AuditedGameRequestSchema(), _audit, GameRulingSchema(), size="game"),
}
