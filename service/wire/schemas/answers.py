"""The answers: what an operation found, written as JSON, one function for each member."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import Schema, fields, post_dump

from service.json_types import Json
from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, SUITS, codes_of
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import PlayedGame, PlayedRound
from service.wire import ruling_json
from service.wire.finding_json import findings_json
from service.wire.option_json import (
    best_cards_json,
    closed_bid_json,
    illegal_card_json,
    next_bidder_json,
    open_bid_json,
    side_bids_json,
)
from service.wire.ruleset_json import (
    basis_of,
    compared_rulesets_json,
    identity_of,
    pack_difference_json,
    parameters_of,
    rule_difference_json,
    sections_of,
)
from service.wire.ruling_id import ruling_id
from service.wire.score_json import next_round_json, scores_json, standings_json
from service.wire.values import labels_of
from service.wire.writer import JSON_STYLE, Style, Writer, as_sent, out_of_log


class Answer(NamedTuple):
    """An answer in the terms of the domain: the result, and what the request contributes to its JSON."""

    operation_id: str
    body: Mapping[str, Json]
    ruleset: Ruleset
    subject: Any
    result: Any
    style: Style = JSON_STYLE
    """How cards, numbers and locations are written."""

    @property
    def writer(self) -> Writer:
        """The writer of names, cards, locations and sentences in this answer."""
        return Writer(self.subject.table, self.ruleset, style=self.style)


class AnswerSchema(Schema):
    """An answer of which every member is written by a function of the `Answer`."""

    @post_dump
    def _leave_out_absent(self, members: dict[str, Json], **_: object) -> dict[str, Json]:
        return {name: value for name, value in members.items() if value is not None}


class IdentifiedAnswerSchema(AnswerSchema):
    """An answer that can be quoted by its id."""

    ruling_id = fields.Function(lambda answer: ruling_id(answer.operation_id, answer.ruleset.digest, answer.body))
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    ruleset = fields.Function(lambda answer: identity_of(answer.ruleset))


class LabelledAnswerSchema(IdentifiedAnswerSchema):
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


RulingSchema = LabelledAnswerSchema.from_dict(
    {name: _RulingMember(write) for name, write in ruling_json.RULING.items()}, name="RulingSchema"
)
"""The ruling on a round: the members of `ruling_json.RULING`."""


def _game_members(
    played_in: Callable[[Any], PlayedGame],
    round_json: Callable[[Writer, int, PlayedRound, Mapping[str, Json]], Json],
    **more: fields.Field[Any],
) -> dict[str, fields.Field[Any]]:
    """Return the members of an answer about a game, ``more`` of them between its rounds and how it stands.

    ``played_in`` finds the game in the result of the operation; ``round_json`` writes one of its rounds.
    """

    def member(write: Callable[[Answer, PlayedGame], Json]) -> fields.Field[Any]:
        return fields.Function(lambda answer: write(answer, played_in(answer.result)))

    return {
        "rounds": member(
            lambda answer, game: [
                round_json(answer.writer, index, each, answer.body["rounds"][index])
                for index, each in enumerate(game.rounds)
            ]
        ),
        **more,
        "standing": member(lambda _, game: standings_json(game.table, game.standing)),
        "finished": member(lambda _, game: game.outcome.finished),
        "winners": member(lambda _, game: _names(game, game.outcome.winners)),
        "reason": member(lambda _, game: game.outcome.reason),
        "forfeited_by": member(lambda _, game: _names(game, game.forfeited_by) or None),
        "detail": member(lambda answer, game: answer.writer.sentence(game.outcome.detail)),
        "next": member(lambda _, game: next_round_json(game.table, game.next_round)),
    }


def _names(game: PlayedGame, sides: Iterable[int]) -> list[str]:
    return [game.table.sides[side].name for side in sides]


GameScoreSchema = LabelledAnswerSchema.from_dict(
    _game_members(lambda game: game, ruling_json.scored_round_json), name="GameScoreSchema"
)
"""A game's running sheet."""

GameRulingSchema = LabelledAnswerSchema.from_dict(
    {
        "verdict": fields.Function(lambda answer: answer.result.verdict),
        **_game_members(
            lambda ruling: ruling.played,
            ruling_json.audited_round_json,
            first_error=fields.Function(
                lambda answer: ruling_json.sheet_error_json(answer.writer, answer.result.first_error)
            ),
            shifts=fields.Function(
                lambda answer: [ruling_json.sheet_shift_json(answer.writer, each) for each in answer.result.shifts]
            ),
        ),
    },
    name="GameRulingSchema",
)
"""The ruling on a game."""


class RoundScoreSchema(LabelledAnswerSchema):
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
    sections = fields.Function(lambda answer: sections_of(answer.ruleset))


class RulesetComparisonSchema(AnswerSchema):
    """Two rulesets, and the rules in which they differ."""

    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    rulesets = fields.Function(lambda answer: compared_rulesets_json(answer.result))
    differences = fields.Function(lambda answer: list(map(rule_difference_json, answer.result.differences)))
    consequences = fields.Function(lambda answer: list(map(rule_difference_json, answer.result.consequences)))
    packs = fields.Function(lambda answer: list(map(pack_difference_json, answer.result.packs)))
    same = fields.Function(lambda answer: answer.result.same)


class BidsAnswerSchema(IdentifiedAnswerSchema):
    """The bidding, judged, and what is open to the next bidder."""

    findings = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.findings))
    undecided = fields.Function(lambda answer: findings_json(answer.writer, answer.result.auction.undecided))
    sides = fields.Function(lambda answer: side_bids_json(answer.subject.table, answer.result.auction.contracts))
    next_bidder = fields.Function(lambda answer: next_bidder_json(answer.subject.table, answer.result))
    next_bidder_decided_by = fields.Function(lambda answer: answer.writer.location(answer.result.decided_by))
    open = fields.Function(lambda answer: [open_bid_json(answer.writer, each) for each in answer.result.open])
    closed = fields.Function(lambda answer: [closed_bid_json(answer.writer, each) for each in answer.result.closed])


class PlaysAnswerSchema(IdentifiedAnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = fields.Function(lambda answer: [CODES[card] for card in answer.result.legal])
    illegal = fields.Function(
        lambda answer: [illegal_card_json(answer.ruleset, each) for each in answer.result.illegal]
    )
    best_play = fields.Function(lambda answer: best_cards_json(answer.subject.open_hands, answer.result.best))


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
