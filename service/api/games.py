"""Scoring and auditing a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import (
    Asked,
    AuditedGameRequestSchema,
    GameRequestSchema,
    GameRulingSchema,
    GameScoreSchema,
)
from service.spades.game import ScoredGame, score_game
from service.spades.game_audit import GameRuling, audit_game


def _score(asked: Asked) -> ScoredGame:
    return score_game(asked.about, asked.ruleset)


def _audit(asked: Asked) -> GameRuling:
    return audit_game(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreGame": Computation(GameRequestSchema(), _score, GameScoreSchema(), size="game"),
    "auditGame": Computation(AuditedGameRequestSchema(), _audit, GameRulingSchema(), size="game"),
}
