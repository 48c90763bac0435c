"""Stored answers verified on all cores, in constant memory: each beside the record that it answers."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

import orjson

from service.bulk.answering import body_for, runner, with_ruleset
from service.bulk.inputs import Requests, Source, total_bytes_of
from service.bulk.processes import processes
from service.bulk.tally import Tally
from service.bulk.workers import Progress, Result, grouped, results_of
from service.problems import internal_error
from service.verification.comparison import identified_answers, operation_of
from service.verification.stored_answer import UnreadableAnswerError, line_number_in, stored_answer
from service.verification.verifier import Verified, verified
from service.wire.record_kinds import kind_of_line

_OTHERWISE, _OF_THE_LONGEST = "auditRound", "auditGame"
_LONGEST_ANSWER = 16 * 1024 * 1024
_ANSWERS_TO_LOOK_AT = 100
_TOO_LATE = (
    "The answer to line {line} comes after the one to line {after}: give each answer once, in the order of the lines,"
    " or verify each of the files that this one was made of by itself."
)
_log = logging.getLogger(__name__)


class VerifyTask(NamedTuple):
    """A file of records, and one of the answers to them."""

    records: str
    """Its name, ``-`` for standard input."""
    answers: str
    """Its name, ``-`` for standard input."""
    processes: int
    operation: str | None = None
    """The operationId of the operation that gave the answers; None to recognise it by their members."""
    notation: str | None = None
    """The notation of the records; None to recognise it."""
    ruleset: bytes | None = None
    """The ruleset, as JSON, of records that name none."""


class _Pair(NamedTuple):
    """A record and the answer to it, with the number of their line; one of the two may be missing."""

    line: int
    record: bytes | None
    answer: bytes | None
    after: int = 0
    """The line that the answer before it is to, if the answer comes too late; then there is no record."""

    @property
    def length(self) -> int:
        """The length of both with their line ends."""
        return sum(len(text) + 1 for text in (self.record, self.answer) if text is not None)


def verify_files(task: VerifyTask, note: Callable[[str], None]) -> Generator[bytes, None, None]:
    """Yield what is found out about each answer as lines of JSON, many at a time.

    ``note`` takes what there is to say about reading the records in a notation. Raises `UnusableError`, `OSError` and
    `WorkerLostError`.
    """
    total_bytes = total_bytes_of([task.records, task.answers])
    identified_answers()  # read before any process is started, like the contract of the runner
    runner(task.operation or _OTHERWISE)
    answers = _texts_in(task.answers, Source(None, _LONGEST_ANSWER))
    first_answers = list(islice(answers, _ANSWERS_TO_LOOK_AT))
    shown = task.operation or _operation_among(first_answers)
    source = Source(task.notation, runner(_OF_THE_LONGEST).max_bytes, lambda _, record: body_for(shown, record), note)
    pairs = _pairs(_texts_in(task.records, source), (each for each in chain(first_answers, answers) if each.strip()))
    with processes(task.processes) as workers, Progress(total_bytes, sys.stdout.buffer) as progress:
        groups = (partial(_verified, task.operation, shown, task.ruleset, group) for group in grouped(pairs))
        for result in results_of(workers, groups, progress):
            yield result.output


def _texts_in(name: str, source: Source) -> Iterator[bytes]:
    """Yield the lines of a file; raises `UnusableError`."""
    return (request.text for request in Requests([name], source))


def _operation_among(answers: Iterable[bytes]) -> str | None:
    """Return the operation that the first of these answers comes from that shows it."""
    for text in answers:
        with suppress(UnreadableAnswerError):
            stored = stored_answer(text)
            if not stored.is_problem:
                return operation_of(stored.members)
    return None


def _pairs(records: Iterator[bytes], answers: Iterator[bytes]) -> Iterator[_Pair]:
    """Yield each record with its answer: the one that names its line, or else the next one.

    An answer that comes after the one to a later line is by itself: its record is gone.
    """
    line = 0
    for answer in answers:
        answered = line_number_in(answer) or line + 1
        if answered <= line:
            yield _Pair(answered, None, answer, after=line)
            continue
        for line, record in zip(range(line + 1, answered), records, strict=False):  # noqa: B020 - continues the count
            yield _Pair(line, record, None)
        line = answered
        yield _Pair(line, next(records, None), answer)
    for line, record in enumerate(records, line + 1):  # noqa: B020 - as above
        yield _Pair(line, record, None)


def _verified(operation: str | None, shown: str | None, ruleset: bytes | None, group: list[_Pair]) -> Result:
    """Verify the answers in a group; ``shown`` is the operation that their members show, if it is not known."""
    written = b"".join(
        orjson.dumps(_outcome(operation, shown, ruleset, pair).written(pair.line), option=orjson.OPT_APPEND_NEWLINE)
        for pair in group
    )
    return Result(Tally(len(group)), sum(pair.length for pair in group), written)


def _outcome(operation: str | None, shown: str | None, ruleset: bytes | None, pair: _Pair) -> Verified:
    if pair.answer is None:
        return Verified("no_answer")
    if pair.after:
        return Verified("out_of_order", _TOO_LATE.format(line=pair.line, after=pair.after))
    if pair.record is None:
        return Verified("no_record")
    record = pair.record if ruleset is None else with_ruleset(pair.record, ruleset)
    otherwise = kind_of_line(record).operations if shown is None else (shown,)
    try:
        return verified(runner, record, pair.answer, otherwise, operation)
    except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is logged
        _log.exception("verifying failed in line %d", pair.line)
        return Verified("unreadable", internal_error().detail)
