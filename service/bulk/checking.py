"""Files checked against the invariants, on all cores, in constant memory; the result depends on neither."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import NamedTuple

import orjson

from service.bulk.check_result import CheckResult, Place
from service.bulk.files import runner
from service.bulk.groups import grouped, total_bytes_of
from service.bulk.inputs import Source, requests_in
from service.bulk.progress import Progress
from service.bulk.record_requests import with_ruleset
from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_groups
from service.checks.invariants import BY_FAULT, INVARIANTS, READABLE
from service.checks.round_checks import Broken, Seen, seen_alone, seen_in_game, seen_row
from service.notations.model import Record, Remark
from service.operations.runner import Runner
from service.problems import Problem, internal_error, too_large
from service.wire.record_kinds import KINDS, RecordKind, kind_of

_log = logging.getLogger(__name__)


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


def check_files(task: CheckTask, note: Callable[[str, Remark], None]) -> CheckResult:
    """Check every line; ``note`` takes what there is to say about reading a file in a notation.

    Raises `UnusableError`, `OSError` and `WorkerLostError`.
    """
    total_bytes = total_bytes_of(task.files)
    runners = [_runner_of(kind) for kind in KINDS]  # before any process is started
    result = CheckResult(task.first)
    with ExitStack() as resources:
        progress = None
        if sys.stderr.isatty():
            progress = Progress(sys.stderr, total_bytes)
            resources.callback(progress.clear)
        source = Source(task.notation, max(each.max_bytes for each in runners), _as_line, note)
        groups = grouped(_lines(task.files, source, result), 1)
        for checked in resources.enter_context(closing(answer_groups(groups, partial(_checker, task), task.processes))):
            result.add(orjson.loads(checked.output))
            if progress is not None:
                progress.advance(checked.lines, checked.input_bytes)
    return result


def _lines(files: Sequence[str], source: Source, result: CheckResult) -> Iterator[bytes]:
    """Yield the lines of all files, and note how many each of them has."""
    for name in files:
        number = 0
        for line in requests_in([name], source):
            number += 1
            yield line
        result.files.append((name, number))


def _as_line(_: str, record: Record) -> bytes:
    return orjson.dumps(record)


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
    kind = _kind_of_line(line)
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


def _kind_of_line(line: bytes) -> RecordKind:
    """Return the kind of record that a line holds; a round for one that is no JSON object."""
    try:
        value = orjson.loads(line)
    except ValueError:
        value = {}
    return kind_of(value if isinstance(value, dict) else {})


def _rounds_in(kind: RecordKind, line: bytes) -> Iterator[Seen]:
    """Yield the rounds of a line with their rulings; raises `Problem` for a line that can't be read."""
    judging = _runner_of(kind)
    if len(line) > judging.max_bytes:
        raise too_large(judging.max_bytes, judging.computation.if_too_long)
    answer = judging.judge(line)
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
        result.note(READABLE, place, (_first_error(problem),))
        return
    result.note_read(kind, place, 1)
    for name in INVARIANTS:
        details = [error["detail"] for error in problem.errors if BY_FAULT[error["code"]] == name]
        if details:
            result.note(name, place, tuple(details))


def _first_error(problem: Problem) -> str:
    """Return the first error of a problem, or what it says if it has none."""
    if not problem.errors:
        return problem.detail
    return f"{problem.errors[0]['pointer']}: {problem.errors[0]['detail']}"
