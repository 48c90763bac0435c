"""Wire to domain and back: names and types, no second set of constraints; the contract has checked all that comes in.

Every member is a leaf that one function converts: nested schemas cost more than the whole audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from marshmallow import EXCLUDE, Schema, fields, missing, post_load

from service.identity import ruling_id
from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, SUITS
from service.spades.findings import Finding
from service.spades.parameters import NAMES, plain, value_of
from service.spades.play import TrickResult
from service.spades.proof import Broken
from service.spades.reading import read_record, read_result
from service.spades.record import RoundRecord, RoundResult
from service.spades.ruleset import Preset, Reference, Ruleset, resolve
from service.spades.ruling import Ruling
from service.spades.scoring import SideScore
from service.spades.table import Table

Json = Any  # what orjson writes


@lru_cache(maxsize=256)
def _resolved(reference: bytes) -> Ruleset:
    """Resolve a ruleset reference once: what it resolves to depends on nothing else."""
    content = orjson.loads(reference)
    if isinstance(content, str):
        return resolve(Reference(content))
    return resolve(Reference(content["name"], tuple(content.get("options", ())), content.get("overrides", {})))


class _Read(fields.Field[Any]):
    """A member of a request, taken as it is; the contract has checked it, so that nothing is left to validate."""

    def deserialize(self, value: Json, attr: str | None = None, data: Any = None, **kwargs: Any) -> Json:  # noqa: ARG002 - marshmallow's signature
        return value


class _RulesetRead(_Read):
    """A reference to a ruleset, resolved."""

    def deserialize(self, value: Json, attr: str | None = None, data: Any = None, **kwargs: Any) -> Ruleset:  # noqa: ARG002 - marshmallow's signature
        return _resolved(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))


class _Written(fields.Field[Any]):
    """A member of an answer, written by one function of all that was found out."""

    def __init__(self, write: Callable[[Answer], Json]) -> None:
        super().__init__()
        self._write = write

    def serialize(self, attr: str, obj: Answer, accessor: Any = None, **kwargs: Any) -> Json:  # noqa: ARG002 - marshmallow's signature
        value = self._write(obj)
        return missing if value is None else value


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """A record and the ruleset to judge it by."""

    ruleset: Ruleset
    record: RoundRecord


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A finished round and the ruleset to score it by."""

    ruleset: Ruleset
    result: RoundResult


class _RequestSchema(Schema):
    class Meta:
        unknown = EXCLUDE  # the contract has refused unknown members

    ruleset = _RulesetRead()
    players = _Read()
    teams = _Read()
    dealer = _Read()
    round_number = _Read()
    bids = _Read()
    before = _Read()


class RoundRecordSchema(_RequestSchema):
    """A round record."""

    hands = _Read()
    set_aside = _Read()
    exchanges = _Read()
    tricks = _Read()

    @post_load
    def _read(self, data: dict[str, Any], **_: object) -> AuditRequest:
        return AuditRequest(data["ruleset"], read_record(data["ruleset"], data))


class ScoreRequestSchema(_RequestSchema):
    """A finished round from a score sheet."""

    tricks_won = _Read()

    @post_load
    def _read(self, data: dict[str, Any], **_: object) -> ScoreRequest:
        return ScoreRequest(data["ruleset"], read_result(data["ruleset"], data))


@dataclass(frozen=True, slots=True)
class Answer:
    """What an operation found out, and what its answer has to name."""

    operation: str
    body: Mapping[str, Json]
    ruleset: Ruleset
    found: Any


class _AnswerSchema(Schema):
    ruling_id = _Written(lambda answer: ruling_id(answer.operation, answer.ruleset.digest, answer.body))
    engine_version = _Written(lambda _: ENGINE_VERSION)
    ruleset = _Written(lambda answer: identity_of(answer.ruleset))


class RulingSchema(_AnswerSchema):
    """A ruling."""

    verdict = _Written(lambda answer: answer.found.verdict)
    complete = _Written(lambda answer: answer.found.complete)
    findings = _Written(lambda answer: [_finding(each) for each in answer.found.findings])
    undecided = _Written(lambda answer: [_finding(each) for each in answer.found.undecided])
    tricks = _Written(lambda answer: _trick_results(answer.found))
    tricks_won = _Written(lambda answer: _tricks_won(answer.found))
    as_played = _Written(lambda answer: _scores(answer.found.record.table, answer.found.as_played))


