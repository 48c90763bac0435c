"""Which columns a sheet has, and from them its rounds: the cells of each player and side, and those of the round.

Nothing is known here of who the names are. A sheet is long, with a line for each player and round, or wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.notations.csv_sheet.headers import (
    ADJUSTMENTS,
    KINDS_OF_BID,
    LABELS,
    MOST_COLUMNS,
    NUMBERED,
    OF_SOMEBODY,
    Cell,
    Header,
    Heads,
    Kind,
    Row,
    find_columns,
    header_meant,
    nearest_header,
    no_header,
    rows_of,
    with_names_above,
)
from service.notations.model import HIGHEST_ROUND, HIGHEST_SCORE, MOST_CARDS, MOST_ROUNDS, Place, Remarks, Unheard
from service.spades.english import plain_form, quoted

LONGEST_CELL = 1000
_ROUND_NUMBER = re.compile(r"(?:round|r|#)?\s*([0-9]{1,4})(?:[.,]0*)?", re.IGNORECASE)
YES = frozenset({"yes", "y", "x", "1", "true", "t"})
NOTHING = frozenset({"", "no", "n", "false", "f", "none", "nein", "n/a", "na", "-", "\N{EN DASH}", "\N{EM DASH}"})
NO = NOTHING | {"0", "\N{BALLOT X}", "\N{HEAVY BALLOT X}"}
NO_CELL = Cell("", Place(1, 1))
"""The cell that a sheet does not have."""


def says_void(cell: Cell) -> bool:
    """Return whether a cell says that a round is void, or the game forfeited: whether it says anything but no."""
    return plain_form(cell.text[:LONGEST_CELL]) not in NO


def has_amount(cells: Mapping[Kind, Cell]) -> bool:
    """Return whether there are points or tricks among the cells of an adjustment."""
    return any(is_amount(cells.get(kind, NO_CELL)) for kind in (*ADJUSTMENTS, "tricks adjustment"))


def is_amount(cell: Cell) -> bool:
    """Return whether a cell of an adjustment says anything."""
    return plain_form(cell.text[:LONGEST_CELL]) not in NOTHING


def number_of_round(text: str) -> int | None:
    """Return the number that a cell writes, or None.

    >>> [number_of_round(text) for text in ("3", "Round 3", "R3", "3.0", "three")]
    [3, 3, 3, 3, None]
    """
    match = _ROUND_NUMBER.fullmatch(text)
    return int(match[1]) if match else None


class Round(NamedTuple):
    """The cells of a round: those of each player or side by name, and those that it has once."""

    number: int
    place: Place
    of: dict[str, dict[Kind, Cell]]
    once: dict[Kind, list[Cell]]
    adjusted: dict[str, dict[int, dict[Kind, Cell]]]
    """The adjustments of each player or side by name and number, and their reasons."""

    def has(self, *kinds: Kind) -> bool:
        """Return whether anybody has something in a column of one of these kinds."""
        return any(cells.get(kind, NO_CELL).text for cells in self.of.values() for kind in kinds)


class Sheet:
    """A score sheet before anything is known of who the names are."""

    def __init__(self) -> None:
        self.is_long = False
        self.delimiter = ","
        self.heads: list[Cell] = []
        """The lines that begin with ``#``."""
        self.subjects: dict[str, Cell] = {}
        """Whoever the sheet names, by the name that counts, in the order of first appearance."""
        self.players: set[str] = set()
        """Those of them that are named in a column of players."""
        self.team_of: dict[str, Cell] = {}
        self.seat_of: dict[str, Cell] = {}
        self.newcomers: set[str] = set()
        """Whoever came in for a player without having sat at the table at first; they are no subjects."""
        self.rounds: list[Round] = []
        self.adjusted: dict[str, Cell] = {}
        """Whoever has columns of adjustments, by the name that counts."""
        self.titles: dict[Kind, Cell] = {}
        """The first header of each kind, as it is written."""
        self.names: dict[str, str] = {}
        """The names that count, by the form in which their spellings agree."""

    def spelled(self, text: str, place: Place, remarks: Remarks) -> str:
        """Return a name as it was written first, and note it if it is in another spelling here."""
        name = self.names.setdefault(plain_form(text[:LONGEST_CELL]), text)
        if name != text:
            detail = f"{quoted(text)} is read as {quoted(name)}, as it was written before."
            remarks.note(place, "name_spelled", detail)
        return name


