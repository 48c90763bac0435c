"""Questions asked at the table, as marshmallow schemas: bids, cards to play, a trick, a claim, what a hand is worth.

What need not be whole is a fraction of two integers, because answers have no floats: nothing is rounded on the way, and
the canonical form is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from marshmallow import fields, missing

from service.analysis.claims.judged_claim import ClaimOutcome, ClaimToJudge, NilJudgement, read_claim_to_judge
from service.analysis.estimates.held_hand import Count, read_held_hand
from service.analysis.solver.position import Answer as Proved
from service.analysis.solver.position import with_seats
from service.media_types import Json
from service.spades.cards import CODES, SUITS
from service.spades.deal.contracts import BidOptions, ClosedBid, Contract, OpenBid
from service.spades.play.legality import IllegalCard
from service.spades.record.parse import parse_moment, parse_record, parse_trick
from service.spades.table import Table
from service.wire.exchange import Exchange
from service.wire.ruling_json import bids_json, findings_json, present, rule_json, scores_json
from service.wire.schemas import IdentifiedAnswerSchema, LabelledAnswerSchema, RequestSchema, Written
from service.wire.schemas.members import (
    Card,
    Cards,
    ClaimSchema,
    Hands,
    PlaySchema,
    RulesetReference,
    StandingBeforeSchema,
    Standings,
)
from service.wire.writer import Writer, out_of_log

_NOBODY = Table(players=(), seat={}, sides=(), side={}, side_of=(), order=())


class BidsRequestSchema(RequestSchema, StandingBeforeSchema):
    """The bidding of a round so far."""

    ruleset = RulesetReference()
    hands = Hands()
    parse = staticmethod(parse_record)


class TrickRequestSchema(RequestSchema):
    """One trick."""

    ruleset = RulesetReference()
    plays = fields.List(fields.Nested(PlaySchema))
    hands = Hands()
    parse = staticmethod(parse_trick)


class PlaysRequestSchema(RequestSchema):
    """A hand, and the moment at which a card of it is to be played."""

    ruleset = RulesetReference()
    hand = Cards()
    plays = fields.List(fields.Nested(PlaySchema))
    parse = staticmethod(parse_moment)


class PlaysAnswerSchema(IdentifiedAnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = Cards()
    illegal = Written(lambda writer, cards: [illegal_card_json(writer, card) for card in cards])

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return a writer that names no player."""
        return Writer(_NOBODY, exchange.ruleset)


class TrickAnswerSchema(IdentifiedAnswerSchema):
    """A trick, judged."""

    winner = Written(lambda writer, seat: writer.players[seat], attribute="result.winner")
    winning_card = Card(attribute="result.winning_card")
    led_suit = Written(lambda _, suit: SUITS[suit], attribute="result.led_suit")
    reason = fields.String()
    detail = Written(Writer.sentence)
    findings = Written(findings_json)
    undecided = Written(findings_json)

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer for a request that has the members of its trick at the top."""
        return Writer(exchange.subject.table, exchange.ruleset, out_of_log)


def side_bids_json(writer: Writer, contracts: tuple[Contract, ...]) -> Json:
    """Return the bids of each side."""
    return [
        {"team": side.name, "contract": contract.tricks, "bids": bids_json(writer.table, contract)}
        for side, contract in zip(writer.table.sides, contracts, strict=True)
    ]


def next_bidder_json(writer: Writer, options: BidOptions) -> Json:
    """Return who bids next: a player, or a side that bids as one; None if the bidding is over or nobody knows."""
    if options.next_side is None:
        return None
    return writer.team(options.next_side) if options.next_seat is None else writer.players[options.next_seat]


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


class BidsAnswerSchema(IdentifiedAnswerSchema):
    """The bidding, judged, and what is open to the next bidder."""

    findings = Written(findings_json, attribute="auction.findings")
    undecided = Written(findings_json, attribute="auction.undecided")
    teams = Written(side_bids_json, attribute="auction.contracts")
    next_bidder = Written(next_bidder_json, whole=True)
    next_bidder_decided_by = Written(Writer.location, attribute="decided_by")
    open = Written(lambda writer, bids: [open_bid_json(writer, bid) for bid in bids])
    closed = Written(closed_bids_json)


def illegal_card_json(writer: Writer, illegal: IllegalCard) -> Json:
    """Return a card that may not be played, with the rule that forbids it."""
    return {
        "card": CODES[illegal.card],
        "code": illegal.code,
        "rule": rule_json(writer, illegal.code, illegal.parameter),
        "detail": writer.sentence(illegal.detail),
    }


class JudgeClaimRequestSchema(RequestSchema):
    """A claim, and the cards that all players have left."""

    ruleset = RulesetReference()
    hands = Hands()
    plays = fields.List(fields.Nested(PlaySchema))
    claim = fields.Nested(ClaimSchema)
    before = Standings()
    parse = staticmethod(read_claim_to_judge)


class ClaimJudgementSchema(LabelledAnswerSchema):
    """Whether a claim holds, and what each outcome scores."""

    team = Written(Writer.team, attribute="side")
    claimed = fields.Integer()
    accepted_by = fields.String()
    result = fields.String()
    detail = Written(Writer.text)
    certain = fields.Function(lambda exchange: _question_json(exchange.subject, exchange.result.certain))
    by_statement = fields.Function(lambda exchange: _question_json(exchange.subject, exchange.result.by_statement))
    best_play = fields.Function(lambda exchange: _question_json(exchange.subject, exchange.result.best_play))
    nils = fields.Function(lambda exchange: _nils_json(exchange.writer, exchange.subject, exchange.result.nils))
    scores = Written(
        lambda writer, outcomes: [_outcome_json(writer, outcome) for outcome in outcomes], attribute="outcomes"
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
    """Return the judgement on each nil, nothing without bids."""
    if nils is None:
        return missing
    return [
        {
            "player": writer.players[nil.seat],
            "kind": nil.kind,
            "detail": writer.sentence(nil.detail),
            "best_play": _question_json(to_judge, nil.best_play),
            "every_line": _question_json(to_judge, nil.every_line),
        }
        for nil in nils
    ]


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

    ruleset = RulesetReference()
    hand = Cards()
    parse = staticmethod(read_held_hand)


class EstimateAnswerSchema(LabelledAnswerSchema):
    """What a hand may be worth before the play."""

    counts = Written(lambda writer, counts: [_count_json(writer, count) for count in counts], whole=True)


def _count_json(writer: Writer, count: Count) -> Json:
    """Return the tricks of a hand by a method."""
    return {
        "method": count.method,
        "source": count.source,
        "lines": [
            {
                "cards": [writer.cards[card] for card in line.cards],
                "tricks": _fraction_json(line.tricks),
                "detail": writer.sentence(line.why),
            }
            for line in count.lines
        ],
        "total": _fraction_json(count.total),
    }


def _fraction_json(fraction: Fraction) -> Json:
    """Return a fraction in its lowest terms."""
    return {"numerator": fraction.numerator, "denominator": fraction.denominator}
