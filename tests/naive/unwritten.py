"""Tricks that were forgotten, wherever that was (rulings, "Slips before accusations", step 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.naive.contradictions import FEW, is_forgetful, may_be_last
from tests.naive.corrections import is_end_told
from tests.naive.mended import Mended, change, reordered, with_plays
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, Table, path

Json = dict[str, Any]


def unwritten_trick(table: Table) -> Json:
    """Return a trick of which nothing is known, not even who led it."""
    return {"plays": [{"player": player, "card": UNREAD} for player in table.players], "unwritten": True}


def with_tricks(record: Json, table: Table, missing: int, first: int = 0, *, at_end: int = 0) -> Iterator[Mended]:
    """Yield the record with so many unwritten tricks in each place from the ``first``; ``at_end`` behind it."""
    count = len(record["tricks"])
    for at in range(first, count + 1) if missing > at_end else [count]:
        places = [at] * (missing - at_end) + [count] * at_end
        order: list[int | None] = [*range(at), *[None] * (missing - at_end), *range(at, count), *[None] * at_end]
        mended = reordered(record, order, unwritten_trick(table))
        yield Mended(
            "trick_left_out", [change(path("tricks", place)) for place in places], _dealt(mended, table), order
        )


def _dealt(record: Json, table: Table) -> Json:
    """Return the record with a card of only those who were dealt one in an unwritten last trick of unequal hands."""
    last, hands = table.pack.hand_size - 1, record.get("hands", {})
    is_right = all(len(hand) == table.sizes[player] for player, hand in hands.items())
    if not (table.pack.longer and is_right and len(record["tricks"]) > last and "unwritten" in record["tricks"][last]):
        return record
    plays = [play for play in record["tricks"][last]["plays"] if table.sizes[play["player"]] > last]
    return with_plays(record, last, plays)


def is_last_missing(referee: Referee) -> bool:
    """Tell whether the last trick of a log of unequal hands has more cards than the last one of the round."""
    tricks = referee.record["tricks"]
    return bool(tricks) and 0 < referee.pack.longer < len({play["player"] for play in tricks[-1]["plays"]})


def lacks_tricks(referee: Referee) -> int:
    """Return how many tricks of a round were forgotten somewhere; none where the record says how the log ended."""
    if not is_forgetful(referee) or is_end_told(referee) or _is_played_out(referee):
        return 0
    return referee.pack.hand_size - len(referee.record["tricks"])


def _is_played_out(referee: Referee) -> bool:
    """Tell whether, in a wrong deal, the play is over because the shortest hand has no card left."""
    hands = referee.record.get("hands", {})
    return any(len(hands[player]) == len(referee.record["tricks"]) for player in referee.miscounted)


def first_place(referee: Referee) -> int:
    """Return the first place in which the forgotten tricks of a round can have been played, all together.

    Whoever took a card back, and does not play it in the log, had it left for them.
    """
    if referee.miscounted:
        return 0
    return max(
        (trick + 1 for trick in range(len(referee.record["tricks"])) if _is_kept_from(referee, trick)), default=0
    )


def _is_kept_from(referee: Referee, trick: int) -> bool:
    """Tell whether a card that was taken back in a trick is in no play of its player from then on."""
    for play in referee.plays(trick):
        if is_last_missing(referee) and referee.table.sizes[play["player"]] == referee.pack.hand_size:
            continue  # he may have played it to the last trick of the round
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