_MEANT: Mapping[Kind, tuple[str, str]] = {
    "score": ("score_read", "A column 'score' is read as the running score; call the points of each round 'points'."),
    "bags": (
        "bags_running",
        "The bags are read as the running count of a side after each round; call those of each round 'new bags'.",
    ),
    "new bags": (
        "unmapped",
        "A record has the running count of bags, and no place for those of each round: they are left out.",
    ),
    "bag penalty": (
        "unmapped",
        "What bags and nils are worth follows from the ruleset: such columns are left out.",
    ),
    "penalty": (
        "adjustment_read",
        "A penalty is read as points that a director takes away, with either sign; one for bags belongs to no column.",
    ),
}
"""The notes on columns that people use for several things."""


def note_meanings(sheet: Sheet, remarks: Remarks) -> None:
    """Note what columns of a sheet mean whose headers say it less clearly than others would."""
    meant = {kind: _MEANT[kind] for kind in sheet.titles if kind in _MEANT}
    if "points" in sheet.titles and not set(ADJUSTMENTS).isdisjoint(sheet.titles):
        detail = "The points of a round are read as those with its adjustments: the score after it less that before."
        meant["points"] = ("points_with_adjustments", detail)
    for kind, (code, detail) in meant.items():
        remarks.note(sheet.titles[kind].place, code, detail)


def is_long(seen: Mapping[Header, Cell], place: Place, remarks: Remarks) -> bool:
    """Return whether a sheet with these headers is long; report what is both, or lacks what it needs."""
    kinds = {header.kind for header in seen if not header.subject}
    with_subject = [header for header in seen if header.subject]
    has_names = bool(kinds & {"player", "team"})
    if has_names and with_subject:
        detail = "The sheet has a column of names and names in its headers: it is read with either, not with both."
        remarks.fault(seen[with_subject[0]].place, "long_and_wide", detail)
    needed: Iterable[Kind] = ("round", "bid", "tricks") if has_names else ()
    for kind in needed:
        if kind not in kinds:
            detail = f"A sheet with a line for each player needs a column {quoted(kind)}."
            remarks.fault(place, "missing_header", detail)
    if not has_names:
        for header in [header for header in seen if not header.subject and header.kind in OF_SOMEBODY]:
            detail = f"Whose {header.kind} is this? Write a name before it: 'ana {header.kind}'."
            remarks.fault(seen[header].place, "nobody_named", detail)
    return has_names


_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
_NUMBER = re.compile(r"([+-]?)([0-9]+)([.,]0{1,6})?")
_BID = re.compile(
    r"(?P<blind>blind|b)?\s*(?:(?P<tricks>[0-9]{1,3})(?P<decimals>[.,]0{1,6})?|(?P<nil>nil|n)|zero)", re.IGNORECASE
)
_LONGEST_BID = 64
_DECIMALS = "A number with zeros behind its point is read as a whole number."


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


def number_of(cell: Cell, remarks: Remarks, *, tricks: bool = False, highest: int = HIGHEST_SCORE) -> Number | None:
    """Return the number of a cell, at most ``highest``; None if the cell is empty, or for a fault."""
    if not cell.text:
        return None
    match = _NUMBER.fullmatch(cell.text.translate(_MINUS))
    lowest, highest = (0, MOST_CARDS) if tricks else (-highest, highest)
    if match is None:
        fix = "write digits only, 1234 for 1,234 and -30 for (30), or leave the cell empty"
        remarks.fault(cell.place, "not_a_number", _no_such_content(cell.text, "whole number", fix))
        return None
    # Of a number with more digits than the highest has, nobody needs the value.
    value = int(match[1] + (match[2].lstrip("0")[: len(str(highest)) + 1] or "0"))
    if not lowest <= value <= highest:
        detail = f"{quoted(cell.text)} is out of range: write a number from {lowest} to {highest}."
        remarks.fault(cell.place, "out_of_range", detail)
        return None
    if match[3]:
        remarks.note(cell.place, "decimals_dropped", _DECIMALS)
    return Number(value, cell.place)


