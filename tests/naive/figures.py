"""The figures of readings: what all of them come to, or those that agree with the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.naive.proof import Reading

Json = dict[str, Any]


@dataclass
class Figures:
    """What a reading comes to."""

    reading: Reading
    ruled: Json
    """The ruling on it with nothing but the offences that are stated."""

    def winner_of(self, trick: int) -> set[str | None]:
        """Return who won a trick of the record as it was sent, None where that is not known; nothing if it is gone."""
        sent = self.reading.mended.sent
        if sent and trick not in sent:
            return set()
        place = sent.index(trick) if sent else trick
        winners = self.reading.referee.winners
        return {winners[place] if place < len(winners) else None}


def agreed(figures: list[Figures], tricks: int, *, void: bool) -> Json:
    """Return what all of these readings share; ``tricks``: how many the record as sent has."""
    winners: list[str | None] = []
    for trick in range(tricks):
        told = set[str | None]().union(*(each.winner_of(trick) for each in figures))
        winners.append(told.pop() if len(told) == 1 else None)
    won: dict[str, int] = {}
    for player in figures[0].ruled["tricks_won"]:
        counts = {each.ruled["tricks_won"][player] for each in figures}
        won[player] = counts.pop() if len(counts) == 1 else winners.count(player)
    as_played, as_ruled = (_same([each.ruled[member] for each in figures]) for member in ("as_played", "as_ruled"))
    is_void = void or all(each.ruled["redealt"] for each in figures)
    sides = figures[0].reading.referee.table.sides
    of_sides = {side: sum(won[player] for player in group) for side, group in sides.items()}
    if is_void and as_ruled is None:
        as_ruled = _same([_of_tricks(each.ruled["as_ruled"], of_sides) for each in figures])
    if as_played is None and all(each.reading.referee.bidding.thrown_in for each in figures):
        as_played = _same([_of_tricks(each.ruled["as_played"], of_sides) for each in figures])
    return {
        "winners": winners,
        "tricks_won": won,
        "complete": all(each.ruled["complete"] for each in figures),
        "as_played": as_played,
        "redealt": is_void and not void,
        "perhaps_redealt": any(each.ruled["perhaps_redealt"] for each in figures),
        "as_ruled": as_ruled if is_void or as_played is not None else None,
    }


def _of_tricks(score: dict[str, Json], tricks: dict[str, int]) -> dict[str, Json]:
    """Return the score of a round without points, with the tricks that each side is known to have won."""
    return {side: {**figures, "tricks": tricks[side]} for side, figures in score.items()}


def _same(scores: list[dict[str, Json] | None]) -> dict[str, Json] | None:
    return scores[0] if all(each == scores[0] for each in scores) else None


def fits_sheet(figures: Figures, reported: Json) -> bool:
    """Tell whether the sheet has the tricks and points of this reading, as played or as ruled.

    Where the standing before is not known, points that it may have made right are not wrong.
    """
    columns = [column for column in ("tricks_won", "points") if reported.get(column)]
    played, ruled = figures.ruled["as_played"], figures.ruled["as_ruled"]
    if not columns or played is None or ruled is None:
        return False
    if not {"wrong_tricks_won", "wrong_points"} & {code for code, *_ in figures.ruled["findings"]}:
        return True
    compared = ("#/reported/tricks_won", "#/reported/points")
    return not any(pointer.startswith(compared) for pointer, *_ in figures.ruled["differences"])
