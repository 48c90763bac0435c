"""Records with one slip of the pen, made from a legal round, and what is offered to mend them."""

from __future__ import annotations

import copy

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without
from tests.spades.builders.legal_rounds import legal_round

Entry = tuple[str, str | None, str | None]
"""A change of a record: its pointer, what is recorded there, and what is suggested."""


def unclaimed(body: Json) -> Json:
    """Return the record without the winner and leader that it claims for each trick."""
    other = copy.deepcopy(body)
    other["tricks"] = [{"plays": each["plays"]} for each in other["tricks"]]
    return other


ROUND = unclaimed(legal_round())
"""A legal round with all hands; the record does not say who won a trick."""
LOG = without(ROUND, "hands")
"""The same round without hands."""


def with_entry(body: Json, trick: int, play: int, **members: str) -> Json:
    """Return the record with another player or card at this place of the log (indices from 0)."""
    other = copy.deepcopy(body)
    other["tricks"][trick]["plays"][play].update(members)
    return other


def exchanged(body: Json, trick: int, member: str, one: int, other: int) -> Json:
    """Return the record with the cards, or the players, of two plays of a trick exchanged."""
    made = copy.deepcopy(body)
    plays = made["tricks"][trick]["plays"]
    plays[one][member], plays[other][member] = plays[other][member], plays[one][member]
    return made


def left_out(body: Json, trick: int, play: int | None = None) -> Json:
    """Return the record without one play, or without a whole trick; then nothing says that play was stopped."""
    other = copy.deepcopy(body)
    if play is None:
        del other["tricks"][trick]
        other.pop("stopped", None)
    else:
        del other["tricks"][trick]["plays"][play]
    return other


def entries(reading: Json) -> list[Entry]:
    """Return the changes of a reading."""
    return [(each["pointer"], each.get("recorded"), each.get("suggested")) for each in reading["changes"]]


def offers(ruled: Json) -> list[tuple[str, list[Entry]]]:
    """Return the slip and the changes of each reading, in their order."""
    return [(each["slip"], entries(each)) for each in ruled["readings"]]


def offences(reading: Json) -> list[tuple[str, str, str]]:
    """Return code, player and pointer of each offence of a reading."""
    return [(each["code"], each["player"], each["pointer"]) for each in reading["offences"]]


def open_questions(ruled: Json) -> list[tuple[str, str, list[int]]]:
    """Return code, pointer and the errors that they conflict with, of those questions that hang on a slip."""
    return [
        (each["code"], each["pointer"], each["conflicts_with"])
        for each in ruled["undecided"]
        if "conflicts_with" in each
    ]
