"""Whether the points of a sheet are with or without the adjustments of the round: a record has them with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from service.notations.model import Place, Record, Remarks


class _Adjusted(NamedTuple):
    """The points of a side in a round in which they were adjusted."""

    row: Record
    side: str
    adjustment: int
    gained: int | None
    """The score after the round less that before it, if the sheet has both."""

    @property
    def points(self) -> int:
        number: int = self.row["reported"]["points"][self.side]
        return number


def settle_points(game: Record, place: Place, remarks: Remarks) -> None:
    """Leave out points that are without the adjustments: the scores show it for some round and contradict it for none.

    Otherwise points are with the adjustments, as records have them, be they right or wrong.
    """
    adjusted = [*_adjusted(game)]
    if not adjusted:
        return
    is_without = any(each.points + each.adjustment == each.gained for each in adjusted)
    if is_without and not any(each.points == each.gained for each in adjusted):
        for each in adjusted:
            del each.row["reported"]["points"][each.side]
            for member in [each.row["reported"], each.row]:
                name = "points" if member is not each.row else "reported"
                if not member[name]:
                    del member[name]
        detail = (
            "The points are those without adjustments, as the scores show; a record has them with, so they are left "
            "out where there is one."
        )
        remarks.note(place, "points_without_adjustments", detail)
    else:
        detail = "The points of a round are read as those with its adjustments: the score after it less that before."
        remarks.note(place, "points_with_adjustments", detail)


def _adjusted(game: Record) -> Iterator[_Adjusted]:
    scores: dict[str, int] = {}
    before: Mapping[str, Mapping[str, int]] = game.get("before", {})
    for index, row in enumerate(game["rounds"]):
        reported = row.get("reported", {})
        after: Mapping[str, int] = reported.get("score", {})
        sums: dict[str, int] = {}
        for each in row.get("adjustments", ()):
            sums[each["team"]] = sums.get(each["team"], 0) + each["points"]
        for side, total in sums.items():
            start = before.get(side, {}).get("score", 0) if index == 0 else scores.get(side)
            gained = None if start is None or side not in after else after[side] - start
            if total and side in reported.get("points", {}):
                yield _Adjusted(row, side, total, gained)
        scores = dict(after)
