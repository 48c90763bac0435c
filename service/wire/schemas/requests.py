"""The requests: a body that meets the contract, read as a ruleset and the subject of the operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import EXCLUDE, Schema, fields, post_load

from service.json_types import Json
from service.spades.errors import Fault, UnusableRuleset
from service.spades.positions.open_hands import read_card_to_play
from service.spades.record.parse import parse_audited_game, parse_game, parse_record, parse_result, parse_trick
from service.spades.rules.ruleset import Ruleset
from service.wire.ruleset_reference import references_in, resolve_at, resolve_once

NO_RULESET: Any = None
"""What a request has instead of a ruleset if it is judged by none."""


class Request(NamedTuple):
    """A request in the terms of the domain; ``subject`` is what the operation works on, such as a round or a hand."""

    ruleset: Ruleset
    subject: Any


class RulesetField(fields.Field[Ruleset]):
    """A reference to a ruleset on the wire, the ruleset itself in the domain."""

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **_: Any) -> Ruleset:
        del attr, data
        return resolve_once(value)


class RequestSchema(Schema):
    """A request about a ruleset."""

    class Meta:
        """What marshmallow asks of a schema."""

        # What has no field reaches `read` with the body as it came; INCLUDE would copy it, in a random order.
        unknown = EXCLUDE

    read: Callable[[Ruleset, Mapping[str, Json]], object]
    """Makes the subject of the request; raises `UnreadableRecord`, and may raise `UnusableRuleset`."""

    ruleset = RulesetField()

    @post_load(pass_original=True)
    def _make_request(self, converted: Mapping[str, Any], body: Mapping[str, Json], **_: object) -> Request:
        ruleset = converted["ruleset"]
        return Request(ruleset, type(self).read(ruleset, body))


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


class CompareRulesetsRequestSchema(Schema):
    """Two rulesets to compare. They are the subject, so that the request is about no ruleset alone."""

    class Meta:
        """What marshmallow asks of a schema."""

        unknown = EXCLUDE

    @post_load(pass_original=True)
    def _make_request(self, _: Mapping[str, Any], body: Mapping[str, Json], **__: object) -> Request:
        first, second = (resolve_at(place, reference) for place, reference in references_in(body))
        count = body.get("player_count")
        if count is not None and count not in first.packs.keys() & second.packs.keys():
            lacking = "second" if count in first.packs else "first"
            who = (
                "The " + lacking + " ruleset has no"
                if count in {*first.packs, *second.packs}
                else "Neither ruleset has a"
            )
            raise UnusableRuleset([Fault("#/player_count", "player_count", f"{who} table for {count} players.")])
        return Request(NO_RULESET, RulesetsToCompare((first, second), count))


class RoundRecordSchema(RequestSchema):
    """A round record."""

    read = staticmethod(parse_record)


class BidsRequestSchema(RequestSchema):
    """The bidding of a round so far."""

    read = staticmethod(parse_record)


class ScoreRequestSchema(RequestSchema):
    """A finished round from a score sheet."""

    read = staticmethod(parse_result)


class GameRequestSchema(RequestSchema):
    """A game from a score sheet."""

    read = staticmethod(parse_game)


class AuditedGameRequestSchema(RequestSchema):
    """A game of records and rows of a sheet."""

    read = staticmethod(parse_audited_game)


class TrickRequestSchema(RequestSchema):
    """One trick."""

    read = staticmethod(parse_trick)


class PlaysRequestSchema(RequestSchema):
    """A hand, and the moment at which a card of it is to be played."""

    read = staticmethod(read_card_to_play)
