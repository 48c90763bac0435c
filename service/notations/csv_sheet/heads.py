"""The lines of a sheet that begin with ``#``: what the columns cannot say, as ``# players: ana, ben, cy, dee``."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from service.notations.csv_sheet.cells import Cell
from service.notations.limits import (
    FEWEST_PLAYERS,
    HIGHEST_SCORE,
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_COUNTED,
    MOST_LABELS,
    MOST_PLAYERS,
)
from service.notations.model import Place, Remarks
from service.spades.english import count_of, listed, quoted

_HEAD = re.compile(r"#\s*([A-Za-z ]{1,20}?)\s*:\s*(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,7}")
STANDING = ("score", "bags", "sets", "revokes")
"""The figures of a line ``# before: ana+cy, 337, 7``, in their order; the last may be left out or empty."""
_HIGHEST = {"score": HIGHEST_SCORE, "bags": MOST_COUNTED, "sets": MOST_COUNTED, "revokes": MOST_COUNTED}
ALONE = "each alone"


class Team(NamedTuple):
    """A side and its players as a head names them."""

    name: str
    players: tuple[str, ...]
    place: Place


class Standing(NamedTuple):
    """What a side had before the sheet, by the members of a record; the name is still to be looked up."""

    side: Cell
    figures: dict[str, int]


class Heads:
    """What the heads of one sheet say."""

    def __init__(self, lines: Iterable[Cell], remarks: Remarks) -> None:
        self.players: tuple[str, ...] = ()
        self.players_place = Place(1, 1)
        self.teams: list[Team] = []
        self.ruleset = ""
        self.first_dealer: Cell | None = None
        self.alone = False
        self.labels: dict[str, str] = {}
        self.before: list[Standing] = []
        self._remarks = remarks
        self._seen: set[str] = set()
        self._comments: list[Place] = []
        takers: Mapping[str, Callable[[list[str], Place], None]] = {
            "players": self._take_players,
            "team": self._take_team,
            "ruleset": self._take_ruleset,
            "first dealer": self._take_first_dealer,
            "sides": self._take_sides,
            "label": self._take_label,
            "before": self._take_before,
        }
        for line in lines:
            self._take(line, takers)
        if self._comments:
            detail = f"The sheet has {count_of(len(self._comments), 'comment')}, which a record has no place for."
            remarks.note(self._comments[0], "unmapped", detail)

    def _take(self, line: Cell, takers: Mapping[str, Callable[[list[str], Place], None]]) -> None:
        match = _HEAD.fullmatch(line.text)
        key = match[1].lower() if match else ""
        if match is None or key not in takers:
            self._comments.append(line.place)
            return
        place = Place(line.place.line, line.place.column + match.start(2))
        if key in self._seen and key not in {"team", "label", "before"}:
            repeated_head(f"# {key}", place, self._remarks)
            return
        self._seen.add(key)
        try:
            values = next(csv.reader([match[2]], skipinitialspace=True, strict=True), [])
        except csv.Error:
            detail = 'This list cannot be read: write commas between texts, quotes around a text, and "" for one in it.'
            self._remarks.fault(place, "not_a_list", detail)
            return
        takers[key]([value.strip() for value in values], place)

    def _fault(self, place: Place, fix: str) -> None:
        self._remarks.fault(place, "not_a_head", f"Write {fix}.")

    def _take_players(self, values: list[str], place: Place) -> None:
        if len(values) > MOST_PLAYERS:
            detail = f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players; here are {len(values)}."
            self._remarks.fault(place, "players", detail)
        else:
            self.players, self.players_place = tuple(values), place

    def _take_team(self, values: list[str], place: Place) -> None:
        name, *players = values or [""]
        if not name or not all(players) or not 1 <= len(players) <= MOST_PLAYERS:
            self._fault(place, "the name of the team and then its players: '# team: Us, ana, cy'")
        else:
            self.teams.append(Team(name, tuple(players), place))

    def _take_ruleset(self, values: list[str], place: Place) -> None:
        if len(values) != 1 or not values[0]:
            self._fault(place, "the name of one ruleset")
        else:
            self.ruleset = values[0]

    def _take_first_dealer(self, values: list[str], place: Place) -> None:
        if len(values) != 1 or not values[0]:
            self._fault(place, "the name of one player")
        else:
            self.first_dealer = Cell(values[0], place)

    def _take_sides(self, values: list[str], place: Place) -> None:
        self.alone = values == [ALONE]
        if not self.alone:
            self._fault(place, f"'# sides: {ALONE}' if there are no partners, or leave the line out")

    def _take_label(self, values: list[str], place: Place) -> None:
        if len(values) != len(("name", "text")) or not 1 <= len(values[0]) <= LONGEST_NAME:
            self._fault(place, "the name of the label and its text: '# label: table, 4'")
        elif values[0] in self.labels:
            repeated_head(f"# label: {values[0]}", place, self._remarks)
        elif len(values[1]) > LONGEST_LABEL or len(self.labels) == MOST_LABELS:
            detail = (
                f"A record has {MOST_LABELS} labels of {LONGEST_LABEL} characters; {quoted(values[0])} is left out."
            )
            self._remarks.note(place, "unmapped", detail)
        else:
            self.labels[values[0]] = values[1]

    def _take_before(self, values: list[str], place: Place) -> None:
        name, *numbers = values or [""]
        if not name or len(numbers) > len(STANDING) or not all(_NUMBER.fullmatch(each) for each in numbers if each):
            self._fault(place, f"a side and its {listed(STANDING)}, as whole numbers: '# before: ana+cy, 337, 7'")
            return
        standing = {figure: int(number) for figure, number in zip(STANDING, numbers, strict=False) if number}
        if any(
            abs(value) > _HIGHEST[figure] or (value < 0 and figure != "score") for figure, value in standing.items()
        ):
            self._fault(place, f"a score of at most {_HIGHEST['score']}, and counts from 0 to {_HIGHEST['bags']}")
        self.before.append(Standing(Cell(name, place), standing))


def repeated_head(line: str, place: Place, remarks: Remarks) -> None:
    """Report a line for which there is another before."""
    remarks.fault(place, "repeated_head", f"There is a line {quoted(line)} before: keep one of them.")


def heads_of(record: Mapping[str, Any]) -> list[list[str]]:
    """Return the heads of a record as lists: the key, and then the texts of the line."""
    lines: list[list[str]] = []
    if isinstance(record.get("ruleset"), str):
        lines.append(["ruleset", record["ruleset"]])
    lines.append(["players", *record["players"]])
    lines.extend(["team", team["name"], *team["players"]] for team in record.get("teams", ()))
    if "first_dealer" in record:
        lines.append(["first dealer", record["first_dealer"]])
    lines.extend(["label", name, text] for name, text in record.get("labels", {}).items())
    for name, standing in record.get("before", {}).items():
        numbers = [str(standing.get(figure, "")) for figure in STANDING]
        while numbers and not numbers[-1]:
            numbers.pop()
        lines.append(["before", name, *numbers])
    return lines
