"""Which columns a sheet has, and from them its rounds: the cells of each player and side, and those of the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.notations.csv_sheet.cells import Cell, Row, Splitter
from service.notations.csv_sheet.headers import (
    LABELS,
    MOST_COLUMNS,
    NUMBERED,
    Header,
    Kind,
    find_columns,
    header_meant,
    nearest_header,
)
from service.notations.csv_sheet.heads import Heads
from service.notations.csv_sheet.reading.columns import is_long, score_read
from service.notations.csv_sheet.reading.round_numbers import missing_rounds, number_of_round
from service.notations.csv_sheet.reading.sheet import LONGEST_CELL, NOBODYS, Round, Sheet, has_amount, says_void
from service.notations.csv_sheet.reading.values import NO, YES
from service.notations.limits import HIGHEST_ROUND
from service.notations.model import Place, Remarks, Unheard
from service.spades.english import quoted
from service.spades.spelling import plain_form

_TOTALS = {"total", "totals", "sum", "final", "final score", "result", "end"}
_ONCE: tuple[Kind, ...] = ("dealer", "void", "forfeit", "substitutions", *LABELS)
_BROKEN_OFF: tuple[Kind, ...] = ("void", "forfeit")
_DECIDED: tuple[Kind, ...] = ("reason", *_BROKEN_OFF, *NUMBERED)


class LayoutReader:
    """Reads the header and the rows of one text."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
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
        rounds = sorted(self._rounds, key=lambda each: each.number)
        if rounds != self._rounds:
            detail = "The rounds are not in order here; they are read by their numbers."
            self._remarks.note(self._rounds[0].place, "rounds_sorted", detail)
            if self._unnumbered is not None:
                detail = "The rounds are not in order here, so this void round needs its number: write it."
                self._remarks.fault(self._unnumbered, "not_a_round", detail)
        missing = missing_rounds({each.number for each in rounds})
        if missing is not None:
            after = next(each for each in rounds if each.number > missing[0])
            self._remarks.note(after.place, "rounds_missing", missing[1])
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
            self._names.setdefault(plain_form(name[:LONGEST_CELL]), name)
        headers = score_read([header_meant(cell.text) for cell in row.cells], place, self._remarks)
        seen: dict[Header, Cell] = {}
        for header, cell in zip(headers, row.cells, strict=True):
            named = header
            if header is None and cell.text:
                detail = f"The header {quoted(cell.text)} is not known: {nearest_header(cell.text)}"
                self._remarks.fault(cell.place, "unknown_header", detail)
                # Its cells are skipped like notes: the fault of the header says it all.
                named = Header("note")
            elif header is not None:
                subject = self._name(Cell(header.subject, cell.place)) if header.subject else ""
                named = header._replace(subject=subject)
                if named in seen and named.kind != "note":
                    detail = (
                        f"{quoted(cell.text)} means the same as {quoted(seen[named].text)} before: keep one of them."
                    )
                    self._remarks.fault(cell.place, "repeated_header", detail)
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
        name = self._names.setdefault(plain_form(cell.text[:LONGEST_CELL]), cell.text)
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
        first = next(cell for cell in [once.get("round", NOBODYS), *row.cells] if cell.text)
        if plain_form(first.text[:LONGEST_CELL]) in _TOTALS:
            detail = "This row of totals is left out: the totals of each round are in their own rows."
            self._remarks.note(first.place, "unmapped", detail)
            return
        last = self._rounds[-1] if self._rounds else None
        number = self._number(once, first.place)
        if number is None:
            return
        taken = self._by_number.get(number)
        if taken is not None and taken is last and self._is_redealt(taken, once):
            detail = f"Round {number} is void, and the next has its number too: the record has both, one after another."
            self._remarks.note(first.place, "round_redealt", detail)
            taken = None
        if taken is not None and not self._sheet.is_long:
            self._remarks.fault(first.place, "repeated_round", f"There is a round {number} before: number rounds once.")
            return
        if taken is None:
            taken = self._by_number[number] = Round(number, row.cells[0].place, {}, {}, {})
            self._rounds.append(taken)
        self._put(taken, cells, once, first)

    def _is_redealt(self, taken: Round, once: dict[Kind, Cell]) -> bool:
        """Return whether a row begins the round after a void one that has its number."""
        if not taken.is_void or not self._sheet.is_long:
            return taken.is_void
        name = once.get("player", NOBODYS).text or once.get("team", NOBODYS).text
        with_figures = [
            bool(cells.get("bid", NOBODYS).text or cells.get("tricks", NOBODYS).text) for cells in taken.of.values()
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
        if once.get("note", NOBODYS).text:
            detail = "A record has no place for a column of notes; they are left out."
            self._remarks.note(once["note"].place, "unmapped", detail)
        if self._sheet.is_long:
            self._put_line(taken, cells, once, first)
            return
        for header, cell in cells:
            if header and header.kind in NUMBERED:
                self._put_adjustment(taken, header.subject, header, cell)
            elif header and header.subject:
                taken.of.setdefault(header.subject, {})[header.kind] = cell
        self._put_reason(taken, once, [*taken.adjusted.values()])

    def _put_line(
        self, taken: Round, cells: Sequence[tuple[Header | None, Cell]], once: dict[Kind, Cell], first: Cell
    ) -> None:
        """Put a line of a long sheet into its round."""
        player, team = once.get("player", NOBODYS), once.get("team", NOBODYS)
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
        if self._has_decisions:
            for header, cell in cells:
                if header and header.kind in NUMBERED:
                    self._put_adjustment(taken, name, header, cell)
            self._put_reason(taken, once, [taken.adjusted.get(name, {})])
            form = plain_form(once.get("forfeit", NOBODYS).text[:LONGEST_CELL])
            if form in YES and form not in self._names:
                taken.once["forfeit"][-1] = Cell(name, once["forfeit"].place)
        if player.text:
            self._sheet.players.add(name)
            self._member(self._sheet.team_of, name, team)
            self._member(self._sheet.seat_of, name, once.get("seat", NOBODYS))

    @staticmethod
    def _put_adjustment(taken: Round, name: str, header: Header, cell: Cell) -> None:
        taken.adjusted.setdefault(name, {}).setdefault(header.number, {})[header.kind] = cell

    def _put_reason(
        self, taken: Round, once: dict[Kind, Cell], adjusted: Sequence[dict[int, dict[Kind, Cell]]]
    ) -> None:
        """Put the reason in a row to the only adjustment in it that has none of its own, or else to the round."""
        reason = once.get("reason", NOBODYS)
        if not reason.text:
            return
        lacking = [
            cells
            for numbered in adjusted
            for cells in numbered.values()
            if has_amount(cells) and not cells.get("adjustment reason", NOBODYS).text
        ]
        if len(lacking) == 1 and not any(
            plain_form(once.get(kind, NOBODYS).text[:LONGEST_CELL]) not in NO for kind in _BROKEN_OFF
        ):
            lacking[0]["adjustment reason"] = reason
        else:
            taken.once.setdefault("reason", []).append(reason)

    def _member(self, known: dict[str, Cell], name: str, cell: Cell) -> None:
        """Keep the team or seat of a player, which has to be the same in all rounds."""
        if cell.text and plain_form(known.setdefault(name, cell).text) != plain_form(cell.text):
            detail = f"{quoted(name)} had {quoted(known[name].text)} before: a player keeps team and seat in a sheet."
            self._remarks.fault(cell.place, "changed_place", detail)

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
                self._remarks.note(place, "round_carried", detail)
        elif not cell.text and not self._sheet.is_long and says_void(once.get("void", NOBODYS)):
            # The number of the next round, which may follow, and of any void one before it.
            number = self._assumed or self._last_number + 1
            if self._unnumbered is None:
                self._unnumbered = place
                detail = "A void round without a number is read in its place, here and elsewhere."
                self._remarks.note(place, "void_without_number", detail)
        else:
            written = number_of_round(cell.text)
            if written is None:
                detail = f"{quoted(cell.text)} is no round: write its number, or total for a row of totals at the end."
                self._remarks.fault(cell.place, "not_a_round", detail)
                return None
            number = written
        if not 1 <= number <= HIGHEST_ROUND:
            self._remarks.fault(place, "not_a_round", f"Rounds are numbered from 1 to {HIGHEST_ROUND}, not {number}.")
            return None
        is_assumed = cell is not None and not cell.text and not self._sheet.is_long
        self._last_number, self._assumed = number, number if is_assumed else 0
        return number
