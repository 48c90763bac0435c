"""Which columns a sheet has, and from them its rounds: the cells of each player and side, and those of the round.

Nothing is known here of who the names are. A sheet is long, with a line for each player and round, or wide.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from service.notations.csv_sheet.headers import (
    ADJUSTMENTS,
    BLIND_BID,
    LABELS,
    MOST_COLUMNS,
    NUMBERED,
    OF_SOMEBODY,
    Cell,
    Header,
    Heads,
    Kind,
    Row,
    Splitter,
    find_columns,
    header_meant,
    nearest_header,
)
from service.notations.model import HIGHEST_ROUND, HIGHEST_SCORE, MOST_CARDS, Place, Remarks, Unheard
from service.spades.english import listed, plain_form, quoted

LONGEST_CELL = 1000
_ROUND_NUMBER = re.compile(r"(?:round|r|#)?\s*([0-9]{1,4})(?:[.,]0*)?", re.IGNORECASE)
_LISTED = 3
YES = frozenset({"yes", "y", "x", "1", "true"})
NOTHING = frozenset({"", "no", "n", "false", "none", "nein", "n/a", "na", "-", "\N{EN DASH}", "\N{EM DASH}"})
NO = NOTHING | {"0", "\N{BALLOT X}", "\N{HEAVY BALLOT X}"}
NO_CELL = Cell("", Place(1, 1))
"""The cell that a sheet does not have."""


def says_void(cell: Cell) -> bool:
    """Return whether a cell says that a round is void, or the game forfeited: whether it says anything but no."""
    return plain_form(cell.text[:LONGEST_CELL]) not in NO


def has_amount(cells: Mapping[Kind, Cell]) -> bool:
    """Return whether there are points among the cells of an adjustment."""
    return any(plain_form(cells.get(kind, NO_CELL).text[:LONGEST_CELL]) not in NOTHING for kind in ADJUSTMENTS)


def number_of_round(text: str) -> int | None:
    """Return the number that a cell writes, or None.

    >>> [number_of_round(text) for text in ("3", "Round 3", "R3", "3.0", "three")]
    [3, 3, 3, 3, None]
    """
    match = _ROUND_NUMBER.fullmatch(text)
    return int(match[1]) if match else None


def missing_rounds(present: Collection[int]) -> tuple[int, str] | None:
    """Return the first number that is missing, and a sentence about all of them; None if none is."""
    missing = [number for number in range(1, max(present, default=0)) if number not in present]
    if not missing:
        return None
    others = ["others"] if len(missing) > _LISTED else []
    which = (
        f"Round {missing[0]} is"
        if len(missing) == 1
        else f"Rounds {listed([*map(str, missing[:_LISTED]), *others])} are"
    )
    return missing[0], f"{which} not in the sheet: the record has those that are, one after another."


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
        return any(cells.get(kind, NO_CELL).text for cells in self.of.values())

    @property
    def is_void(self) -> bool:
        """Whether a cell in the column ``void`` says anything but no."""
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
        """Those of them that are named in a column of players."""
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

    def spelled(self, text: str, place: Place, remarks: Remarks) -> str:
        """Return a name as it was written first, and note it if it is in another spelling here."""
        name = self.names.setdefault(plain_form(text[:LONGEST_CELL]), text)
        if name != text:
            detail = f"{quoted(text)} is read as {quoted(name)}, as it was written before."
            remarks.note(place, "name_spelled", detail)
        return name


def score_read(headers: Sequence[Header | None], place: Place, remarks: Remarks) -> list[Header | None]:
    """Return the headers with what a column called score is.

    It is the points of the round beside a total, else the running score.
    """
    kinds = {header.kind for header in headers if header}
    if "score" not in kinds:
        return [*headers]
    kind: Kind = "points" if "total" in kinds else "total"
    meaning = "the points of the round, because there is a total" if kind == "points" else "the running score"
    remarks.note(place, "score_read", f"The column 'score' is read as {meaning}.")
    return [header._replace(kind=kind) if header and header.kind == "score" else header for header in headers]


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
        if Header("blind") in seen:
            remarks.fault(seen[Header("blind")].place, "nobody_named", f"Whose bid was blind? Please {BLIND_BID}")
    return has_names


_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
_NUMBER = re.compile(r"([+-]?)([0-9]+)([.,]0{1,6})?")
_BID = re.compile(
    r"(?P<blind>blind|b)?\s*(?:(?P<tricks>[0-9]{1,3})(?P<decimals>[.,]0{1,6})?|(?P<nil>nil|n)|zero)", re.IGNORECASE
)
_LONGEST_BID = 64


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
        self._fault, self._note = remarks.fault, remarks.note
        self._decimals_noted = False

    def number(self, cell: Cell, *, tricks: bool = False, highest: int = HIGHEST_SCORE) -> Number | None:
        """Return the number of a cell, at most ``highest``; None if the cell is empty, or for a fault."""
        if not cell.text:
            return None
        match = _NUMBER.fullmatch(cell.text.translate(_MINUS))
        lowest, highest = (0, MOST_CARDS) if tricks else (-highest, highest)
        if match is None:
            fix = "write digits only, 1234 for 1,234 and -30 for (30), or leave the cell empty"
            self._fault(cell.place, "not_a_number", f"{quoted(cell.text)} is no whole number: {fix}.")
            return None
        # Of a number with more digits than the highest has, nobody needs the value.
        value = int(match[1] + (match[2].lstrip("0")[: len(str(highest)) + 1] or "0"))
        if not lowest <= value <= highest:
            detail = f"{quoted(cell.text)} is out of range: write a number from {lowest} to {highest}."
            self._fault(cell.place, "out_of_range", detail)
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
                self._fault(cell.place, "not_a_bid", f"{quoted(cell.text)} is no bid: {fix}.")
                return ()
            if match["decimals"]:
                self._note_decimals(cell)
            bids.append(Bid(tricks, bool(match["blind"]), bool(match["nil"]), cell.place))
        return tuple(bids)

    def _note_decimals(self, cell: Cell) -> None:
        if not self._decimals_noted:
            self._decimals_noted = True
            detail = f"{quoted(cell.text)} is read as a whole number, here and elsewhere in the sheet."
            self._note(cell.place, "decimals_dropped", detail)


_TOTALS = {"total", "totals", "sum", "final", "final score", "result", "end"}
_ONCE: tuple[Kind, ...] = ("dealer", "void", "forfeit", "substitutions", *LABELS)
_BROKEN_OFF: tuple[Kind, ...] = ("void", "forfeit")
_DECIDED: tuple[Kind, ...] = ("reason", *_BROKEN_OFF, *NUMBERED)


class LayoutReader:
    """Reads the header and the rows of one text."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note
        self._sheet = Sheet()
        self._headers: list[Header | None] = []
        self._rounds: list[Round] = []
        self._by_number: dict[int, Round] = {}
        """The last round of each number: a void one and the next may have the same."""
        self._unnumbered: Place | None = None
        """The first void row without a number, among rows with numbers."""
        self._assumed = 0
        """The number that the row before was given, if it is such a row."""
        self._names = self._sheet.names
        self._spellings: dict[str, str] = {}
        self._once: Sequence[Kind] = ()
        """The kinds of the columns for what a round has once."""
        self._has_decisions = False
        self._last_number = 0
        self._carried = False

    def read(self, text: str) -> Sheet | None:
        """Return the sheet; None if there is no header."""
        columns = find_columns(text)
        if columns is None:
            detail = "No line names the columns: write round,player,bid,tricks or round,ana bid,ana tricks and so on."
            self._fault(Place(1, 1), "no_header", detail)
            return None
        for row in Splitter(text, columns.delimiter, self._remarks).rows():
            place = row.cells[0].place
            if row.is_comment:
                self._sheet.heads.append(row.cells[0])
            elif place.line == columns.line:
                self._take_header(row)
            elif row.is_empty or (place.line < columns.line and row.cells[0].text.startswith("sep=")):
                continue
            elif place.line < columns.line:
                self._note(place, "unmapped", f"This line before the headers is left out: {quoted(row.cells[0].text)}.")
            else:
                self._take_row(row)
        rounds = sorted(self._rounds, key=lambda round_: round_.number)
        if rounds != self._rounds:
            detail = "The rounds are not in order here; they are read by their numbers."
            self._note(self._rounds[0].place, "rounds_sorted", detail)
            if self._unnumbered is not None:
                detail = "The rounds are not in order here, so this void round needs its number: write it."
                self._fault(self._unnumbered, "not_a_round", detail)
        missing = missing_rounds({round_.number for round_ in rounds})
        if missing is not None:
            after = next(round_ for round_ in rounds if round_.number > missing[0])
            self._note(after.place, "rounds_missing", missing[1])
        self._sheet.rounds = rounds
        return self._sheet

    def _take_header(self, row: Row) -> None:
        place = row.cells[0].place
        if len(row.cells) > MOST_COLUMNS:
            self._fault(place, "too_many_columns", f"A sheet has at most {MOST_COLUMNS} columns.")
            # Their rows have as many cells again.
            self._remarks.raise_faults()
        heads = Heads(self._sheet.heads, Unheard())
        for name in [*heads.players, *(name for team in heads.teams for name in (team.name, *team.players))]:
            self._names.setdefault(plain_form(name[:LONGEST_CELL]), name)
        headers = score_read([header_meant(cell.text) for cell in row.cells], place, self._remarks)
        seen: dict[Header, Cell] = {}
        for header, cell in zip(headers, row.cells, strict=True):
            named = header
            if header is None and cell.text:
                detail = f"The header {quoted(cell.text)} is not known: {nearest_header(cell.text)}"
                self._fault(cell.place, "unknown_header", detail)
                # Its cells are skipped like notes: the fault of the header says it all.
                named = Header("note")
            elif header is not None:
                subject = self._name(Cell(header.subject, cell.place)) if header.subject else ""
                named = header._replace(subject=subject)
                if named in seen and named.kind != "note":
                    detail = (
                        f"{quoted(cell.text)} means the same as {quoted(seen[named].text)} before: keep one of them."
                    )
                    self._fault(cell.place, "repeated_header", detail)
                seen[named] = cell
            self._headers.append(named)
        self._once = [kind for kind in _ONCE if Header(kind) in seen]
        self._has_decisions = any(header.kind in _DECIDED for header in seen)
        self._sheet.titles = {header.kind: cell.text for header, cell in reversed(seen.items())}
        self._sheet.is_long = is_long(seen, place, self._remarks)

    def _name(self, cell: Cell) -> str:
        """Return the name that counts for a spelling of it: the first of those that differ in case or spaces only."""
        known = self._spellings.get(cell.text)
        if known is not None:
            return known
        name = self._sheet.spelled(cell.text, cell.place, self._remarks)
        self._spellings[cell.text] = name
        self._sheet.subjects.setdefault(name, cell)
        return name

    def _take_row(self, row: Row) -> None:
        cells = list(zip(self._headers, row.cells, strict=False))
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
        if plain_form(first.text[:LONGEST_CELL]) in _TOTALS:
            detail = "This row of totals is left out: the totals of each round are in their own rows."
            self._note(first.place, "unmapped", detail)
            return
        last = self._rounds[-1] if self._rounds else None
        number = self._number(once, first.place)
        if number is None:
            return
        taken = self._by_number.get(number)
        if taken is not None and taken is last and self._is_redealt(taken, once):
            detail = f"Round {number} is void, and the next has its number too: the record has both, one after another."
            self._note(first.place, "round_redealt", detail)
            taken = None
        if taken is not None and not self._sheet.is_long:
            self._fault(first.place, "repeated_round", f"There is a round {number} before: number rounds once.")
            return
        if taken is None:
            taken = self._by_number[number] = Round(number, row.cells[0].place, {}, {}, {})
            self._rounds.append(taken)
        self._put(taken, cells, once, first)

    def _is_redealt(self, taken: Round, once: dict[Kind, Cell]) -> bool:
        """Return whether a row begins the round after a void one that has its number."""
        if not taken.is_void or not self._sheet.is_long:
            return taken.is_void
        name = once.get("player", NO_CELL).text or once.get("team", NO_CELL).text
        with_figures = [
            bool(cells.get("bid", NO_CELL).text or cells.get("tricks", NO_CELL).text) for cells in taken.of.values()
        ]
        # If only some lines of a void round have figures, they may be those of the round after it.
        return self._names.get(plain_form(name[:LONGEST_CELL])) in taken.of and len({*with_figures}) == 1

    def _put(
        self, taken: Round, cells: Sequence[tuple[Header | None, Cell]], once: dict[Kind, Cell], first: Cell
    ) -> None:
        """Put the cells of a row into its round."""
        for kind in self._once:
            if kind in once and once[kind].text:
                taken.once.setdefault(kind, []).append(once[kind])
        if once.get("note", NO_CELL).text:
            detail = "A record has no place for a column of notes; they are left out."
            self._note(once["note"].place, "unmapped", detail)
        if self._sheet.is_long:
            self._put_line(taken, cells, once, first)
            return
        for header, cell in cells:
            if header and header.kind in NUMBERED:
                taken.adjusted.setdefault(header.subject, {}).setdefault(header.number, {})[header.kind] = cell
            elif header and header.subject:
                taken.of.setdefault(header.subject, {})[header.kind] = cell
        self._put_reason(taken, once, [*taken.adjusted.values()])

    def _put_line(
        self, taken: Round, cells: Sequence[tuple[Header | None, Cell]], once: dict[Kind, Cell], first: Cell
    ) -> None:
        """Put a line of a long sheet into its round."""
        player, team = once.get("player", NO_CELL), once.get("team", NO_CELL)
        subject = player if player.text else team
        if not subject.text:
            self._fault(first.place, "nobody_named", "This line names no player: write who it is about.")
            return
        name = self._name(subject)
        if name in taken.of:
            detail = f"{quoted(name)} has a line in round {taken.number} before: write one for each player."
            self._fault(subject.place, "repeated_line", detail)
            return
        taken.of[name] = once
        if self._has_decisions:
            for header, cell in cells:
                if header and header.kind in NUMBERED:
                    taken.adjusted.setdefault(name, {}).setdefault(header.number, {})[header.kind] = cell
            self._put_reason(taken, once, [taken.adjusted.get(name, {})])
            form = plain_form(once.get("forfeit", NO_CELL).text[:LONGEST_CELL])
            if form in YES and form not in self._names:
                taken.once["forfeit"][-1] = Cell(name, once["forfeit"].place)
        if player.text:
            self._sheet.players.add(name)
            self._member(self._sheet.team_of, name, team)
            self._member(self._sheet.seat_of, name, once.get("seat", NO_CELL))

    def _put_reason(
        self, taken: Round, once: dict[Kind, Cell], adjusted: Sequence[dict[int, dict[Kind, Cell]]]
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
            taken.once.setdefault("reason", []).append(reason)

    def _member(self, known: dict[str, Cell], name: str, cell: Cell) -> None:
        """Keep the team or seat of a player, which has to be the same in all rounds."""
        if cell.text and plain_form(known.setdefault(name, cell).text) != plain_form(cell.text):
            detail = f"{quoted(name)} had {quoted(known[name].text)} before: a player keeps team and seat in a sheet."
            self._fault(cell.place, "changed_place", detail)

    def _number(self, once: Mapping[Kind, Cell], place: Place) -> int | None:
        """Return the number of a row's round: as written, or one more than the last if there is no such column."""
        cell = once.get("round")
        if cell is None:
            number = len(self._by_number) + 1
        elif not cell.text and self._sheet.is_long and self._last_number:
            number = self._last_number
            if not self._carried:
                self._carried = True
                detail = (
                    "A line without the number of a round belongs to the round of the line before, here and elsewhere."
                )
                self._note(place, "round_carried", detail)
        elif not cell.text and not self._sheet.is_long and says_void(once.get("void", NO_CELL)):
            # The number of the next round, which may follow, and of any void one before it.
            number = self._assumed or self._last_number + 1
            if self._unnumbered is None:
                self._unnumbered = place
                detail = "A void round without a number is read in its place, here and elsewhere."
                self._note(place, "void_without_number", detail)
        else:
            written = number_of_round(cell.text)
            if written is None:
                detail = f"{quoted(cell.text)} is no round: write its number, or total for a row of totals at the end."
                self._fault(cell.place, "not_a_round", detail)
                return None
            number = written
        if not 1 <= number <= HIGHEST_ROUND:
            self._fault(place, "not_a_round", f"Rounds are numbered from 1 to {HIGHEST_ROUND}, not {number}.")
            return None
        is_assumed = cell is not None and not cell.text and not self._sheet.is_long
        self._last_number, self._assumed = number, number if is_assumed else 0
        return number
