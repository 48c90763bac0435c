"""A sheet as rows of cells: which columns it has, and its rounds with the cells of each player and side.

Nothing is known here of who the names are. A sheet is long, with a line for each player and round, or wide.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from service.media_types import as_meant
from service.notations.csv_sheet.cells import NO, YES, Cell, number_of_round
from service.notations.csv_sheet.columns import (
    AMOUNTS,
    BOTH,
    COLUMNS,
    NOTES,
    OF_ADJUSTMENTS,
    OF_SOMEBODY,
    PLAYED,
    WITH_ADJUSTMENTS,
    Header,
    Kind,
    header_meant,
    nearest_header,
)
from service.notations.csv_sheet.heads import Heads, head_of
from service.notations.model import HIGHEST_ROUND, MOST_ROUNDS, Place, Remarks
from service.spades.english import quoted

_DELIMITERS = (",", ";", "\t")
_LINES_BEFORE_HEADER = 40
_MOST_COLUMNS = 200
_OF_ROWS = {"round", "player", "team"}
_OF_WORDS = {"player", "team", "seat", "reason", *(kind for kind, column in COLUMNS.items() if column.of == "round")}
"""What columns hold words, so that a row with nothing else has no remark."""
_FEW = 3
"""The fewest known headers by which a text with unknown headers too is taken for a sheet, if one names its rows."""
_SKIPPED = Header("new bags")
"""What the cells under an unknown header are taken for: its fault says it all."""
NO_CELL = Cell("", Place(1, 1))
"""The cell that a sheet does not have."""


class Read(NamedTuple):
    """What a cell says, None for nothing, and where it is."""

    value: Any
    place: Place


def said(cells: Mapping[Kind, Read], kind: Kind) -> Any:
    """Return what the cell of this kind says, None for nothing."""
    return cells[kind].value if kind in cells else None


class Round(NamedTuple):
    """What the cells of a round say: those of each player or side by name, and those that it has once."""

    number: int
    place: Place
    of: dict[str, dict[Kind, Read]]
    once: dict[Kind, list[Read]]
    adjusted: dict[tuple[int, str], dict[Kind, Read]]
    """The adjustments by their number and the player or side, with their reasons."""


def _rows_of(text: str, delimiter: str, remarks: Remarks) -> tuple[list[Sequence[Cell]], list[Cell]]:
    """Return the rows of a text that are not blank, and its lines with ``#``; raises `UnreadableText` for bad quotes.

    ``#1`` is the number of a round and ``#`` alone a cell; any other line that begins with ``#`` is not taken apart.
    """
    rows: list[Sequence[Cell]] = []
    comments = []
    lines = enumerate(text.split("\n"), 1)
    for number, line in lines:
        if _is_comment(line, delimiter):
            comments.append(Cell(line.strip(), Place(number, 1)))
            continue
        rest = (f"{more}\n" for _, more in lines)
        try:
            row = next(_csv_reader(chain([f"{line}\n"], rest), delimiter), [])
        except csv.Error as error:
            fix = 'write " before and after a cell that holds quotes, delimiters or line ends, and "" for a quote in it'
            remarks.refuse(Place(number, 1), "bad_quotes", f"The row that begins here is no CSV ({error}): {fix}.")
        if any(map(str.strip, row)):
            if (head := head_of(row)) is not None:
                comments.append(Cell(head, Place(number, 1)))
            else:
                rows.append([Cell(as_meant(cell.strip()), Place(number, at)) for at, cell in enumerate(row, 1)])
    return rows, comments


def _is_comment(line: str, delimiter: str) -> bool:
    return line[:1] == "#" and not (line[1:2].isdigit() or line[1:2] in {delimiter, ""})


def _csv_reader(lines: Iterator[str], delimiter: str, *, strict: bool = True) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=strict)


class _Columns(NamedTuple):
    """A line of headers: its number, the delimiter that it was read with, its headers, and how many are unknown."""

    line: int
    delimiter: str
    known: Sequence[Header]
    unknown: int

    @property
    def kinds(self) -> set[Kind]:
        """What the columns with known headers hold."""
        return {header.kind for header in self.known}


def _columns_in(number: int, line: str, delimiter: str) -> _Columns:
    """Return the headers of a line, which may have quotes that do not match."""
    row: list[str] = []
    if not _is_comment(line, delimiter):
        with suppress(csv.Error):
            row = next(_csv_reader(iter([line]), delimiter, strict=False), [])
    texts = [as_meant(text.strip()) for text in row[:_MOST_COLUMNS] if text.strip()]
    known = [header for text in texts if (header := header_meant(text)) is not None]
    return _Columns(number, delimiter, known, len(texts) - len(known))


def _find_columns(text: str) -> _Columns | None:
    """Return the first line of a text that has at least two known headers; None if none of the first lines has.

    One with bids or tricks goes before others, which may be a title with ``Date`` and ``Table``. The delimiter is the
    one with which most of its headers are known.
    """
    title = None
    for number, line in enumerate(text.split("\n", _LINES_BEFORE_HEADER)[:_LINES_BEFORE_HEADER], 1):
        readings = [_columns_in(number, line, delimiter) for delimiter in _DELIMITERS if delimiter in line]
        columns = max(readings, key=lambda each: len(each.known), default=None)
        if columns is not None and len(columns.known) > 1:
            if columns.kinds & PLAYED:
                return columns
            title = title or columns
    return title


def evidence_of_columns(text: str) -> str | None:
    """Return what shows that a text is a sheet, as the end of a sentence: bids and tricks, or few unknown headers."""
    columns = _find_columns(text)
    # A ruleset in JSON, at the head of a text in another notation, speaks of bids and tricks as well.
    if columns is None or "{" in text.split("\n", columns.line)[columns.line - 1]:
        return None
    kinds = columns.kinds
    if kinds >= {"bid", "tricks"} or BOTH in kinds:
        return "it has a line of headers with bids and tricks"
    if kinds & PLAYED and kinds & _OF_ROWS and _FEW <= len(columns.known) > columns.unknown > 0:
        return "most of its headers are those of a score sheet"
    return None


class Sheet:
    """A score sheet before anything is known of who the names are; raises `UnreadableText` for what is no sheet."""

    def __init__(self, text: str, remarks: Remarks) -> None:
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note
        self.is_long = False
        self.subjects: dict[str, Place] = {}
        """Whoever the sheet names, by the name that counts, in the order of first appearance."""
        self.players: set[str] = set()
        """Those of them that are named in a column of players."""
        self.team_of: dict[str, Cell] = {}
        self.seat_of: dict[str, Cell] = {}
        self.newcomers: set[str] = set()
        """Whoever came in for a player without having sat at the table at first; they are no subjects."""
        self.adjusted: dict[str, Place] = {}
        """Whoever has columns of adjustments, by the name that counts."""
        self._names: dict[str, str] = {}
        self._headers: list[Header | None] = []
        self._rounds: dict[int, Round] = {}
        self._last_number = 0
        columns = _find_columns(text)
        if columns is None:
            detail = (
                "No line names the columns: write round,player,bid,tricks, or what a column holds behind each name:"
                " 'ana bid' and 'ana tricks', or 'ana bid/took' if its cells are like 3/4, and 'ana total' over a"
                " running score."
            )
            remarks.refuse(Place(1, 1), "no_header", detail)
        rows, comments = _rows_of(text, columns.delimiter, remarks)
        self.heads = Heads(comments, remarks, columns.delimiter)
        for row in rows:
            place = row[0].place
            if place.line == columns.line:
                self._take_header(row)
            elif place.line > columns.line:
                self._take_row(row)
            elif not row[0].text.startswith("sep="):
                words = quoted(" ".join(cell.text for cell in row if cell.text))
                self._note(place, "unmapped", f"This line before the headers is left out: {words}.")
        self.rounds = sorted(self._rounds.values(), key=lambda round_: round_.number)
        if self.rounds:
            self._check_rounds(self.rounds[0])
        remarks.raise_faults()

    def spelled(self, text: str, place: Place, remarks: Remarks) -> str:
        """Return a name as it was written first, and note it if it is in another spelling here."""
        name = self._names.setdefault(Cell(text, place).form, text)
        if name != text:
            detail = f"{quoted(text)} is read as {quoted(name)}, as it was written before."
            remarks.note(place, "name_spelled", detail)
        return name

    def _check_rounds(self, first: Round) -> None:
        """Report rounds out of order, too many, and those that are not there.

        Rounds before the first one are not missing if the heads say how it stood there, or its number.
        """
        if self.rounds != [*self._rounds.values()]:
            detail = "The rounds are not in order here; they are read by their numbers."
            self._note(next(iter(self._rounds.values())).place, "rounds_sorted", detail)
        if len(self.rounds) > MOST_ROUNDS:
            self._fault(self.rounds[MOST_ROUNDS].place, "too_many", f"A game has at most {MOST_ROUNDS} rounds.")
        heads = self.heads
        if heads.first_round not in {None, first.number}:
            detail = f"The first round here is {first.number}, and '# first round' says {heads.first_round}."
            self._fault(first.place, "figures_disagree", f"{detail} Write one number.")
        for count, round_ in enumerate(self.rounds, first.number if heads.before or heads.first_round else 1):
            if round_.number > count:
                detail = f"Round {count} is not in the sheet: the record has the rounds that are, one after another."
                self._note(round_.place, "rounds_missing", detail)
                break

    def _take_header(self, row: Sequence[Cell]) -> None:
        place, heads = row[0].place, self.heads
        if len(row) > _MOST_COLUMNS:  # their rows have as many cells again
            self._remarks.refuse(place, "too_many_columns", f"A sheet has at most {_MOST_COLUMNS} columns.")
        for name in [*heads.players, *(name for team in heads.teams for name in (team.name, *team.players))]:
            self._names.setdefault(Cell(name, place).form, name)
        seen: dict[Header, Cell] = {}
        for cell in row:
            header = header_meant(cell.text)
            if header is None and cell.text:
                detail = f"The header {quoted(cell.text)} is not known: {nearest_header(cell.text)}"
                self._fault(cell.place, "unknown_header", detail)
            self._headers.append(header or (_SKIPPED if cell.text else None))
            if header is None:
                continue
            if header.subject:
                of = self.adjusted if header.kind in OF_ADJUSTMENTS else self.subjects
                header = self._headers[-1] = header._replace(subject=self._name(header.subject, cell.place, of))
            for kind in ("bid", "tricks") if header.kind == BOTH else (header.kind,):
                part = header._replace(kind=kind)
                if part in seen and kind != "note":
                    detail = f"{quoted(cell.text)} means the same as {quoted(seen[part].text)} before: keep one."
                    self._fault(cell.place, "repeated_header", detail)
                seen[part] = cell
        self._check_headers(seen, place)

    def _check_headers(self, seen: Mapping[Header, Cell], place: Place) -> None:
        """Report columns that do not go together or that are lacking, and note what those mean that may mean two."""
        first = {header.kind: cell for header, cell in [*seen.items()][::-1]}
        if {"score", "total"} <= first.keys():
            detail = f"{quoted(first['score'].text)} means the same as 'total': call the points of each round 'points'."
            self._fault(first["score"].place, "repeated_header", detail)
        notes = {**NOTES, **({} if first.keys().isdisjoint(AMOUNTS) else {"points": WITH_ADJUSTMENTS})}
        for kind in notes.keys() & first.keys():
            self._note(first[kind].place, *notes[kind])
        kinds = {header.kind for header in seen if not header.subject}
        self.is_long = not kinds.isdisjoint({"player", "team"})
        for header, cell in seen.items():
            if not (self.is_long or header.subject) and header.kind in OF_SOMEBODY:
                detail = f"Whose {header.kind} is this? Write a name before it: 'ana {header.kind}'."
                self._fault(cell.place, "nobody_named", detail)
        named = next((cell for header, cell in seen.items() if header.subject), None)
        if self.is_long and named is not None:
            detail = "The sheet has a column of names and names in its headers: it is read with either, not with both."
            self._fault(named.place, "long_and_wide", detail)
        for kind in ("round", "bid", "tricks") if self.is_long else ():
            if kind not in kinds:
                detail = f"A sheet with a line for each player needs a column {quoted(kind)}."
                self._fault(place, "missing_header", detail)

    def _name(self, text: str, place: Place, of: dict[str, Place]) -> str:
        """Return the name that counts for a spelling of it: the first of those that differ in case or spaces only.

        That in a header of adjustments is of a side which the sheet knows from elsewhere.
        """
        name = self.spelled(text, place, self._remarks)
        of.setdefault(name, place)
        return name

    def _take_row(self, row: Sequence[Cell]) -> None:
        headers = [*self._headers, *([None] * (len(row) - len(self._headers)))]
        cells = [*zip(headers, row, strict=False)]
        once = {header.kind: cell for header, cell in cells if header and not header.subject}
        first = next(cell for cell in [once.get("round", NO_CELL), *row] if cell.text)
        if self._is_refused(cells):
            return
        if first.is_total:
            detail = "This row of totals is left out: the totals of each round are in their own rows."
            self._note(first.place, "unmapped", detail)
            return
        number = self._number(once, first.place)
        if number is None:
            return
        if number in self._rounds and not self.is_long:
            detail = f"There is a round {number} before: number each round once, also one that is void."
            self._fault(first.place, "repeated_round", detail)
            return
        round_ = self._rounds.setdefault(number, Round(number, row[0].place, {}, {}, {}))
        own = self._subject_of_line(round_, once, first) if self.is_long else None
        self._put(round_, cells, once, own)

    def _is_refused(self, cells: Sequence[tuple[Header | None, Cell]]) -> bool:
        """Refuse a line with a cell that has no header, or with nothing but a remark, which may decide the game.

        A remark is the only text beside the number of the round, if it is a note, if its column has no words, or
        if it is a name that no round before has.
        """
        filled = [(header.kind if header else "", cell) for header, cell in cells if cell.text]
        others = [(kind, cell) for kind, cell in filled if kind != "round" or not number_of_round(cell.text)]
        numbers = {number_of_round(cell.text) for kind, cell in filled if kind == "round"}
        for kind, cell in others if len(others) == 1 else ():
            is_known = kind != "player" or cell.form in self._names or not numbers or numbers.issuperset(self._rounds)
            is_word = kind in _OF_WORDS or not cell.is_sentence
            if kind == "note" or not (is_word and is_known):
                detail = (
                    f"This line has nothing but the remark {quoted(cell.text)}: if it decides something, write the side"
                    " in a column 'forfeit', or yes in a column 'void', each with why in a column 'reason', or yes in a"
                    " column 'time called'; if not, empty the cell, or begin the line with #."
                )
                self._fault(cell.place, "remark_alone", detail)
                return True
        alone = next((cell for kind, cell in filled if not kind), None)
        if alone is not None:
            detail = f"{quoted(alone.text)} has no header: write one, or quote a cell that holds the delimiter."
            self._fault(alone.place, "extra_cell", detail)
        return alone is not None

    def _put(
        self, round_: Round, cells: Sequence[tuple[Header | None, Cell]], once: Mapping[Kind, Cell], own: str | None
    ) -> None:
        """Put what the cells of a row say into its round; ``own`` is whom a line of a long sheet is about."""
        adjusted: dict[tuple[int, str], dict[Kind, Read]] = {}
        for header, cell in cells:
            if header is None:
                continue
            column, name = COLUMNS[header.kind], header.subject or own
            if column.of == "line" and header.kind != "note":
                continue
            value = column.read(cell, self._remarks)
            if header.kind == "forfeit" and own and cell.form in YES and cell.form not in self._names:
                value = Cell(own, cell.place)
            if column.of == "round" and value is not None:
                round_.once.setdefault(header.kind, []).append(Read(value, cell.place))
            elif column.of == "adjustment" and name:
                adjustment = round_.adjusted.setdefault((header.number, name), {})
                adjustment[header.kind] = Read(value, cell.place)
                adjusted[header.number, name] = adjustment
            elif column.of == "somebody" and name:
                parts = (value or {"bid": None, "tricks": None}) if header.kind == BOTH else {header.kind: value}
                own_cells = round_.of.setdefault(name, {})
                own_cells.update({kind: Read(part, cell.place) for kind, part in parts.items()})
        self._put_reason(round_, once, [*adjusted.values()])

    def _put_reason(self, round_: Round, once: Mapping[Kind, Cell], adjusted: Sequence[dict[Kind, Read]]) -> None:
        """Put the reason in a row to the only adjustment in it that has none of its own, or else to the round."""
        cell = once.get("reason", NO_CELL)
        if not COLUMNS["reason"].read(cell, self._remarks):
            return
        reason = Read(cell.text, cell.place)
        lacking = [each for each in adjusted if has_amount(each) and said(each, "adjustment reason") is None]
        is_broken_off = any(once.get(kind, NO_CELL).form not in NO for kind in ("void", "forfeit"))
        if len(lacking) == 1 and not is_broken_off:
            lacking[0]["adjustment reason"] = reason
        else:
            round_.once.setdefault("reason", []).append(reason)

    def _subject_of_line(self, round_: Round, once: Mapping[Kind, Cell], first: Cell) -> str | None:
        """Return whom a line of a long sheet is about, and keep what it says of them; None for a fault."""
        player, team = once.get("player", NO_CELL), once.get("team", NO_CELL)
        subject = player if player.text else team
        if not subject.text:
            self._fault(first.place, "nobody_named", "This line names no player: write who it is about.")
            return None
        name = self._name(subject.text, subject.place, self.subjects)
        if name in round_.of:
            detail = f"{quoted(name)} has a line in round {round_.number} before: write one for each player."
            self._fault(subject.place, "repeated_line", detail)
            return None
        round_.of[name] = {}
        if player.text:
            self.players.add(name)
            self._member(self.team_of, name, team)
            self._member(self.seat_of, name, once.get("seat", NO_CELL))
        return name

    def _member(self, known: dict[str, Cell], name: str, cell: Cell) -> None:
        """Keep the team or seat of a player, which has to be the same in all rounds."""
        if cell.text and known.setdefault(name, cell).form != cell.form:
            detail = f"{quoted(name)} had {quoted(known[name].text)} before: a player keeps team and seat in a sheet."
            self._fault(cell.place, "changed_place", detail)

    def _number(self, once: Mapping[Kind, Cell], place: Place) -> int | None:
        """Return the number of a row's round: as written, or one more than the last if there is no such column."""
        cell = once.get("round")
        number: int | None = (self.heads.first_round or 1) + len(self._rounds)
        if cell is not None and not cell.text and self.is_long and self._last_number:
            number = self._last_number
            detail = "A line without the number of a round belongs to the round of the line before."
            self._note(place, "round_carried", detail)
        elif cell is not None:
            number, place = number_of_round(cell.text), cell.place
        if number is None or not 1 <= number <= HIGHEST_ROUND:
            is_what = f"{quoted(cell.text)} is no round" if cell and cell.text else "This line has no number of a round"
            fix = f"write its number, 1 to {HIGHEST_ROUND}, total for a row of totals, or # before a remark"
            self._fault(place, "not_a_round", f"{is_what}: {fix}.")
            return None
        self._last_number = number
        return number


def has_amount(cells: Mapping[Kind, Read]) -> bool:
    """Return whether there are points or tricks among the cells of an adjustment."""
    return any(said(cells, kind) is not None for kind in (*AMOUNTS, "tricks adjustment"))
