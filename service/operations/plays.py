"""Which cards may be played."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Handler
from service.spades.play.card_options import IllegalCard, card_options
from service.wire.schemas.answers import PlaysAnswerSchema
from service.wire.schemas.requests import PlaysRequestSchema, Request


def _list(request: Request) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    return card_options(request.ruleset, *request.subject)


HANDLERS: Mapping[str, Handler] = {
    "listLegalPlays": Computation(PlaysRequestSchema(), _list, PlaysAnswerSchema()),
}
