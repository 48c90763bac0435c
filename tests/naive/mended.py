"""A record with one slip mended: what was changed, and where its tricks stand in the record as it was sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tests.naive.table import path

Json = dict[str, Any]


@dataclass(frozen=True)
class Mended:
    """One way to mend one slip."""

    slip: str
    changes: list[Json]
    """As the service tells them: pointer, recorded, suggested."""
    record: Json
    sent: list[int | None] = field(default_factory=list)
    """For each trick its place in the record as sent; None for one that is not there. Empty: where it was."""
    agreed: frozenset[int] = frozenset()
    """The tricks that were led by whom the table, wrongly, took for the winner of the trick before."""
    is_rare: bool = False
    """Whether it is a slip so rare that it explains nothing where it brings an offence."""

    def number(self, trick: int | None) -> int | None:
        """Return the number in the record as sent of the trick with this number here."""
        if trick is None or not self.sent:
            return trick
        place = self.sent[trick - 1]
        return None if place is None else place + 1

    def has(self, trick: int | None) -> bool:
        """Tell whether the trick with this number stands in the record as sent, or whether it is about no trick."""
        return trick is None or self.number(trick) is not None


def after(first: Mended, second: Mended) -> Mended:
    """Return the record that mends a second slip in a record that mends a first one."""
    order = second.sent or range(len(second.record["tricks"]))
    sent = list(order) if not first.sent else [None if at is None else first.sent[at] for at in order]
    agreed = {at for at, place in enumerate(order) if place in first.agreed} | second.agreed
    slip = first.slip or second.slip
    return Mended(slip, [*first.changes, *second.changes], second.record, sent, frozenset(agreed))


def change(pointer: str, recorded: Any = None, suggested: Any = None) -> Json:
    """Return a change in the members that the service tells."""
    told = {"pointer": pointer, "recorded": recorded, "suggested": suggested}
    return {member: value for member, value in told.items() if value is not None}


def with_plays(record: Json, trick: int, plays: list[Json]) -> Json:
    """Return the record with other plays in a trick; all that is not changed is shared."""
    return with_trick(record, trick, {**record["tricks"][trick], "plays": plays})


def with_trick(record: Json, trick: int, other: Json) -> Json:
    """Return the record with another trick in the place of one."""
    tricks = record["tricks"]
    return {**record, "tricks": [*tricks[:trick], other, *tricks[trick + 1 :]]}


def with_hand(record: Json, player: str, hand: list[str]) -> Json:
    """Return the record with another list of a hand."""
    return {**record, "hands": {**record["hands"], player: hand}}


def reordered(record: Json, order: Sequence[int | None], new: Json | None = None) -> Json:
    """Return the record with its tricks in this order, by their places now; ``None`` is a new trick.

    The moments that it tells count its tricks, so that they move with them. One between two tricks stays between its
    neighbours: beside a new trick there, a correction came before it, and a call after it.
    """
    tricks = [new if place is None else record["tricks"][place] for place in order]
    numbers = {place + 1: at + 1 for at, place in enumerate(order) if place is not None}
    numbers[len(record["tricks"]) + 1] = len(order) + 1
    after = before = dict[int, int]()  # tricks may have changed places: what was between two of them still is
    if len(order) != len(record["tricks"]):
        after = {
            number: next((at for at, place in enumerate(order) if place is not None and place >= number), len(order))
            for number in range(len(record["tricks"]) + 1)
        }
        before = {0: 0, **{place + 1: at + 1 for at, place in enumerate(order) if place is not None}}
        beyond = len(record["tricks"]) + 1  # a trick that the log does not have is numbered by the round
        after[beyond] = before[beyond] = beyond
    times = _Times(numbers, before if None in order else after, len(record["players"]))
    moved = {**record, "tricks": [_with_moments(trick or {}, partial(_moment_moved, times=times)) for trick in tricks]}
    if "accusations" in record:
        calls = [_trick_number(call, numbers) for call in record["accusations"]]
        moved["accusations"] = [_moment_moved(call, replace(times, between=after)) for call in calls]
    return moved


def told_of_twin(record: Json, trick: int, twin: int) -> Json:
    """Return the record with what it tells of a trick, by its place, told of the other copy of it.

    Of two copies side by side the first had been played by the second: all that happened by then happened after it,
    but for what was taken back in the second itself.
    """
    seats = len(record["players"])
    earlier, later = sorted((trick, twin))

    def at_twin(told: Json) -> Json:
        number, plays = (told["at"]["trick"] - 1, told["at"]["plays"]) if "at" in told else (-1, 0)
        if later == earlier + 1 and number == later:
            return {**told, "at": {"trick": twin + 1, "plays": seats}}
        if later == earlier + 1 and number == earlier and plays:
            return {**told, "at": {"trick": twin + 1, "plays": plays}}
        return told

    tricks = [each if place == later else _with_moments(each, at_twin) for place, each in enumerate(record["tricks"])]
    told: Json = {**record, "tricks": tricks}
    if "accusations" in record:
        calls = [_trick_number(call, {trick + 1: twin + 1}) for call in record["accusations"]]
        told["accusations"] = [at_twin(call) for call in calls]
    return told


@dataclass(frozen=True)
class _Times:
    """What the numbers of tricks have become."""

    numbers: dict[int, int]
    between: dict[int, int]
    """For a moment between two tricks, how many tricks were before it and how many now are."""
    seats: int


def _with_moments(trick: Json, moved: Callable[[Json], Json]) -> Json:
    """Return a trick with the moments of its corrections moved."""
    if not any("withdrawn" in play for play in trick["plays"]):
        return trick
    plays = [
        {**play, "withdrawn": [moved(back) for back in play["withdrawn"]]} if "withdrawn" in play else play
        for play in trick["plays"]
    ]
    return {**trick, "plays": plays}


def _trick_number(call: Json, numbers: dict[int, int]) -> Json:
    """Return a call or a moment with the trick's new number: one that the record does not have keeps its own."""
    return {**call, "trick": numbers.get(call["trick"], call["trick"])} if "trick" in call else call


def _moment_moved(told: Json, times: _Times) -> Json:
    """Return a call or a correction at its new moment."""
    if "at" not in told:
        return told
    number, plays = told["at"]["trick"], told["at"]["plays"]
    if plays == times.seats:  # the last play of a trick and the time before the next lead are one moment
        later = times.numbers.get(number, number)  # after a trick behind the last one
        return {**told, "at": {"trick": times.between.get(number, later), "plays": plays}}
    if plays == 0:
        return {**told, "at": {"trick": times.between.get(number - 1, number - 1) + 1, "plays": 0}}
    return {**told, "at": _trick_number(told["at"], times.numbers)}


def card_pointer(trick: int, place: int) -> str:
    """Return the pointer to the card of a play."""
    return path("tricks", trick, "plays", place, "card")


def player_pointer(trick: int, place: int) -> str:
    """Return the pointer to the player of a play."""
    return path("tricks", trick, "plays", place, "player")
