"""A ruling as it goes over the wire: one function a member, for a round by itself and for one of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from service.json_types import Json
from service.spades.cards import CODES, SUITS
from service.spades.record.model import Broken
from service.spades.ruling.model import AuditedRound, Ruling, SheetError, SheetShift
from service.spades.table import Table
from service.wire.values import finding, present, rule_of, scores

_YES, _MAYBE = Broken.YES, Broken.MAYBE


class Told:
    """A ruling on its way out, with what two of its members share, written once."""

    __slots__ = ("_played", "ruling")

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        self._played: list[dict[str, Json]] | None = None

    @property
    def played(self) -> list[dict[str, Json]] | None:
        """The score as played, as it is written; None where there is none."""
        if self._played is None and self.ruling.as_played is not None:
            self._played = scores(self.ruling.table, self.ruling.as_played)
        return self._played


def _trick_results(ruling: Ruling) -> Json:
    """Return what became of each trick, None where there are none."""
    if ruling.tricks is None:
        return None
    players = ruling.table.players
    told: list[dict[str, Json]] = []
    for number, leader, led_suit, winner, winning_card, broken in ruling.tricks:
        members: dict[str, Json] = {"number": number}
        if leader is not None:
            members["leader"] = players[leader]
        if led_suit is not None:
            members["led_suit"] = SUITS[led_suit]
        if winner is not None and winning_card is not None:
            members["winner"] = players[winner]
            members["winning_card"] = CODES[winning_card]
        if broken is not _MAYBE:
            members["spades_broken"] = broken is _YES
        told.append(members)
    return told


def _tricks_won(ruling: Ruling) -> Json:
    """Return the tricks of each player, or of a side where only those are known."""
    won, table = ruling.tricks_won, ruling.table
    if None not in won:
        return dict(zip(table.players, won, strict=True))
    told: dict[str, Json] = {}
    for side, tricks in zip(table.sides, ruling.side_tricks, strict=True):
        if any(won[seat] is None for seat in side.seats):
            told[side.name] = tricks
        else:
            told.update({table.players[seat]: won[seat] for seat in side.seats})
    return told


def _as_ruled(told: Told) -> Json:
    """Return the score after the penalties, with the tricks that they took or brought."""
    ruling, played = told.ruling, told.played
    if ruling.as_ruled is None:
        return None
    if ruling.as_ruled is ruling.as_played and played is not None:
        return [{**members, "tricks_adjustment": 0} for members in played]
    written: list[dict[str, Json]] = scores(ruling.table, ruling.as_ruled)
    for members, side in zip(written, ruling.as_ruled, strict=True):
        members["tricks_adjustment"] = side.tricks_adjustment
    return written


def _answers(ruling: Ruling) -> Json:
    """Return the answers to the accusations, None where none was asked about."""
    return ruling.answers and [each._asdict() for each in ruling.answers]


def _penalties(ruling: Ruling) -> Json:
    """Return what the offences cost."""
    return [
        present(
            {
                "finding": each.finding,
                "team": ruling.table.sides[each.side].name,
                "effect": each.effect,
                "tricks": each.tricks,
                "rule": rule_of(each.rule),
                "further_rules": [rule_of(rule) for rule in each.further_rules] or None,
                "detail": each.detail,
            }
        )
        for each in ruling.penalties
    ]


RULING: Mapping[str, Callable[[Told], Json]] = MappingProxyType(
    {
        "verdict": lambda told: told.ruling.verdict,
        "complete": lambda told: told.ruling.complete,
        "findings": lambda told: list(map(finding, told.ruling.findings)),
        "undecided": lambda told: list(map(finding, told.ruling.undecided)),
        "tricks": lambda told: _trick_results(told.ruling),
        "tricks_won": lambda told: _tricks_won(told.ruling),
        "as_played": lambda told: told.played,
        "affected_from": lambda told: told.ruling.affected_from,
        "accusations": lambda told: _answers(told.ruling),
        "penalties": lambda told: _penalties(told.ruling),
        "as_ruled": _as_ruled,
        "differences": lambda told: told.ruling.differences and [each._asdict() for each in told.ruling.differences],
        "correction": lambda told: told.ruling.correction and told.ruling.correction._asdict(),
    }
)
"""Every member of a ruling, written by one function of it; None for what it has nothing to say about."""


def audited_round(table: Table, place: int, audited: AuditedRound) -> Json:
    """Return the ruling on a round of a game."""
    told = Told(audited.ruling)
    return present(
        {
            "number": place + 1,
            "dealer": None if audited.dealer is None else table.players[audited.dealer],
            **{name: write(told) for name, write in RULING.items()},
            **({} if audited.standing_known else _without_standing(told)),
        }
    )


def _without_standing(told: Told) -> dict[str, Json]:
    """Return the scores of a round before which the standing is not known: its points, and no totals."""
    scores_told = {"as_played": told.played, "as_ruled": _as_ruled(told)}
    return {
        name: sides
        and [{key: value for key, value in side.items() if key not in {"before", "after"}} for side in sides]
        for name, sides in scores_told.items()
    }


def sheet_error(error: SheetError | None) -> Json:
    """Return the first error of a sheet, None where there is none."""
    if error is None:
        return None
    return {
        "round": error.round + 1,
        "pointer": error.pointer,
        "reported": error.reported,
        "expected": error.expected,
        "cause": error.cause,
        "detail": error.detail,
    }


def shift(shift: SheetShift) -> Json:
    """Return a running score that is off."""
    return {
        "round": shift.round + 1,
        "team": shift.team,
        "reported": shift.reported,
        "expected": shift.expected,
        "shift": shift.reported - shift.expected,
    }
