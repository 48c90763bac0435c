"""A score sheet as a game record, whose rounds are rows."""

from __future__ import annotations

from service.notations.csv_sheet.heads import repeated_head
from service.notations.csv_sheet.people import PeopleReader
from service.notations.csv_sheet.rounds import RoundReader
from service.notations.csv_sheet.sheet import Sheet
from service.notations.csv_sheet.table import Table, substitutions_of
from service.notations.model import ReadText, Record, Remarks


def read(text: str) -> ReadText:
    """Return the game of a sheet; raises `UnreadableText` with the faults of its cells, its names or its rows."""
    remarks = Remarks()
    sheet = Sheet(text, remarks)
    changes = substitutions_of(sheet, remarks)
    table = PeopleReader(sheet, remarks).read()
    record = _heads(sheet, table, remarks)
    record["rounds"] = RoundReader(sheet, table, changes, remarks).rows()
    remarks.raise_faults()
    return ReadText((record,), remarks.notes)


def _heads(sheet: Sheet, table: Table, remarks: Remarks) -> Record:
    """Return the members of a game beside its rounds."""
    heads = sheet.heads
    written = {team.name: team.players for team in heads.teams}
    first_number = heads.first_round or (sheet.rounds[0].number if sheet.rounds else 1)
    before: dict[str, dict[str, int]] = {}
    for name, figures in heads.before:
        side = table.side_meant(name, remarks)
        if side in before:
            repeated_head(f"# before: {side}", name.place, remarks)
        elif side is not None:
            before[side] = figures
    members: Record = {
        "players": [*table.players],
        "teams": [
            {"name": name, "players": [*written.get(name, members)]}
            for name, members in table.sides.items()
            if name in written or name != "+".join(members)
        ],
        "ruleset": heads.ruleset,
        "first_dealer": table.player_in(heads.first_dealer, first_number, remarks) if heads.first_dealer else None,
        "first_round_number": first_number if heads.first_round or first_number > 1 else None,
        "labels": heads.labels,
        "before": before,
    }
    return {name: value for name, value in members.items() if value}
