"""What the cells of a score sheet say: numbers, bids, yes or no, words. Each kind of cell has its fault and its fix.

A reader of a cell returns None for one that says nothing, and for one that says something else, which is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from service.notations import model
from service.notations.model import Place, Remarks
from service.spades.english import plain_form, quoted

_LONGEST = 1000
"""The characters of a cell that are looked at to find out what it says."""
YES = frozenset({"yes", "y", "x", "1", "true", "t"})
_NOTHING = frozenset({"", "no", "n", "false", "f", "none", "nein", "n/a", "na", "-", "\N{EN DASH}", "\N{EM DASH}"})
NO = _NOTHING | {"0", "\N{BALLOT X}", "\N{HEAVY BALLOT X}"}
_TOTALS = {"total", "totals", "grand total", "sum", "final", "final score", "result", "end"}
_LEAST_LETTERS = 6


class Cell(NamedTuple):
    """The text of a cell without spaces around it, and where it is: its line, and which cell of its row it is."""

    text: str
    place: Place

    @property
    def form(self) -> str:
        """The text in the form in which its spellings agree."""
        return plain_form(self.text[:_LONGEST])

    @property
    def is_total(self) -> bool:
        """Whether a row that begins with this cell is one of totals."""
        return self.form.rstrip(" :") in _TOTALS

    @property
    def is_sentence(self) -> bool:
        """Whether a cell of a column for numbers says something else: no bid, no date and no total."""
        is_known = self.is_total or _DATE.fullmatch(self.text[:_LONGEST]) or _BID.fullmatch(self.text[:_LONGEST])
        return _letters_in(self.text) >= _LEAST_LETTERS and not is_known


Reader: TypeAlias = Callable[[Cell, Remarks], Any]


class Bid(NamedTuple):
    """A bid of a player or a side; ``nil`` if it was written as a word."""

    tricks: int
    blind: bool
    nil: bool

    @property
    def shown(self) -> str:
        """The bid as a cell holds it: a number, or ``N`` for nil, after ``B`` if it is blind."""
        return f"{'B' if self.blind else ''}{'N' if self.nil else self.tricks}"


_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
_NUMBER = re.compile(r"([+-]?)([0-9]+)([.,]0{1,6})?")
_BID = re.compile(
    r"(?P<blind>blind|b)?\s*(?:(?P<tricks>[0-9]{1,3})(?P<decimals>[.,]0{1,6})?|(?P<nil>nil|n)|zero)", re.IGNORECASE
)
_ROUND_NUMBER = re.compile(r"(?:round|r|#)?\s*([0-9]{1,4})(?:[.,]0*)?", re.IGNORECASE)
_MONTHS = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_DATE = re.compile(
    r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}( 0?0:00(:00)?)?"
    rf"|[0-9]{{1,2}}[-./ ]+({_MONTHS})[a-zä]*\.?([-./ ]+[0-9]+)?"
    rf"|({_MONTHS})[a-zä]*[-./ ]+[0-9]+",
    re.IGNORECASE,
)


def _letters_in(text: str) -> int:
    return sum(map(str.isalpha, text[:_LONGEST]))


def _refuse(cell: Cell, code: str, what: str, fix: str, remarks: Remarks) -> None:
    """Say that a cell is not what its column holds: what to write, and where a remark goes."""
    detail = f"{quoted(cell.text)} is no {what}: {fix}."
    if _DATE.fullmatch(cell.text[:_LONGEST]):
        detail = (
            f"{quoted(cell.text)} is a date, which a spreadsheet makes of 3/4: format the column as text, write the"
            " cell anew and save the sheet again, or keep bid and tricks in columns of their own."
        )
    elif _letters_in(cell.text) >= _LEAST_LETTERS:
        detail += " A remark goes into a column 'note', or into a line of its own that begins with #."
    remarks.fault(cell.place, code, detail)


def number_of_round(text: str) -> int | None:
    """Return the number that a cell writes, or None.

    >>> [number_of_round(text) for text in ("3", "Round 3", "R3", "3.0", "three")]
    [3, 3, 3, 3, None]
    """
    match = _ROUND_NUMBER.fullmatch(text)
    return int(match[1]) if match else None


def _number_in(cell: Cell, remarks: Remarks, lowest: int, highest: int) -> int | None:
    if not cell.text:
        return None
    match = _NUMBER.fullmatch(cell.text.translate(_MINUS))
    if match is None:
        fix = "write digits only, 1234 for 1,234 and -30 for (30), or leave the cell empty"
        _refuse(cell, "not_a_number", "whole number", fix, remarks)
        return None
    # Of a number with more digits than the highest has, nobody needs the value.
    value = int(match[1] + (match[2].lstrip("0")[: len(str(highest)) + 1] or "0"))
    if not lowest <= value <= highest:
        detail = f"{quoted(cell.text)} is out of range: write a number from {lowest} to {highest}."
        remarks.fault(cell.place, "out_of_range", detail)
        return None
    if match[3]:
        _note_decimals(cell, remarks)
    return value


def _note_decimals(cell: Cell, remarks: Remarks) -> None:
    detail = "A number with zeros behind its point is read as a whole number."
    remarks.note(cell.place, "decimals_dropped", detail)


def tricks(cell: Cell, remarks: Remarks) -> int | None:
    """Return how many tricks were won."""
    return _number_in(cell, remarks, 0, model.MOST_CARDS)


def figure(cell: Cell, remarks: Remarks) -> int | None:
    """Return points, a score or bags."""
    return _number_in(cell, remarks, -model.HIGHEST_SCORE, model.HIGHEST_SCORE)


def adjustment(cell: Cell, remarks: Remarks, most: int = model.HIGHEST_ADJUSTMENT) -> int | None:
    """Return points that a director gives or takes."""
    return None if cell.form in _NOTHING else _number_in(cell, remarks, -most, most)


def penalty(cell: Cell, remarks: Remarks) -> int | None:
    """Return points that a director takes away, below 0 with whatever sign they are written."""
    points = adjustment(cell, remarks)
    return None if points is None else -abs(points)


def bonus(cell: Cell, remarks: Remarks) -> int | None:
    """Return points that a director gives; below 0 they are an adjustment."""
    return None if cell.form in _NOTHING else _number_in(cell, remarks, 0, model.HIGHEST_ADJUSTMENT)


def moved_tricks(cell: Cell, remarks: Remarks) -> int | None:
    """Return tricks that a director gives or takes."""
    return adjustment(cell, remarks, model.MOST_CARDS)


def bid(cell: Cell, remarks: Remarks) -> Bid | None:
    """Return the bid of a cell."""
    if not cell.text:
        return None
    match = _BID.fullmatch(cell.text[:_LONGEST])
    won = int(match["tricks"] or 0) if match else model.MOST_CARDS + 1
    if match is None or won > model.MOST_CARDS:
        fix = f"write 0 to {model.MOST_CARDS}, N or nil, B6 for a blind bid, BN for a blind nil"
        if "+" in cell.text:
            fix = "write the bid of each player in a column of his own, 'ana bid' and 'cy bid'"
        _refuse(cell, "not_a_bid", "bid", fix, remarks)
        return None
    if match["decimals"]:
        _note_decimals(cell, remarks)
    return Bid(won, bool(match["blind"]), bool(match["nil"]))


def bid_and_tricks(cell: Cell, remarks: Remarks) -> Mapping[str, Any] | None:
    """Return what ``3/4`` stands for: a bid and the tricks taken."""
    bidden, stroke, won = cell.text.partition("/")
    if not cell.text:
        return None
    if _DATE.fullmatch(cell.text[:_LONGEST]) or not stroke or "/" in won:
        fix = "write both with a stroke between them, 3/4 or N/0"
        _refuse(cell, "not_bid_and_tricks", "bid and tricks", fix, remarks)
        return None
    parts = (cell._replace(text=part.strip()) for part in (bidden, won))
    return {"bid": bid(next(parts), remarks), "tricks": tricks(next(parts), remarks)}


def yes(cell: Cell, remarks: Remarks) -> bool | None:
    """Return whether a cell says yes; None if it says no."""
    if cell.form not in YES | NO:
        detail = (
            f"{quoted(cell.text)} is neither yes nor no: write one of them, or leave the cell empty. A reason for a"
            " void round goes into a column 'reason'."
        )
        remarks.fault(cell.place, "not_yes_or_no", detail)
    return cell.form in YES or None


def dealing_again(cell: Cell, remarks: Remarks) -> str | None:
    """Return who deals a void round again, as a record says it."""
    by = "_".join(cell.form.replace("_", " ").split())
    if by in {"", "same_dealer", "next_dealer"}:
        return by or None
    detail = f"{quoted(cell.text)} is neither 'same dealer' nor 'next dealer', who may deal a round again."
    remarks.fault(cell.place, "not_a_dealer", detail)
    return None


def reason(cell: Cell, remarks: Remarks) -> str | None:
    """Return why something was decided."""
    if len(cell.text) > model.LONGEST_REASON:
        detail = f"Write a reason of at most {model.LONGEST_REASON} characters."
        remarks.fault(cell.place, "too_long", detail)
    return cell.text or None


def name(cell: Cell, _: Remarks) -> Cell | None:
    """Return the cell that names somebody; who that is depends on the round."""
    return cell if cell.text else None


def label(cell: Cell, remarks: Remarks) -> str | None:
    """Return a text for a label, if it is no longer than one."""
    if len(cell.text) <= model.LONGEST_LABEL:
        return cell.text or None
    detail = f"This is longer than the {model.LONGEST_LABEL} characters of a label, and left out."
    remarks.note(cell.place, "unmapped", detail)
    return None


def remark(cell: Cell, remarks: Remarks) -> None:
    """Leave out a cell of notes."""
    if cell.text:
        remarks.note(cell.place, "unmapped", "A record has no place for a column of notes; they are left out.")


def nothing(_: Cell, __: Remarks) -> None:
    """Leave out a cell of a column about which there is a note already."""
