"""Who sits where in a text of trick-notation, and what its headers say beside that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from service.notations.limits import (
    FEWEST_PLAYERS,
    HIGHEST_ROUND,
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_LABELS,
    MOST_PLAYERS,
)
from service.notations.model import Remarks
from service.notations.trick_notation.document import Document, Header
from service.notations.words import Word
from service.spades.english import listed, quoted

UNKNOWN = "?"
"""A player without a name, a leader or a call that nobody noted."""
READ_HEADERS = {"Game", "Deck", "Seats", "Dealer", "Players", "Partnerships", "Caps", "Round", "Result"}
"""The headers that say something about a record; any other is a label."""
PLAYER = re.compile(r"Player([0-5])")
TEAM = re.compile(r"Team([0-5])")
_RULES = {"MaxPoints"}


class Table(NamedTuple):
    """The seats clockwise, the players in them, and the pairs of players that play together."""

    seats: tuple[str, ...]
    players: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...]

    def player_at(self, seat: Word, remarks: Remarks) -> str | None:
        """Return the player in a seat; None and a fault if there is no such seat."""
        if seat.text in self.seats:
            return self.players[self.seats.index(seat.text)]
        detail = f"There is no seat {quoted(seat.text)}: write {listed(self.seats, 'or')}."
        remarks.fault(seat.place, "unknown_seat", detail)
        return None


def read_table(document: Document, remarks: Remarks) -> Table:
    """Read the seats, the players and the partnerships. Without seats the faults are raised at once."""
    header = document.headers.get("Seats")
    seats = tuple(header.value.split()) if header else ()
    if header is None:
        detail = 'The seats are missing: write them clockwise, such as [Seats "N E S W"].'
        remarks.fault(document.start, "no_seats", detail)
        remarks.raise_faults()
    elif not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS or len(set(seats)) < len(seats):
        remarks.fault(header.place, "bad_seats", "Write two to six different seats, such as N E S W.")
        remarks.raise_faults()
    players = _players(document.headers, seats, remarks)
    return Table(seats, players, _pairs(document.headers.get("Partnerships"), seats, players, remarks))


def _players(headers: Mapping[str, Header], seats: tuple[str, ...], remarks: Remarks) -> tuple[str, ...]:
    named = [UNKNOWN] * len(seats)
    header = headers.get("Players")
    if header is not None:
        names = header.value.split()
        if len(names) == len(seats):
            named = names
        else:
            detail = f"These are {len(names)} names for {len(seats)} seats, so nobody is called by one of them."
            remarks.note(header.place, "names_not_taken", detail)
    players = [_name(name, headers.get(f"Player{seat}")) for seat, name in enumerate(named)]
    place = header.place if header else headers["Seats"].place
    if len({player or seat for player, seat in zip(players, seats, strict=True)}) < len(seats) or any(
        len(player) > LONGEST_NAME for player in players
    ):
        detail = (
            f"Two players have the same name, or one is longer than {LONGEST_NAME} characters: called by their seats."
        )
        remarks.note(place, "called_by_seat", detail)
        return seats
    if not all(players):
        nameless = [seat for player, seat in zip(players, seats, strict=True) if not player]
        remarks.note(
            place, "called_by_seat", f"The players at {listed(nameless)} have no names: called by their seats."
        )
    return tuple(player or seat for player, seat in zip(players, seats, strict=True))


def _name(name: str, other: Header | None) -> str:
    """Return a player's name, or what another header calls them, or nothing."""
    if name != UNKNOWN:
        return name
    return other.value if other else ""


def _pairs(
    header: Header | None, seats: tuple[str, ...], players: tuple[str, ...], remarks: Remarks
) -> tuple[tuple[str, ...], ...]:
    if header is None:
        return ()
    groups = [[seats.index(seat) for seat in word if seat in seats] for word in header.value.split()]
    within = all(len(group) == len(word) for group, word in zip(groups, header.value.split(), strict=True))
    together = [seat for group in groups for seat in group]
    half = len(seats) / 2
    if not within or len(set(together)) < len(together):
        remarks.fault(header.place, "bad_partnerships", 'Write each seat once, such as [Partnerships "NS EW"].')
    elif any(len(group) > 1 and abs(group[0] - group[-1]) != half for group in groups) or any(
        len(group) > len(("one", "opposite")) for group in groups
    ):
        detail = "Partners sit opposite each other: write Seats and Partnerships so that they do."
        remarks.fault(header.place, "not_opposite", detail)
    else:
        detail = "Who plays together is not part of a record: choose a ruleset that makes these sides."
        remarks.note(header.place, "partnerships", detail)
    return tuple(tuple(players[seat] for seat in group) for group in groups)


def read_teams(headers: Mapping[str, Header], table: Table, remarks: Remarks) -> list[dict[str, object]]:
    """Return the teams that have a name."""
    teams = []
    for key, header in headers.items():
        number = TEAM.fullmatch(key)
        if number is None:
            continue
        index = int(number[1])
        if index >= len(table.pairs) or not 0 < len(header.value) <= LONGEST_NAME:
            remarks.note(header.place, "unmapped", f"{key} names none of the partnerships; it is not taken.")
        else:
            teams.append((index, header.value))
    return [{"name": name, "players": list(table.pairs[index])} for index, name in sorted(teams)]


def read_labels(headers: Mapping[str, Header], seats: int, remarks: Remarks) -> dict[str, str]:
    """Return the headers that say nothing about a record as labels."""
    labels: dict[str, str] = {}
    named = headers["Players"].value.split() if "Players" in headers else []
    for key, header in headers.items():
        number = PLAYER.fullmatch(key)
        if key in READ_HEADERS or TEAM.fullmatch(key):
            continue
        if number and int(number[1]) < seats and (len(named) != seats or named[int(number[1])] == UNKNOWN):
            continue
        if len(labels) == MOST_LABELS or len(key) > LONGEST_NAME or len(header.value) > LONGEST_LABEL:
            detail = (
                f"{quoted(key)} is not taken: a record has {MOST_LABELS} labels, a label {LONGEST_LABEL} characters."
            )
            remarks.note(header.place, "unmapped", detail)
            continue
        labels[key] = header.value
        if key in _RULES:
            detail = f"{key} is kept as a label only: choose a ruleset with this rule."
            remarks.note(header.place, "unmapped", detail)
    return labels


def read_round_number(headers: Mapping[str, Header], remarks: Remarks) -> int | None:
    """Return the number of the first round, if the text gives one."""
    header = headers.get("Round")
    if header is None:
        return None
    value = header.value.strip()
    if (
        value.isascii()
        and value.isdigit()
        and len(value) <= len(str(HIGHEST_ROUND))
        and 0 < int(value) <= HIGHEST_ROUND
    ):
        return int(value)
    remarks.fault(header.place, "bad_round", f"The number of a round is 1 to {HIGHEST_ROUND}.")
    return None
