"""A game record as a score sheet in CSV.

What is written is read back: what does not come back is lost, and a record that would come back as another is refused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from service.media_types import harmless
from service.notations.csv_sheet.columns import COLUMNS, LABELS, Header, Kind
from service.notations.csv_sheet.heads import ALONE, STANDING
from service.notations.csv_sheet.reader import read
from service.notations.csv_sheet.table import FOR
from service.notations.losses import CHANGED, losses
from service.notations.model import Loss, Record, UnreadableText, UnwritableRecord, WrittenText, may_be_broken_off
from service.spades.errors import pointer_to

_TITLE = "A score sheet"
_UNREADABLE = "unreadable_sheet"
_ONCE = ("dealer", "substitutions", "void", "redeal by", "forfeit", "reason", "time called", *LABELS)
"""What a round has once."""
_ADJUSTMENT = ("adjustment", "tricks adjustment", "adjustment to", "adjustment reason")
_FIGURES = ("points", "net points", "total", "running bags")
_GROUPS: Sequence[Sequence[Kind]] = (("round", *_ONCE), ("bid",), ("tricks",), _ADJUSTMENT, _FIGURES)
"""What is written, in the order of the columns: the first of each group, then that of the names within it."""
_BY_NAME = {"before", "bids_by_player", "tricks_won", "points", "score", "bags"}
"""The members that have a member for each player or side."""
_OF_SOMEBODY = {"player", "team", "to", "forfeited_by"}
_ENDINGS = (
    ("claim", "claim_unwritable", "tricks were claimed"),
    ("stopped", "stop_unwritable", "play was stopped"),
)
_FOUR = 4
_NEEDS_QUOTES = set('>;,\n"→')


class _Written(NamedTuple):
    """The text of a cell, and a pointer to what it says."""

    text: str
    pointer: str


Cells: TypeAlias = dict[Header, _Written]
_EMPTY = _Written("", "#")


def write(record: Mapping[str, Any]) -> WrittenText:
    """Return a game as a sheet: wide, or long if a name would not be understood in a header.

    Raises `UnwritableRecord` for a record that is no game, and for one that would not come back from a sheet.
    """
    if "rounds" not in record:
        detail = "A score sheet holds a game, with a row for each round and no cards: put the round into 'rounds'."
        raise UnwritableRecord([Loss("#/rounds", "not_a_game", detail)])
    sheet = _Sheet(record)
    detail = "A line with # holds names on one line only."
    lines = [cell for line in sheet.heads() for cell in line if not {"\n", "\r"}.isdisjoint(cell.text)]
    sheet.faults += [Loss(cell.pointer, _UNREADABLE, detail) for cell in lines]
    if sheet.faults:
        raise UnwritableRecord(sorted(sheet.faults))
    refusals: list[Loss] = []
    for rows in filter(None, (sheet.wide(), sheet.long())):
        text, places = _text_of([*sheet.heads(), *rows])
        found = [*_not_as_it_was(text, places, sheet.game)]
        refused = [each for each in found if each.code in {CHANGED, _UNREADABLE}]
        if not refused:
            return WrittenText(text, tuple(sorted([*sheet.losses, *found])))
        refusals = refusals or refused
    raise UnwritableRecord(sorted(refusals))


def _text_of(table: Iterable[Sequence[_Written]]) -> tuple[str, dict[tuple[int, int], str]]:
    """Return a table as CSV, and for each cell, by the line of its row and its number there, what it says."""
    text, places = "", {}
    for row in table:
        line = text.count("\n") + 1
        places.update({(line, number): cell.pointer for number, cell in enumerate(row, 1)})
        texts = [cell.text for cell in row]
        if texts[0].startswith("# "):  # a head, which is no cell of the list behind it
            text += texts.pop(0)
        file = io.StringIO(newline="")
        csv.writer(file, lineterminator="\n").writerow(texts)
        text += file.getvalue()
    return text, places


def _not_as_it_was(text: str, places: Mapping[tuple[int, int], str], game: Record) -> Iterator[Loss]:
    """Yield what of a game does not come back from a sheet, or why the sheet cannot be read."""
    try:
        ((back,), _) = read(text)
    except UnreadableText as error:
        for fault in error.faults:
            pointer = places.get((fault.line, fault.column), "#")
            yield Loss(pointer, _UNREADABLE, f"A score sheet with this could not be read: {fault.detail}")
        return
    yield from losses(game, back, _TITLE)


def bids_by_player(bids: Sequence[Mapping[str, Any]]) -> Record | None:
    """Return bids as the members of a row, which have no order; None if somebody bid twice."""
    by_bidder = {bid.get("player", bid.get("team", "")): bid for bid in bids}
    if len(by_bidder) < len(bids):
        return None
    blind = [name for name, bid in by_bidder.items() if "blind" in bid.get("kind", "")]
    members = {"bids_by_player": {name: bid["tricks"] for name, bid in by_bidder.items()}, "blind_bidders": blind}
    return {member: value for member, value in members.items() if value}


class _Sheet:
    """A game as a sheet has it: its cells, what of it is lost, and why it cannot be written."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.losses: list[Loss] = []
        self.faults: list[Loss] = []
        self._players: Sequence[str] = record["players"]
        self._seats_of = self._sides(record)
        self._table = [*self._players]
        """Who sits in the seats in the round that was looked at last."""
        self.game: Record = {**record, "rounds": [*map(self._row, range(len(record["rounds"])), record["rounds"])]}
        """The record with bids by player, and the tricks of everybody."""
        newcomers = [change["in"] for row in record["rounds"] for change in row.get("substitutions", ())]
        self._people = [*dict.fromkeys([*self._players, *newcomers])]
        teams = [team["name"] for team in record.get("teams", ())]
        others = sorted(self._seats_of.keys() - {*teams}, key=lambda side: self._seats_of[side][0])
        self._order = ["", *dict.fromkeys([*self._people, *teams, *others])]
        """All names in the order of their columns: players, teams, and other sides by their first players."""
        # In a sheet with adjustments it would not be clear whether points are with or without them.
        is_adjusted = any(row.get("adjustments") for row in self.game["rounds"])
        self._kinds = [*_ONCE, "bid", "tricks", "net points" if is_adjusted else "points", "total", "running bags"]
        self._rounds = [*map(self._cells_of, range(len(self.game["rounds"])), self.game["rounds"])]
        self._used = {header for cells in self._rounds for header in cells}

    def _sides(self, record: Mapping[str, Any]) -> dict[str, list[int]]:
        """Return the seats of each side: of the teams, and of players whose names are joined by plus signs."""
        names = _names_in({member: record.get(member, {}) for member in ("before", "rounds")})
        joined = {name: name.split("+") for name in names if "+" in name and name not in self._players}
        sides = {**joined, **{team["name"]: team["players"] for team in record.get("teams", ())}}
        seats = {
            side: [self._players.index(name) for name in members if name in self._players]
            for side, members in sides.items()
        }
        return {side: members for side, members in seats.items() if members}

    def _refuse(self, code: str, detail: str, *path: str | int) -> None:
        self.faults.append(Loss(pointer_to(*path), code, detail))

    def _row(self, index: int, row: Mapping[str, Any]) -> Record:
        """Return a round as a row, with its bids by player and the tricks of everybody."""
        path = ("rounds", index)
        is_broken_off = may_be_broken_off(row)
        for member, code, what in _ENDINGS:
            if row.get(member):
                detail = f"A score sheet can't say that {what}, and without that the round would look unfinished."
                self._refuse(code, f"{detail} Write it as shorthand.", *path, member)
        if row.get("tricks") or ("tricks" in row and not is_broken_off):
            detail = "A score sheet has a row for a round, not a log of its tricks: write 'tricks_won' instead."
            self._refuse("row", detail, *path, "tricks")
        kept: Record = {**row}
        if row.get("bids"):
            kept |= self._bids_without_order(kept.pop("bids"), *path, "bids")
        for change in row.get("substitutions", ()):
            self._table = [change["in"] if name == change["out"] else name for name in self._table]
        if not is_broken_off and not (kept.get("bids_by_player") and kept.get("tricks_won")):
            self._refuse("row", "A row of a score sheet has bids and tricks won.", *path)
        elif not is_broken_off:
            kept["tricks_won"] = self._tricks_of_all(kept["tricks_won"], kept["bids_by_player"])
        return kept

    def _bids_without_order(self, bids: Sequence[Mapping[str, Any]], *path: str | int) -> Record:
        detail = "A score sheet does not hold the order of the bids."
        self.losses.append(Loss(pointer_to(*path), "order_lost", detail))
        for place, bid in enumerate(bids):
            if bid.get("kind") in {"nil", "zero"}:
                detail = "A cell does not say of which kind a bid of no tricks is."
                self.losses.append(Loss(pointer_to(*path, place, "kind"), "unmapped", detail))
        by_player = bids_by_player(bids)
        if by_player is None:
            self._refuse("row", "Somebody bid twice, and a score sheet has one bid of each.", *path)
        return by_player or {}

    def _tricks_of_all(self, won: Mapping[str, int], bids: Mapping[str, int]) -> dict[str, int]:
        """Return the tricks of all, with none for a player whom the record leaves out."""
        tricks = {**won}
        for seat, player in enumerate(self._table):
            side = next((side for side, seats in self._seats_of.items() if seat in seats), player)
            if player not in tricks and side not in tricks:
                members = {self._table[each] for each in self._seats_of.get(side, ())}
                tricks[side if members.isdisjoint({*tricks, *bids}) else player] = 0
        return tricks

    def _cells_of(self, index: int, row: Mapping[str, Any]) -> Cells:
        """Return the cells of a round: what the columns that are written find in it."""
        own = ("rounds", index)
        number = self.game.get("first_round_number", 1) + index
        cells: Cells = {Header("round"): _Written(str(number), pointer_to(*own))}
        for kind in self._kinds:
            path = COLUMNS[kind].member.split(".")
            value: Any = row
            for member in path:
                value = value.get(member, {})
            if kind in _ONCE:
                value = value.replace("_", " ") if kind == "redeal by" and value else value
                cells |= {Header(kind): _Written(_text(value), pointer_to(*own, *path))} if value else {}
                continue
            for name, figure in value.items():
                blind = "B" if kind == "bid" and name in row.get("blind_bidders", ()) else ""
                cells[Header(kind, name)] = _Written(f"{blind}{figure}", pointer_to(*own, *path, name))
        for count, place, adjustment in self._numbered(row.get("adjustments", ())):
            for kind in _ADJUSTMENT:
                member = COLUMNS[kind].member
                if member in adjustment:
                    pointer = pointer_to(*own, "adjustments", place, member)
                    cells[Header(kind, adjustment["team"], count)] = _Written(_text(adjustment[member]), pointer)
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
        """Return the lines before the headers: what they are about, and then the texts of their list."""
        game = self.game

        def head(key: str, texts: Sequence[str], *path: str | int, numbers: Sequence[str] = ()) -> list[_Written]:
            pointer = pointer_to(*path)
            return [_Written(text, pointer) for text in (f"# {key}: ", *map(harmless, texts), *numbers)]

        ruleset = game.get("ruleset")
        lines = [head("ruleset", [ruleset], "ruleset")] if isinstance(ruleset, str) else []
        seats = [_Written(harmless(name), pointer_to("players", seat)) for seat, name in enumerate(self._players)]
        lines.append([*head("players", [], "players"), *seats])
        for index, team in enumerate(game.get("teams", ())):
            lines.append(head("team", [team["name"], *team["players"]], "teams", index))
        for member in ("first_dealer", "first_round_number"):
            key = member.removesuffix("_number").replace("_", " ")
            lines += [head(key, [str(game[member])], member)] if member in game else []
        for label in game.get("labels", {}).items():
            lines += [head("label", label, "labels", label[0])] if _comes_back(*label) else []
        for name, standing in game.get("before", {}).items():
            numbers = ",".join(str(standing.get(figure, "")) for figure in STANDING).rstrip(",")
            lines.append(head("before", [name], "before", name, numbers=numbers.split(",") if numbers else ()))
        figures = (by for row in game["rounds"] for by in row.get("reported", {}).values())
        alone = any(name in self._players for by in figures for name in by)
        return [*lines, head("sides", [ALONE], "teams")] if alone and len(self._players) >= _FOUR else lines

    def _place_of(self, name: str) -> int:
        return self._order.index(name) if name in self._order else len(self._order)

    def _place(self, header: Header) -> tuple[int, int, int, int]:
        """Return the place of a column among all: its group, whose it is, its number, and its place in the group."""
        group = next(place for place, kinds in enumerate(_GROUPS) if header.kind in kinds)
        return group, self._place_of(header.subject), header.number, _GROUPS[group].index(header.kind)

    def wide(self) -> list[list[_Written]]:
        """Return a row for each round, with names in the headers; nothing without bids or tricks."""
        if not {"bid", "tricks"} <= {header.kind for header in self._used}:
            return []
        columns = sorted(self._used, key=self._place)
        titles = [_Written(harmless(column.title), "#/players") for column in columns]
        return [titles, *([cells.get(column, _EMPTY) for column in columns] for cells in self._rounds)]

    def long(self) -> list[list[_Written]]:
        """Return a line for each player and side of each round; the first also has the cells filled once a round."""
        of_somebody = {header._replace(subject="") for header in self._used if header.subject}
        own = sorted({Header("bid"), Header("tricks"), *of_somebody}, key=self._place)
        once = sorted((header for header in self._used if not header.subject), key=self._place)[1:]
        table = [[_Written(title, "#") for title in ("round", "player", "team", *(each.title for each in own + once))]]
        for cells in self._rounds:
            number = cells[Header("round")]
            subjects = {header.subject for header in cells} - {""}
            # A round in which nothing is recorded of anybody needs a line, too.
            present = sorted(subjects, key=self._place_of) or self._order[1:2]
            for name in present:
                who = [harmless(name), ""] if name in self._people else ["", harmless(name)]
                line = [number, *(_Written(each, number.pointer) for each in who)]
                line += [cells.get(column._replace(subject=name), _EMPTY) for column in own]
                line += [cells.get(column, _EMPTY) if name == present[0] else _EMPTY for column in once]
                table.append(line)
        return table


