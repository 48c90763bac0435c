"""Scoring a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import Asked, GameRequestSchema, GameScoreSchema
from service.spades.game import ScoredGame, score_game


def _score(asked: Asked) -> ScoredGame:
    return score_game(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "scoreGame": Computation(GameRequestSchema(), _score, GameScoreSchema(), size="game"),
}
