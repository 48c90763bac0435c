"""Files checked against the invariants, on all cores, in constant memory; the result depends on neither.

The result says of each invariant how often it was checked, how often it is broken, and where first.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import orjson

from service.bulk.answering import runner, with_ruleset
from service.bulk.inputs import Requests, Source, UnusableError, total_bytes_of
from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_and_show, grouped
from service.checks.invariants import BY_FAULT, INVARIANTS, READABLE, TITLES
from service.checks.round_checks import Broken, Seen, seen_alone, seen_in_game, seen_row
from service.media_types import Json
from service.operations.runner import Runner
from service.problems import Problem, first_error_of, internal_error
from service.spades import ENGINE_VERSION
from service.wire.record_kinds import KINDS, RecordKind, kind_of_line

_log = logging.getLogger(__name__)


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
        self.left_out: list[str] = []
        """Why each file that was left out cannot be read."""

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self.invariants[READABLE].checked

    @property
    def is_broken(self) -> bool:
        """Whether any invariant is."""
        return any(counted.broken for counted in self.invariants.values())

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
            name: (counted.checked, counted.broken, [(tuple(place), figures) for place, figures in counted.first])
            for name, counted in self.invariants.items()
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
            "broken": [name for name, counted in self.invariants.items() if counted.broken],
            "invariants": [
                {
                    "name": name,
                    "group": INVARIANTS[name].group,
                    "meaning": INVARIANTS[name].meaning,
                    "checked": counted.checked,
                    "broken": counted.broken,
                    "first": [self._place_written(place, figures) for place, figures in counted.first],
                }
                for name, counted in self.invariants.items()
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


class CheckTask(NamedTuple):
    """Files to check."""

    files: list[str]
    """Their names, ``-`` for standard input. They are read as one input."""
    processes: int
    notation: str | None = None
    """The notation of the files; None to recognise what each of them is."""
    ruleset: bytes | None = None
    """The ruleset, as JSON, of lines that name none."""
    first: int = 5
    """How many of the places that break an invariant are kept."""


def check_files(task: CheckTask, note: Callable[[str], None]) -> CheckResult:
    """Check every line; ``note`` takes what there is to say about reading a file in a notation.

    Raises `UnusableError`, `OSError` and `WorkerLostError`.
    """
    total_bytes = total_bytes_of(task.files)
    runners = [_runner_of(kind) for kind in KINDS]  # before any process is started
    result = CheckResult(task.first)
    source = Source(
        task.notation, max(judging.max_bytes for judging in runners), lambda _, record: orjson.dumps(record), note
    )
    groups = grouped(_lines(task.files, source, result), 1)
    checks = answer_and_show(groups, partial(_checker, task), task.processes, total_bytes, is_shown=sys.stderr.isatty())
    with closing(checks) as checked_groups:
        for checked in checked_groups:
            result.add(orjson.loads(checked.output))
    return result


def _lines(files: Sequence[str], source: Source, result: CheckResult) -> Iterator[bytes]:
    """Yield the lines of all files, and note how many each of them has."""
    for name in files:
        number = 0
        try:
            for line in Requests([name], source):
                number += 1
                yield line
        except UnusableError as error:
            if len(files) == 1:
                raise
            result.left_out.append(str(error))
        result.files.append((name, number))


def _checker(task: CheckTask) -> AnswerGroup:
    """Return the function that checks groups; called in each process."""
    return partial(_check_group, task)


def _check_group(task: CheckTask, group: Group) -> AnsweredGroup:
    result = CheckResult(task.first)
    for number, line in enumerate(group.lines, group.first):
        _check_line(result, number, line if task.ruleset is None else with_ruleset(line, task.ruleset))
    input_bytes = sum(map(len, group.lines)) + len(group.lines)
    return AnsweredGroup(len(group.lines), input_bytes, (), orjson.dumps(result.counted()))


def _check_line(result: CheckResult, number: int, line: bytes) -> None:
    """Check a line: that it can be read, and every invariant on each of its rounds."""
    kind = kind_of_line(line)
    try:
        rounds = list(_rounds_in(kind, line))
        checked = [(seen.number, name, broken) for seen in rounds for name, broken in _checked(seen)]
    except Problem as problem:
        _note_unread(result, number, kind, problem)
        return
    except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is logged
        _log.exception("the check failed in line %d", number)
        result.note(READABLE, Place(number), (internal_error().detail,))
        return
    result.note_read(kind, Place(number), len(rounds))
    for of_game, name, broken in checked:
        result.note(name, Place(number, of_game), broken)


def _checked(seen: Seen) -> Iterator[tuple[str, Broken]]:
    """Yield each invariant that can be checked on a round, and how the round breaks it."""
    for invariant in INVARIANTS.values():
        broken = invariant.check(seen)
        if broken is not None and invariant.name != READABLE:
            yield invariant.name, broken


def _runner_of(kind: RecordKind) -> Runner:
    """Return the runner of the operation that judges a kind of record."""
    return runner(kind.operations[0])


def _rounds_in(kind: RecordKind, line: bytes) -> Iterator[Seen]:
    """Yield the rounds of a line with their rulings; raises `Problem` for a line that can't be read."""
    judging = _runner_of(kind)
    answer = judging.judge(judging.read(line))
    if kind.member == "rounds":
        yield from seen_in_game(answer.subject, answer.result, answer.ruleset)
    elif kind.member == "tricks":
        yield seen_alone(answer.subject, answer.result.ruling, answer.ruleset)
    else:
        yield seen_row(answer.subject, answer.ruleset)


def _note_unread(result: CheckResult, number: int, kind: RecordKind, problem: Problem) -> None:
    """Note a line that can't be read, or a row by itself whose tricks or bids alone keep it from being scored."""
    place = Place(number)
    behind = {BY_FAULT.get(error["code"]) for error in problem.errors}
    if not behind or None in behind:
        result.note(READABLE, place, (first_error_of(problem),))
        return
    result.note_read(kind, place, 1)
    for name in INVARIANTS:
        details = [error["detail"] for error in problem.errors if BY_FAULT[error["code"]] == name]
        if details:
            result.note(name, place, tuple(details))
