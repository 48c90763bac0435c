"""A game record as a score sheet in CSV.

What is written is read back: a record that would come back as another one is refused at the member that differs.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from service.media_types import harmless
from service.notations.csv_sheet.columns import COLUMNS, LABELS, Header, Kind
from service.notations.csv_sheet.heads import ALONE, heads_of
from service.notations.csv_sheet.reader import read
from service.notations.csv_sheet.table import FOR
from service.notations.model import (
    MOST_ADJUSTMENTS,
    Loss,
    Record,
    UnreadableText,
    UnwritableRecord,
    WrittenText,
    may_be_broken_off,
)
from service.notations.round_parts import endings_in, names_in
from service.spades.english import quoted
from service.spades.errors import pointer_to

_MEMBERS = ("players", "teams", "ruleset", "first_dealer", "first_round_number", "before", "labels", "rounds")
_MEMBERS_OF_A_ROW = (
    *("bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", "labels", "adjustments", "void"),
    *("redeal_by", "forfeited_by", "reason", "time_called", "substitutions"),
)
_BY_NAME = {"before", "bids_by_player", "tricks_won", "points", "score", "bags"}
"""The members that have a member for each player or side."""
_ONCE: tuple[Kind, ...] = (
    *("dealer", "substitutions", "void", "redeal by", "forfeit", "reason", "time called"),
    *LABELS,
)
"""What a round has once, in the order of the columns."""
_ADJUSTMENT: tuple[Kind, ...] = ("adjustment", "tricks adjustment", "adjustment to", "adjustment reason")
_TEXTS = {*_ONCE, "adjustment to", "adjustment reason"}
"""The columns of names and texts; all others have numbers."""
_FOUR = 4
_NEEDS_QUOTES = set('>;,\n"→')


class _Written(NamedTuple):
    """The text of a cell, and a pointer to what it says."""

    text: str
    pointer: str


Cells: TypeAlias = dict[Header, _Written]


def write(record: Mapping[str, Any]) -> WrittenText:
    """Return a game as a sheet: wide, or long if a name would not be understood in a header.

    Raises `UnwritableRecord` for a record that is no game, and for one that would not come back from a sheet.
    """
    if "tricks" in record:
        detail = "A score sheet has no place for cards, only for the number of tricks that each player or side won."
        raise UnwritableRecord([Loss("#/tricks", "not_a_game", detail)])
    if "rounds" not in record:
        detail = "A score sheet holds a game: put the round into 'rounds'."
        raise UnwritableRecord([Loss("#/rounds", "not_a_game", detail)])
    writer = _Writer(record)
    detail = "A line with # holds names on one line only."
    lines = [cell for line in writer.heads() for cell in line if not {"\n", "\r"}.isdisjoint(cell.text)]
    writer.faults += [Loss(cell.pointer, "unreadable_sheet", detail) for cell in lines]
    if writer.faults:
        raise UnwritableRecord(sorted(writer.faults))
    refusals: list[Loss] = []
    for rows in filter(None, (writer.wide(), writer.long())):
        text, places = _text_of([*writer.heads(), *rows])
        refused = [*_refusals(text, places, writer.game)]
        if not refused:
            return WrittenText(text, tuple(sorted(writer.losses)))
        refusals = refusals or refused
    raise UnwritableRecord(sorted(refusals))


def _text_of(table: Iterable[Sequence[_Written]]) -> tuple[str, dict[tuple[int, int], str]]:
    """Return a table as CSV, and for each cell, by the line of its row and its number there, what it says."""
    file = io.StringIO(newline="")
    line, places = 1, {}
    for row in table:
        places.update({(line, number): cell.pointer for number, cell in enumerate(row, 1)})
        start = file.tell()
        texts = [cell.text for cell in row]
        if texts[0].startswith("# "):  # a head, which is no cell of the list behind it
            file.write(texts.pop(0))
        csv.writer(file, lineterminator="\n").writerow(texts)
        file.seek(start)
        line += file.read().count("\n")
    return file.getvalue(), places


def _refusals(text: str, places: Mapping[tuple[int, int], str], game: Record) -> Iterator[Loss]:
    """Yield why a sheet would not be read as this game."""
    try:
        ((back,), _) = read(text)
    except UnreadableText as error:
        for fault in error.faults:
            pointer = places.get((fault.line, fault.column), "#")
            yield Loss(pointer, "unreadable_sheet", f"A score sheet with this could not be read: {fault.detail}")
        return
    for pointer in _differences(game, back):
        yield Loss(pointer, "other_sheet", "A score sheet cannot hold this: it would be read as something else.")


def _differences(old: Any, new: Any, *path: str | int) -> Iterator[str]:
    """Yield pointers to what is not the same in two records; those who bid blind have no order."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys([*old, *new]):
            yield from _differences(old.get(name), new.get(name), *path, name)
    elif path[-1:] == ("rounds",) and len(old) == len(new):
        for index, rows in enumerate(zip(old, new, strict=True)):
            yield from _differences(*rows, *path, index)
    elif path[-1:] == ("blind_bidders",) and old and new:
        yield from _differences(sorted(old), sorted(new), *path, "")
    elif old != new:
        yield pointer_to(*(part for part in path if part != ""))


