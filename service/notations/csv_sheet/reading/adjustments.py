"""What a sheet as a whole says of its adjustments: whose points they are, and whether the points are with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from service.notations.csv_sheet.heads import Heads
from service.notations.csv_sheet.reading.sheet import Sheet
from service.notations.limits import LONGEST_NAME, LONGEST_SIDE, MOST_PLAYERS
from service.notations.model import Place, Record, Remarks
from service.spades.english import listed, quoted
from service.spades.spelling import name_meant


def unknown_adjusted_sides(sheet: Sheet, heads: Heads) -> Iterator[tuple[Place, str]]:
    """Yield where a wide sheet adjusts the points of a side that is none of its sides, and what to write instead.

    The sides are those of its heads and of its columns of bids, tricks and totals, if these name any.
    """
    shown = {name for each in sheet.rounds for name in each.of}
    sides = {team.name: set(team.players) for team in heads.teams}
    sides |= {name: set(_members(name)) for name in sheet.subjects if name in shown and len(_members(name)) > 1}
    partners: set[str] = set().union(*sides.values())
    players = {*heads.players, *(name for name in shown if name not in sides)}
    is_complete = len(sides) > 1 and players <= partners
    for name, cell in sheet.subjects.items() if sides and not sheet.is_long else ():
        members = {*_members(name)}
        is_known = name in shown or name in sides or (len(members) == 1 and members <= partners | players)
        if not is_known and (is_complete or members & partners):
            near = name_meant(name[:LONGEST_SIDE], sides)
            meant = f"is {quoted(near)} meant? The sides are" if near else "the sides are"
            yield cell.place, f"{quoted(name)} is no side of this sheet: {meant} {listed(map(quoted, sides))}."


def _members(name: str) -> list[str]:
    """Return the players of a side called after them, or the name alone."""
    return [part.strip()[:LONGEST_NAME] for part in name.split("+", MOST_PLAYERS)]


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
