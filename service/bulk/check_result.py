"""The result of a check: for each invariant how often it was checked, how often it is broken, and where first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from service.checks.invariants import INVARIANTS, READABLE, TITLES
from service.checks.round_checks import Broken
from service.json_types import Json
from service.spades import ENGINE_VERSION
from service.wire.record_kinds import KINDS, RecordKind


class Place(NamedTuple):
    """Where an invariant is broken: a line of the whole input, and a round of the game on it."""

    line: int
    round: int | None = None


@dataclass(slots=True)
class Counted:
    """How often an invariant was checked and is broken, and the first places that break it."""

    checked: int = 0
    broken: int = 0
    first: list[tuple[Place, Broken]] = field(default_factory=list)


class CheckResult:
    """What a check has counted so far; results of consecutive groups add up to that of the whole input."""

    def __init__(self, most_places: int) -> None:
        """Keep at most this many places for each invariant."""
        self._most_places = most_places
        self.kinds = dict.fromkeys((kind.plural for kind in KINDS), 0)
        """How many lines of each kind, by its plural, could be read."""
        self.rounds = 0
        """How many rounds they hold together."""
        self.invariants = {name: Counted() for name in INVARIANTS}
        self.files: list[tuple[str, int]] = []
        """The files in order, each with the number of its lines."""

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self.invariants[READABLE].checked

    @property
    def is_broken(self) -> bool:
        """Whether any invariant is."""
        return any(each.broken for each in self.invariants.values())

    def note_read(self, kind: RecordKind, place: Place, rounds: int) -> None:
        """Count a line of this kind that could be read, with this many rounds."""
        self.kinds[kind.plural] += 1
        self.rounds += rounds
        self.note(READABLE, place, ())

    def note(self, name: str, place: Place, broken: Broken) -> None:
        """Count an invariant that was checked at a place, and how it is broken there, if it is."""
        counted = self.invariants[name]
        counted.checked += 1
        if broken:
            counted.broken += 1
            if len(counted.first) < self._most_places:
                counted.first.append((place, broken))

    def counted(self) -> Json:
        """Return what was counted as JSON, for `add`."""
        counts = {
            name: (each.checked, each.broken, [(tuple(place), figures) for place, figures in each.first])
            for name, each in self.invariants.items()
        }
        return {"kinds": self.kinds, "rounds": self.rounds, "invariants": counts}

    def add(self, counted: Json) -> None:
        """Add what was counted in the lines that come next."""
        for kind, number in counted["kinds"].items():
            self.kinds[kind] += number
        self.rounds += counted["rounds"]
        for name, (checked, broken, first) in counted["invariants"].items():
            own = self.invariants[name]
            own.checked += checked
            own.broken += broken
            room = self._most_places - len(own.first)
            own.first += [(Place(*place), tuple(figures)) for place, figures in first[:room]]

    def written(self) -> Json:
        """Return the whole result as JSON; lines are counted within each file."""
        return {
            "engine_version": ENGINE_VERSION,
            "lines": self.lines,
            **self.kinds,
            "rounds": self.rounds,
            "broken": [name for name, each in self.invariants.items() if each.broken],
            "invariants": [
                {
                    "name": name,
                    "group": INVARIANTS[name].group,
                    "meaning": INVARIANTS[name].meaning,
                    "checked": each.checked,
                    "broken": each.broken,
                    "first": [self._place_written(place, figures) for place, figures in each.first],
                }
                for name, each in self.invariants.items()
            ],
        }

    def _place_written(self, place: Place, figures: Broken) -> Json:
        file, line = self.in_file(place)
        number = {} if place.round is None else {"round": place.round}
        return {"file": file, "line": line, **number, "figures": list(figures)}

    def in_file(self, place: Place) -> tuple[str, int]:
        """Return the file of a place, and the number of its line there."""
        line = place.line
        for name, lines in self.files:
            if line <= lines:
                return name, line
            line -= lines
        raise LookupError(place.line)


def title_of(name: str) -> str:
    """Return what the group of an invariant compares."""
    return TITLES[INVARIANTS[name].group]
