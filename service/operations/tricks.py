"""Who won a trick."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Counts, Handler
from service.spades.proof.single_trick import JudgedTrick, judge_trick
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.table_questions import TrickAnswerSchema, TrickRequestSchema


def _judge(request: Request) -> JudgedTrick:
    return judge_trick(request.subject, request.ruleset)


def _counts(judged: JudgedTrick) -> Counts:
    return Counts(findings=judged.findings)


HANDLERS: Mapping[str, Handler] = {
    "judgeTrick": Computation(TrickRequestSchema(), _judge, TrickAnswerSchema(), _counts),
}
