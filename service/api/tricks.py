"""Who won a trick."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Computation
from service.schemas import Asked, TrickAnswerSchema, TrickRequestSchema
from service.spades.single import JudgedTrick, judge_single


def _judge(asked: Asked) -> JudgedTrick:
    return judge_single(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "judgeTrick": Computation(TrickRequestSchema(), _judge, TrickAnswerSchema()),
}
