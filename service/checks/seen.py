"""Rounds as a check sees them: from a record, a row or a game with the ruling on it."""

from __future__ import annotations

from collections.abc import Iterator

from service.checks.model import Seen
from service.spades.record.model import GameRecord, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit_row
from service.spades.ruling.model import GameRuling, Ruling


def seen_alone(record: RoundRecord, ruling: Ruling, ruleset: Ruleset) -> Seen:
    """Return a round that is not part of a game here."""
    return Seen(record, ruling, ruleset, record.before, dealer=record.dealer)


def seen_row(row: RoundResult, ruleset: Ruleset) -> Seen:
    """Return a row of a sheet that is not part of a game here, with a ruling on it."""
    return Seen(row, audit_row(row, ruleset), ruleset, row.before, dealer=row.dealer)


def seen_in_game(game: GameRecord, ruling: GameRuling, ruleset: Ruleset) -> Iterator[Seen]:
    """Yield the rounds of a game in order; without a standing before the first, every side began at 0."""
    opening = game.before or (Standing(),) * len(game.table.sides)
    previous = None
    for number, (record, played) in enumerate(zip(game.rounds, ruling.played.rounds, strict=True), 1):
        previous = Seen(
            record=record,
            ruling=played.ruling,
            ruleset=ruleset,
            opening=None if previous else opening,
            number=number,
            last=number == len(game.rounds),
            dealer=played.record.dealer,
            previous=previous,
        )
        yield previous
