"""A game record as a score sheet in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from service.notations.csv_sheet.headers import LABELS, Header, Kind, header_meant
from service.notations.csv_sheet.heads import ALONE, heads_of
from service.notations.csv_sheet.writing.row_cells import FIGURES, Cells, Column, RowWriter
from service.notations.csv_sheet.writing.written_names import Names
from service.notations.model import Loss, UnwritableRecord, WrittenText
from service.spades.english import quoted
from service.spades.pointers import pointer_to

_WRITTEN = {"players", "teams", "ruleset", "first_dealer", "before", "labels", "rounds"}
_FOUR = 4


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
    alone = any(name in names.players and kind in FIGURES for cells in rounds for name, kind in cells)
    if alone and len(names.players) >= _FOUR:
        heads.append(["sides", ALONE])
    return "".join(f"# {key}: {_as_text([values])}" for key, *values in heads)


def _wide(rounds: Sequence[Cells], names: Names) -> list[list[str]] | None:
    """Return a row for each round, or None if there are none, or a name does not come back from a header."""
    if not rounds:
        return None
    columns = [("", "round"), *_columns_of("", ("dealer", *LABELS), rounds)]
    for kinds in (("bid",), ("tricks",)):
        columns += [column for name in names.order for column in _columns_of(name, kinds, rounds)]
    columns += [column for name in names.order for column in _columns_of(name, FIGURES, rounds)]
    headers = [f"{name} {kind}" if name else kind for name, kind in columns]
    if any(header_meant(header) != Header(kind, name) for header, (name, kind) in zip(headers, columns, strict=True)):
        return None
    return [headers, *([cells.get(column, "") for column in columns] for cells in rounds)]


def _columns_of(name: str, kinds: Iterable[Kind], rounds: Sequence[Cells]) -> list[Column]:
    """Return the columns of a name that have a cell in any round."""
    return [(name, kind) for kind in kinds if any((name, kind) in cells for cells in rounds)]


def _long(rounds: Sequence[Cells], names: Names) -> list[list[str]]:
    """Return a line for each player and side of each round; the dealer and the labels stand in the first of them."""
    kinds: list[Kind] = ["bid", "tricks"]
    kinds += [kind for kind in FIGURES if any((name, kind) in cells for cells in rounds for name in names.order)]
    once = _columns_of("", ("dealer", *LABELS), rounds)
    table: list[list[str]] = [["round", "player", "team", *kinds, *(kind for _, kind in once)]]
    for cells in rounds:
        present = [name for name in names.order if any((name, kind) in cells for kind in kinds)]
        for name in present:
            who = [name, ""] if name in names.players else ["", name]
            of_round = [cells.get(column, "") if name == present[0] else "" for column in once]
            table.append([cells["", "round"], *who, *(cells.get((name, kind), "") for kind in kinds), *of_round])
    return table


def _as_text(table: Sequence[Sequence[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(table)
    return file.getvalue()
