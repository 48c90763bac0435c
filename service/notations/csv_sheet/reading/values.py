"""What the cells of a score sheet say: whole numbers and bids."""

from __future__ import annotations

import re
from typing import NamedTuple

from service.notations.csv_sheet.cells import Cell
from service.notations.limits import HIGHEST_SCORE, MOST_CARDS
from service.notations.model import Place, Remarks
from service.spades.english import quoted

_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
_NUMBER = re.compile(r"([+-]?)([0-9]+)([.,]0{1,6})?")
_BID = re.compile(
    r"(?P<blind>blind|bl|b)?\s*(?:(?P<tricks>[0-9]{1,3})(?P<decimals>[.,]0{1,6})?|(?P<nil>nil|n)|zero)", re.IGNORECASE
)
_LONGEST_BID = 64
YES = frozenset({"yes", "y", "x", "1", "true"})
NOTHING = frozenset({"", "no", "n", "false", "none", "nein", "n/a", "na", "-", "\N{EN DASH}", "\N{EM DASH}"})
NO = NOTHING | {"0", "\N{BALLOT X}", "\N{HEAVY BALLOT X}"}


class Number(NamedTuple):
    """A whole number, and where it was written."""

    value: int
    place: Place


class Bid(NamedTuple):
    """A bid of a player or a side, and where it was written; ``nil`` if it was written as a word."""

    tricks: int
    blind: bool
    nil: bool
    place: Place

    @property
    def shown(self) -> str:
        """The bid as a cell holds it: a number, or ``N`` for nil, after ``B`` if it is blind."""
        return f"{'B' if self.blind else ''}{'N' if self.nil else self.tricks}"


class Values:
    """Reads cells, and notes once that a sheet writes whole numbers with decimals."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        self._decimals_noted = False

    def number(self, cell: Cell, *, tricks: bool = False, highest: int = HIGHEST_SCORE) -> Number | None:
        """Return the number of a cell, at most ``highest``; None if the cell is empty, or for a fault."""
        if not cell.text:
            return None
        match = _NUMBER.fullmatch(cell.text.translate(_MINUS))
        lowest, highest = (0, MOST_CARDS) if tricks else (-highest, highest)
        if match is None:
            fix = "write digits only, 1234 for 1,234 and -30 for (30), or leave the cell empty"
            self._remarks.fault(cell.place, "not_a_number", f"{quoted(cell.text)} is no whole number: {fix}.")
            return None
        # Of a number with more digits than the highest has, nobody needs the value.
        value = int(match[1] + (match[2].lstrip("0")[: len(str(highest)) + 1] or "0"))
        if not lowest <= value <= highest:
            detail = f"{quoted(cell.text)} is out of range: write a number from {lowest} to {highest}."
            self._remarks.fault(cell.place, "out_of_range", detail)
            return None
        if match[3]:
            self._note_decimals(cell)
        return Number(value, cell.place)

    def bids(self, cell: Cell) -> tuple[Bid, ...]:
        """Return the bid of a cell, or those of several partners (``4+N``); none if it is empty, or for a fault."""
        if not cell.text:
            return ()
        bids = []
        for text in re.split(r"\s*[+/]\s*", cell.text[:_LONGEST_BID]):
            match = _BID.fullmatch(text)
            tricks = int(match["tricks"] or 0) if match else MOST_CARDS + 1
            if match is None or tricks > MOST_CARDS:
                fix = f"write 0 to {MOST_CARDS}, N or nil, B6 for a blind bid, BN for a blind nil"
                self._remarks.fault(cell.place, "not_a_bid", f"{quoted(cell.text)} is no bid: {fix}.")
                return ()
            if match["decimals"]:
                self._note_decimals(cell)
            bids.append(Bid(tricks, bool(match["blind"]), bool(match["nil"]), cell.place))
        return tuple(bids)

    def _note_decimals(self, cell: Cell) -> None:
        if not self._decimals_noted:
            self._decimals_noted = True
            detail = f"{quoted(cell.text)} is read as a whole number, here and elsewhere in the sheet."
            self._remarks.note(cell.place, "decimals_dropped", detail)
