"""Score sheets as CSV, read as a game record of sheet rows, and written from one.

A sheet is long, with a line for each player and round, or wide, with a row for each round and names in the headers.
What is written is wide, or long if a name would not be understood in a header. A written sheet holds, and `read` gives
back unchanged: players, teams, a ruleset by name, first dealer, the number of the first round, standing before, labels,
and for each round bids by player or side (those who bid blind in the order of players, teams and other sides), tricks
won, dealer, the reported points, score and bags, and the labels event, date, table and director; names and labels on
one line each, without spaces around them. The order of bids is lost.
"""

from __future__ import annotations

from service.notations.csv_sheet.headers import Heads, cells_of, evidence_of_columns, repeated_head
from service.notations.csv_sheet.layout import LayoutReader, Round, Sheet, note_remark_alone
from service.notations.csv_sheet.people import (
    People,
    PeopleReader,
    Seating,
    set_newcomers_aside,
    substitutions_of,
)
from service.notations.csv_sheet.rounds import (
    OR_VOID,
    EventReader,
    RoundReader,
    check_cells,
)
from service.notations.csv_sheet.writer import write
from service.notations.model import Notation, ReadText, Record, Remarks, may_be_broken_off
from service.spades.english import quoted

_OF_CELLS = {"not_a_bid", "not_a_number", "not_bid_and_tricks", "out_of_range"}
"""The codes of what is wrong with single cells."""


def _read(text: str) -> ReadText:
    remarks = Remarks()
    sheet = LayoutReader(remarks).read(text)
    heads = Heads(sheet.heads, remarks, sheet.delimiter) if sheet else Heads((), remarks)
    check_cells(sheet.rounds if sheet else (), remarks)
    # A cell that can't be read says nothing of the names: what is wrong with them is said at the same time.
    if remarks.has_faults_besides(_OF_CELLS):
        remarks.raise_faults()
    assert sheet is not None  # noqa: S101 - without faults there is a header
    changes = substitutions_of(sheet, remarks)
    set_newcomers_aside(changes, heads, sheet)
    people = PeopleReader(sheet, heads, remarks).read()
    remarks.raise_faults()
    assert people is not None  # noqa: S101 - without faults it is known who the names are
    reader = RoundReader(Seating(people, changes, remarks), EventReader(sheet, remarks), remarks)
    record = _record(sheet, heads, people, reader, remarks)
    remarks.raise_faults()
    return ReadText((record,), remarks.notes)


def _record(sheet: Sheet, heads: Heads, people: People, reader: RoundReader, remarks: Remarks) -> Record:
    """Return the game, in which the rounds are rows of a score sheet."""
    record: Record = {"players": list(people.players)}
    written = {team.name: team.players for team in heads.teams}
    if people.named:
        record["teams"] = [
            {"name": name, "players": list(written.get(name, people.sides[name]))} for name in people.named
        ]
    if heads.ruleset:
        record["ruleset"] = heads.ruleset
    if heads.first_dealer is not None:
        record["first_dealer"] = reader.player(heads.first_dealer)
    first_number = heads.first_round or (sheet.rounds[0].number if sheet.rounds else 1)
    if heads.first_round or first_number > 1:
        record["first_round_number"] = first_number
    if heads.labels:
        record["labels"] = heads.labels
    before: dict[str, dict[str, int]] = {}
    for name, figures in heads.before:
        side = people.side_meant(name, remarks)
        if side in before:
            repeated_head(f"# before: {side}", name.place, remarks)
        elif side is not None:
            before[side] = figures
    if before:
        record["before"] = before
    record["rounds"] = _rows([(round_, reader.row(round_)) for round_ in sheet.rounds], reader, remarks)
    return record


def _rows(rows: list[tuple[Round, Record | None]], reader: RoundReader, remarks: Remarks) -> list[Record]:
    """Return the rows of all rounds but empty ones at the end, and the last one if it has no tricks yet."""
    while rows and rows[-1][1] is None:
        last, _ = rows.pop()
        for remark in last.once.get("note", ()):
            note_remark_alone(f"Round {last.number}", remark, remarks)
    for index, (round_, row) in enumerate(rows):
        if row is not None and ("tricks_won" in row or may_be_broken_off(row)):
            continue
        lacking = reader.unrecorded.get(round_.place)
        place = lacking.place if lacking else round_.place
        detail = f"Round {round_.number} has no tricks{f' of {quoted(lacking.text)}' if lacking else ''}"
        if index == len(rows) - 1 and "adjustments" not in (row or {}):
            remarks.note(place, "round_unfinished", f"{detail} yet and is left out.")
            rows.pop()
        elif lacking:
            remarks.fault(place, "no_tricks", f"{detail}: write how many, 0 for none.")
        else:
            remarks.fault(place, "no_tricks", f"{detail}: write how many each player or side won{OR_VOID}.")
    return [row for _, row in rows if row is not None]


__all__ = ["NOTATION", "cells_of"]

NOTATION = Notation(
    "csv",
    "score sheets as CSV",
    evidence_of_columns,
    _read,
    write,
    looks_like="headers such as round,player,bid,tricks or round,ana bid,ana tricks, and a row a round or a player",
)
