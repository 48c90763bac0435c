"""A ruling as it goes over the wire: one function a member, for a round by itself and for one of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from service.spades.cards import CODES, SUITS
from service.spades.game_audit import AuditedRound, SheetError, SheetShift
from service.spades.proof import Broken
from service.spades.ruling import Ruling
from service.spades.scoring import SideScore
from service.spades.table import Table
from service.wire import Json, finding, present, rule_of, scores

_YES, _MAYBE = Broken.YES, Broken.MAYBE


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


def _score_of(table: Table, sides: tuple[SideScore, ...] | None) -> Json:
    return None if sides is None else scores(table, sides)


def _as_ruled(ruling: Ruling) -> Json:
    """Return the score after the penalties, with the tricks that they took or brought."""
    if ruling.as_ruled is None:
        return None
    written = scores(ruling.table, ruling.as_ruled)
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
                "detail": each.detail,
            }
        )
        for each in ruling.penalties
    ]


RULING: Mapping[str, Callable[[Ruling], Json]] = MappingProxyType(
    {
        "verdict": lambda ruling: ruling.verdict,
        "complete": lambda ruling: ruling.complete,
        "findings": lambda ruling: [finding(each) for each in ruling.findings],
        "undecided": lambda ruling: [finding(each) for each in ruling.undecided],
        "tricks": _trick_results,
        "tricks_won": _tricks_won,
        "as_played": lambda ruling: _score_of(ruling.table, ruling.as_played),
        "affected_from": lambda ruling: ruling.affected_from,
        "accusations": _answers,
        "penalties": _penalties,
        "as_ruled": _as_ruled,
        "differences": lambda ruling: ruling.differences and [each._asdict() for each in ruling.differences],
        "correction": lambda ruling: ruling.correction and ruling.correction._asdict(),
    }
)
"""Every member of a ruling, written by one function of it; None for what it has nothing to say about."""


def audited_round(table: Table, place: int, audited: AuditedRound) -> Json:
    """Return the ruling on a round of a game."""
    return present(
        {
            "number": place + 1,
            "dealer": None if audited.dealer is None else table.players[audited.dealer],
            **{name: write(audited.ruling) for name, write in RULING.items()},
        }
    )


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
