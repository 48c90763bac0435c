"""Who sits at the table from round to round: players, who may be replaced, and sides, which keep seats and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from service.notations.csv_sheet.cells import NO, Cell
from service.notations.csv_sheet.columns import OF_BID, Kind
from service.notations.csv_sheet.sheet import Read, Round, Sheet
from service.notations.model import LONGEST_NAME, LONGEST_SIDE, MOST_SUBSTITUTIONS, Place, Record, Remarks
from service.spades.english import listed, name_meant, plain_form, quoted

_OF_A_PLAYER: tuple[Kind, ...] = ("bid", "tricks", *OF_BID)


class Table:
    """The players of the round that was entered last, clockwise, and the sides by the seats of their players."""

    def __init__(self, players: Sequence[str], sides: Mapping[str, Sequence[str]]) -> None:
        self.players = [*players]
        self._first = tuple(players)
        self._seats_of = {side: [*map(self.players.index, members)] for side, members in sides.items()}
        self._seat = {name: seat for seat, name in enumerate(players)}
        """The seats of all who have sat at the table, those of the first round with the side that has their name."""
        self._left: dict[str, int] = {}
        """The number of the round before which somebody left."""

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The sides with their players of this round: those that the heads name first."""
        return {side: tuple(self.players[seat] for seat in seats) for side, seats in self._seats_of.items()}

    @property
    def in_order(self) -> tuple[str, ...]:
        """The players, and then the sides."""
        return (*self.players, *self._seats_of)

    @property
    def names(self) -> set[str]:
        """All who have a name at this table."""
        return {*self._seats_of, *self._seat}

    def members(self, name: str) -> tuple[str, ...]:
        """Return the players whom a number is about: the player, or those of the side; nobody for who has left."""
        return (name,) if name in self.players else self.sides.get(name, ())

    def side_of(self, name: str) -> str:
        """Return the side that figures of a player belong to: that of the seat; one alone keeps the name at first."""
        if name in self._seats_of or name not in self._seat:
            return name
        seat = self._first.index(name) if name in self._first else self._seat[name]
        return next((side for side, seats in self._seats_of.items() if seat in seats), self._first[seat])

    def side_meant(self, cell: Cell, remarks: Remarks) -> str | None:
        """Return the side that a cell names itself, by its players (``cy+ana``) or by one of them; None for a fault.

        Players joined by plus signs are a side of the sheet, or one of which it says no more than this.
        """
        forms = {plain_form(part) for part in cell.text[:LONGEST_SIDE].split("+")}
        joined = tuple(name for name in self.players if plain_form(name) in forms)
        if len(forms) == len(joined) > 1:
            with_them = [side for side, members in self.sides.items() if {*members} & {*joined}]
            if not with_them:
                return "+".join(joined)
            if {*self.sides[with_them[0]]} == {*joined}:
                return with_them[0]
        name = self.named_in(cell, (*self._seats_of, *self._seat), remarks)
        side = None if name is None else self.side_of(name)
        if side != name:
            detail = f"What is written for {quoted(name or '')} here is read as that of the side, {quoted(side or '')}."
            remarks.note(cell.place, "side_of_a_player", detail)
        return side

    def named_in(self, cell: Cell, known: Iterable[str], remarks: Remarks) -> str | None:
        """Return whoever a cell names, of these; None for a fault."""
        forms = {plain_form(name): name for name in known}
        if cell.form not in forms:
            near = name_meant(cell.text[:LONGEST_NAME], forms.values())
            sides = f", the sides {listed(self._seats_of)}" if self._seats_of else ""
            fix = f"is {quoted(near)} meant?" if near else f"the players are {listed(self.players)}{sides}."
            remarks.fault(cell.place, "unknown_name", f"{quoted(cell.text)} is not at the table: {fix}")
        return forms.get(cell.form)

    def player_in(self, cell: Cell, number: int, remarks: Remarks) -> str:
        """Return the player of the round of this number whom a cell names; the text itself for a fault."""
        if cell.text in self._left:
            self._refuse_absent(cell.text, cell.place, number, remarks)
            return cell.text
        return self.named_in(cell, self.players, remarks) or cell.text

    def enter(self, round_: Round, changes: Iterable[Substitution], remarks: Remarks) -> list[Record]:
        """Seat those who come in before a round, and return the substitutions as a record has them."""
        made = []
        for out, coming, place in changes:
            if out not in self.players:
                detail = f"{quoted(out)} does not sit at the table then: the players are {listed(self.players)}."
                remarks.fault(place, "unknown_name", detail)
            elif coming in self.players:
                detail = f"{quoted(coming)} sits at the table already, and cannot take another seat."
                remarks.fault(place, "players", detail)
            elif plain_form(coming) in map(plain_form, self._seats_of):
                detail = f"{quoted(coming)} is the name of a side: write another name for the player."
                remarks.fault(place, "players", detail)
            else:
                seat = self.players.index(out)
                self.players[seat], self._seat[coming], self._left[out] = coming, seat, round_.number
                self._left.pop(coming, None)
            made.append({"out": out, "in": coming})
        for name, cells in round_.of.items():
            # Points are those of the side, whose name stays.
            own = [cells[kind] for kind in _OF_A_PLAYER if kind in cells and cells[kind].value is not None]
            if own and not self.members(name):
                self._refuse_absent(name, own[0].place, round_.number, remarks)
        return made

    def _refuse_absent(self, name: str, place: Place, number: int, remarks: Remarks) -> None:
        """Note the fault of a cell about somebody who has left the table, or has not come in yet."""
        if name in self._left:
            sitter = quoted(self.players[self._seat[name]])
            detail = (
                f"{quoted(name)} left the table before round {self._left[name]}: write what is meant for {sitter} under"
                " that name."
            )
        else:
            fix = "empty the cell, or write the substitution in the round before which it was made"
            detail = f"{quoted(name)} does not sit at the table in round {number}: {fix}."
        remarks.fault(place, "not_at_the_table", detail)