class RoundScoreSchema(_AnswerSchema):
    """The score of a round."""

    findings = _Written(lambda answer: [_finding(each) for each in answer.found.findings])
    teams = _Written(lambda answer: _scores(answer.found.result.table, answer.found.sides))


def identity_of(ruleset: Ruleset) -> Json:
    """Return the members by which an answer names its ruleset."""
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
    }


def _present(members: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in members.items() if value is not None}


def _finding(finding: Finding) -> Json:
    rule = finding.broken_rule
    return _present(
        {
            "code": finding.code,
            "severity": finding.gravity,
            "pointer": finding.pointer,
            "trick": finding.trick,
            "player": finding.player,
            "team": finding.team,
            "card": finding.card,
            "cards": finding.cards,
            "legal_cards": finding.legal_cards,
            "evidence": finding.evidence or None,
            "follows": finding.follows,
            "conflicts_with": finding.conflicts_with,
            "decided_by": finding.decided_by,
            "rule": None if rule is None else _present(rule._asdict()),
            "detail": finding.detail,
        }
    )


def _trick_results(ruling: Ruling) -> Json:
    players = ruling.record.table.players
    return [_trick_result(players, result) for result in ruling.tricks]


def _trick_result(players: tuple[str, ...], result: TrickResult) -> Json:
    members: dict[str, Json] = {"number": result.number}
    if result.leader is not None:
        members["leader"] = players[result.leader]
    if result.led_suit is not None:
        members["led_suit"] = SUITS[result.led_suit]
    if result.winner is not None and result.winning_card is not None:
        members["winner"] = players[result.winner]
        members["winning_card"] = CODES[result.winning_card]
    if result.broken is not Broken.MAYBE:
        members["spades_broken"] = result.broken is Broken.YES
    return members


def _tricks_won(ruling: Ruling) -> Json:
    return dict(zip(ruling.record.table.players, ruling.tricks_won, strict=True))


def _scores(table: Table, scores: tuple[SideScore, ...] | None) -> Json:
    return None if scores is None else [_score(table, score) for score in scores]


def _score(table: Table, score: SideScore) -> Json:
    side = table.sides[score.side]
    players = table.players
    return {
        "team": side.name,
        "players": [players[seat] for seat in side.seats],
        "bids": [
            {
                **({} if bid.seat is None else {"player": players[bid.seat]}),
                "tricks": bid.tricks,
                "counts_as": bid.counts_as,
                "kind": bid.kind,
            }
            for bid in score.contract.bids
        ],
        "contract": score.contract.tricks,
        "tricks": score.tricks,
        "contract_tricks": score.contract_tricks,
        "made": score.made,
        "nils": [
            {
                **({} if nil.seat is None else {"player": players[nil.seat]}),
                "blind": nil.blind,
                "tricks": nil.tricks,
                "made": nil.made,
            }
            for nil in score.nils
        ],
        "boston": score.boston,
        "bags": score.bags,
        "lines": score.lines,
        "points": score.points,
        "before": score.before._asdict(),
        "after": score.after._asdict(),
    }


def preset_summary(preset: Preset) -> Json:
    """Return a preset at a glance."""
    ruleset = resolve(Reference(preset.name))
    return {
        "name": preset.name,
        "version": preset.version,
        "digest": ruleset.digest,
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
        "players": sorted(ruleset.packs),
        "options": list(preset.options),
    }


def preset_detail(preset: Preset) -> Json:
    """Return a preset with every parameter, its basis, and its options."""
    ruleset = resolve(Reference(preset.name))
    summary = preset_summary(preset)
    del summary["players"]
    return {
        **summary,
        "parameters": nested({name: plain(value_of(ruleset.parameters, name)) for name in NAMES}),
        "basis": {name: basis._asdict() for name, basis in ruleset.basis.items()},
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "excludes": option.excludes,
                "parameters": nested({name: given.value for name, given in option.values.items()}),
                "basis": {name: given.basis._asdict() for name, given in option.values.items()},
            }
            for option in preset.options.values()
        ],
        "tables": [
            {
                "players": count,
                "hand_size": pack.hand_size,
                "cards_in_play": pack.cards.bit_count(),
                "set_aside": pack.leftover,
            }
            for count, pack in sorted(ruleset.packs.items())
        ],
    }


def nested(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return dotted parameters as nested groups."""
    groups: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        group, key = name.split(".")
        groups.setdefault(group, {})[key] = value
    return groups
