"""Rulesets to resolve or to compare, texts to be read and records to be written, as marshmallow schemas.

Reading and writing judge by no ruleset: a request to read may name one, a request to write has one in its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from marshmallow import fields, missing

from service.spades import ENGINE_VERSION
from service.spades.cards import codes_of
from service.spades.errors import Fault, UnusableRuleset
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.wire.ruleset_json import (
    basis_of,
    compared_rulesets_json,
    identity_of,
    pack_difference_json,
    parameters_of,
    rule_difference_json,
    sections_of,
)
from service.wire.schemas import AnswerSchema, RequestSchema
from service.wire.schemas.members import RulesetReference

_USUAL: Final = 4
"""The number of players at a table of which nothing is said."""


class RulesetToResolve(NamedTuple):
    """A ruleset, and its pack if the number of players is known."""

    ruleset: Ruleset
    pack: Pack | None


class ResolveRequestSchema(RequestSchema):
    """A ruleset to resolve."""

    ruleset = RulesetReference()

    @staticmethod
    def parse(ruleset: Ruleset, members: Mapping[str, Any]) -> RulesetToResolve:
        """Return the ruleset with its pack, if the request or the ruleset says the number of players."""
        packs, count = ruleset.packs, members.get("player_count")
        if count is None:
            return RulesetToResolve(ruleset, next(iter(packs.values())) if len(packs) == 1 else None)
        return RulesetToResolve(ruleset, _pack_for(ruleset, count))


def _pack_for(ruleset: Ruleset, count: int) -> Pack:
    """Return the pack for this number of players; raises `UnusableRuleset` if there is no table for them."""
    if count not in ruleset.packs:
        detail = f"This ruleset has no table for {count} players."
        raise UnusableRuleset([Fault("#/player_count", "player_count", detail)])
    return ruleset.packs[count]


class KitRequestSchema(RequestSchema):
    """A ruleset to make a kit for."""

    ruleset = RulesetReference()

    @staticmethod
    def parse(ruleset: Ruleset, members: Mapping[str, Any]) -> Pack:
        """Return the pack of the table at which the kit is played: for the number stated, or four, or the greatest."""
        usual = _USUAL if _USUAL in ruleset.packs else max(ruleset.packs)
        return _pack_for(ruleset, members.get("player_count", usual))


class CompareRulesetsRequestSchema(RequestSchema):
    """Two rulesets to compare."""

    rulesets = fields.List(RulesetReference())

    @staticmethod
    def parse(_: Ruleset, members: Mapping[str, Any]) -> tuple[Ruleset, Ruleset, int | None]:
        """Return the two rulesets, and the number of players whose packs are compared, None if it is not stated.

        Raises `UnusableRuleset` if a ruleset has no table for that number.
        """
        first, second = members["rulesets"]
        count = members.get("player_count")
        if count is not None and count not in first.packs.keys() & second.packs.keys():
            who = "Neither ruleset has a"
            if count in {*first.packs, *second.packs}:
                who = f"The {'second' if count in first.packs else 'first'} ruleset has no"
            raise UnusableRuleset([Fault("#/player_count", "player_count", f"{who} table for {count} players.")])
        return first, second, count


class ResolvedRulesetSchema(AnswerSchema):
    """A ruleset with everything that its reference resolves to."""

    name = fields.String(attribute="ruleset.name")
    version = fields.String(attribute="ruleset.version")
    digest = fields.String(attribute="ruleset.digest")
    options = fields.List(fields.String(), attribute="ruleset.options")
    overrides = fields.Raw(attribute="ruleset.overrides")
    title = fields.String(attribute="ruleset.title")
    player_count = fields.Integer(attribute="pack.players")
    hand_size = fields.Integer(attribute="pack.hand_size")
    deck = fields.Function(lambda exchange: (exchange.result.pack and codes_of(exchange.result.pack.cards)) or missing)
    parameters = fields.Function(lambda exchange: parameters_of(exchange.ruleset))
    basis = fields.Function(lambda exchange: basis_of(exchange.ruleset))
    sections = fields.Function(lambda exchange: sections_of(exchange.ruleset))


class KitSchema(AnswerSchema):
    """The test vectors of a ruleset."""

    engine_version = fields.Constant(ENGINE_VERSION)
    ruleset = fields.Function(lambda exchange: identity_of(exchange.ruleset))
    player_count = fields.Integer(attribute="engine.players")
    seed = fields.Integer()
    rules = fields.Function(
        lambda exchange: [{"name": name, "text": text} for name, text in exchange.result.rules.items()]
    )
    not_tested = fields.Function(lambda exchange: [each._asdict() for each in exchange.result.not_tested])
    vectors = fields.Function(lambda exchange: [each._asdict() for each in exchange.result.vectors])


class RulesetComparisonSchema(AnswerSchema):
    """Two rulesets, and the rules in which they differ."""

    engine_version = fields.Constant(ENGINE_VERSION)
    rulesets = fields.Function(lambda exchange: compared_rulesets_json(exchange.result))
    differences = fields.Function(lambda exchange: list(map(rule_difference_json, exchange.result.differences)))
    consequences = fields.Function(lambda exchange: list(map(rule_difference_json, exchange.result.consequences)))
    packs = fields.Function(lambda exchange: list(map(pack_difference_json, exchange.result.packs)))
    same = fields.Integer()


class ReadRecordsRequestSchema(RequestSchema):
    """A text to be read. The ruleset that it names is resolved, so that one that does not exist is refused."""

    ruleset = RulesetReference()


class WriteRecordRequestSchema(RequestSchema):
    """A record to be written. It stays JSON, which is what the notations write."""


class RecordsReadSchema(AnswerSchema):
    """The records of a text, and a note for every choice that reading it took."""

    notation = fields.String()
    records = fields.Raw()
    notes = fields.Function(lambda exchange: [note._asdict() for note in exchange.result.notes])


class RecordWrittenSchema(AnswerSchema):
    """A record as a text, and what of it the notation cannot hold."""

    notation = fields.Function(lambda exchange: exchange.body["notation"])
    text = fields.String()
    losses = fields.Function(lambda exchange: [in_record(loss) for loss in exchange.result.losses])


def in_record(loss: Any) -> dict[str, str]:
    """Return a loss or a fault of a record as JSON, with a pointer into the request that the record is a member of."""
    return {**loss._asdict(), "pointer": f"#/record{loss.pointer[1:]}"}
