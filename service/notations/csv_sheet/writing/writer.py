"""A game record as a score sheet in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from service.notations.csv_sheet.headers import Header, Kind, header_meant
from service.notations.csv_sheet.heads import ALONE, heads_of
from service.notations.csv_sheet.writing.row_cells import FIGURES, ONCE, Cells, RowWriter
from service.notations.csv_sheet.writing.written_names import Names
from service.notations.limits import MOST_ADJUSTMENTS
from service.notations.model import Loss, UnwritableRecord, WrittenText
from service.spades.english import quoted
from service.spades.pointers import pointer_to

_WRITTEN = {"players", "teams", "ruleset", "first_dealer", "before", "labels", "rounds"}
_FOUR = 4
_ADJUSTMENT: tuple[Kind, ...] = ("adjustment", "adjustment reason")


def write(record: Mapping[str, Any]) -> WrittenText:
    """Return a game as a sheet: wide, or long if a name would not be understood in a header.

    Raises `UnwritableRecord` for a record that is no game, for rounds without bids or tricks won, and for names that a
    sheet cannot tell apart.
    """
    if "tricks" in record:
        detail = "A score sheet has no place for cards, only for the number of tricks that each player or side won."
        raise UnwritableRecord([Loss("#/tricks", "not_a_game", detail)])
    if "rounds" not in record:
        detail = "A score sheet holds a game: put the round into 'rounds'."
        raise UnwritableRecord([Loss("#/rounds", "not_a_game", detail)])
    names = Names(record)
    rows = RowWriter(record, names)
    rounds = [rows.cells_of(index, row) for index, row in enumerate(record["rounds"])]
    faults = sorted([*names.faults, *rows.faults])
    if faults:
        raise UnwritableRecord(faults)
    lines = _head_lines(record, rounds, names)
    table = _wide(rounds, names) or _long(rounds, names)
    losses = [*_losses(record), *names.losses, *rows.losses]
    return WrittenText(lines + _as_text(table), tuple(sorted(losses)))


def _losses(record: Mapping[str, Any]) -> Iterable[Loss]:
    for member in record:
        if member not in _WRITTEN or (member == "ruleset" and not isinstance(record["ruleset"], str)):
            yield Loss(pointer_to(member), "unmapped", f"A score sheet has no place for {quoted(member)}.")


def _head_lines(record: Mapping[str, Any], rounds: Sequence[Cells], names: Names) -> str:
    heads = heads_of({**record, "labels": names.labels})
    alone = any(header.subject in names.players and header.kind in FIGURES for cells in rounds for header in cells)
    if alone and len(names.players) >= _FOUR:
        heads.append(["sides", ALONE])
    return "".join(f"# {key}: {_as_text([values])}" for key, *values in heads)


def _wide(rounds: Sequence[Cells], names: Names) -> list[list[str]] | None:
    """Return a row for each round; None without bids or tricks, or if a name does not come back from a header."""
    used = {header for cells in rounds for header in cells}
    columns = [Header("round"), *_columns_of("", ONCE, used)]
    of_bids = [column for name in names.order for column in _columns_of(name, ("bid",), used)]
    of_tricks = [column for name in names.order for column in _columns_of(name, ("tricks",), used)]
    if not of_bids or not of_tricks:
        return None
    columns += [*of_bids, *of_tricks]
    columns += [column for name in names.order for column in _columns_of(name, _ADJUSTMENT, used)]
    columns += [column for name in names.order for column in _columns_of(name, FIGURES, used)]
    if any(header_meant(column.title) != column for column in columns):
        return None
    titles = [column.title for column in columns]
    return [titles, *([cells.get(column, "") for column in columns] for cells in rounds)]


def _columns_of(name: str, kinds: Iterable[Kind], used: AbstractSet[Header]) -> list[Header]:
    """Return the columns of a name that have a cell in any round; those with numbers in pairs, by their numbers."""
    columns = [Header(kind, name, number) for number in range(1, MOST_ADJUSTMENTS + 1) for kind in kinds]
    return [column for column in columns if column in used]


def _long(rounds: Sequence[Cells], names: Names) -> list[list[str]]:
    """Return a line for each player and side of each round; what a round has once stands in the first of them."""
    used = {header for cells in rounds for header in cells}
    of_somebody = {header._replace(subject="") for header in used if header.subject}
    columns = [Header("bid"), Header("tricks"), *_columns_of("", (*_ADJUSTMENT, *FIGURES), of_somebody)]
    once = _columns_of("", ONCE, used)
    table: list[list[str]] = [["round", "player", "team", *(column.title for column in (*columns, *once))]]
    for cells in rounds:
        subjects = {header.subject for header in cells}
        # A round in which nothing is recorded of anybody needs a line, too.
        present = [name for name in names.order if name in subjects] or names.order[:1]
        for name in present:
            who = [name, ""] if name in names.people else ["", name]
            own = [cells.get(column._replace(subject=name), "") for column in columns]
            of_round = [cells.get(column, "") if name == present[0] else "" for column in once]
            table.append([cells[Header("round")], *who, *own, *of_round])
    return table


def _as_text(table: Sequence[Sequence[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(table)
    return file.getvalue()
