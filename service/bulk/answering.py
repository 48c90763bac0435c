"""How lines are answered, wherever that is done: in this process, in another one, or on another machine.

Files are answered line by line on all cores, in constant memory; an interrupted command can be resumed.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

import orjson

from service.bulk.inputs import Requests, Source, UnusableError, shown_name, total_bytes_of
from service.bulk.outputs import ExistingOutput, Tally, first_fault, first_wrong, new_folder, open_output
from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_and_show, grouped
from service.media_types import Json
from service.notations.model import Record
from service.operations.runner import Runner, in_json, runner_of
from service.problems import Problem
from service.settings import Settings, settings_from
from service.wire import ndjson
from service.wire.exchange import Exchange
from service.wire.record_kinds import kind_of

ResultOf: TypeAlias = Callable[[int, Exchange], Json]
"""Returns what the output says of the answer to the line of a number; raises `Problem`."""

_NAME_IN_LOG = "the command"


class Answering(NamedTuple):
    """How lines are answered: a small value, which gives the same answers in any process that it is sent to.

    >>> answering = Answering("scoreRound")
    >>> answering.answer_block(b"{}", first_line=7)[:22]
    b'{"line":7,"status":422'
    """

    operation: str
    """Its operationId."""
    ruleset: bytes | None = None
    """The ruleset, as JSON, of lines that name none."""
    settings: Settings = Settings()
    """The limits of a line."""

    @property
    def runner(self) -> Runner:
        """The runner of the operation, made once in a process."""
        return runner_of(self.operation, self.settings)

    def answer_block(self, block: bytes, first_line: int) -> bytes:
        """Return the answers to all lines of a block; ``first_line`` is the number of the first."""
        return b"".join(answered.output for answered in self.answer_stream(BytesIO(block), first_line))

    def answer_stream(self, stream: IO[bytes], first_line: int) -> Iterator[AnsweredGroup]:
        """Yield the answers to all lines of a stream, group by group, in constant memory."""
        return map(self.answer_group, grouped(ndjson.lines_of(stream, self.runner.max_bytes), first_line))

    def answer_group(self, group: Group, result_of: ResultOf = in_json) -> AnsweredGroup:
        """Return the answers to a group."""
        answered = self.answer_lines(group.first, group.lines, result_of)
        lines = len(group.lines)
        return AnsweredGroup(lines, sum(map(len, group.lines)) + lines, tuple(answered.problems), answered.text)

    def answer_lines(self, first: int, lines: Iterable[bytes], result_of: ResultOf = in_json) -> ndjson.AnsweredLines:
        """Return the answers to lines, of which this is the number of the first."""
        given = lines if self.ruleset is None else (with_ruleset(line, self.ruleset) for line in lines)
        return ndjson.answer_lines(self.runner.stages(result_of), ndjson.Lines(first, given, _NAME_IN_LOG))


class Pages(NamedTuple):
    """A folder for answers as pages: its name, the media type of the pages, and the ending of their names.

    Without a folder the pages themselves are the output, and a problem is a paragraph in it.
    """

    folder: str | None
    media_type: str
    ending: str


class Task(NamedTuple):
    """Files to answer with one operation, and where to write the answers."""

    operation: str
    """Its operationId."""
    files: list[str]
    """Their names, ``-`` for standard input. They are read as one input with continuous line numbers."""
    output: str | None
    """A new file to write to."""
    resume: str | None
    """A file to write to, or to continue if it exists. Without either, answers go to standard output."""
    processes: int
    notation: str | None = None
    """The notation of the files; None to recognise what each of them is."""
    ruleset: bytes | None = None
    """The ruleset, as JSON, of lines that name none."""
    pages: Pages | None = None
    """Where to write each answer as a page; the output then has the name of the page, or the problem, of each line."""


@lru_cache
def runner(operation_id: str) -> Runner:
    """Return the runner of an operation, with the settings of the environment.

    Made once per process, and before the worker processes are forked, so that they inherit it.
    """
    return runner_of(operation_id, own_settings())


@lru_cache
def own_settings() -> Settings:
    """Return the settings of the environment; raises `SettingsError`."""
    return settings_from(os.environ)


def answer_files(task: Task, note: Callable[[str], None]) -> Tally:
    """Answer every line; ``note`` takes what there is to say about reading a file in a notation.

    Raises `UnusableError`, `OSError` and `WorkerLostError`.
    """
    total_bytes = total_bytes_of(task.files)
    max_bytes = runner(task.operation).max_bytes  # made before any process is started
    with ExitStack() as resources:
        output, existing = open_output(task.output, task.resume, resources)
        if task.pages is not None and task.pages.folder is not None:
            new_folder(task.pages.folder)
        source = Source(task.notation, max_bytes, partial(request_of, task.operation), note)
        lines = Requests(task.files, source)
        skipped_bytes = _skip_answered(lines, existing, task)
        tally = existing.tally
        groups = grouped(lines, tally.lines + 1)
        left_bytes = None if total_bytes is None else total_bytes - skipped_bytes
        is_shown = sys.stderr.isatty() and not output.isatty()
        answers = answer_and_show(groups, partial(_make_answer, task), task.processes, left_bytes, is_shown=is_shown)
        for answered in resources.enter_context(closing(answers)):
            output.write(answered.output)
            output.flush()
            tally = tally.plus(answered.lines, answered.problems, answered.unclean, answered.faulty)
        if lines.left_out and not tally.lines:
            raise UnusableError("\n".join(("none of the files can be read", *map(str, lines.left_out))))
    return tally._replace(left_out=tuple(map(str, lines.left_out)))


def _answering(task: Task) -> Answering:
    return Answering(task.operation, task.ruleset, own_settings())


def _make_answer(task: Task) -> AnswerGroup:
    """Return the function that answers groups; called in each process."""
    gc.set_threshold(ndjson.OBJECTS_TOGETHER)
    return partial(_answer_group, task)


def _answer_group(task: Task, group: Group) -> AnsweredGroup:
    unclean = []

    answering = _answering(task)

    def result_of(number: int, exchange: Exchange) -> Json:
        if (said := first_wrong(exchange.written)) is not None:
            unclean.append(f"{group.place(number).shown(number)}: {said}")
        if task.pages is None:
            return exchange.written
        page = answering.runner.computation.pages[task.pages.media_type](exchange)
        if task.pages.folder is None:
            return page.decode()
        return _write_page(task.pages, f"{group.place(number).page or f'{number:06}'}.{task.pages.ending}", page)

    made = answering.answer_group(group, result_of)
    problems = tuple(map(group.named, made.problems))
    faulty = tuple(_faulty(group, made)) if any(isinstance(name, str) for name in problems) else ()
    output = made.output if task.pages is None or task.pages.folder is not None else _as_pages(group, made.output)
    return made._replace(problems=problems, output=output, unclean=tuple(unclean), faulty=faulty)


def _faulty(group: Group, made: AnsweredGroup) -> Iterator[str]:
    """Yield each file of a single record that is answered by a problem, with its first fault."""
    for answer in map(orjson.loads, made.output.splitlines()):
        name = group.named(answer["line"])
        if "problem" in answer and isinstance(name, str):
            yield f"{name}: {first_fault(answer['problem'])}"


def _as_pages(group: Group, answers: bytes) -> bytes:
    """Return the pages in the answers to a group, one after another; a problem is named with its place."""
    found = []
    for answer in map(orjson.loads, answers.splitlines()):
        if (problem := answer.get("problem")) is None:
            found.append(answer["result"])
            continue
        at = group.place(answer["line"]).shown(answer["line"])
        errors = [f"\n- `{error['pointer']}`: {error['detail']}" for error in problem.get("errors", ())]
        found.append(f"**{at}**: {problem['detail']}\n{''.join(errors)}")
    return "".join(f"{page.rstrip()}\n\n" for page in found).encode()


def _write_page(pages: Pages, name: str, page: bytes) -> Json:
    """Write a page of this name, and return what the output says of it."""
    assert pages.folder is not None  # noqa: S101 - pages without a folder are the output
    try:
        with (Path(pages.folder) / name).open("xb") as file:
            file.write(page)
    except OSError as error:
        raise Problem("internal-error", f"The page {name} cannot be written: {error.strerror}.") from error
    return {"page": name}


def _skip_answered(lines: Iterator[bytes], existing: ExistingOutput, task: Task) -> int:
    """Skip the lines that have been answered, and return their length in bytes.

    Raises `UnusableError` if the last line of the output is not the answer to its line of the input.
    """
    skipped_bytes = 0
    line = None
    number = 0
    for line in islice(lines, existing.tally.lines):
        skipped_bytes += len(line) + 1
        number += 1
    if number < existing.tally.lines:
        raise UnusableError(f"the output has {existing.tally.lines} lines, but the input has only {number}")
    if line is not None and _answering(task).answer_lines(number, [line]).text != existing.last_line:
        raise UnusableError(f"line {number} of the output is not the answer to line {number} of the input")
    return skipped_bytes


def request_of(operation: str, name: str, record: Record) -> bytes:
    """Return the request of an operation for a record that was read from the file of this name.

    Raises `UnusableError` if the record is of a kind that the operation does not take.
    """
    kind = kind_of(record)
    if operation not in kind.operations:
        raise UnusableError(f"{shown_name(name)} holds {kind.noun}: use {kind.commands}")
    return body_for(operation, record)


def body_for(operation: str | None, record: Record) -> bytes:
    """Return a record that was read from a text as the body of a request; None if the operation is not known."""
    if operation == "scoreGame" and "rounds" in record:
        # What the sheet claims is left out: scoring works that out, and only an audit compares the two.
        rounds = [{k: v for k, v in of_round.items() if k != "reported"} for of_round in record["rounds"]]
        record = {**record, "rounds": rounds}
    return orjson.dumps(record)


def with_ruleset(line: bytes, ruleset: bytes) -> bytes:
    """Return a line with a ruleset (JSON) as its first member, if it is an object that has none.

    The rest of the line stays as it is, so that whatever is wrong with it is still found.
    """
    try:
        value = orjson.loads(line)
    except ValueError:
        return line
    if not isinstance(value, dict) or "ruleset" in value:
        return line
    return b'{"ruleset":' + ruleset + (b"," if value else b"") + line.lstrip()[1:]
