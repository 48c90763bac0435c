"""Four seats called by the points of the compass, as several notations have them, and the players who sit there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.notations.limits import LONGEST_NAME
from service.notations.model import Place, Remarks
from service.spades.cards import INDEX, SPADES
from service.spades.english import plain_form

SEATS = "NESW"
"""The seats, clockwise."""
SEAT_NAMES = ("North", "East", "South", "West")
_UNKNOWN = {"", "?", "-"}


class Name(NamedTuple):
    """A player's name as written, and where."""

    text: str
    place: Place


def players_called(names: Mapping[int, Name], remarks: Remarks) -> list[str]:
    """Return what the four players are called, clockwise from North: by name, or by the letter of the seat.

    Names that are left empty, or are only a mark for an unknown one, count as unknown. A name that is too long, or
    that two seats share, is noted and not used.
    """
    called = list(SEATS)
    forms = [plain_form(names[seat].text) if seat in names else "" for seat in range(4)]
    for seat, name in sorted(names.items()):
        text = name.text.strip()
        if text in _UNKNOWN:
            continue
        if len(text) > LONGEST_NAME:
            remarks.note(
                name.place, "name_left_out", f"{SEAT_NAMES[seat]}'s name is longer than {LONGEST_NAME} characters."
            )
        elif forms.count(forms[seat]) > 1 or (text in SEATS and text != SEATS[seat]):
            detail = f"{SEAT_NAMES[seat]} has a name that means another seat too, and is called {SEATS[seat]} here."
            remarks.note(name.place, "name_left_out", detail)
        else:
            called[seat] = text
    return called


def winner_of(cards: Sequence[str]) -> int:
    """Return which of the cards of a trick wins it, counted from the lead: the highest spade, else of the suit led.

    Jokers and unreadable cards win nothing.
    """
    best, best_rank = 0, (-1, -1)
    for position, code in enumerate(cards):
        suit, rank = divmod(INDEX[code], 13)
        led = INDEX[cards[0]] // 13
        value = (2 if suit == SPADES else int(suit == led), rank)
        if suit <= SPADES and value[0] and value > best_rank:
            best, best_rank = position, value
    return best
