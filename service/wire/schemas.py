"""Requests and answers as marshmallow schemas: from wire to domain with `load`, and back with `dump`.

The contract has checked a request before it comes here: nothing is validated a second time. A field converts a whole
member with one function, because nested schemas cost more than the whole audit.

To add a request schema:

1. Subclass `_RequestSchema`.
2. Set ``read`` to the function that makes a domain object of the ruleset and the body, usually one of `record.parse`.

To add an answer schema:

1. Subclass `_IdentifiedAnswerSchema`, which begins with ``ruling_id``, or `AnswerSchema`.
2. Add a `fields.Function` for each member, in the order of the answer. Its function takes the `Answer` and returns
   JSON, or None for a member that is to be left out.

Then name both in the `Computation` of an operation, and with their components of openapi.yaml in
tests/contract/test_agreement.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import EXCLUDE, Schema, fields, post_dump, post_load

from service.json_types import Json
from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, SUITS, codes_of
from service.spades.errors import Fault, UnusableRuleset
from service.spades.record.parse import read_audited_game, read_game, read_moment, read_record, read_result, read_trick
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table
from service.wire import ruling_json
from service.wire.finding_json import findings_json
from service.wire.option_json import closed_bid_json, illegal_card_json, next_bidder_json, open_bid_json, side_bids_json
from service.wire.ruleset_json import basis_of, identity_of, parameters_of
from service.wire.ruleset_reference import resolve_once
from service.wire.ruling_id import ruling_id
from service.wire.score_json import next_round_json, scored_round_json, scores_json, standings_json
from service.wire.values import labels_of
from service.wire.writer import Writer, as_sent, out_of_log


class Request(NamedTuple):
    """A request in the terms of the domain; ``subject`` is what the operation works on, such as a round or a hand."""

    ruleset: Ruleset
    subject: Any


class Answer(NamedTuple):
    """An answer in the terms of the domain: the result, and what the request contributes to its JSON."""

    operation_id: str
    body: Mapping[str, Json]
    ruleset: Ruleset
    subject: Any
    result: Any

    @property
    def writer(self) -> Writer:
        """The writer of names, cards, locations and sentences in this answer."""
        return Writer(self.subject.table, self.ruleset)


class RulesetField(fields.Field[Ruleset]):
    """A reference to a ruleset on the wire, the ruleset itself in the domain."""

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **_: Any) -> Ruleset:
        del attr, data
        return resolve_once(value)


class _RequestSchema(Schema):
    """A request about a ruleset."""

    class Meta:
        # What has no field reaches `read` with the body as it came; INCLUDE would copy it, in a random order.
        unknown = EXCLUDE

    read: Callable[[Ruleset, Mapping[str, Json]], object]
    """Makes the subject of the request; raises `UnreadableRecord`, and may raise `UnusableRuleset`."""

    ruleset = RulesetField()

    @post_load(pass_original=True)
    def _make_request(self, converted: Mapping[str, Any], body: Mapping[str, Json], **_: object) -> Request:
        ruleset = converted["ruleset"]
        return Request(ruleset, type(self).read(ruleset, body))


class ResolveRequestSchema(_RequestSchema):
    """A ruleset to resolve."""

    @staticmethod
    def read(ruleset: Ruleset, body: Mapping[str, Json]) -> int | None:
        """Return the number of players, or None if neither the request nor the ruleset says it."""
        count = body.get("player_count")
        if count is None:
            return next(iter(ruleset.packs)) if len(ruleset.packs) == 1 else None
        if count not in ruleset.packs:
            detail = f"This ruleset has no table for {count} players."
            raise UnusableRuleset([Fault("#/player_count", "player_count", detail)])
        return int(count)


class RoundRecordSchema(_RequestSchema):
    """A round record."""

    read = staticmethod(read_record)


class BidsRequestSchema(_RequestSchema):
    """The bidding of a round so far."""

    read = staticmethod(read_record)


class ScoreRequestSchema(_RequestSchema):
    """A finished round from a score sheet."""

    read = staticmethod(read_result)


class GameRequestSchema(_RequestSchema):
    """A game from a score sheet."""

    read = staticmethod(read_game)


class AuditedGameRequestSchema(_RequestSchema):
    """A game of records and rows of a sheet."""

    read = staticmethod(read_audited_game)


class TrickRequestSchema(_RequestSchema):
    """One trick."""

    read = staticmethod(read_trick)


class PlaysRequestSchema(_RequestSchema):
    """A hand, and the moment at which a card of it is to be played."""

    read = staticmethod(read_moment)


class AnswerSchema(Schema):
    """An answer of which every member is written by a function of the `Answer`."""

    @post_dump
    def _leave_out_absent(self, members: dict[str, Json], **_: object) -> dict[str, Json]:
        return {name: value for name, value in members.items() if value is not None}


class _IdentifiedAnswerSchema(AnswerSchema):
    """An answer that can be quoted by its id."""

    ruling_id = fields.Function(lambda answer: ruling_id(answer.operation_id, answer.ruleset.digest, answer.body))
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    ruleset = fields.Function(lambda answer: identity_of(answer.ruleset))


class _LabelledAnswerSchema(_IdentifiedAnswerSchema):
    """An answer about a round or a game, with the client's own labels for it."""

    labels = fields.Function(lambda answer: labels_of(answer.body))


class _RulingMember(fields.Field[Json]):
    """A member of a ruling, written by one function of it: `fields.Function` with one call less for each member."""

    _CHECK_ATTRIBUTE = False

    def __init__(self, write: Callable[[ruling_json.WrittenRuling], Json]) -> None:
        super().__init__()
        self._write = write

    def _serialize(self, value: None, attr: str | None, obj: Answer, **_: Any) -> Json:
        del value, attr
        return self._write(obj.result)


