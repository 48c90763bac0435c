"""Requests as the parser reads them: the smallest that are readable, and why others are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import pytest

from service.presets.loader import resolve
from service.spades.cards import CODES
from service.spades.errors import UnreadableRecord
from service.spades.record.model import RoundRecord, RoundResult
from service.spades.record.parse import parse_record, parse_result
from service.spades.rules.ruleset import Reference, Ruleset
from service.wire.schemas import RequestSchema
from service.wire.schemas.rounds_and_games import RoundRecordSchema, ScoreRequestSchema
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.members import members
from tests.spades.builders.records import bids

Overrides: TypeAlias = Mapping[str, Mapping[str, object]]
Found: TypeAlias = list[tuple[str, str]]
NAMES = list(FOUR)


def pagat(overrides: Overrides | None = None) -> Ruleset:
    return resolve(Reference("pagat", overrides=overrides or {}))


def round_sheet(**members: object) -> Json:
    """Return a finished round that can be read, with these members instead or as well."""
    return {
        "players": NAMES,
        "bids": bids("ana 4, ben 3, cy 3, dee 2"),
        "tricks_won": {"ana": 5, "ben": 3, "cy": 3, "dee": 2},
    } | members


def log(**members: object) -> Json:
    """Return a record that can be read, with these members instead or as well."""
    return {
        "players": NAMES,
        "bids": bids("ana 4, ben 3, cy 3, dee 2"),
        "tricks": [clubs("ana", "ben", "cy", "dee")],
    } | members


def clubs(*players: str, **claims: str) -> dict[str, object]:
    """Return a trick in which these players play the lowest clubs."""
    plays = [{"player": player, "card": card} for player, card in zip(players, CODES, strict=False)]
    return {"plays": plays, **claims}


def result_of(request: Json, overrides: Overrides | None = None) -> RoundResult:
    return parse_result(pagat(overrides), members(ScoreRequestSchema, request))


def record_of(request: Json, overrides: Overrides | None = None) -> RoundRecord:
    return parse_record(pagat(overrides), members(RoundRecordSchema, request))


def faults_of(request: Json, overrides: Overrides | None = None) -> Found:
    """Return the pointer and code of every fault for which this sheet or record can't be read."""
    return unreadable(ScoreRequestSchema if "tricks_won" in request else RoundRecordSchema, request, overrides)


def unreadable(schema: type[RequestSchema], request: Json, overrides: Overrides | None = None) -> Found:
    """Return the pointer and code of every fault for which a request of this kind makes no record."""
    ruleset = pagat(overrides)
    with pytest.raises(UnreadableRecord) as refused:
        schema.parse(ruleset, members(schema, request))
    # A sentence each, in which no name is repeated at length.
    assert all(0 < len(fault.detail) < 400 for fault in refused.value.faults)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


def game_sheet(*rounds: Json, **members: object) -> Json:
    """Return the sheet of a game."""
    return {"players": NAMES, "rounds": list(rounds)} | members
