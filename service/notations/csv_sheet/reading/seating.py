"""Who sits where in each round of a sheet, and whose figures stand under the name of somebody who left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.headers import Kind
from service.notations.csv_sheet.reading.people import People
from service.notations.csv_sheet.reading.sheet import Round, Sheet
from service.notations.csv_sheet.reading.substitutions import Substitution
from service.notations.model import Place, Record, Remarks
from service.spades.english import listed, quoted
from service.spades.spelling import plain_form

_POINTS: tuple[Kind, ...] = ("points", "net points", "total", "bags", "running bags")
_OF_A_PLAYER: tuple[Kind, ...] = ("bid", "tricks", "blind")


class Seating:
    """Follows the substitutions of one sheet from round to round."""

    def __init__(
        self, people: People, sheet: Sheet, changes: Mapping[Place, Sequence[Substitution]], remarks: Remarks
    ) -> None:
        self.people = people
        """The players of the round that was entered last, and the sides with those of them who belong to each."""
        self._first = people
        self._named = {*sheet.subjects, *sheet.with_cells, *people.players}
        self._changes = changes
        self._remarks = remarks
        self._left: dict[str, tuple[int, int]] = {}
        """The seat of whoever left it, and the number of the round before which they left."""

    def enter(self, each: Round) -> list[Record]:
        """Seat those who come in before a round, and return the substitutions as a record has them."""
        made = []
        for change in self._changes.get(each.place, ()):
            players = self.people.players
            if change.out not in players:
                self._fault(change, "unknown_name", f"{quoted(change.out)} does not sit at the table then{self._who()}")
            elif change.coming in players:
                detail = f"{quoted(change.coming)} sits at the table already, and cannot take another seat."
                self._fault(change, "players", detail)
            elif plain_form(change.coming) in map(plain_form, self._first.sides):
                detail = f"{quoted(change.coming)} is the name of a side: write another name for the player."
                self._fault(change, "players", detail)
            else:
                self._seat(change, each.number)
            made.append({"out": change.out, "in": change.coming})
        return made

    def _fault(self, change: Substitution, code: str, detail: str) -> None:
        self._remarks.fault(change.place, code, detail)

    def _who(self) -> str:
        return f": the players are {listed(self.people.players)}."

    def _seat(self, change: Substitution, number: int) -> None:
        players = [change.coming if name == change.out else name for name in self.people.players]
        self._left[change.out] = players.index(change.coming), number
        self._left.pop(change.coming, None)
        first, seats = self._first, self._first.players.index
        sides = {side: tuple(players[seats(name)] for name in members) for side, members in first.sides.items()}
        # Whoever has no partner is a side that has the name of the first player in the seat, for good.
        side_of = {name: first.side_of(first.players[seat]) for seat, name in enumerate(players)}
        side_of |= {name: first.side_of(first.players[seat]) for name, (seat, _) in self._left.items()}
        self.people = People(tuple(players), sides, first.named, side_of)

    def has_left(self, name: str) -> bool:
        """Return whether somebody of this name has left the table."""
        return name in self._left

    def sitter(self, cell: Cell, *, number: int) -> str | None:
        """Return who sits where somebody sat who left, if the sheet never names the one who came in; None if not.

        Notes a fault if it does, or if the player has not come in yet.
        """
        name = cell.text
        seat, when = self._left.get(name, (None, 0))
        if seat is None:
            fix = "empty the cell, or write the substitution in the round before which it was made"
            detail = f"{quoted(name)} does not sit at the table in round {number}: {fix}."
            self._remarks.fault(cell.place, "not_at_the_table", detail)
            return None
        sitter = self.people.players[seat]
        if sitter in self._named:
            detail = (
                f"{quoted(name)} left the table before round {when}, and this is either a slip or the cell of "
                f"{quoted(sitter)}, who is named elsewhere: write it there."
            )
            self._remarks.fault(cell.place, "not_at_the_table", detail)
            return None
        detail = f"{quoted(name)} left the table before round {when}: here and below it is read as {quoted(sitter)}."
        self._remarks.note(cell.place, "seat_read", detail)
        return sitter

    def cells(self, each: Round) -> Round:
        """Return a round with its bids and tricks under the names of those who sit at the table then."""
        if self.people is self._first and not self._changes:
            return each
        found: dict[str, dict[Kind, Cell]] = {}
        for name, cells in each.of.items():
            if name in self._first.players and self._first.side_of(name) == name != self.people.side_of(name):
                self._refuse_points(name, cells, each.number)
            if name in self.people.sides or name in self.people.players:
                found[name] = {**found.get(name, {}), **cells}
                continue
            own = {kind: cell for kind, cell in cells.items() if kind in _OF_A_PLAYER and cell.text}
            # Points are those of the side, whose name stays.
            found[name] = {kind: cell for kind, cell in cells.items() if kind not in _OF_A_PLAYER}
            if own.keys() & {"bid", "tricks"}:
                sitter = self.sitter(Cell(name, next(iter(own.values())).place), number=each.number)
                if sitter is not None:
                    found[sitter] = {**found.get(sitter, {}), **own}
        return each._replace(of=found)

    def _refuse_points(self, name: str, cells: Mapping[Kind, Cell], number: int) -> None:
        """Refuse the points of somebody who has left a side of one, which keeps the name, and sits in another seat."""
        cell = next((cell for kind, cell in cells.items() if kind in _POINTS and cell.text), None)
        if cell is not None:
            side = self.people.side_of(name)
            detail = (
                f"{quoted(name)} is the side that the player had at first, and plays for {quoted(side)} in round "
                f"{number}: give the player another name when he comes back to another seat."
            )
            self._remarks.fault(cell.place, "two_readings", detail)