class _Writer:
    """What a sheet holds of one game, as a record and as cells, and what it does not hold."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self._players: Sequence[str] = record["players"]
        self._table = [*self._players]
        """The players of the round that was taken last."""
        self._seats_of = self._sides(record)
        self.game: Record = {}
        """The record as it comes back."""
        for member, value in record.items():
            if member not in _MEMBERS or (member == "ruleset" and not isinstance(value, str)):
                self._lose(f"A score sheet has no place for {quoted(member)}.", member)
            elif value:
                self.game[member] = value
        labels = {name: text for name, text in record.get("labels", {}).items() if _comes_back(name, text)}
        for name in record.get("labels", {}).keys() - labels.keys():
            self._lose(f"The label {quoted(name)} is not on one line, or has spaces around it.", "labels", name)
        self.game |= {"labels": labels} if "labels" in self.game else {}
        self.game["rounds"] = [self._row(index, row) for index, row in enumerate(record["rounds"])]
        self.game = {name: value for name, value in self.game.items() if value or name == "rounds"}
        newcomers = [change["in"] for row in record["rounds"] for change in row.get("substitutions", ())]
        self._people = [*dict.fromkeys([*self._players, *newcomers])]
        teams = [team["name"] for team in record.get("teams", ())]
        others = sorted(self._seats_of.keys() - {*teams}, key=lambda side: self._seats_of[side][0])
        self._order = [*dict.fromkeys([*self._people, *teams, *others])]
        """All names in the order of their columns: players, teams, and other sides by their first players."""
        # In a sheet with adjustments it would not be clear whether points are with or without them.
        self._points: Kind = "net points" if any(row.get("adjustments") for row in self.game["rounds"]) else "points"
        self._rounds = [self._cells_of(index, row) for index, row in enumerate(self.game["rounds"])]

    def _sides(self, record: Mapping[str, Any]) -> dict[str, list[int]]:
        """Return the seats of each side: of the teams, and of players whose names are joined by plus signs."""
        sheet = {member: record.get(member, {}) for member in ("before", "rounds")}
        names = (str(name) for name, *_ in names_in(sheet, {"player", "team", "to", "forfeited_by"}, _BY_NAME))
        joined = {name: name.split("+") for name in names if "+" in name and name not in self._players}
        sides = {**joined, **{team["name"]: team["players"] for team in record.get("teams", ())}}
        seats = {
            side: [self._players.index(name) for name in members if name in self._players]
            for side, members in sides.items()
        }
        return {side: members for side, members in seats.items() if members}

    def _lose(self, detail: str, *path: str | int, code: str = "unmapped") -> None:
        self.losses.append(Loss(pointer_to(*path), code, detail))

    def _refuse(self, detail: str, *path: str | int) -> None:
        self.faults.append(Loss(pointer_to(*path), "row", detail))

    def _row(self, index: int, row: Mapping[str, Any]) -> Record:
        """Return what a sheet says of a round; what it does not say is lost, or a fault."""
        path = ("rounds", index)
        kept: Record = {}
        self.faults += endings_in(row, "A score sheet", *path)
        is_broken_off = may_be_broken_off(row)
        if row.get("tricks") or ("tricks" in row and not is_broken_off):
            detail = "A score sheet has a row for a round, not a log of its tricks: write 'tricks_won' instead."
            self._refuse(detail, *path, "tricks")
        for member, value in row.items():
            if not value and member in {*_MEMBERS_OF_A_ROW, "bids", "tricks"}:
                detail = "In a score sheet this looks the same as if it were left out."
                self._lose(detail, *path, member, code="absence")
            elif member in _MEMBERS_OF_A_ROW:
                kept[member] = value
            elif member not in {"bids", "tricks", "claim", "stopped"}:
                self._lose(f"A score sheet has no place for {quoted(member)}.", *path, member)
        if row.get("bids"):
            kept |= self._bids_without_order(row["bids"], *path, "bids")
        for change in row.get("substitutions", ()):
            self._table = [change["in"] if name == change["out"] else name for name in self._table]
        for member in {"bids_by_player", "tricks_won"} & kept.keys():
            kept[member] = self._by_sitters(kept[member], *path, member)
        if not is_broken_off:
            self._complete_tricks(kept, *path)
        return self._with_texts_of_cells(kept, *path)

    def _bids_without_order(self, bids: Sequence[Mapping[str, Any]], *path: str | int) -> Record:
        self._lose("A score sheet does not hold the order of the bids.", *path, code="order_lost")
        for place, bid in enumerate(bids):
            if bid.get("kind") in {"nil", "zero"}:
                self._lose("A cell does not say of which kind a bid of no tricks is.", *path, place, "kind")
        by_player = {bid.get("player", bid.get("team", "")): bid for bid in bids}
        if len(by_player) < len(bids):
            self._refuse("Somebody bid twice, and a score sheet has one bid of each.", *path)
        blind = [name for name, bid in by_player.items() if "blind" in bid.get("kind", "")]
        tricks = {"bids_by_player": {name: bid["tricks"] for name, bid in by_player.items()}}
        return {**tricks, "blind_bidders": blind} if blind else tricks

    def _by_sitters(self, by_name: Mapping[str, int], *path: str | int) -> dict[str, int]:
        """Return numbers by those who sit at the table: that of a side of one is written as its player's."""
        with_partners = {seat for seats in self._seats_of.values() for seat in seats}
        found: dict[str, int] = {}
        for name, number in by_name.items():
            seat = self._players.index(name) if name in self._players and name not in self._table else None
            if seat is None or seat in with_partners or self._table[seat] in by_name:
                found[name] = number
            else:
                found[self._table[seat]] = number
                detail = (
                    f"This is written for {quoted(self._table[seat])}, who is the side of {quoted(name)} in this round."
                )
                self._lose(detail, *path, name)
        return found

    def _complete_tricks(self, row: Record, *path: str | int) -> None:
        """Add the tricks of whoever is not in a record, who has won none."""
        if not (row.get("bids_by_player") and row.get("tricks_won")):
            self._refuse("A row of a score sheet has bids and tricks won.", *path)
            return
        tricks = row["tricks_won"]
        for seat, player in enumerate(self._table):
            side = next((side for side, seats in self._seats_of.items() if seat in seats), player)
            if player in tricks or side in tricks:
                continue
            members = {self._table[each] for each in self._seats_of.get(side, ())}
            by_player = not members.isdisjoint({*tricks, *row["bids_by_player"]})
            tricks[player if by_player else side] = 0

    def _with_texts_of_cells(self, row: Record, *path: str | int) -> Record:
        """Return a row with reasons, labels and figures as cells hold them."""
        if "reason" in row:
            row["reason"] = self._text(row["reason"], *path, "reason")
        row["adjustments"] = [
            {**each, "reason": self._text(each["reason"], *path, "adjustments", place, "reason")}
            for place, each in enumerate(row.get("adjustments", ()))
        ]
        labels = row.get("labels", {})
        row["labels"] = {name: text for name, text in labels.items() if name in LABELS and _comes_back(text)}
        for name in labels.keys() - row["labels"].keys():
            detail = f"A score sheet has no column for the label {quoted(name)}, or does not keep its spaces."
            self._lose(detail, *path, "labels", name)
        reported = row.get("reported", {})
        row["reported"] = {name: by for name, by in reported.items() if by and name in {"points", "score", "bags"}}
        if "tricks_won" in reported:
            self._lose("A row has its tricks once, those that were won.", *path, "reported", "tricks_won")
        return {name: value for name, value in row.items() if value}

    def _text(self, text: str, *path: str | int) -> str:
        kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if kept != text:
            self._lose("A cell keeps neither spaces around a text nor carriage returns in it.", *path)
        return kept

    def _cells_of(self, index: int, row: Mapping[str, Any]) -> Cells:
        """Return the cells of a round."""
        own = pointer_to("rounds", index)
        number = self.game.get("first_round_number", 1) + index
        cells: Cells = {Header("round"): _Written(str(number), own)}

        def add(kind: Kind, text: str, *path: str | int, of: str = "", count: int = 1) -> None:
            cells[Header(kind, of, count)] = _Written(text, pointer_to("rounds", index, *path))

        blind = row.get("blind_bidders", ())
        for name, tricks in row.get("bids_by_player", {}).items():
            add("bid", f"B{tricks}" if name in blind else str(tricks), "bids_by_player", name, of=name)
        for name, tricks in row.get("tricks_won", {}).items():
            add("tricks", str(tricks), "tricks_won", name, of=name)
        for member, kind in (("points", self._points), ("score", "total"), ("bags", "running bags")):
            for name, figure in row.get("reported", {}).get(member, {}).items():
                add(kind, str(figure), "reported", member, name, of=name)
        for kind, text in _once(row):
            add(kind, text, *COLUMNS[kind].member.split("."))
        for count, place, adjustment in self._numbered(row.get("adjustments", ())):
            for kind in _ADJUSTMENT:
                member = COLUMNS[kind].member
                if member in adjustment:
                    text = str(adjustment[member])
                    add(kind, text, "adjustments", place, member, of=adjustment["team"], count=count)
        return cells

    def _numbered(self, adjustments: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
        """Yield adjustments with the number of their columns and their place.

        They are read by their numbers, and those with the same number in the order of the columns.
        """
        count, last = 1, -1
        for place, adjustment in enumerate(adjustments):
            at = self._order.index(adjustment["team"]) if adjustment["team"] in self._order else last
            count += at <= last
            last = at
            yield count, place, adjustment

    def heads(self) -> list[list[_Written]]:
        """Return the lines before the headers."""
        lines = heads_of(self.game)
        figures = (row.get("reported", {}).values() for row in self.game["rounds"])
        alone = any(name in self._players for by_names in figures for by in by_names for name in by)
        if alone and len(self._players) >= _FOUR:
            lines.append((["sides", ALONE], "#/teams"))
        return [
            [
                _Written(f"# {key}: ", pointer),
                *(
                    _Written(text, f"{pointer}/{place}" if key == "players" else pointer)
                    for place, text in enumerate(texts)
                ),
            ]
            for (key, *texts), pointer in lines
        ]

    def wide(self) -> list[list[_Written]]:
        """Return a row for each round, with names in the headers; nothing without bids or tricks."""
        used = {header for cells in self._rounds for header in cells}
        if not {"bid", "tricks"} <= {header.kind for header in used}:
            return []
        groups = [("", ("round", *_ONCE)), *((name, (kind,)) for kind in ("bid", "tricks") for name in self._order)]
        groups += [(name, _ADJUSTMENT) for name in self._order]
        groups += [(name, (self._points, "total", "running bags")) for name in self._order]
        columns = [column for name, kinds in groups for column in _columns_of(name, kinds, used)]
        titles = [_Written(harmless(column.title), "#/players") for column in columns]
        return [titles, *([_shown(cells, column) for column in columns] for cells in self._rounds)]

    def long(self) -> list[list[_Written]]:
        """Return a line for each player and side of each round; the first also has the cells filled once a round."""
        used = {header for cells in self._rounds for header in cells}
        of_somebody = {header._replace(subject="") for header in used if header.subject}
        figures: tuple[Kind, ...] = (self._points, "total", "running bags")
        own = [Header("bid"), Header("tricks"), *_columns_of("", (*_ADJUSTMENT, *figures), of_somebody)]
        once = _columns_of("", _ONCE, used)
        titles = ["round", "player", "team", *(column.title for column in (*own, *once))]
        table = [[_Written(title, "#") for title in titles]]
        for cells in self._rounds:
            number = cells[Header("round")]
            subjects = {header.subject for header in cells}
            # A round in which nothing is recorded of anybody needs a line, too.
            present = [name for name in self._order if name in subjects] or self._order[:1]
            for name in present:
                who = [harmless(name), ""] if name in self._people else ["", harmless(name)]
                line = [number, *(_Written(each, number.pointer) for each in who)]
                line += [_shown(cells, column._replace(subject=name)) for column in own]
                line += [_shown(cells, column) if name == present[0] else _Written("", "#") for column in once]
                table.append(line)
        return table


def _comes_back(*texts: str) -> bool:
    """Tell whether texts come back from cells: on one line, without spaces around them; the first not empty."""
    return bool(texts[0]) and all(text == text.strip() and not {"\n", "\r", "\0"} & {*text} for text in texts)


def _once(row: Mapping[str, Any]) -> Iterator[tuple[Kind, str]]:
    """Yield the cells that a round has once."""
    values = {**row, **{f"labels.{name}": text for name, text in row.get("labels", {}).items()}}
    for kind in _ONCE:
        value = values.get(COLUMNS[kind].member)
        if kind == "substitutions" and value:
            yield kind, _list_of(value)
        elif value is not None:
            yield kind, "yes" if value is True else value.replace("_", " ") if kind == "redeal by" else value


def _list_of(changes: Iterable[Mapping[str, str]]) -> str:
    """Return substitutions, each name in quotes that has a mark of such a list."""
    return "; ".join(f"{_in_a_list(change['out'])} > {_in_a_list(change['in'])}" for change in changes)


def _in_a_list(name: str) -> str:
    needs_quotes = _NEEDS_QUOTES & {*name} or name.endswith("-") or FOR.search(name)
    return '"{}"'.format(name.replace('"', '""')) if needs_quotes else name


def _columns_of(name: str, kinds: Iterable[Kind], used: Container[Header]) -> list[Header]:
    """Return the columns of a name that have a cell in any round; those with numbers in groups, by their numbers."""
    columns = [Header(kind, name, number) for number in range(1, MOST_ADJUSTMENTS + 1) for kind in kinds]
    return [column for column in columns if column in used]


def _shown(cells: Cells, column: Header) -> _Written:
    """Return the cell of a column, which no spreadsheet runs as a formula; empty if the round has none."""
    written = cells.get(column, _Written("", cells[Header("round")].pointer))
    return written._replace(text=harmless(written.text)) if column.kind in _TEXTS else written
