"""What may be played."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import Asked, PlaysAnswerSchema, PlaysRequestSchema
from service.spades.advice import IllegalCard, advise_on_plays


def _list(asked: Asked) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    return advise_on_plays(asked.ruleset, *asked.about)


COMPUTATIONS: Mapping[str, Computation] = {
    "listLegalPlays": Computation(PlaysRequestSchema(), _list, PlaysAnswerSchema()),
}
