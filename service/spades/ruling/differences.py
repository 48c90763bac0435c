"""What of a score sheet is not as ruled: the sheet held against the score after the penalties.

What the scorer got wrong, which is asked of the score as played, is found by `sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.spades.pointers import pointer_to
from service.spades.record.model import Reported
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Difference
from service.spades.scoring.model import SideScore
from service.spades.table import Table


def differences(
    reported: Reported,
    table: Table,
    ruleset: Ruleset,
    won: tuple[int, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
) -> tuple[Difference, ...]:
    """Return every value of the sheet that is not the one as ruled, in the order of the sheet.

    A side's tricks are those that penalties leave it; one player's of several are those that he won.
    """
    ruled: list[tuple[str, Mapping[str, int] | None, Mapping[str, int]]] = []
    if won is not None:
        ruled.append(("tricks_won", reported.tricks_won, tricks_by_name(table, won, as_ruled)))
    if as_ruled is not None:
        sides = [(table.sides[side.side].name, side) for side in as_ruled]
        ruled.append(("points", reported.points, {name: side.points for name, side in sides}))
        ruled.append(("score", reported.score, {name: side.after.score for name, side in sides}))
        if ruleset.parameters.scoring.bag_limit:
            ruled.append(("bags", reported.bags, {name: side.after.bags for name, side in sides}))
    return tuple(
        Difference(pointer_to("reported", row, name), value, values[name])
        for row, given, values in ruled
        for name, value in (given or {}).items()
        if value != values[name]
    )


def tricks_by_name(table: Table, won: tuple[int, ...], scores: tuple[SideScore, ...] | None = None) -> dict[str, int]:
    """Return the tricks by every name that a sheet may use: of sides as they are scored, else as they were won."""
    tricks = dict(zip(table.players, won, strict=True))
    for place, side in enumerate(table.sides):
        of_side = sum(won[seat] for seat in side.seats) if scores is None else scores[place].tricks
        tricks[side.name] = of_side
        if len(side.seats) == 1:
            tricks[table.players[side.seats[0]]] = of_side
    return tricks
