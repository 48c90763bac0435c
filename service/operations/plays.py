"""Which cards may be played."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Handler, let_others_run
from service.spades.positions.open_hands import CardChoices, choices_of
from service.wire.schemas.answers import PlaysAnswerSchema
from service.wire.schemas.requests import PlaysRequestSchema, Request


def _list(request: Request) -> CardChoices:
    return choices_of(request.subject, request.ruleset, let_others_run)


HANDLERS: Mapping[str, Handler] = {
    "listLegalPlays": Computation(PlaysRequestSchema(), _list, PlaysAnswerSchema()),
}