def bids_of(cell: Cell, remarks: Remarks) -> tuple[Bid, ...]:
    """Return the bid of a cell, or those of several partners (``4+N``); none if it is empty, or for a fault."""
    bids = []
    for text in re.split(r"\s*[+/]\s*", cell.text[:_LONGEST_BID]) if cell.text else ():
        match = _BID.fullmatch(text)
        tricks = int(match["tricks"] or 0) if match else MOST_CARDS + 1
        if match is None or tricks > MOST_CARDS:
            fix = f"write 0 to {MOST_CARDS}, N or nil, B6 for a blind bid, BN for a blind nil"
            remarks.fault(cell.place, "not_a_bid", _no_such_content(cell.text, "bid", fix))
            return ()
        if match["decimals"]:
            remarks.note(cell.place, "decimals_dropped", _DECIMALS)
        bids.append(Bid(tricks, bool(match["blind"]), bool(match["nil"]), cell.place))
    return tuple(bids)


def bid_cell(cells: Mapping[Kind, Cell], remarks: Remarks) -> Cell:
    """Return the cell of a bid, with the kind that a column beside it says the bid has."""
    bid, said = cells.get("bid", NO_CELL), [cells[kind] for kind in KINDS_OF_BID if kind in cells]
    forms = {kind: plain_form(cells[kind].text[:LONGEST_CELL]) for kind in KINDS_OF_BID if kind in cells}
    for kind, form in forms.items():
        if form not in YES | NO:
            fix = f"write yes if the bid is {kind}, or leave the cell empty"
            detail = f"{quoted(cells[kind].text)} is neither yes nor no: {fix}."
            remarks.fault(cells[kind].place, "not_yes_or_no", detail)
            return bid
    kinds = {word for kind, form in forms.items() if form in YES for word in kind.split()}
    if not kinds:
        return bid
    place, own = (bid if bid.text else said[0]).place, plain_form(bid.text[:_LONGEST_BID])
    if "nil" in kinds and own not in _NIL_CELLS:
        detail = f"{quoted(bid.text)} tricks were bid, and a column beside it says nil: one of the cells is wrong."
        remarks.fault(place, "bids_disagree", detail)
        return bid
    text = "N" if "nil" in kinds else bid.text
    return Cell(text if "blind" not in kinds or own.startswith("b") else f"B{text}", place)


_NIL_CELLS = frozenset({"", "0", "n", "nil", "zero", "b0", "bn"})


def _no_such_content(text: str, what: str, fix: str) -> str:
    """Return the sentences on a cell that is not what its column holds: what to write, and where a remark goes."""
    detail = f"{quoted(text)} is no {what}: {fix}."
    if _letters_in(text) >= _LEAST_LETTERS:
        detail += " A remark goes into a column 'note', or into a line of its own that begins with #."
    return _of_a_date(text) or detail


def _letters_in(text: str) -> int:
    return sum(map(str.isalpha, text[:LONGEST_CELL]))


_MONTHS = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_DATE = re.compile(
    r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}( 0?0:00(:00)?)?"
    rf"|[0-9]{{1,2}}[-./ ]+({_MONTHS})[a-zä]*\.?([-./ ]+[0-9]+)?"
    rf"|({_MONTHS})[a-zä]*[-./ ]+[0-9]+",
    re.IGNORECASE,
)


def _of_a_date(text: str) -> str | None:
    """Return what to do about a cell if a spreadsheet has made a date of it."""
    if not _DATE.fullmatch(text[:LONGEST_CELL]):
        return None
    return (
        f"{quoted(text)} is a date, which a spreadsheet makes of 3/4: format the column as text, write the cell anew"
        " and save the sheet again, or keep bid and tricks in columns of their own."
    )


