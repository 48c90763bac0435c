"""The members that requests share, as marshmallow fields and nested schemas.

A field turns into a value of the core whatever it can by itself: a reference into a ruleset, codes into cards, totals
into a standing. Who sits where, and which team a name means, only the table says, so that names stay as they are here.
"""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, ValidationError, fields, post_load

from service.presets.loader import REFERENCE
from service.spades.cards import CODES, INDEX, indices
from service.spades.errors import UnusableRuleset
from service.spades.record.model import At, Standing
from service.wire.ruleset_json import resolve_once


class RulesetReference(fields.Field[Any]):
    """A reference, which becomes the ruleset that it resolves to."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> Any:
        try:
            return resolve_once(value)
        except UnusableRuleset as error:
            faults: Any = [each._replace(pointer=each.pointer.removeprefix(REFERENCE)) for each in error.faults]
            raise ValidationError(faults) from error


class Card(fields.Field[Any]):
    """A card: its code on the wire, its index in the core."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> int:
        return INDEX[value]

    def _serialize(self, value: Any, *_: object, **__: object) -> str:
        code: str = CODES[value]
        return code


class Cards(fields.Field[Any]):
    """A list of cards, of which a `Card` each would take ten times as long."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> tuple[int, ...]:
        return indices(value)

    def _serialize(self, value: Any, *_: object, **__: object) -> list[str]:
        return [CODES[card] for card in value]


class Hands(fields.Field[Any]):
    """Cards by player. A `fields.Dict` of cards takes 12 us for four hands, and this 3."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> dict[str, tuple[int, ...]]:
        return {player: indices(cards) for player, cards in value.items()}


class Standings(fields.Field[Any]):
    """Running totals by team. Nested schemas take 30 us for two teams, and this 2."""

    def _deserialize(self, value: Any, *_: object, **__: object) -> dict[str, Standing]:
        return {team: Standing(**totals) for team, totals in value.items()}


class MembersSchema(Schema):
    """Members of a request: those that a field converts, and all others as they are, which the contract has checked."""

    class Meta:
        """Lets the others through."""

        unknown = INCLUDE


class AtSchema(MembersSchema):
    """A moment of the play, counted from 1 on the wire and from 0 in the core."""

    trick = fields.Integer()
    plays = fields.Integer()

    @post_load
    def _moment(self, members: dict[str, int], **_: object) -> At:
        return At(members["trick"] - 1, members["plays"])


class PlaySchema(MembersSchema):
    """A card and its player."""

    card = Card()


class DrawSchema(MembersSchema):
    """The cards that a player drew, and those that he kept."""

    cards = Cards()
    kept = Cards()


class ExchangeSchema(MembersSchema):
    """Cards that were passed."""

    cards = Cards()


class AccusationSchema(MembersSchema):
    """A revoke that was called."""

    at = fields.Nested(AtSchema)


class ClaimSchema(MembersSchema):
    """A claim, of a round or with all hands open."""

    at = fields.Nested(AtSchema)
    statement = Cards()


class StandingBeforeSchema(MembersSchema):
    """The standing before a round or a game."""

    before = Standings()
    away = Standings()


class PlayedSchema(MembersSchema):
    """The cards of a round, and what happened in its play.

    `record.parse` reads bids and tricks as they were sent, 56 objects of an ordinary round: nested schemas take 30 us
    for the four bids and 600 us for the plays, several times as long as the rest of the audit.
    """

    hands = Hands()
    set_aside = Cards()
    draws = fields.List(fields.Nested(DrawSchema))
    exchanges = fields.List(fields.Nested(ExchangeSchema))
    accusations = fields.List(fields.Nested(AccusationSchema))
    claim = fields.Nested(ClaimSchema)
