"""Who won a trick."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation
from service.spades.ruling.single_trick import JudgedTrick, judge_single
from service.wire.schemas import Asked, TrickAnswerSchema, TrickRequestSchema


def _judge(asked: Asked) -> JudgedTrick:
    return judge_single(asked.about, asked.ruleset)


COMPUTATIONS: Mapping[str, Computation] = {
    "judgeTrick": Computation(TrickRequestSchema(), _judge, TrickAnswerSchema()),
}
