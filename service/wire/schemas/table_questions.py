"""Questions asked at the table, as marshmallow schemas: bids, cards to play, a trick, a claim, what a hand is worth.

What need not be whole is a fraction of two integers, because answers have no floats: nothing is rounded on the way, and
the canonical form is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from marshmallow import fields, missing

from service.analysis.claims.judged_claim import ClaimOutcome, ClaimToJudge, NilJudgement, read_claim_to_judge
from service.analysis.estimates.held_hand import Count, read_held_hand
from service.analysis.solver.position import Answer as Proved
from service.analysis.solver.position import with_seats
from service.media_types import Json
from service.spades.cards import CODES, SUITS
from service.spades.deal.contracts import ClosedBid, Contract, OpenBid
from service.spades.deal.drawing import CARDS_A_TURN
from service.spades.play.legality import IllegalCards
from service.spades.proof.next_in_round import NextInRound
from service.spades.record.parse import parse_moment, parse_record, parse_round_so_far, parse_trick
from service.spades.table import Table
from service.wire.exchange import Exchange
from service.wire.ruling_json import bids_json, broken_json, findings_json, present, rule_json, scores_json
from service.wire.schemas import (
    BriefAnswerSchema,
    IdentifiedAnswerSchema,
    LabelledAnswerSchema,
    RequestSchema,
    Written,
    WrittenAnswerSchema,
)
from service.wire.schemas.members import (
    Card,
    Cards,
    ClaimSchema,
    Hands,
    PlayedSchema,
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


class TurnRequestSchema(RequestSchema, PlayedSchema, StandingBeforeSchema):
    """A round that is being played."""

    ruleset = RulesetReference()
    parse = staticmethod(parse_round_so_far)


class PlaysAnswerSchema(IdentifiedAnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = Cards()
    illegal = Written(lambda writer, illegal: [illegal_cards_json(writer, cards) for cards in illegal])

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return a writer that names no player."""
        return Writer(_NOBODY, exchange.ruleset)


class BriefPlaysAnswerSchema(BriefAnswerSchema):
    """The legal cards of a hand alone."""

    legal = Cards()

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
    spades_broken = Written(broken_json, attribute="result.broken")

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer for a request that has the members of its trick at the top."""
        return Writer(exchange.subject.table, exchange.ruleset, out_of_log)


def turn_json(writer: Writer, seat: int | None, side: int | None) -> Json:
    """Return whose turn it is: a player, or a side that bids as one; None if it is nobody's, or nobody knows."""
    if seat is not None:
        return writer.players[seat]
    return None if side is None else writer.team(side)


def side_bids_json(writer: Writer, contracts: tuple[Contract, ...]) -> Json:
    """Return the bids of each side."""
    return [
        {"team": side.name, "contract": contract.tricks, "bids": bids_json(writer.table, contract)}
        for side, contract in zip(writer.table.sides, contracts, strict=True)
    ]


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
    next_bidder = Written(lambda writer, bids: turn_json(writer, bids.next_seat, bids.next_side), whole=True)
    next_bidder_decided_by = Written(Writer.location, attribute="decided_by")
    open = Written(lambda writer, bids: [open_bid_json(writer, bid) for bid in bids])
    closed = Written(closed_bids_json)


def illegal_cards_json(writer: Writer, illegal: IllegalCards) -> Json:
    """Return cards that may not be played, with the rule that forbids them."""
    return {
        "cards": [writer.cards[card] for card in illegal.cards],
        "code": illegal.code,
        "rule": rule_json(writer, illegal.code, illegal.parameter),
        "detail": writer.sentence(illegal.detail),
    }


def legal_json(writer: Writer, what: NextInRound) -> Json:
    """Return the cards that may be played or passed, None if the hand is not known."""
    if what.to_pass is not None:
        return what.to_pass.cards and [writer.cards[card] for card in what.to_pass.cards]
    return what.play and what.play.cards and [writer.cards[card] for card in what.play.cards.legal]


def illegal_json(writer: Writer, what: NextInRound) -> Json:
    """Return the cards that may not be played, None if the hand is not known or nobody is to play."""
    cards = what.play and what.play.cards
    return None if cards is None else [illegal_cards_json(writer, each) for each in cards.illegal]


def led_suit_json(_: Writer, what: NextInRound) -> Json:
    """Return the suit led, for whoever has to find the legal cards himself; None if they are listed."""
    play = what.play
    return None if play is None or play.cards is not None or play.led is None else SUITS[play.led]


def _why_not(write: Callable[[Writer, NextInRound], Json]) -> fields.Field[Any]:
    """Return the field of a list of reasons, which are written only on request."""

    def written(exchange: Exchange) -> Json:
        reasons = write(exchange.writer, exchange.result) if exchange.body.get("with_illegal") else None
        return missing if reasons is None else reasons

    return fields.Function(written)


class TurnAnswerSchema(WrittenAnswerSchema):
    """Whose turn it is in a round, and what that player may do."""

    turn = Written(lambda writer, what: turn_json(writer, what.seat, what.side), whole=True)
    bids = Written(lambda writer, bids: [open_bid_json(writer, bid) for bid in bids], attribute="bids.open")
    closed = _why_not(lambda writer, what: what.bids and closed_bids_json(writer, what.bids.closed))
    may_look = Written(lambda _, may_look: may_look or None, attribute="bids.may_look")
    draw = Written(lambda _, draws: {"count": CARDS_A_TURN, "keep": 1} if draws else None, attribute="draws")
    exchange = Written(
        lambda writer, to_pass: {"to": writer.players[to_pass.taker], "count": to_pass.number}, attribute="to_pass"
    )
    legal = Written(legal_json, whole=True)
    illegal = _why_not(illegal_json)
    led_suit = Written(led_suit_json, whole=True)
    trick = Written(Writer.trick, attribute="play.trick")
    spades_broken = Written(broken_json, attribute="play.broken")
    decided_by = Written(Writer.location)
    finished = Written(lambda _, finished: finished or None)
    void_by = fields.String()

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer for the record with the leads that it left out, and the trick that is played next."""
        record = exchange.result.record
        return Writer(record.table, exchange.ruleset).of(record)


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
