"""Tricks that were forgotten, wherever that was (rulings, "Slips before accusations", step 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.naive.contradictions import FEW, is_forgetful, may_be_last
from tests.naive.corrections import is_end_told
from tests.naive.mended import Mended, change, reordered
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, Table, path

Json = dict[str, Any]


def unwritten_trick(table: Table) -> Json:
    """Return a trick of which nothing is known, not even who led it."""
    return {"plays": [{"player": player, "card": UNREAD} for player in table.players], "unwritten": True}


def with_tricks(record: Json, table: Table, missing: int, first: int = 0) -> Iterator[Mended]:
    """Yield the record with so many unwritten tricks in each place from the ``first``, together."""
    count = len(record["tricks"])
    for at in range(first, count + 1):
        order = [*range(at), *[None] * missing, *range(at, count)]
        changes = [change(path("tricks", at))] * missing
        yield Mended("trick_left_out", changes, reordered(record, order, unwritten_trick(table)), order)


def lacks_tricks(referee: Referee) -> int:
    """Return how many tricks of a round were forgotten somewhere; none where the record says how the log ended."""
    if not is_forgetful(referee) or is_end_told(referee):
        return 0
    return referee.pack.hand_size - len(referee.record["tricks"])


def first_place(referee: Referee) -> int:
    """Return the first place in which the forgotten tricks of a round can have been played, all together.

    Whoever took a card back, and does not play it in the log, had it left for them.
    """
    if referee.miscounted or len(set(referee.table.sizes.values())) > 1:
        return 0
    return max(
        (trick + 1 for trick in range(len(referee.record["tricks"])) if _is_kept_from(referee, trick)), default=0
    )


def _is_kept_from(referee: Referee, trick: int) -> bool:
    """Tell whether a card that was taken back in a trick is in no play of its player from then on."""
    for play in referee.plays(trick):
        later = {
            each["card"]
            for plays in referee.record["tricks"][trick:]
            for each in plays["plays"]
            if each["player"] == play["player"]
        }
        cards = {back["card"] for back in play.get("withdrawn", [])} - {UNREAD}
        if cards - later and UNREAD not in later:
            return True
    return False


def may_be_forgetful(referee: Referee) -> bool:
    """Tell whether a log that has other faults, too, lacks one or two tricks and does not say how it ended."""
    count = len(referee.record["tricks"])
    ends_whole = not count or not referee.absent(count - 1) or may_be_last(referee)
    is_short = 0 < referee.pack.hand_size - count <= FEW and ends_whole
    return is_short and not is_end_told(referee)
