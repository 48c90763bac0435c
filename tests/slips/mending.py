"""A record with one reading applied to it: what the record would be if that slip had not been made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tests.slips.model import Change, Reading, copied
from tests.spades.builders.cards import Json

UNREADABLE = "??"
"""A card that nobody can tell."""


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
    for change in changes:
        holder, last = _place(record, change.pointer)
        holder[last] = change.suggested or UNREADABLE


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
