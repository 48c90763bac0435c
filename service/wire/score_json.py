"""Scores, standings and the course of a game as JSON."""

from __future__ import annotations

from service.json_types import Json
from service.spades.deal.model import Contract
from service.spades.record.model import Standing
from service.spades.scoring.model import NextRound, SideScore
from service.spades.table import Table
from service.wire.values import present
from service.wire.writer import Writer


def scores_json(writer: Writer, sides: tuple[SideScore, ...]) -> Json:
    """Return the score of every side."""
    return [score_json(writer, each) for each in sides]


def bids_json(table: Table, contract: Contract) -> Json:
    """Return the bids of a side as they stand."""
    players = table.players
    return [
        {"tricks": tricks, "counts_as": counts_as, "kind": kind}
        if seat is None
        else {"player": players[seat], "tricks": tricks, "counts_as": counts_as, "kind": kind}
        for _, seat, tricks, counts_as, kind in contract.bids
    ]


def _totals(standing: Standing) -> Json:
    """Return the running totals of a side."""
    score, bags, sets, revokes = standing
    return {"score": score, "bags": bags, "sets": sets, "revokes": revokes}


def score_json(writer: Writer, score: SideScore) -> dict[str, Json]:
    """Return the score of a side."""
    # Unpacked in one go: to ask for each member by name costs more than the rest.
    index, contract, tricks, contract_tricks, made, nils, boston, bags, lines, points, before, after, _ = score
    side, players = writer.table.sides[index], writer.players
    return {
        "team": side.name,
        "players": side.players,
        "bids": bids_json(writer.table, contract),
        "contract": contract.tricks,
        "tricks": tricks,
        "contract_tricks": contract_tricks,
        "made": made,
        "nils": [
            {
                **({} if nil.seat is None else {"player": players[nil.seat]}),
                "blind": nil.blind,
                "tricks": nil.tricks,
                "made": nil.made,
            }
            for nil in nils
        ],
        "boston": boston,
        "bags": bags,
        "lines": [
            {"code": code, "points": of_line, "detail": writer.sentence(detail)} for code, of_line, detail in lines
        ],
        "points": points,
        "before": _totals(before),
        "after": _totals(after),
    }


def standings_json(table: Table, standing: tuple[Standing, ...] | None) -> Json:
    """Return the standing of every side, by team; None if it is not known."""
    if standing is None:
        return None
    return {side.name: _totals(each) for side, each in zip(table.sides, standing, strict=True)}


def next_round_json(table: Table, upcoming: NextRound | None) -> Json:
    """Return the round that comes next, None if the game is over."""
    if upcoming is None:
        return None
    return present(
        {
            "round_number": upcoming.round_number,
            "dealer": None if upcoming.dealer is None else table.players[upcoming.dealer],
            "first_bidder": None if upcoming.first_bidder is None else table.players[upcoming.first_bidder],
        }
    )