def _names_in(value: Any) -> Iterator[str]:
    """Yield each name in a record: the values of some members, and the names of the members of others."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key in _BY_NAME and isinstance(inner, dict):
            yield from inner
        elif key in _OF_SOMEBODY and isinstance(inner, str):  # anything else is that of a name, such as a bid of "to"
            yield inner
        elif isinstance(inner, dict | list) and key != "labels":
            yield from _names_in(inner)


def _comes_back(*texts: str) -> bool:
    """Tell whether texts come back from a line with #: they are on one line, without spaces around them."""
    return bool(texts[0]) and all(text == text.strip() and not {"\n", "\r", "\0"} & {*text} for text in texts)


def _text(value: Any) -> str:
    """Return the text of a cell for a number, a text, yes or substitutions, which no spreadsheet runs as a formula."""
    if isinstance(value, str):
        return harmless(value.replace("\r\n", "\n").replace("\r", "\n").strip())
    if isinstance(value, list):
        return harmless("; ".join(f"{_in_a_list(each['out'])} > {_in_a_list(each['in'])}" for each in value))
    return "yes" if value is True else str(value)


def _in_a_list(name: str) -> str:
    """Return a name in a list of substitutions, in quotes if it has a mark of such a list."""
    needs_quotes = _NEEDS_QUOTES & {*name} or name.endswith("-") or FOR.search(name)
    return '"{}"'.format(name.replace('"', '""')) if needs_quotes else name