def bid_and_tricks(cell: Cell, remarks: Remarks) -> dict[Kind, Cell]:
    """Return the cells that ``3/4`` stands for, a bid and the tricks taken; without a stroke, a fault."""
    bid, stroke, tricks = cell.text.partition("/")
    if cell.text and (_DATE.fullmatch(cell.text[:LONGEST_CELL]) or not stroke or "/" in tricks):
        detail = f"{quoted(cell.text)} is no bid and tricks: write both with a stroke between them, 3/4 or N/0."
        remarks.fault(cell.place, "not_bid_and_tricks", _of_a_date(cell.text) or detail)
        return {}
    behind = cell.place._replace(column=cell.place.column + len(bid) + 1)
    return {"bid": Cell(bid.strip(), cell.place), "tricks": Cell(tricks.strip(), behind)}


_TOTALS = {"total", "totals", "grand total", "sum", "final", "final score", "result", "end"}
_BOTH: Kind = "bid/tricks"
_ONCE: tuple[Kind, ...] = (
    *("note", "dealer", "void", "redeal by", "forfeit", "time called", "substitutions"),
    *LABELS,
)
_BROKEN_OFF: tuple[Kind, ...] = ("void", "forfeit")
_WORDS = {"player", "team", "seat", "reason", *_ONCE, "redeal by", "adjustment reason", "adjustment to"}
"""What columns hold words; a remark among notes is known once it is clear which round is the last."""
_LEAST_LETTERS = 6
_NUMBER_AND_REMARK = 2


def _is_total(cell: Cell) -> bool:
    """Return whether a row that begins with this cell is one of totals."""
    return plain_form(cell.text[:LONGEST_CELL].rstrip(" :")) in _TOTALS


def _is_sentence(cell: Cell) -> bool:
    """Return whether a cell of a column for numbers says something else: no bid, no date and no total."""
    is_text = _letters_in(cell.text) >= _LEAST_LETTERS
    return is_text and not (_is_total(cell) or _of_a_date(cell.text) or bids_of(cell, Unheard()))


def note_remark_alone(subject: str, remark: Cell, remarks: Remarks) -> None:
    """Note as a fault a line that has nothing but a remark, which may decide the game."""
    detail = (
        f"{subject} has nothing but the remark {quoted(remark.text)}: if it decides something, write the side in a"
        " column 'forfeit', or yes in a column 'void', each with why in a column 'reason', or yes in a column 'time"
        " called'; if not, empty the cell, or begin the line with #."
    )
    remarks.fault(remark.place, "remark_alone", detail)


