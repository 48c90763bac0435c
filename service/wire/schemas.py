"""Wire to domain and back: names and types, no second set of constraints; the contract has checked all that comes in.

Every field is a leaf that one function converts: nested schemas cost more than the whole audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from marshmallow import INCLUDE, Schema, fields

from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, SUITS, codes_of
from service.spades.errors import Fault, UnusableRuleset
from service.spades.record.parse import read_audited_game, read_game, read_moment, read_record, read_result, read_trick
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.wire import ruling_json as ruled
from service.wire import values as wire
from service.wire.ruling_id import ruling_id
from service.wire.values import Json


@lru_cache(maxsize=256)
def _resolved(reference: bytes) -> Ruleset:
    """Resolve a ruleset reference once: what it resolves to depends on nothing else."""
    content = orjson.loads(reference)
    if isinstance(content, str):
        return resolve(Reference(content, named_at="#/ruleset"))
    return resolve(Reference(content["name"], tuple(content.get("options", ())), content.get("overrides", {})))


class _RulesetRead(fields.Field[Any]):
    """A reference to a ruleset, resolved."""

    def deserialize(self, value: Json, attr: str | None = None, data: Any = None, **kwargs: Any) -> Ruleset:  # noqa: ARG002 - marshmallow's signature
        return _resolved(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))


class _Written(fields.Field[Any]):
    """A member of an answer, written by one function of the whole `Answer`, or else of what was found."""

    def __init__(self, write: Callable[[Any], Json], *, of_found: bool = False) -> None:
        super().__init__()
        self.write = write
        self.of_found = of_found


class Asked(NamedTuple):
    """A request: the ruleset, and what is to be judged by it."""

    ruleset: Ruleset
    about: Any


class Answer(NamedTuple):
    """What an operation found out, and what its answer has to name."""

    operation: str
    body: Mapping[str, Json]
    ruleset: Ruleset
    about: Any
    found: Any


class _RequestSchema(Schema):
    """A request, of which one function lays out the record on a table.

    Members that are the same on both sides need no field: the contract has checked them, and they are taken as they
    are.
    """

    class Meta:
        unknown = INCLUDE

    lay_out: Callable[[Ruleset, Mapping[str, Any]], object]

    ruleset = _RulesetRead()

    def load(self, data: Any, **_: object) -> Asked:
        """Return what a body that the contract has checked asks for.

        marshmallow's own way collects errors, of which there are none left, and copies the request: it would take as
        long as reading the log.
        """
        ruleset: Ruleset = self.fields["ruleset"].deserialize(data["ruleset"])
        return Asked(ruleset, type(self).lay_out(ruleset, data))


class ResolveRequestSchema(_RequestSchema):
    """A ruleset to resolve."""

    @staticmethod
    def lay_out(ruleset: Ruleset, request: Mapping[str, Any]) -> int | None:
        """Return the number of players, where the request or the ruleset tells it."""
        count = request.get("player_count")
        if count is None:
            return next(iter(ruleset.packs)) if len(ruleset.packs) == 1 else None
        if count not in ruleset.packs:
            detail = f"This ruleset has no table for {count} players."
            raise UnusableRuleset([Fault("#/player_count", "player_count", detail)])
        return int(count)


class RoundRecordSchema(_RequestSchema):
    """A round record."""

    lay_out = staticmethod(read_record)


class BidsRequestSchema(_RequestSchema):
    """The bidding of a round so far."""

    lay_out = staticmethod(read_record)


class ScoreRequestSchema(_RequestSchema):
    """A finished round from a score sheet."""

    lay_out = staticmethod(read_result)


class GameRequestSchema(_RequestSchema):
    """A game from a score sheet."""

    lay_out = staticmethod(read_game)


class AuditedGameRequestSchema(_RequestSchema):
    """A game of records and rows of a sheet."""

    lay_out = staticmethod(read_audited_game)


class TrickRequestSchema(_RequestSchema):
    """One trick."""

    lay_out = staticmethod(read_trick)


class PlaysRequestSchema(_RequestSchema):
    """A hand, and the moment at which a card of it is to be played."""

    lay_out = staticmethod(read_moment)


class _WrittenSchema(Schema):
    """An answer, each member of which one function writes."""

    def __init__(self) -> None:
        super().__init__()
        self._members: list[tuple[str, Callable[[Any], Json], bool]] = []
        for name, field in self.fields.items():
            if not isinstance(field, _Written):
                message = f"{name} is not written by a function"
                raise TypeError(message)
            self._members.append((name, field.write, field.of_found))

    def dump(self, obj: Answer, **_: object) -> dict[str, Json]:
        """Return the members of an answer that have something to say.

        marshmallow's own way asks each field by two more calls, which cost as much as what the tricks say.
        """
        found, told = obj.found, {}
        for name, write, of_found in self._members:
            value = write(found if of_found else obj)
            if value is not None:
                told[name] = value
        return told


class _AnswerSchema(_WrittenSchema):
    ruling_id = _Written(lambda answer: ruling_id(answer.operation, answer.ruleset.digest, answer.body))
    engine_version = _Written(lambda _: ENGINE_VERSION)
    ruleset = _Written(lambda answer: wire.identity_of(answer.ruleset))


RulingSchema = _AnswerSchema.from_dict(
    {name: _Written(write, of_found=True) for name, write in ruled.RULING.items()}, name="RulingSchema"
)
"""A ruling; what was found is a `Told`."""


class GameRulingSchema(_AnswerSchema):
    """The ruling on a game."""

    verdict = _Written(lambda answer: answer.found.verdict)
    rounds = _Written(
        lambda answer: [ruled.audited_round(answer.about.table, *each) for each in enumerate(answer.found.rounds)]
    )
    first_error = _Written(lambda answer: ruled.sheet_error(answer.found.first_error))
    shifts = _Written(lambda answer: [ruled.shift(each) for each in answer.found.shifts])
    standing = _Written(
        lambda answer: answer.found.standing and wire.standings(answer.about.table, answer.found.standing)
    )
    finished = _Written(lambda answer: answer.found.outcome.finished)
    winners = _Written(lambda answer: [answer.about.table.sides[each].name for each in answer.found.outcome.winners])
    reason = _Written(lambda answer: answer.found.outcome.reason)
    detail = _Written(lambda answer: answer.found.outcome.detail)
    next = _Written(lambda answer: wire.next_round(answer.about.table, answer.found.next))


class RoundScoreSchema(_AnswerSchema):
    """The score of a round."""

    findings = _Written(lambda answer: [wire.finding(each) for each in answer.found.findings])
    teams = _Written(lambda answer: wire.scores(answer.found.result.table, answer.found.sides))


class ResolvedRulesetSchema(_WrittenSchema):
    """Everything that a reference came to."""

    name = _Written(lambda answer: answer.ruleset.name)
    version = _Written(lambda answer: answer.ruleset.version)
    digest = _Written(lambda answer: answer.ruleset.digest)
    options = _Written(lambda answer: answer.ruleset.options)
    overrides = _Written(lambda answer: answer.ruleset.overrides)
    player_count = _Written(lambda answer: answer.found)
    hand_size = _Written(lambda answer: answer.found and answer.ruleset.packs[answer.found].hand_size)
    deck = _Written(lambda answer: answer.found and codes_of(answer.ruleset.packs[answer.found].cards))
    parameters = _Written(lambda answer: wire.parameters_of(answer.ruleset))
    basis = _Written(lambda answer: wire.basis_of(answer.ruleset))


class BidsAnswerSchema(_AnswerSchema):
    """The bidding, judged, and what is open to the next bidder."""

    findings = _Written(lambda answer: [wire.finding(each) for each in answer.found.auction.findings])
    undecided = _Written(lambda answer: [wire.finding(each) for each in answer.found.auction.undecided])
    sides = _Written(lambda answer: wire.side_bids(answer.about.table, answer.found.auction.contracts))
    next_bidder = _Written(lambda answer: wire.next_bidder(answer.about.table, answer.found))
    open = _Written(lambda answer: [{"tricks": tricks, "kind": kind} for tricks, kind in answer.found.open])
    closed = _Written(lambda answer: [wire.closed_bid(each) for each in answer.found.closed])


class PlaysAnswerSchema(_AnswerSchema):
    """The cards of a hand, sorted into legal and illegal ones."""

    legal = _Written(lambda answer: [CODES[card] for card in answer.found[0]])
    illegal = _Written(lambda answer: [wire.illegal_card(each) for each in answer.found[1]])


class TrickAnswerSchema(_AnswerSchema):
    """A trick, judged."""

    winner = _Written(lambda answer: _at(answer.about.table.players, answer.found.result.winner))
    winning_card = _Written(lambda answer: _at(CODES, answer.found.result.winning_card))
    led_suit = _Written(lambda answer: _at(SUITS, answer.found.result.led_suit))
    reason = _Written(lambda answer: answer.found.reason)
    detail = _Written(lambda answer: answer.found.detail)
    findings = _Written(lambda answer: [wire.finding(each) for each in answer.found.findings])
    undecided = _Written(lambda answer: [wire.finding(each) for each in answer.found.undecided])


class GameScoreSchema(_AnswerSchema):
    """A game's running sheet."""

    rounds = _Written(
        lambda answer: [wire.scored_round(answer.about.table, *each) for each in enumerate(answer.found.rounds)]
    )
    standing = _Written(lambda answer: wire.standings(answer.about.table, answer.found.standing))
    finished = _Written(lambda answer: answer.found.outcome.finished)
    winners = _Written(lambda answer: [answer.about.table.sides[each].name for each in answer.found.outcome.winners])
    reason = _Written(lambda answer: answer.found.outcome.reason)
    detail = _Written(lambda answer: answer.found.outcome.detail)
    next = _Written(lambda answer: wire.next_round(answer.about.table, answer.found.next))


def _at(names: Sequence[str], place: int | None) -> str | None:
    return None if place is None else names[place]
