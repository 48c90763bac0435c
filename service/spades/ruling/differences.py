"""The differences between a score sheet and the score as ruled, after the penalties.

The scorer's own mistakes, which are found against the score as played, are in `score_sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.spades.record.context import RoundContext
from service.spades.record.model import Reported, RoundRecord, RoundResult
from service.spades.ruling.model import Difference
from service.spades.scoring.model import SideScore
from service.spades.table import Table


def differences(
    reported: Reported,
    context: RoundContext[RoundRecord | RoundResult],
    won: tuple[int, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
) -> tuple[Difference, ...]:
    """Return every value of the sheet that is not the one as ruled, in the order of the sheet.

    Running totals are compared only if the standing before the round is known. A side's tricks are counted after the
    penalties; those of one player of several are the tricks that he won.
    """
    table = context.table
    ruled: list[tuple[str, Mapping[str, int] | None, Mapping[str, int]]] = []
    if won is not None:
        ruled.append(("tricks_won", reported.tricks_won, tricks_by_name(table, won, as_ruled)))
    if as_ruled is not None:
        sides = [(table.sides[side.side].name, side) for side in as_ruled]
        ruled.append(("points", reported.points, {name: side.points for name, side in sides}))
        standing_known = context.record.before is not None
        if standing_known:
            ruled.append(("score", reported.score, {name: side.after.score for name, side in sides}))
        if standing_known and context.ruleset.parameters.scoring.bag_limit:
            ruled.append(("bags", reported.bags, {name: side.after.bags for name, side in sides}))
    return tuple(
        Difference(("reported", row, name), value, values[name])
        for row, figures, values in ruled
        for name, value in (figures or {}).items()
        if value != values[name]
    )


def tricks_by_name(table: Table, won: tuple[int, ...], scores: tuple[SideScore, ...] | None = None) -> dict[str, int]:
    """Return the tricks by every name that a sheet may use: a side's as in ``scores`` if these are given, else as won.

    A player who is a side by himself has the tricks of that side.
    """
    tricks = dict(zip(table.players, won, strict=True))
    for index, side in enumerate(table.sides):
        of_side = sum(won[seat] for seat in side.seats) if scores is None else scores[index].tricks
        tricks[side.name] = of_side
        if len(side.seats) == 1:
            tricks[table.players[side.seats[0]]] = of_side
    return tricks
