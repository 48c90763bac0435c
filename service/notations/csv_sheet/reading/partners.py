"""Who plays with whom in a sheet with a line for each player that says nothing of sides: its figures may show it."""

from __future__ import annotations

from collections.abc import Sequence

from service.notations.csv_sheet.headers import Kind
from service.notations.csv_sheet.heads import Heads
from service.notations.csv_sheet.reading.sheet import Sheet
from service.notations.limits import MOST_PLAYERS
from service.notations.model import Place, Remarks
from service.spades.english import listed

_FIGURES: tuple[Kind, ...] = ("points", "total", "bags", "running bags")
_PAIRINGS = (((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0, 3), (1, 2)))
_FOUR = 4


def partners_shown(sheet: Sheet, heads: Heads, remarks: Remarks) -> list[tuple[str, ...]]:
    """Return the pairs of partners that the figures of four players show; none if each plays alone, or for a fault.

    Partners have the same points, score and bags in every round. If the figures fit more than one pairing they are
    refused: each pairing would be another game.
    """
    names = list(heads.players) or list(sheet.subjects)
    has_sides = heads.teams or sheet.team_of or heads.alone or any("+" in name for name in sheet.subjects)
    # More names than a game has players are refused later on.
    rows = _rows(sheet, names) if _FOUR <= len(names) <= MOST_PLAYERS and not has_sides else []
    if not rows:
        return []
    place = next(iter(sheet.subjects.values())).place
    if not sheet.is_long or len(names) != _FOUR:
        _note_alone(place, remarks)
        return []
    pairings = _PAIRINGS[:1] if heads.players else _PAIRINGS
    fitting = [pairing for pairing in pairings if all(_fits(row, pairing) for row in rows)]
    if len(fitting) > 1:
        readings = [" with ".join(names[seat] for seat in pairing[0]) for pairing in fitting]
        detail = (
            f"The figures fit {listed(readings, 'or')} as partners: add a column 'team', or '# players: ' in order."
        )
        remarks.fault(place, "two_readings", detail)
        return []
    if not fitting:
        _note_alone(place, remarks)
        return []
    pairs = [tuple(names[seat] for seat in pair) for pair in fitting[0]]
    detail = f"{listed(' and '.join(pair) for pair in pairs)} are taken to be partners: they have the same figures."
    remarks.note(place, "sides_assumed", detail)
    return pairs


def _note_alone(place: Place, remarks: Remarks) -> None:
    detail = (
        "Each player is taken to play alone, because each has figures of their own: choose a ruleset for single "
        "players, and write '# sides: each alone' to confirm it; for partners, add a column 'team' or lines '# team: '."
    )
    remarks.note(place, "sides_assumed", detail)


def _rows(sheet: Sheet, names: Sequence[str]) -> list[list[str]]:
    """Return the figures of the four players, a row for each round and kind that has any."""
    rows = [
        [each.of[name][kind].text if name in each.of and kind in each.of[name] else "" for name in names]
        for each in sheet.rounds
        for kind in _FIGURES
    ]
    return [row for row in rows if any(row)]


def _fits(row: Sequence[str], pairing: Sequence[tuple[int, int]]) -> bool:
    """Tell whether partners have the same figure, or only one of each pair has it."""
    return all(row[one] == row[other] or not row[one] or not row[other] for one, other in pairing)
