"""A claim to judge, and the judgement: three questions, each with what is proved and a line of play that shows it."""

from __future__ import annotations

from marshmallow import fields

from service.json_types import Json
from service.spades.cards import CODES
from service.spades.claims.judged_claim import ClaimOutcome, ClaimToJudge, NilJudgement, read_claim_to_judge
from service.spades.solver.claims import Answer
from service.spades.solver.position import with_seats
from service.wire.schemas.answers import LabelledAnswerSchema
from service.wire.schemas.requests import RequestSchema
from service.wire.score_json import scores_json
from service.wire.values import present
from service.wire.writer import Writer


class JudgeClaimRequestSchema(RequestSchema):
    """A claim, and the cards that all players have left."""

    read = staticmethod(read_claim_to_judge)


class ClaimJudgementSchema(LabelledAnswerSchema):
    """Whether a claim holds, and what each outcome scores."""

    side = fields.Function(lambda answer: answer.writer.team(answer.result.side))
    claimed = fields.Function(lambda answer: answer.result.claimed)
    accepted_by = fields.Function(lambda answer: answer.result.accepted_by)
    result = fields.Function(lambda answer: answer.result.result)
    detail = fields.Function(lambda answer: answer.writer.text(answer.result.detail))
    certain = fields.Function(lambda answer: _question_json(answer.subject, answer.result.certain))
    by_statement = fields.Function(lambda answer: _question_json(answer.subject, answer.result.by_statement))
    best_play = fields.Function(lambda answer: _question_json(answer.subject, answer.result.best_play))
    nils = fields.Function(lambda answer: _nils_json(answer.writer, answer.subject, answer.result.nils))
    scores = fields.Function(lambda answer: _scores_json(answer.writer, answer.result.outcomes))


def _question_json(to_judge: ClaimToJudge, proved: Answer) -> Json:
    """Return the answer to one question."""
    return {
        "result": proved.result,
        "tricks": {"at_least": proved.at_least, "at_most": proved.at_most},
        "positions": proved.positions,
        "line": _line_json(to_judge, proved.line),
    }


def _line_json(to_judge: ClaimToJudge, line: tuple[int, ...]) -> Json:
    """Return a line of play, card by card with the player whose it is."""
    situation = to_judge.situation
    plays = with_seats(situation.game, situation.position, line)
    return [{"player": situation.table.players[seat], "card": CODES[card]} for seat, card in plays]


def _nils_json(writer: Writer, to_judge: ClaimToJudge, nils: tuple[NilJudgement, ...] | None) -> Json:
    """Return the judgement on each nil, None without bids."""
    return None if nils is None else [_nil_json(writer, to_judge, nil) for nil in nils]


def _nil_json(writer: Writer, to_judge: ClaimToJudge, nil: NilJudgement) -> Json:
    return {
        "player": writer.players[nil.seat],
        "blind": nil.blind,
        "detail": writer.sentence(nil.detail),
        "best_play": _question_json(to_judge, nil.best_play),
        "every_line": _question_json(to_judge, nil.every_line),
    }


def _scores_json(writer: Writer, outcomes: tuple[ClaimOutcome, ...] | None) -> Json:
    """Return what each outcome scores, None if that is not known."""
    return None if outcomes is None else [_outcome_json(writer, each) for each in outcomes]


def _outcome_json(writer: Writer, outcome: ClaimOutcome) -> Json:
    return present(
        {
            "tricks": outcome.tricks,
            "claimed": outcome.claimed,
            "detail": writer.sentence(outcome.detail),
            "teams": None if outcome.sides is None else scores_json(writer, outcome.sides),
        }
    )
