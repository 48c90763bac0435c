"""A round with the rules to judge it by: what nearly every question about a round needs."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from service.spades.record.model import RoundRecord, RoundResult
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table

Recorded_co = TypeVar("Recorded_co", bound=RoundRecord | RoundResult, covariant=True)
Recorded = TypeVar("Recorded", bound=RoundRecord | RoundResult)


class RoundContext(NamedTuple, Generic[Recorded_co]):
    """A round as it was recorded, its table, the ruleset, and the ruleset's pack for this number of players."""

    record: Recorded_co
    ruleset: Ruleset
    pack: Pack
    table: Table


def context_of(record: Recorded, ruleset: Ruleset) -> RoundContext[Recorded]:
    """Return the context of a round; the ruleset must have a pack for its number of players."""
    return RoundContext(record, ruleset, ruleset.packs[len(record.table.players)], record.table)


def may_be_incomplete(context: RoundContext[RoundRecord | RoundResult]) -> bool:
    """Return whether a round need not have all bids and tricks: it is void, or was broken off by a forfeit."""
    record = context.record
    played = sum(record.side_tricks) if isinstance(record, RoundResult) else len(record.tricks)
    return record.decisions.is_broken_off(finished=played >= context.pack.hand_size)
