"""What may be played."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation
from service.spades.play.card_options import IllegalCard, advise_on_plays
from service.wire.schemas import Asked, PlaysAnswerSchema, PlaysRequestSchema


def _list(asked: Asked) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    return advise_on_plays(asked.ruleset, *asked.about)


COMPUTATIONS: Mapping[str, Computation] = {
    "listLegalPlays": Computation(PlaysRequestSchema(), _list, PlaysAnswerSchema()),
}