RulingSchema = _LabelledAnswerSchema.from_dict(
    {name: _RulingMember(write) for name, write in ruling_json.RULING.items()}, name="RulingSchema"
)
"""The ruling on a round: the members of `ruling_json.RULING`."""


class GameRulingSchema(_LabelledAnswerSchema):
    """The ruling on a game."""

    verdict = fields.Function(lambda answer: answer.result.verdict)
    rounds = fields.Function(
        lambda answer: [
            ruling_json.audited_round_json(answer.writer, index, each, answer.body["rounds"][index])
            for index, each in enumerate(answer.result.rounds)
        ]
    )
    first_error = fields.Function(lambda answer: ruling_json.sheet_error_json(answer.writer, answer.result.first_error))
    shifts = fields.Function(
        lambda answer: [ruling_json.sheet_shift_json(answer.writer, each) for each in answer.result.shifts]
    )
    standing = fields.Function(lambda answer: standings_json(answer.subject.table, answer.result.standing))
    finished = fields.Function(lambda answer: answer.result.outcome.finished)
    winners = fields.Function(lambda answer: _names_of(answer.subject.table, answer.result.outcome.winners))
    reason = fields.Function(lambda answer: answer.result.outcome.reason)
    detail = fields.Function(lambda answer: answer.writer.sentence(answer.result.outcome.detail))
    next = fields.Function(lambda answer: next_round_json(answer.subject.table, answer.result.next_round))


class RoundScoreSchema(_LabelledAnswerSchema):
    """The score of a round."""

    findings = fields.Function(
        lambda answer: findings_json(answer.writer.moved(as_sent(answer.subject)), answer.result.findings)
    )
    teams = fields.Function(lambda answer: scores_json(answer.writer, answer.result.sides))


class ResolvedRulesetSchema(AnswerSchema):
    """A ruleset with everything that its reference resolves to."""

    name = fields.Function(lambda answer: answer.ruleset.name)
    version = fields.Function(lambda answer: answer.ruleset.version)
    digest = fields.Function(lambda answer: answer.ruleset.digest)
    options = fields.Function(lambda answer: answer.ruleset.options)
    overrides = fields.Function(lambda answer: answer.ruleset.overrides)
    player_count = fields.Function(lambda answer: answer.result)
    hand_size = fields.Function(lambda answer: answer.result and answer.ruleset.packs[answer.result].hand_size)
    deck = fields.Function(lambda answer: answer.result and codes_of(answer.ruleset.packs[answer.result].cards))
    parameters = fields.Function(lambda answer: parameters_of(answer.ruleset))
    basis = fields.Function(lambda answer: basis_of(answer.ruleset))


class BidsAnswerSchema(_IdentifiedAnswerSchema):
    """The bidding, judged, and what is open to the next bidder."""

    findings = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.findings))
    undecided = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.undecided))
    sides = fields.Function(lambda answer: side_bids_json(answer.subject.table, answer.result.auction.contracts))
    next_bidder = fields.Function(lambda answer: next_bidder_json(answer.subject.table, answer.result))
    next_bidder_decided_by = fields.Function(lambda answer: answer.writer.location(answer.result.decided_by))
    open = fields.Function(lambda answer: [open_bid_json(answer.writer, each) for each in answer.result.open])
    closed = fields.Function(lambda answer: [closed_bid_json(answer.writer, each) for each in answer.result.closed])


class PlaysAnswerSchema(_IdentifiedAnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = fields.Function(lambda answer: [CODES[card] for card in answer.result[0]])
    illegal = fields.Function(lambda answer: [illegal_card_json(answer.ruleset, each) for each in answer.result[1]])


class TrickAnswerSchema(_IdentifiedAnswerSchema):
    """A trick, judged."""

    winner = fields.Function(lambda answer: _at(answer.subject.table.players, answer.result.result.winner))
    winning_card = fields.Function(lambda answer: _at(CODES, answer.result.result.winning_card))
    led_suit = fields.Function(lambda answer: _at(SUITS, answer.result.result.led_suit))
    reason = fields.Function(lambda answer: answer.result.reason)
    detail = fields.Function(lambda answer: answer.writer.sentence(answer.result.detail))
    findings = fields.Function(lambda answer: findings_json(_trick_writer(answer), answer.result.findings))
    undecided = fields.Function(lambda answer: findings_json(_trick_writer(answer), answer.result.undecided))


class GameScoreSchema(_LabelledAnswerSchema):
    """A game's running sheet."""

    rounds = fields.Function(
        lambda answer: [
            scored_round_json(answer.writer, index, each, answer.body["rounds"][index])
            for index, each in enumerate(answer.result.rounds)
        ]
    )
    standing = fields.Function(lambda answer: standings_json(answer.subject.table, answer.result.standing))
    finished = fields.Function(lambda answer: answer.result.outcome.finished)
    winners = fields.Function(lambda answer: _names_of(answer.subject.table, answer.result.outcome.winners))
    reason = fields.Function(lambda answer: answer.result.outcome.reason)
    detail = fields.Function(lambda answer: answer.writer.sentence(answer.result.outcome.detail))
    next = fields.Function(lambda answer: next_round_json(answer.subject.table, answer.result.next_round))


def _trick_writer(answer: Answer) -> Writer:
    return Writer(answer.subject.table, answer.ruleset, out_of_log)


def _names_of(table: Table, sides: Sequence[int]) -> list[str]:
    return [table.sides[side].name for side in sides]


def _at(names: Sequence[str], index: int | None) -> str | None:
    return None if index is None else names[index]
