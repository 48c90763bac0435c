"""Whether the readings that a ruling offers hold: the record mended by each is asked about again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tests.naive.spoilt.model import Change, Reading, copied
from tests.naive.spoilt.truth import AnswerFailedError, has_errors, ruling_on
from tests.spades.builders.cards import Json

MOST = 8
"""How many readings are offered at most."""
UNREADABLE = "??"
"""A card that nobody can tell."""


def unsound(body: Json, ruling: Json) -> Iterator[str]:
    """Yield a line for everything that is wrong with the readings of a ruling on a record with one slip."""
    readings = ruling.get("readings")
    if readings is None:
        return
    if not 0 < len(readings) <= MOST:
        yield f"{len(readings)} readings"
    counts = [len(each["offences"]) for each in readings]
    if counts != sorted(counts):
        yield f"not those with the fewest offences first: {counts}"
    said = [(each["slip"], repr(each["changes"])) for each in readings]
    if len(set(said)) < len(said):
        yield "the same reading twice"
    proved = _offences(ruling["findings"])
    for each in readings:
        if len(readings) < MOST and proved - _offences(each["offences"]):
            yield f"{each['detail']} lacks what is proved: {sorted(proved - _offences(each['offences']))}"
        yield from (f"{each['detail']} {line}" for line in _reading_unsound(body, each))


def _reading_unsound(body: Json, offered: Json) -> Iterator[str]:
    """Yield a line for everything in which a reading is not what the mended record is ruled."""
    record = mended(body, reading_from(offered))
    if record is None:
        return
    try:
        ruling = ruling_on(record)
    except AnswerFailedError as error:
        yield f"leaves a record without a ruling, {error.__cause__!r}: {error}"
        return
    if has_errors(ruling):
        yield f"leaves an error: {[each['code'] for each in ruling['findings'] if each['severity'] == 'error']}"
    if ruling["verdict"] != offered["verdict"]:
        yield f"is {ruling['verdict']}, not {offered['verdict']}"
    ours, theirs = _offences(offered["offences"]), _offences(ruling["findings"])
    if ours != theirs:
        yield f"has the offences {sorted(theirs.elements())}, not {sorted(ours.elements())}"
    points = {side["team"]: side["points"] for side in ruling["as_ruled"]} if "as_ruled" in ruling else None
    if offered.get("points") != points and UNREADABLE not in repr(record):
        yield f"scores {points}, not {offered.get('points')}"


def _offences(found: list[Json]) -> Counter[tuple[str, str]]:
    """Return code and player of each offence in the play and the bids.

    The numbers of tricks may differ in a mended record.
    """
    return Counter(
        (each["code"], str(each.get("player")))
        for each in found
        if each.get("severity", "offence") == "offence" and each["code"] != "false_accusation"
    )


# A record with one reading applied to it.


def mended(body: Json, reading: Reading) -> Json | None:
    """Return the body with a reading applied, or None for a trick left out: nobody knows its cards.

    A card that can't be told is written as one that could not be read.
    """
    if reading.slip == "trick_left_out":
        return None
    record = copied(body)
    _WAYS.get(reading.slip, _in_place)(record, reading.changes)
    return record


def reading_from(offered: Json) -> Reading:
    """Return a reading that a ruling offers."""
    changes = (
        Change(change["pointer"], change.get("recorded"), change.get("suggested")) for change in offered["changes"]
    )
    return Reading(offered["slip"], tuple(changes))


def _steps(pointer: str) -> list[str | int]:
    return [int(step) if step.isdigit() else step for step in pointer.split("/")[1:]]


def _place(record: Json, pointer: str) -> tuple[Any, Any]:
    """Return what holds the place of a pointer, and the last step to it."""
    *way, last = _steps(pointer)
    holder: Any = record
    for step in way:
        holder = holder[step]
    return holder, last


def _in_place(record: Json, changes: Sequence[Change]) -> None:
    hands = record.get("hands", {})
    lists = dict(hands)
    for change in changes:
        holder, last = _place(record, change.pointer)
        # Of a list the names are exchanged, and not what is in it.
        holder[last] = lists[change.suggested] if holder is hands else change.suggested or UNREADABLE


def _play_of(record: Json, changes: Sequence[Change]) -> tuple[list[Json], int, Json]:
    """Return the plays of a trick, a place among them, and the play itself as suggested or recorded."""
    _, trick, _, place, _ = _steps(changes[0].pointer)
    play = {change.pointer.rpartition("/")[2]: change.suggested or change.recorded or UNREADABLE for change in changes}
    plays: list[Json] = record["tricks"][int(trick)]["plays"]
    return plays, int(place), play


def _insert_play(record: Json, changes: Sequence[Change]) -> None:
    plays, place, play = _play_of(record, changes)
    plays.insert(place, play)


def _remove_play(record: Json, changes: Sequence[Change]) -> None:
    plays, place, _ = _play_of(record, changes)
    del plays[place]


def _remove(record: Json, changes: Sequence[Change]) -> None:
    holder, last = _place(record, changes[0].pointer)
    del holder[last]


def _exchange_tricks(record: Json, changes: Sequence[Change]) -> None:
    (tricks, one), (_, other) = (_place(record, change.pointer) for change in changes)
    tricks[one], tricks[other] = tricks[other], tricks[one]


def _append_card(record: Json, changes: Sequence[Change]) -> None:
    holder, last = _place(record, changes[0].pointer)
    holder.insert(last, changes[0].suggested or UNREADABLE)


def _move_card(record: Json, changes: Sequence[Change]) -> None:
    _remove(record, changes[:1])
    _append_card(record, changes[1:])


_WAYS: Mapping[str, Callable[[Json, Sequence[Change]], None]] = MappingProxyType(
    {
        "play_left_out": _insert_play,
        "play_written_twice": _remove_play,
        "trick_written_twice": _remove,
        "tricks_exchanged": _exchange_tricks,
        "card_left_out": _append_card,
        "card_written_twice": _remove,
        "card_with_wrong_player": _move_card,
    }
)
