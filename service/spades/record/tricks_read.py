"""The log of a request: each trick play by play, or in one of the short forms.

A short form has the cards without the order in which they were played: clockwise from the leader, or by player. If it
leaves out the leader, that is the winner of the trick before (`record.leads`); until then the seats begin anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any, Final, NamedTuple, get_args

from service.spades.cards import INDEX
from service.spades.record.lookup import Reader, indices, moment
from service.spades.record.model import Trick, TrickForm, Withdrawn

_PLAIN: Final = 2  # the members of a play without withdrawn cards: its player and its card
_FORMS: Final[tuple[TrickForm, ...]] = get_args(TrickForm)
_trick = Trick._make


class ReadLog(NamedTuple):
    """The tricks of a request, and the cards taken back in them."""

    tricks: tuple[Trick, ...]
    withdrawn: tuple[Withdrawn, ...]
    short: bool = False
    """Whether a trick is in a short form."""
    leads_left_out: bool = False
    """Whether a trick in a short form does not say who led it."""


def read_tricks(reader: Reader, tricks: Sequence[Mapping[str, Any]]) -> ReadLog:
    """Return the log of a request, and note every name that is not at the table, and every trick without one form."""
    seat_of = reader.table.seat
    read: list[Trick] = []
    withdrawn: list[Withdrawn] = []
    try:
        for trick in tricks:
            seats: list[int] = []
            cards: list[int] = []
            plays: list[dict[str, Any]] = trick["plays"]
            for play in plays:
                seats.append(seat_of[play["player"]])
                cards.append(INDEX[play["card"]])
                if len(play) > _PLAIN:
                    withdrawn += _taken_back(len(read), len(cards) - 1, play)
            leader = winner = None
            if len(trick) > 1:
                leader = seat_of[trick["leader"]] if "leader" in trick else None
                winner = seat_of[trick["winner"]] if "winner" in trick else None
                if len(trick) > 1 + (leader is not None) + (winner is not None):
                    return _in_any_form(reader, tricks)
            read.append(_trick((tuple(seats), tuple(cards), leader, winner, "plays", True)))
    except KeyError:  # no loss of time as long as every trick has plays and every name is known
        return _in_any_form(reader, tricks)
    return ReadLog(tuple(read), tuple(withdrawn))


def _taken_back(trick: int, play: int, members: Mapping[str, Any]) -> Iterator[Withdrawn]:
    """Yield the cards that were taken back at a play."""
    for position, each in enumerate(members.get("withdrawn", ())):
        yield Withdrawn(trick, play, position, INDEX[each["card"]], moment(each.get("at")))


def _in_any_form(reader: Reader, tricks: Sequence[Mapping[str, Any]]) -> ReadLog:
    """Return a log with short forms or faults."""
    seat_of, order = reader.table.seat, reader.table.order
    read: list[Trick] = []
    withdrawn: list[Withdrawn] = []
    short = left_out = False
    for index, trick in enumerate(tricks):
        forms = [form for form in _FORMS if form in trick]
        if len(forms) != 1:
            reader.fault("plays_or_cards", _which_form(forms), "tricks", index)
        form: TrickForm = forms[0] if forms else "plays"
        seats, cards = _plays(reader, index, trick, form) if forms else ((), ())
        leader, winner = (seat_of.get(trick.get(member, "")) for member in ("leader", "winner"))
        for member in ("leader", "winner"):
            if member in trick and trick[member] not in seat_of:
                reader.seat(trick[member], "tricks", index, member)
        if form == "plays":
            for play, members in enumerate(trick.get("plays", ())):
                withdrawn += _taken_back(index, play, members)
            read.append(Trick(seats, cards, leader, winner))
            continue
        short = True
        written = _trick((seats, cards, leader, winner, form, False))
        if leader is None:
            left_out = True
            read.append(written)
        else:
            read.append(placed(written, leader, order))
    return ReadLog(tuple(read), tuple(withdrawn), short, left_out)


def _plays(
    reader: Reader, index: int, trick: Mapping[str, Any], form: TrickForm
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats and the cards of a trick; of a list of cards the seats are only as many."""
    written = trick[form]
    if form == "cards":
        return _clockwise(reader.table.order[0], len(written)), indices(written)
    if form == "plays":
        path = ("tricks", index, "plays")
        seats = tuple(reader.seat(play["player"], *path, number, "player") for number, play in enumerate(written))
        return seats, indices([play["card"] for play in written])
    # By seat, not in the order of the request: the order of members means nothing.
    names = [name for name in reader.table.players if name in written]
    for name in written if len(names) < len(written) else ():
        reader.seat(name, "tricks", index, form, name)
    return tuple(map(reader.table.seat.__getitem__, names)), indices([written[name] for name in names])


def _which_form(given: Sequence[str]) -> str:
    if not given:
        forms = "`plays` (in order), `cards` (clockwise from the leader) or `cards_by_player`"
        return f"This trick has no cards: give exactly one of {forms}."
    return f"This trick has {' and '.join(f'`{form}`' for form in given)}: give exactly one of them."


def placed(trick: Trick, leader: int, order: Sequence[tuple[int, ...]]) -> Trick:
    """Return a trick in a short form with its plays clockwise from this leader; the record goes on saying who led."""
    _, cards, claimed_leader, winner, form, _ = trick
    seats = rotation = order[leader]
    if form == "cards":
        seats, known = _clockwise(rotation, len(cards)), bool(cards)
    else:
        card_of = dict(zip(trick.seats, cards, strict=True))
        known = leader in card_of
        if len(card_of) < len(rotation):
            seats = tuple(seat for seat in rotation if seat in card_of)
        cards = tuple(map(card_of.__getitem__, seats))
    return _trick((seats, cards, claimed_leader, winner, form, known))


def _clockwise(rotation: tuple[int, ...], plays: int) -> tuple[int, ...]:
    """Return the seats of this number of plays, round and round the table."""
    return rotation if plays == len(rotation) else tuple(islice(cycle(rotation), plays))
