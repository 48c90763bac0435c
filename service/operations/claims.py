"""Whether a claim holds."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Computation, Handler, let_others_run
from service.spades.claims.judged_claim import ClaimJudgement, judge
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.table_questions import ClaimJudgementSchema, JudgeClaimRequestSchema


def _judge(request: Request) -> ClaimJudgement:
    return judge(request.subject, let_others_run)


HANDLERS: Mapping[str, Handler] = {
    "judgeClaim": Computation(JudgeClaimRequestSchema(), _judge, ClaimJudgementSchema(), takes_long=True),
}
