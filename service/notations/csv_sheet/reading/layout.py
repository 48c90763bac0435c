"""Which columns a sheet has, and from them its rounds: the cells of each player and side, and those of the round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.notations.csv_sheet.cells import Cell, Row, Splitter
from service.notations.csv_sheet.headers import (
    BLIND_BID,
    LABELS,
    MOST_COLUMNS,
    OF_SOMEBODY,
    Header,
    Kind,
    find_columns,
    header_meant,
    nearest_header,
)
from service.notations.csv_sheet.heads import Heads
from service.notations.limits import HIGHEST_ROUND
from service.notations.model import Place, Remarks, Unheard
from service.spades.english import listed, quoted
from service.spades.spelling import plain_form

_LONGEST_CELL = 1000
_TOTALS = {"total", "totals", "sum", "final", "final score", "result", "end"}
_ROUND_NUMBER = re.compile(r"(?:round|rnd|hand|deal|r|#)?\s*([0-9]{1,4})(?:[.,]0*)?", re.IGNORECASE)
_ONCE: tuple[Kind, ...] = ("dealer", *LABELS)
_NOBODYS = Cell("", Place(1, 1))


class Round(NamedTuple):
    """The cells of a round: those of each player or side by name, and those that it has once."""

    number: int
    place: Place
    of: dict[str, dict[Kind, Cell]]
    once: dict[Kind, list[Cell]]


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
        self.rounds: list[Round] = []


class LayoutReader:
    """Reads the header and the rows of one text."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        self._sheet = Sheet()
        self._headers: list[Header | None] = []
        self._by_number: dict[int, Round] = {}
        self._names: dict[str, str] = {}
        self._spellings: dict[str, str] = {}
        self._last_number = 0
        self._carried = False

    def read(self, text: str) -> Sheet | None:
        """Return the sheet; None if there is no header."""
        columns = find_columns(text)
        if columns is None:
            detail = "No line names the columns: write round,player,bid,tricks or round,ana bid,ana tricks and so on."
            self._remarks.fault(Place(1, 1), "no_header", detail)
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
                detail = f"This line before the headers is left out: {quoted(row.cells[0].text)}."
                self._remarks.note(place, "unmapped", detail)
            else:
                self._take_row(row)
        rounds = sorted(self._by_number.values(), key=lambda each: each.number)
        if rounds != list(self._by_number.values()):
            detail = "The rounds are not in order here; they are read by their numbers."
            self._remarks.note(next(iter(self._by_number.values())).place, "rounds_sorted", detail)
        self._check_numbers(rounds)
        self._sheet.rounds = rounds
        return self._sheet

    def _take_header(self, row: Row) -> None:
        place = row.cells[0].place
        if len(row.cells) > MOST_COLUMNS:
            self._remarks.fault(place, "too_many_columns", f"A sheet has at most {MOST_COLUMNS} columns.")
            # Their rows have as many cells again.
            self._remarks.raise_faults()
        heads = Heads(self._sheet.heads, Unheard())
        for name in [*heads.players, *(name for team in heads.teams for name in (team.name, *team.players))]:
            self._names.setdefault(plain_form(name[:_LONGEST_CELL]), name)
        headers = self._score_read([header_meant(cell.text) for cell in row.cells], place)
        seen: dict[Header, Cell] = {}
        for header, cell in zip(headers, row.cells, strict=True):
            named = header
            if header is None and cell.text:
                detail = f"The header {quoted(cell.text)} is not known: {nearest_header(cell.text)}"
                self._remarks.fault(cell.place, "unknown_header", detail)
                # Its cells are skipped like notes: the fault of the header says it all.
                named = Header("note")
            elif header is not None:
                named = Header(header.kind, self._name(Cell(header.subject, cell.place)) if header.subject else "")
                if named in seen and named.kind != "note":
                    detail = (
                        f"{quoted(cell.text)} means the same as {quoted(seen[named].text)} before: keep one of them."
                    )
                    self._remarks.fault(cell.place, "repeated_header", detail)
                seen[named] = cell
            self._headers.append(named)
        self._check_columns(seen, place)

    def _score_read(self, headers: list[Header | None], place: Place) -> list[Header | None]:
        """Return the headers with what a column called score is.

        It is the points of the round beside a total, else the running score.
        """
        kinds = {header.kind for header in headers if header}
        if "score" not in kinds:
            return headers
        kind: Kind = "points" if "total" in kinds else "total"
        meaning = "the points of the round, because there is a total" if kind == "points" else "the running score"
        self._remarks.note(place, "score_read", f"The column 'score' is read as {meaning}.")
        return [header._replace(kind=kind) if header and header.kind == "score" else header for header in headers]

    def _check_columns(self, seen: dict[Header, Cell], place: Place) -> None:
        """Decide whether the sheet is long or wide, and refuse what is both, or lacks what it needs."""
        kinds = {header.kind for header in seen if not header.subject}
        with_subject = [header for header in seen if header.subject]
        self._sheet.is_long = bool(kinds & {"player", "team"})
        if self._sheet.is_long and with_subject:
            detail = "The sheet has a column of names and names in its headers: it is read with either, not with both."
            self._remarks.fault(seen[with_subject[0]].place, "long_and_wide", detail)
        needed: Iterable[Kind] = ("round", "bid", "tricks") if self._sheet.is_long else ()
        for kind in needed:
            if kind not in kinds:
                detail = f"A sheet with a line for each player needs a column {quoted(kind)}."
                self._remarks.fault(place, "missing_header", detail)
        if not self._sheet.is_long:
            for header in [header for header in seen if not header.subject and header.kind in OF_SOMEBODY]:
                detail = f"Whose {header.kind} is this? Write a name before it: 'ana {header.kind}'."
                self._remarks.fault(seen[header].place, "nobody_named", detail)
            if Header("blind") in seen:
                detail = f"Whose bid was blind? Please {BLIND_BID}"
                self._remarks.fault(seen[Header("blind")].place, "nobody_named", detail)

    def _name(self, cell: Cell) -> str:
        """Return the name that counts for a spelling of it: the first of those that differ in case or spaces only."""
        known = self._spellings.get(cell.text)
        if known is not None:
            return known
        name = self._names.setdefault(plain_form(cell.text[:_LONGEST_CELL]), cell.text)
        if name != cell.text:
            detail = f"{quoted(cell.text)} is read as {quoted(name)}, as it was written before."
            self._remarks.note(cell.place, "name_spelled", detail)
        self._spellings[cell.text] = name
        self._sheet.subjects.setdefault(name, cell)
        return name

    def _take_row(self, row: Row) -> None:
        cells = list(zip(self._headers, row.cells, strict=False))
        for cell in row.cells[len(self._headers) :]:
            if cell.text:
                detail = f"{quoted(cell.text)} has no header: quote a cell that holds the delimiter."
                self._remarks.fault(cell.place, "extra_cell", detail)
                return
        for header, cell in cells:
            if header is None and cell.text:
                self._remarks.fault(cell.place, "extra_cell", f"{quoted(cell.text)} is in a column without a header.")
                return
        once: dict[Kind, Cell] = {header.kind: cell for header, cell in cells if header and not header.subject}
        first = next(cell for cell in [once.get("round", _NOBODYS), *row.cells] if cell.text)
        if plain_form(first.text[:_LONGEST_CELL]) in _TOTALS:
            detail = "This row of totals is left out: the totals of each round are in their own rows."
            self._remarks.note(first.place, "unmapped", detail)
            return
        number = self._number(once.get("round"), first.place)
        if number is None:
            return
        if number in self._by_number and not self._sheet.is_long:
            self._remarks.fault(first.place, "repeated_round", f"There is a round {number} before: number rounds once.")
            return
        taken = self._by_number.setdefault(number, Round(number, row.cells[0].place, {}, {}))
        self._put(taken, cells, once, first)

    def _put(
        self, taken: Round, cells: Sequence[tuple[Header | None, Cell]], once: dict[Kind, Cell], first: Cell
    ) -> None:
        """Put the cells of a row into its round."""
        for kind in _ONCE:
            if kind in once and once[kind].text:
                taken.once.setdefault(kind, []).append(once[kind])
        if once.get("note", _NOBODYS).text:
            detail = "A record has no place for a column of notes; they are left out."
            self._remarks.note(once["note"].place, "unmapped", detail)
        if not self._sheet.is_long:
            for header, cell in cells:
                if header and header.subject:
                    taken.of.setdefault(header.subject, {})[header.kind] = cell
            return
        player, team = once.get("player", _NOBODYS), once.get("team", _NOBODYS)
        subject = player if player.text else team
        if not subject.text:
            self._remarks.fault(first.place, "nobody_named", "This line names no player: write who it is about.")
            return
        name = self._name(subject)
        if name in taken.of:
            detail = f"{quoted(name)} has a line in round {taken.number} before: write one for each player."
            self._remarks.fault(subject.place, "repeated_line", detail)
            return
        taken.of[name] = once
        if player.text:
            self._sheet.players.add(name)
            self._member(self._sheet.team_of, name, team)
            self._member(self._sheet.seat_of, name, once.get("seat", _NOBODYS))

    def _member(self, known: dict[str, Cell], name: str, cell: Cell) -> None:
        """Keep the team or seat of a player, which has to be the same in all rounds."""
        if cell.text and plain_form(known.setdefault(name, cell).text) != plain_form(cell.text):
            detail = f"{quoted(name)} had {quoted(known[name].text)} before: a player keeps team and seat in a sheet."
            self._remarks.fault(cell.place, "changed_place", detail)

    def _number(self, cell: Cell | None, place: Place) -> int | None:
        """Return the number of a row's round: as written, or one more than the last if there is no such column."""
        if cell is None:
            number = len(self._by_number) + 1
        elif not cell.text and self._sheet.is_long and self._last_number:
            number = self._last_number
            if not self._carried:
                self._carried = True
                detail = (
                    "A line without the number of a round belongs to the round of the line before, here and elsewhere."
                )
                self._remarks.note(place, "round_carried", detail)
        else:
            match = _ROUND_NUMBER.fullmatch(cell.text)
            if match is None:
                detail = f"{quoted(cell.text)} is no round: write its number, or total for a row of totals at the end."
                self._remarks.fault(cell.place, "not_a_round", detail)
                return None
            number = int(match[1])
        if not 1 <= number <= HIGHEST_ROUND:
            self._remarks.fault(place, "not_a_round", f"Rounds are numbered from 1 to {HIGHEST_ROUND}, not {number}.")
            return None
        self._last_number = number
        return number

    def _check_numbers(self, rounds: Sequence[Round]) -> None:
        present = {each.number for each in rounds}
        missing = [number for number in range(1, max(present, default=0)) if number not in present]
        if missing:
            after = next(each for each in rounds if each.number > missing[0])
            others = ["others"] if len(missing) > len(missing[:3]) else []
            which = (
                f"Round {missing[0]} is"
                if len(missing) == 1
                else f"Rounds {listed([*map(str, missing[:3]), *others])} are"
            )
            detail = f"{which} not in the sheet: the record has those that are, one after another."
            self._remarks.note(after.place, "rounds_missing", detail)
