"""Whether the bags of a sheet are running counts or those of each round: a record has a place for the former alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.notations.csv_sheet.reading.people import People
from service.notations.model import Place, Record, Remarks


def settle_bags(game: Record, people: Sequence[People], place: Place, remarks: Remarks) -> None:
    """Leave out bags that are those of each round: every one is the tricks over the bid, and some is no running count.

    Otherwise bags are the running count after the round, as records have them, be they right or wrong. ``people`` are
    those at the table in each round.
    """
    rows: Sequence[Record] = game["rounds"]
    before: Mapping[str, Mapping[str, int]] = game.get("before", {})
    filled = [row for row in rows if row.get("reported", {}).get("bags")]
    if not filled:
        return
    running = {side: standing.get("bags", 0) for side, standing in before.items()}
    of_rounds, not_running = True, False
    for row, seated in zip(rows, people, strict=False):
        for side, bags in row.get("reported", {}).get("bags", {}).items():
            over = _over_the_bid(row, {side, *seated.sides.get(side, ())})
            if over is None:
                continue
            running[side] = running.get(side, 0) + over
            of_rounds = of_rounds and bags == over
            not_running = not_running or bags != running[side]
    if of_rounds and not_running:
        for row in filled:
            del row["reported"]["bags"]
            if not row["reported"]:
                del row["reported"]
        detail = (
            "The bags are those of each round, tricks less bid; a record has the running count, so they are left out."
        )
        remarks.note(place, "bags_of_each_round", detail)
    else:
        remarks.note(place, "bags_running", "The bags are read as the running count of a side after each round.")


def _over_the_bid(row: Record, members: set[str]) -> int | None:
    """Return the tricks of a side over its bid; None if a nil or a missing number leaves that to the rules."""
    bids: list[int] = [bid for name, bid in row.get("bids_by_player", {}).items() if name in members]
    tricks: list[int] = [won for name, won in row.get("tricks_won", {}).items() if name in members]
    if not bids or not tricks or not all(bids):
        return None
    return max(0, sum(tricks) - sum(bids))