class LayoutReader:
    """Reads the header and the rows of one text."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note
        self._sheet = Sheet()
        self._headers: list[Header | None] = []
        self._rounds: list[Round] = []
        self._by_number: dict[int, Round] = {}
        self._names = self._sheet.names
        self._kinds_once: Sequence[Kind] = ()
        """The kinds of the columns for what a round has once."""
        self._last_number = 0
        self._first_number = 1
        """The number of the first row, unless the rows are numbered."""

    def read(self, text: str) -> Sheet | None:
        """Return the sheet; None if there is no header."""
        columns = find_columns(text)
        if columns is None:
            place, detail = no_header(text)
            self._fault(place, "no_header", detail)
            return None
        self._sheet.delimiter = columns.delimiter
        above: list[Row] = []
        for row in rows_of(text, columns.delimiter, self._remarks):
            line = row.cells[0].place.line
            if row.is_comment:
                self._sheet.heads.append(row.cells[0])
            elif line < columns.line:
                above.append(row)
            elif line == columns.line:
                self._take_header(self._beside(above, row))
            elif not row.is_empty:
                self._take_row(row)
        rounds = sorted(self._rounds, key=lambda round_: round_.number)
        if rounds != self._rounds:
            detail = "The rounds are not in order here; they are read by their numbers."
            self._note(self._rounds[0].place, "rounds_sorted", detail)
        if rounds:
            self._check_numbers(rounds)
        self._refuse_remarks(rounds)
        self._sheet.rounds = rounds
        return self._sheet

    def _check_numbers(self, rounds: Sequence[Round]) -> None:
        """Report too many rounds, another first one than the heads say, and rounds that are not there.

        Those before the first one are not missing if the heads say how it stood there, or its number.
        """
        if len(rounds) > MOST_ROUNDS:
            self._fault(rounds[MOST_ROUNDS].place, "too_many", f"A game has at most {MOST_ROUNDS} rounds.")
        heads, first = self._heads(), rounds[0]
        if heads.first_round not in {None, first.number}:
            detail = f"The first round here is {first.number}, and '# first round' says {heads.first_round}."
            self._fault(first.place, "figures_disagree", f"{detail} Write one number.")
        for count, round_ in enumerate(rounds, first.number if heads.before or heads.first_round else 1):
            if round_.number > count:
                detail = f"Round {count} is not in the sheet: the record has the rounds that are, one after another."
                self._note(round_.place, "rounds_missing", detail)
                break

    def _heads(self) -> Heads:
        """Return what the heads say so far; what is wrong with them is said elsewhere."""
        return Heads(self._sheet.heads, Unheard(), self._sheet.delimiter)

    def _refuse_remarks(self, rounds: Sequence[Round]) -> None:
        """Refuse what the last round of a long sheet has for a name: one that no other round has, and nothing more."""
        for name, cells in rounds[-1].of.items() if self._sheet.is_long and len(rounds) > 1 else ():
            filled = {kind for kind, cell in cells.items() if cell.text} - {"round"}
            adjusted = rounds[-1].adjusted.get(name, {}).values()
            has_more = len(filled) > 1 or any(cell.text for given in adjusted for cell in given.values())
            if filled and not has_more and not any(name in before.of for before in rounds[:-1]):
                note_remark_alone("This line", cells[filled.pop()], self._remarks)

    def _beside(self, above: Sequence[Row], row: Row) -> Row:
        """Return the row of headers, with names from the line above it; note what becomes of all lines before it."""
        lines = [line for line in above if not (line.is_empty or line.cells[0].text.startswith("sep="))]
        named = with_names_above(row, lines[-1]) if lines else None
        for number, line in enumerate(lines, 1):
            said = quoted(" ".join(cell.text for cell in line.cells if cell.text))
            place = line.cells[0].place
            if named and number == len(lines):
                self._note(place, "names_above", f"The names in this line are read with the headers below it: {said}.")
            else:
                self._note(place, "unmapped", f"This line before the headers is left out: {said}.")
        return named or row

    def _take_header(self, row: Row) -> None:
        place = row.cells[0].place
        if len(row.cells) > MOST_COLUMNS:
            self._fault(place, "too_many_columns", f"A sheet has at most {MOST_COLUMNS} columns.")
            # Their rows have as many cells again.
            self._remarks.raise_faults()
        heads = self._heads()
        self._first_number = heads.first_round or 1
        for name in [*heads.players, *(name for team in heads.teams for name in (team.name, *team.players))]:
            self._names.setdefault(plain_form(name[:LONGEST_CELL]), name)
        seen: dict[Header, Cell] = {}
        for cell in row.cells:
            header = named = header_meant(cell.text)
            if header is None and cell.text:
                detail = f"The header {quoted(cell.text)} is not known: {nearest_header(cell.text)}"
                self._fault(cell.place, "unknown_header", detail)
                # Its cells are skipped like notes: the fault of the header says it all.
                named = Header("note")
            elif header is not None:
                of_side = header.kind in NUMBERED
                subject = self._name(Cell(header.subject, cell.place), of_side=of_side) if header.subject else ""
                named = header._replace(subject=subject)
                for part in (
                    [named] if named.kind != _BOTH else [named._replace(kind=kind) for kind in ("bid", "tricks")]
                ):
                    if part in seen and part.kind != "note":
                        before = quoted(seen[part].text)
                        detail = f"{quoted(cell.text)} means the same as {before} before: keep one of them."
                        self._fault(cell.place, "repeated_header", detail)
                    seen[part] = cell
            self._headers.append(named)
        self._kinds_once = [kind for kind in _ONCE if Header(kind) in seen]
        self._sheet.titles = titles = {header.kind: cell for header, cell in reversed(seen.items())}
        if {"score", "total"} <= titles.keys():
            detail = (
                f"{quoted(titles['score'].text)} means the same as 'total': call the points of each round 'points'."
            )
            self._fault(titles["score"].place, "repeated_header", detail)
        note_meanings(self._sheet, self._remarks)
        self._sheet.is_long = is_long(seen, place, self._remarks)

    def _name(self, cell: Cell, *, of_side: bool = False) -> str:
        """Return the name that counts for a spelling of it: the first of those that differ in case or spaces only.

        That in a header of adjustments is of a side which the sheet knows from elsewhere.
        """
        name = self._sheet.spelled(cell.text, cell.place, self._remarks)
        (self._sheet.adjusted if of_side else self._sheet.subjects).setdefault(name, cell)
        return name

    def _take_row(self, row: Row) -> None:
        cells = list(zip(self._headers, row.cells, strict=False))
        remark = None if self._sheet.is_long else self._remark_alone(row)
        if remark is not None:
            note_remark_alone("This line", remark, self._remarks)
            return
        for cell in row.cells[len(self._headers) :]:
            if cell.text:
                detail = f"{quoted(cell.text)} has no header: quote a cell that holds the delimiter."
                self._fault(cell.place, "extra_cell", detail)
                return
        for header, cell in cells:
            if header is None and cell.text:
                self._fault(cell.place, "extra_cell", f"{quoted(cell.text)} is in a column without a header.")
                return
        once: dict[Kind, Cell] = {header.kind: cell for header, cell in cells if header and not header.subject}
        first = next(cell for cell in [once.get("round", NO_CELL), *row.cells] if cell.text)
        if _is_total(first):
            detail = "This row of totals is left out: the totals of each round are in their own rows."
            self._note(first.place, "unmapped", detail)
            return
        number = self._number(once, first.place)
        if number is None:
            return
        round_ = self._by_number.get(number)
        if round_ is not None and not self._sheet.is_long:
            detail = f"There is a round {number} before: number each round once, also one that is void."
            self._fault(first.place, "repeated_round", detail)
            return
        if round_ is None:
            round_ = self._by_number[number] = Round(number, row.cells[0].place, {}, {}, {})
            self._rounds.append(round_)
        self._put(round_, cells, once, first)

    def _remark_alone(self, row: Row) -> Cell | None:
        """Return the only text of a line beside the number of its round, if its column holds no such text."""
        filled = [(place, cell) for place, cell in enumerate(row.cells) if cell.text]
        if len(filled) > _NUMBER_AND_REMARK:
            return None
        found: list[tuple[Kind, Cell]] = []
        for place, cell in filled:
            header = self._headers[place] if place < len(self._headers) else None
            found.append((header.kind if header else "", cell))
        others = [(kind, cell) for kind, cell in found if kind != "round" or not number_of_round(cell.text)]
        if len(others) != 1:
            return None
        [(kind, cell)] = others
        holds_words = len(found) > 1 if kind == "note" else kind in _WORDS
        return None if holds_words or not _is_sentence(cell) else cell

    def _put(
        self, round_: Round, cells: Sequence[tuple[Header | None, Cell]], once: dict[Kind, Cell], first: Cell
    ) -> None:
        """Put the cells of a row into its round."""
        for kind in self._kinds_once:
            if kind in once and once[kind].text:
                round_.once.setdefault(kind, []).append(once[kind])
        if once.get("note", NO_CELL).text:
            detail = "A record has no place for a column of notes; they are left out."
            self._note(once["note"].place, "unmapped", detail)
        own = self._subject_of_line(round_, once, first) if self._sheet.is_long else None
        for header, cell in cells if own is not None or not self._sheet.is_long else ():
            name = own or (header.subject if header else "")
            if header and header.kind in NUMBERED:
                round_.adjusted.setdefault(name, {}).setdefault(header.number, {})[header.kind] = cell
            elif header and name and header.kind == _BOTH:
                round_.of.setdefault(name, {}).update(bid_and_tricks(cell, self._remarks))
            elif header and name:
                round_.of.setdefault(name, {})[header.kind] = cell
        self._put_reason(round_, once, [round_.adjusted.get(own, {})] if own else [*round_.adjusted.values()])

    def _subject_of_line(self, round_: Round, once: dict[Kind, Cell], first: Cell) -> str | None:
        """Return whom a line of a long sheet is about, and keep what it says of them; None for a fault."""
        player, team = once.get("player", NO_CELL), once.get("team", NO_CELL)
        subject = player if player.text else team
        if not subject.text:
            said = [cell for kind, cell in once.items() if cell.text and kind != "round"]
            if len(said) == 1 and _is_sentence(said[0]):
                note_remark_alone("This line", said[0], self._remarks)
            else:
                self._fault(first.place, "nobody_named", "This line names no player: write who it is about.")
            return None
        name = self._name(subject)
        if name in round_.of:
            detail = f"{quoted(name)} has a line in round {round_.number} before: write one for each player."
            self._fault(subject.place, "repeated_line", detail)
            return None
        form = plain_form(once.get("forfeit", NO_CELL).text[:LONGEST_CELL])
        if form in YES and form not in self._names:
            round_.once["forfeit"][-1] = Cell(name, once["forfeit"].place)
        if player.text:
            self._sheet.players.add(name)
            self._member(self._sheet.team_of, name, team)
            self._member(self._sheet.seat_of, name, once.get("seat", NO_CELL))
        return name

    def _put_reason(
        self, round_: Round, once: dict[Kind, Cell], adjusted: Sequence[dict[int, dict[Kind, Cell]]]
    ) -> None:
        """Put the reason in a row to the only adjustment in it that has none of its own, or else to the round."""
        reason = once.get("reason", NO_CELL)
        if not reason.text:
            return
        lacking = [
            cells
            for numbered in adjusted
            for cells in numbered.values()
            if has_amount(cells) and not cells.get("adjustment reason", NO_CELL).text
        ]
        if len(lacking) == 1 and not any(says_void(once.get(kind, NO_CELL)) for kind in _BROKEN_OFF):
            lacking[0]["adjustment reason"] = reason
        else:
            round_.once.setdefault("reason", []).append(reason)

    def _member(self, known: dict[str, Cell], name: str, cell: Cell) -> None:
        """Keep the team or seat of a player, which has to be the same in all rounds."""
        if cell.text and plain_form(known.setdefault(name, cell).text) != plain_form(cell.text):
            detail = f"{quoted(name)} had {quoted(known[name].text)} before: a player keeps team and seat in a sheet."
            self._fault(cell.place, "changed_place", detail)

    def _number(self, once: Mapping[Kind, Cell], place: Place) -> int | None:
        """Return the number of a row's round: as written, or one more than the last if there is no such column."""
        cell = once.get("round")
        number: int | None = self._first_number + len(self._by_number)
        if cell is not None and not cell.text and self._sheet.is_long and self._last_number:
            number = self._last_number
            detail = "A line without the number of a round belongs to the round of the line before."
            self._note(place, "round_carried", detail)
        elif cell is not None:
            number = number_of_round(cell.text)
        if cell is not None and number is None:
            is_what = f"{quoted(cell.text)} is no round" if cell.text else "This line has no number of a round"
            detail = f"{is_what}: write its number, total for a row of totals, or # before a remark."
            self._fault(cell.place, "not_a_round", detail)
        if number is None:
            return None
        if not 1 <= number <= HIGHEST_ROUND:
            self._fault(place, "not_a_round", f"Rounds are numbered from 1 to {HIGHEST_ROUND}, not {number}.")
            return None
        self._last_number = number
        return number
