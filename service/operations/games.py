"""Scoring and auditing a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Counts, Handler
from service.spades.ruling.game_audit import audit_game
from service.spades.ruling.model import GameRuling
from service.spades.scoring.game import score_game
from service.spades.scoring.model import ScoredGame
from service.wire.schemas import AuditedGameRequestSchema, GameRequestSchema, GameRulingSchema, GameScoreSchema, Request


def _score(request: Request) -> ScoredGame:
    return score_game(request.subject, request.ruleset)


def _counts_of_score(scored: ScoredGame) -> Counts:
    return Counts(findings=[finding for each in scored.rounds for finding in each.findings])


def _audit(request: Request) -> GameRuling:
    return audit_game(request.subject, request.ruleset)


def _counts_of_ruling(ruling: GameRuling) -> Counts:
    """Return the counts of the rulings on its rounds."""
    rulings = [each.ruling for each in ruling.rounds]
    return Counts([each.verdict for each in rulings], [finding for each in rulings for finding in each.findings])


HANDLERS: Mapping[str, Handler] = {
    "scoreGame": Computation(GameRequestSchema(), _score, GameScoreSchema(), _counts_of_score, size="game"),
    "auditGame": Computation(AuditedGameRequestSchema(), _audit, GameRulingSchema(), _counts_of_ruling, size="game"),
}
