"""Stored answers verified on all cores, in constant memory: each beside the record that it answers."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

import orjson

from service.bulk.answering import body_for, runner, with_ruleset
from service.bulk.inputs import Requests, Source, total_bytes_of
from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_and_show, grouped
from service.notations.model import Record
from service.problems import internal_error
from service.verification.comparison import identified_answers, operation_of
from service.verification.stored_answer import UnreadableAnswerError, line_number_in, stored_answer
from service.verification.verifier import Verified, Verifier
from service.wire.record_kinds import kind_of_line

_OTHERWISE, _OF_THE_LONGEST = "auditRound", "auditGame"
_LONGEST_ANSWER = 16 * 1024 * 1024
_ANSWERS_TO_LOOK_AT = 100
_TOO_LATE = (
    "The answer to line {line} comes after the one to line {after}: give each answer once, in the order of the lines,"
    " or verify each of the files that this one was made of by itself."
)
_NONE = -1
"""The length of a record or an answer that is not there."""
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

    def packed(self) -> bytes:
        """Return the pair as one line of a group."""
        record, answer = (_NONE if text is None else len(text) for text in (self.record, self.answer))
        return b"%d %d %d %d\n%s%s" % (self.line, record, answer, self.after, self.record or b"", self.answer or b"")

    @classmethod
    def unpacked(cls, packed: bytes) -> _Pair:
        """Return the pair that was packed so."""
        head, _, rest = packed.partition(b"\n")
        line, of_record, of_answer, after = map(int, head.split())
        start = max(of_record, 0)
        record, answer = None if of_record == _NONE else rest[:start], None if of_answer == _NONE else rest[start:]
        return cls(line, record, answer, after)


def verify_files(task: VerifyTask, note: Callable[[str], None]) -> Generator[bytes, None, None]:
    """Yield what is found out about each answer as lines of JSON, many at a time.

    ``note`` takes what there is to say about reading the records in a notation. Raises `UnusableError`, `OSError` and
    `WorkerLostError`.
    """
    total_bytes = total_bytes_of([task.records, task.answers])
    identified_answers()  # read before any process is started, like the contract of the runner
    runner(task.operation or _OTHERWISE)
    answers = _answers_in(task.answers)
    first_answers = list(islice(answers, _ANSWERS_TO_LOOK_AT))
    shown = task.operation or _operation_among(first_answers)
    records = Requests([task.records], _source(task, shown, note))
    pairs = _pairs(records, chain(first_answers, answers))
    groups = grouped((pair.packed() for pair in pairs), 1)
    is_shown = sys.stderr.isatty() and not sys.stdout.isatty()
    make_verify = partial(_make_verify, task, shown)
    with closing(
        answer_and_show(groups, make_verify, task.processes, total_bytes, is_shown=is_shown)
    ) as verified_groups:
        for verified in verified_groups:
            yield verified.output


def _source(task: VerifyTask, shown: str | None, note: Callable[[str], None]) -> Source:
    def request_of(_: str, record: Record) -> bytes:
        return body_for(shown, record)

    return Source(task.notation, runner(_OF_THE_LONGEST).max_bytes, request_of, note)


def _answers_in(name: str) -> Iterator[bytes]:
    """Yield the answers in a file, without blank lines; raises `UnusableError` for a file that is no JSON."""
    lines = Requests([name], Source(None, _LONGEST_ANSWER, None, _no_note))
    return (line for line in lines if line.strip())


def _no_note(_: str) -> None:
    """Answers are JSON, and nothing is to be said about reading them."""


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


def _make_verify(task: VerifyTask, shown: str | None) -> AnswerGroup:
    """Return the function that verifies groups; called in each process."""
    return partial(_verify_group, task, shown, Verifier(runner))


def _verify_group(task: VerifyTask, shown: str | None, verifier: Verifier, group: Group) -> AnsweredGroup:
    pairs = [_Pair.unpacked(packed) for packed in group.lines]
    written = [
        orjson.dumps(_verified(task, shown, verifier, pair).written(pair.line), option=orjson.OPT_APPEND_NEWLINE)
        for pair in pairs
    ]
    input_bytes = sum(len(text) + 1 for pair in pairs for text in (pair.record, pair.answer) if text is not None)
    return AnsweredGroup(len(pairs), input_bytes, (), b"".join(written))


def _verified(task: VerifyTask, shown: str | None, verifier: Verifier, pair: _Pair) -> Verified:
    if pair.answer is None:
        return Verified("no_answer")
    if pair.after:
        return Verified("out_of_order", _TOO_LATE.format(line=pair.line, after=pair.after))
    if pair.record is None:
        return Verified("no_record")
    record = pair.record if task.ruleset is None else with_ruleset(pair.record, task.ruleset)
    otherwise = kind_of_line(record).operations if shown is None else (shown,)
    try:
        return verifier.verified(record, pair.answer, otherwise, task.operation)
    except Exception:  # noqa: BLE001 - whatever fails, it fails one line and is logged
        _log.exception("verifying failed in line %d", pair.line)
        return Verified("unreadable", internal_error().detail)
