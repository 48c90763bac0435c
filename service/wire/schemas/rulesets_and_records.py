"""Rulesets to resolve or to compare, texts to be read and records to be written, as marshmallow schemas.

Reading and writing judge by no ruleset: a request to read may name one, a request to write has one in its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from marshmallow import fields

from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.cards import codes_of
from service.spades.errors import Fault, UnusableRuleset
from service.spades.rules.ruleset import Ruleset
from service.wire.ruleset_json import (
    basis_of,
    compared_rulesets_json,
    pack_difference_json,
    parameters_of,
    resolve_each,
    rule_difference_json,
    sections_of,
)
from service.wire.schemas import AnswerSchema, BodySchema, RequestSchema


class ResolveRequestSchema(RequestSchema):
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


class RulesetsToCompare(NamedTuple):
    """Two rulesets, and the number of players whose packs are compared, if the request states it."""

    rulesets: tuple[Ruleset, Ruleset]
    player_count: int | None


class CompareRulesetsRequestSchema(BodySchema):
    """Two rulesets to compare. They are the subject, so that the request is about no ruleset alone."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> RulesetsToCompare:
        """Return the two rulesets; raises `UnusableRuleset` if one has no table for the number of players."""
        first, second = resolve_each(body["rulesets"], "rulesets")
        count = body.get("player_count")
        if count is not None and count not in first.packs.keys() & second.packs.keys():
            who = "Neither ruleset has a"
            if count in {*first.packs, *second.packs}:
                who = f"The {'second' if count in first.packs else 'first'} ruleset has no"
            raise UnusableRuleset([Fault("#/player_count", "player_count", f"{who} table for {count} players.")])
        return RulesetsToCompare((first, second), count)


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


class Text(NamedTuple):
    """A text to be read: its format if the request names it, and the reference of a ruleset for records without one."""

    text: str
    format: str | None
    ruleset: Json


class RecordToWrite(NamedTuple):
    """A record, as JSON, and the format that it is to be written in."""

    record: Mapping[str, Json]
    format: str


class ReadRecordsRequestSchema(RequestSchema):
    """A text to be read. The ruleset that it names is resolved, so that one that does not exist is refused."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> Text:
        """Return the text, with the reference to the ruleset as it was sent."""
        return Text(body["text"], body.get("format"), body.get("ruleset"))


class WriteRecordRequestSchema(BodySchema):
    """A record to be written."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> RecordToWrite:
        """Return the record and the format."""
        return RecordToWrite(body["record"], body["format"])


class RecordsReadSchema(AnswerSchema):
    """The records of a text, and a note for every choice that reading it took."""

    format = fields.Function(lambda answer: answer.result.format)
    records = fields.Function(lambda answer: answer.result.records)
    notes = fields.Function(lambda answer: [note._asdict() for note in answer.result.notes])


class RecordWrittenSchema(AnswerSchema):
    """A record as a text, and what of it the format cannot hold."""

    format = fields.Function(lambda answer: answer.subject.format)
    text = fields.Function(lambda answer: answer.result.text)
    losses = fields.Function(lambda answer: [in_record(loss) for loss in answer.result.losses])


def in_record(loss: Any) -> dict[str, str]:
    """Return a loss or a fault of a record as JSON, with a pointer into the request that the record is a member of."""
    return {**loss._asdict(), "pointer": f"#/record{loss.pointer[1:]}"}
