"""Questions asked at the table, as marshmallow schemas: bids, cards to play, a trick, a claim, what a hand is worth.

What need not be whole is a fraction of two integers, because answers have no floats: nothing is rounded on the way, and
the canonical form is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from marshmallow import fields

from service.analysis.claims.judged_claim import ClaimOutcome, ClaimToJudge, NilJudgement, read_claim_to_judge
from service.analysis.estimates.held_hand import Count, read_held_hand
from service.analysis.solver.position import Answer as Proved
from service.analysis.solver.position import with_seats
from service.media_types import Json
from service.spades.cards import CODES, SUITS
from service.spades.deal.contracts import BidOptions, ClosedBid, Contract, OpenBid
from service.spades.play.legality import IllegalCard
from service.spades.record.parse import parse_moment, parse_record, parse_trick
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table
from service.wire.ruling_json import bids_json, findings_json, present, rule_json, scores_json
from service.wire.schemas import Answer, IdentifiedAnswerSchema, LabelledAnswerSchema, RequestSchema
from service.wire.writer import Writer, out_of_log

_NOBODY = Table(players=(), seat={}, sides=(), side={}, side_of=(), order=())


class BidsRequestSchema(RequestSchema):
    """The bidding of a round so far."""

    read = staticmethod(parse_record)


class TrickRequestSchema(RequestSchema):
    """One trick."""

    read = staticmethod(parse_trick)


class PlaysRequestSchema(RequestSchema):
    """A hand, and the moment at which a card of it is to be played."""

    read = staticmethod(parse_moment)


class BidsAnswerSchema(IdentifiedAnswerSchema):
    """The bidding, judged, and what is open to the next bidder."""

    findings = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.findings))
    undecided = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.undecided))
    sides = fields.Function(lambda answer: side_bids_json(answer.subject.table, answer.result.auction.contracts))
    next_bidder = fields.Function(lambda answer: next_bidder_json(answer.subject.table, answer.result))
    next_bidder_decided_by = fields.Function(lambda answer: answer.writer.location(answer.result.decided_by))
    open = fields.Function(lambda answer: [open_bid_json(answer.writer, bid) for bid in answer.result.open])
    closed = fields.Function(lambda answer: closed_bids_json(answer.writer, answer.result.closed))


class PlaysAnswerSchema(IdentifiedAnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = fields.Function(lambda answer: [CODES[card] for card in answer.result.legal])
    illegal = fields.Function(
        lambda answer: [illegal_card_json(answer.ruleset, card) for card in answer.result.illegal]
    )


class TrickAnswerSchema(IdentifiedAnswerSchema):
    """A trick, judged."""

    winner = fields.Function(lambda answer: _at(answer.subject.table.players, answer.result.result.winner))
    winning_card = fields.Function(lambda answer: _at(CODES, answer.result.result.winning_card))
    led_suit = fields.Function(lambda answer: _at(SUITS, answer.result.result.led_suit))
    reason = fields.Function(lambda answer: answer.result.reason)
    detail = fields.Function(lambda answer: answer.writer.sentence(answer.result.detail))
    findings = fields.Function(lambda answer: findings_json(_trick_writer(answer), answer.result.findings))
    undecided = fields.Function(lambda answer: findings_json(_trick_writer(answer), answer.result.undecided))


def _trick_writer(answer: Answer) -> Writer:
    return Writer(answer.subject.table, answer.ruleset, out_of_log)


def _at(names: Sequence[str], index: int | None) -> str | None:
    return None if index is None else names[index]


def side_bids_json(table: Table, contracts: tuple[Contract, ...]) -> Json:
    """Return the bids of each side."""
    return [
        {"team": side.name, "contract": contract.tricks, "bids": bids_json(table, contract)}
        for side, contract in zip(table.sides, contracts, strict=True)
    ]


def next_bidder_json(table: Table, options: BidOptions) -> Json:
    """Return who bids next: a player, or a side that bids as one."""
    if options.next_side is None:
        return None
    return table.sides[options.next_side].name if options.next_seat is None else table.players[options.next_seat]


def open_bid_json(writer: Writer, option: OpenBid) -> Json:
    """Return a bid that may be made, with the condition on which it may, if there is one."""
    asked = option.condition
    return present(
        {
            "tricks": option.tricks,
            "kind": option.kind,
            "condition": asked
            and present(
                {
                    "code": asked.code,
                    "rule": rule_json(writer, asked.code, asked.parameter),
                    "decided_by": writer.location(asked.decided_by),
                    "detail": writer.text(asked.detail),
                }
            ),
        }
    )


def closed_bids_json(writer: Writer, closed: Sequence[ClosedBid]) -> list[Json]:
    """Return the bids that may not be made, each with the rule that closes it; a row of them with one rule is one."""
    rows: list[Json] = []
    for _, row in groupby(enumerate(closed), _closed_together):
        bids = [bid for _, bid in row]
        first, finding = bids[0], bids[0].finding
        rule = rule_json(writer, finding.code, finding.parameter)
        alone = len(bids) == 1 or rule is None
        member = {
            "tricks": first.tricks,
            "up_to": None if alone else bids[-1].tricks,
            "kind": first.kind,
            "code": finding.code,
            "rule": rule,
            "detail": writer.text(finding.detail) if alone else rule["text"],
        }
        rows.append(present(member))
    return rows


def _closed_together(place: tuple[int, ClosedBid]) -> tuple[object, ...]:
    """Return what neighbouring bids of one row have in common: tricks that go on, kind and rule."""
    index, (tricks, kind, finding) = place
    return tricks - index, kind, finding.code, finding.parameter


def illegal_card_json(ruleset: Ruleset, illegal: IllegalCard) -> Json:
    """Return a card that may not be played, with the rule that forbids it; no player is named."""
    writer = Writer(_NOBODY, ruleset)
    return {
        "card": CODES[illegal.card],
        "code": illegal.code,
        "rule": rule_json(writer, illegal.code, illegal.parameter),
        "detail": writer.sentence(illegal.detail),
    }


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
    scores = fields.Function(
        lambda answer: (
            None
            if answer.result.outcomes is None
            else [_outcome_json(answer.writer, outcome) for outcome in answer.result.outcomes]
        )
    )


def _question_json(to_judge: ClaimToJudge, proved: Proved) -> Json:
    """Return the answer to one question, with a line of play, card by card with the player whose it is."""
    situation = to_judge.situation
    plays = with_seats(situation.game, situation.position, proved.line)
    return {
        "result": proved.result,
        "tricks": {"at_least": proved.at_least, "at_most": proved.at_most},
        "positions": proved.positions,
        "line": [{"player": situation.table.players[seat], "card": CODES[card]} for seat, card in plays],
    }


def _nils_json(writer: Writer, to_judge: ClaimToJudge, nils: tuple[NilJudgement, ...] | None) -> Json:
    """Return the judgement on each nil, None without bids."""
    return (
        None
        if nils is None
        else [
            {
                "player": writer.players[nil.seat],
                "kind": nil.kind,
                "detail": writer.sentence(nil.detail),
                "best_play": _question_json(to_judge, nil.best_play),
                "every_line": _question_json(to_judge, nil.every_line),
            }
            for nil in nils
        ]
    )


def _outcome_json(writer: Writer, outcome: ClaimOutcome) -> Json:
    return present(
        {
            "tricks": outcome.tricks,
            "claimed": outcome.claimed,
            "detail": writer.sentence(outcome.detail),
            "teams": None if outcome.sides is None else scores_json(writer, outcome.sides),
        }
    )


class EstimateRequestSchema(RequestSchema):
    """A hand whose tricks are to be estimated."""

    read = staticmethod(read_held_hand)


class EstimateAnswerSchema(LabelledAnswerSchema):
    """What a hand may be worth before the play."""

    counts = fields.Function(lambda answer: [_count_json(answer.writer, count) for count in answer.result])


def _count_json(writer: Writer, count: Count) -> Json:
    """Return the tricks of a hand by a method."""
    return {
        "method": count.method,
        "source": count.source,
        "lines": [
            {
                "cards": [writer.cards[card] for card in line.cards],
                "tricks": _fraction_json(line.tricks),
                "why": writer.sentence(line.why),
            }
            for line in count.lines
        ],
        "total": _fraction_json(count.total),
    }


def _fraction_json(fraction: Fraction) -> Json:
    """Return a fraction in its lowest terms."""
    return {"numerator": fraction.numerator, "denominator": fraction.denominator}
