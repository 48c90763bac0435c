"""Who came in for whom in a sheet: its cells of substitutions, ``cy > eve`` or ``eve for cy``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.heads import Heads
from service.notations.csv_sheet.reading.sheet import Sheet
from service.notations.csv_sheet.reading.values import NO
from service.notations.limits import LONGEST_NAME, MOST_SUBSTITUTIONS
from service.notations.model import Place, Remarks
from service.spades.english import quoted
from service.spades.spelling import plain_form

_LONGEST = 2000
"""More than six substitutions of the longest names need, in quotes."""
_NAME = r'(?:"((?:[^"]|"")*)"|([^">;,\n→][^>;,\n→]*?))'
_CHANGE = re.compile(rf"\s*{_NAME}\s*(?:->|>|→)\s*{_NAME}\s*(?:[;,\n]|\Z)")
_FOR = re.compile(r"\s*([^;,\n]*?\S)\s+for\s+(\S[^;,\n]*?)\s*(?:[;,\n]|\Z)", re.IGNORECASE)
_FORS = re.compile(r"\sfor\s", re.IGNORECASE)
_FIX = "write who left, > and who came in, 'cy > eve', and ; between several"


class Substitution(NamedTuple):
    """Who leaves and who comes in, as the sheet spells them, and where that is written."""

    out: str
    coming: str
    place: Place


def substitutions_of(sheet: Sheet, remarks: Remarks) -> Mapping[Place, Sequence[Substitution]]:
    """Return the substitutions before each round, by its place."""
    return {each.place: _of_round(each.once.get("substitutions", ()), sheet, remarks) for each in sheet.rounds}


def newcomers_of(changes: Mapping[Place, Sequence[Substitution]], heads: Heads) -> list[str]:
    """Return whoever comes in without having sat at the table at first."""
    seen = {plain_form(name[:LONGEST_NAME]) for name in heads.players}
    newcomers = []
    for each in (each for round_changes in changes.values() for each in round_changes):
        seen.add(plain_form(each.out))
        if plain_form(each.coming) not in seen:
            newcomers.append(each.coming)
            seen.add(plain_form(each.coming))
    return newcomers


def set_aside(newcomers: Iterable[str], sheet: Sheet) -> None:
    """Take those who came in later out of the players whom a sheet names, who sat at the table at first."""
    for name in newcomers:
        sheet.newcomers.add(name)
        if sheet.subjects.pop(name, None) is not None:
            sheet.with_cells.add(name)
        sheet.players.discard(name)
        sheet.team_of.pop(name, None)
        sheet.seat_of.pop(name, None)


def _of_round(cells: Sequence[Cell], sheet: Sheet, remarks: Remarks) -> list[Substitution]:
    """Return the substitutions of a round; lines of it that say the same say it once."""
    found: list[Substitution] = []
    texts = {cell.text: cell for cell in cells}
    for cell in texts.values():
        if plain_form(cell.text[:_LONGEST]) in NO:
            continue
        pairs = _pairs_in(cell.text)
        if pairs is None:
            detail = f"{quoted(cell.text)} is no substitution: {_FIX}."
            remarks.fault(cell.place, "not_a_substitution", detail)
            continue
        for out, coming in pairs:
            if len(coming) > LONGEST_NAME or "+" in coming:
                detail = f"{quoted(coming)} is no name: write 1 to {LONGEST_NAME} characters, and no plus sign."
                remarks.fault(cell.place, "players", detail)
            names = [_spelled(name, cell, sheet, remarks) for name in (out, coming)]
            found.append(Substitution(names[0], names[1], cell.place))
    if len(found) > MOST_SUBSTITUTIONS:
        detail = f"A round has at most {MOST_SUBSTITUTIONS} substitutions; here are {len(found)}."
        remarks.fault(found[-1].place, "too_many", detail)
    return found


def _pairs_in(text: str) -> list[tuple[str, str]] | None:
    """Return who leaves and who comes in; None if a cell says nothing of the kind.

    >>> _pairs_in('cy > eve; "a > b" -> dee'), _pairs_in("Eve for Cy"), _pairs_in("yes")
    ([('cy', 'eve'), ('a > b', 'dee')], [('Cy', 'Eve')], None)
    """
    if len(text) > _LONGEST:
        return None
    pairs, place = [], 0
    while place < len(text):
        if (change := _CHANGE.match(text, place)) is not None:
            names = [quotes.replace('""', '"') if quotes is not None else plain for quotes, plain in _halves(change)]
            pair = names[0], names[1]
        else:
            change = _FOR.match(text, place)
            if change is None or len(_FORS.findall(change[0])) > 1 or set(change[0]) & {">", "→", '"'}:
                return None
            pair = change[2], change[1]
        if not all(pair):
            return None
        pairs.append(pair)
        place = change.end()
    return pairs


def _halves(change: re.Match[str]) -> list[tuple[str | None, str]]:
    return [(change[1], change[2]), (change[3], change[4])]


def _spelled(text: str, cell: Cell, sheet: Sheet, remarks: Remarks) -> str:
    """Return a name as it was written first."""
    name = sheet.names.setdefault(plain_form(text[:LONGEST_NAME]), text)
    if name != text:
        detail = f"{quoted(text)} is read as {quoted(name)}, as it was written before."
        remarks.note(cell.place, "name_spelled", detail)
    return name
