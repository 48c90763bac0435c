"""A score sheet before anything is known of who the names are: its rounds and their cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.headers import ADJUSTMENTS, Kind
from service.notations.csv_sheet.reading.values import NO, NOTHING
from service.notations.model import Place
from service.spades.spelling import plain_form

LONGEST_CELL = 1000
NOBODYS = Cell("", Place(1, 1))
"""What stands where a sheet has no cell."""


def says_void(cell: Cell) -> bool:
    """Return whether a cell says that a round is void."""
    return plain_form(cell.text[:LONGEST_CELL]) not in NO


def has_amount(cells: Mapping[Kind, Cell]) -> bool:
    """Return whether there are points among the cells of an adjustment."""
    return any(plain_form(cells.get(kind, NOBODYS).text[:LONGEST_CELL]) not in NOTHING for kind in ADJUSTMENTS)


class Round(NamedTuple):
    """The cells of a round: those of each player or side by name, and those that it has once."""

    number: int
    place: Place
    of: dict[str, dict[Kind, Cell]]
    once: dict[Kind, list[Cell]]
    adjusted: dict[str, dict[int, dict[Kind, Cell]]]
    """The adjustments of each player or side by name and number, and their reasons."""

    def has(self, kind: Kind) -> bool:
        """Return whether anybody has something in a column of this kind."""
        return any(cells.get(kind, NOBODYS).text for cells in self.of.values())

    @property
    def is_void(self) -> bool:
        """Whether anything but no stands under ``void``."""
        return any(says_void(cell) for cell in self.once.get("void", ()))


class Sheet:
    """A score sheet before anything is known of who the names are."""

    def __init__(self) -> None:
        self.is_long = False
        self.heads: list[Cell] = []
        """The lines that begin with ``#``."""
        self.subjects: dict[str, Cell] = {}
        """Whoever the sheet names, by the name that counts, in the order of first appearance."""
        self.players: set[str] = set()
        """Those of them who stand in a column of players."""
        self.team_of: dict[str, Cell] = {}
        self.seat_of: dict[str, Cell] = {}
        self.newcomers: set[str] = set()
        """Whoever came in for a player without having sat at the table at first; they are no subjects."""
        self.with_cells: set[str] = set()
        """Those of them whom the sheet has columns or lines for."""
        self.rounds: list[Round] = []
        self.titles: dict[Kind, str] = {}
        """The first header of each kind, as it is written."""
        self.names: dict[str, str] = {}
        """The names that count, by the form in which their spellings agree."""
