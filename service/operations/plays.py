"""Which cards may be played."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Handler, let_others_run
from service.spades.positions.open_hands import CardChoices, choices_of
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.table_questions import PlaysAnswerSchema, PlaysRequestSchema


def _list(request: Request) -> CardChoices:
    return choices_of(request.subject, request.ruleset, let_others_run)


HANDLERS: Mapping[str, Handler] = {
    "listLegalPlays": Computation(PlaysRequestSchema(), _list, PlaysAnswerSchema()),
}