_LONGEST = 2000
"""More than six substitutions of the longest names need, in quotes."""
_NAME = r'(?:"((?:[^"]|"")*)"|([^">;,\n→\s][^>;,\n→]*?))'
_CHANGE = re.compile(rf"\s*{_NAME}(?:\s*(->|>|→)\s*|\s+for\s+){_NAME}\s*(?:[;,\n]|\Z)", re.IGNORECASE)
FOR = re.compile(r"\sfor\s", re.IGNORECASE)
"""What may not be in a name without quotes: 'eve for cy' is a substitution."""
_FIX = "write who left, > and who came in, 'cy > eve', and ; between several"


Substitution: TypeAlias = tuple[str, str, Place]
"""Who leaves and who comes in, as the sheet spells them, and where that is written."""


def substitutions_of(sheet: Sheet, remarks: Remarks) -> Mapping[Place, list[Substitution]]:
    """Return the substitutions before each round, by its place.

    Those who come in are taken out of the players whom the sheet names, who sat at the table at first.
    """
    changes = {round_.place: _of_round(round_.once.get("substitutions", ()), sheet, remarks) for round_ in sheet.rounds}
    seen = {plain_form(name[:LONGEST_NAME]) for name in sheet.heads.players}
    for out, name, _ in (change for made in changes.values() for change in made):
        seen.add(plain_form(out))
        if plain_form(name) not in seen:
            seen.add(plain_form(name))
            sheet.newcomers.add(name)
            sheet.subjects.pop(name, None)
            sheet.players.discard(name)
            sheet.team_of.pop(name, None)
            sheet.seat_of.pop(name, None)
    return changes


def _of_round(reads: Sequence[Read], sheet: Sheet, remarks: Remarks) -> list[Substitution]:
    """Return the substitutions of a round; lines of it that say the same say it once."""
    found: list[Substitution] = []
    for cell in {read.value.text: read.value for read in reads}.values():
        if cell.form in NO:
            continue
        pairs = _pairs_in(cell.text)
        if pairs is None:
            remarks.fault(cell.place, "not_a_substitution", f"{quoted(cell.text)} is no substitution: {_FIX}.")
            continue
        for out, coming in pairs:
            if len(coming) > LONGEST_NAME or "+" in coming:
                detail = f"{quoted(coming)} is no name: write 1 to {LONGEST_NAME} characters, and no plus sign."
                remarks.fault(cell.place, "players", detail)
            names = [sheet.spelled(name, cell.place, remarks) for name in (out, coming)]
            found.append((names[0], names[1], cell.place))
    if len(found) > MOST_SUBSTITUTIONS:
        detail = f"A round has at most {MOST_SUBSTITUTIONS} substitutions; here are {len(found)}."
        remarks.fault(found[-1][2], "too_many", detail)
    return found


def _pairs_in(text: str) -> list[tuple[str, str]] | None:
    """Return who leaves and who comes in; None if a cell says nothing of the kind.

    >>> _pairs_in('cy > eve; "a > b" -> dee'), _pairs_in("Eve for Cy"), _pairs_in("yes")
    ([('cy', 'eve'), ('a > b', 'dee')], [('Cy', 'Eve')], None)
    """
    pairs, place = [], 0
    while place < len(text):
        change = _CHANGE.match(text, place) if len(text) <= _LONGEST else None
        if change is None:
            return None
        first, second = _name_in(change[1], change[2]), _name_in(change[4], change[5])
        if not (first and second):
            return None
        pairs.append((first, second) if change[3] else (second, first))
        place = change.end()
    return pairs


def _name_in(in_quotes: str | None, plain: str) -> str | None:
    """Return a name that is in quotes or not; None for one that may be two, as in ``a for b for c``."""
    if in_quotes is not None:
        return in_quotes.replace('""', '"')
    return None if FOR.search(plain) else plain
