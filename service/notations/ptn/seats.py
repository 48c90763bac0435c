"""The seats of PTN, and the players in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from service.notations.limits import LONGEST_NAME
from service.notations.model import Place, Remarks
from service.notations.ptn.tags import PLAYER_TAGS, Round, Tag
from service.notations.trick_rows import clockwise
from service.notations.words import Word
from service.spades.english import listed, quoted

SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The seats clockwise, for each number of players."""
TAG_OF = {seat: tag for tag, seat in PLAYER_TAGS.items()}


class Table(NamedTuple):
    """The seats clockwise from south, and the players in them."""

    seats: tuple[str, ...]
    players: tuple[str, ...]

    def player_at(self, seat: Word, remarks: Remarks) -> str | None:
        """Return the player in a seat; None and a fault if there is no such seat."""
        if seat.text.upper() in self.seats:
            return self.players[self.seats.index(seat.text.upper())]
        detail = f"There is no seat {quoted(seat.text)} for {len(self.seats)}: write {listed(self.seats, 'or')}."
        remarks.fault(seat.place, "unknown_seat", detail)
        return None

    def players_from(self, seat: Word, remarks: Remarks) -> list[str]:
        """Return all players clockwise from a seat; nobody and a fault if there is no such seat."""
        player = self.player_at(seat, remarks)
        return [] if player is None else clockwise(self.players, player)


def read_table(round_: Round, remarks: Remarks) -> Table:
    """Read how many play, from the deal or else from their names, and who they are.

    Raises the faults at once if the number of players cannot be known.
    """
    named = {seat: round_.tags[tag] for tag, seat in PLAYER_TAGS.items() if tag in round_.tags}
    count, place = _count(round_, named)
    fitting = SEATS.get(count, ())
    if not fitting:
        detail = (
            "Two to six can play, and the text does not say how many: write a deal with a hand or - for each, "
            'such as [Deal "N:- - - -"].'
        )
        remarks.fault(place, "no_seats", detail)
    for seat, tag in named.items():
        if fitting and seat not in fitting:
            detail = f"There is no seat {seat} for {count}: the players sit at {listed(fitting)}."
            remarks.fault(tag.place, "unknown_seat", detail)
    if not fitting:
        remarks.raise_faults()
    return Table(fitting, _players(named, fitting, place, remarks))


def _count(round_: Round, named: Mapping[str, Tag]) -> tuple[int, Place]:
    deal = round_.tags.get("Deal")
    if deal is not None:
        return len(deal.value.partition(":")[2].split()), deal.place
    of_names = [count for count, seats in SEATS.items() if set(named) == set(seats)]
    return (of_names[0] if of_names else 0), round_.place


def _players(named: Mapping[str, Tag], seats: tuple[str, ...], place: Place, remarks: Remarks) -> tuple[str, ...]:
    """Return the players by their names, or by their seats if that could be anybody."""
    names = [named[seat].value if seat in named else "" for seat in seats]
    usable = [0 < len(name) <= LONGEST_NAME and names.count(name) == 1 for name in names]
    players = tuple(name if fits else seat for name, seat, fits in zip(names, seats, usable, strict=True))
    nameless = [seat for seat, fits in zip(seats, usable, strict=True) if not fits]
    if len(set(players)) < len(players):
        players, nameless = seats, list(seats)
    if nameless:
        first = next((named[seat].place for seat in nameless if seat in named), place)
        detail = f"No name of their own, or none that a record can hold: called by their seats, {listed(nameless)}."
        remarks.note(first, "called_by_seat", detail)
    return players
