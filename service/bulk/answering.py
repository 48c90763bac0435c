"""How lines are answered, wherever that is done: in this process, in another one, or on another machine.

Files are answered line by line on all cores, in constant memory; an interrupted command can be resumed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

import orjson

from service.bulk.inputs import Request, Requests, Source, UnusableError, shown_name, total_bytes_of
from service.bulk.outputs import ExistingOutput, new_folder, open_output
from service.bulk.processes import processes
from service.bulk.tally import Tally, first_fault, first_wrong
from service.bulk.workers import Progress, Result, grouped, results_of
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
        return self.answer_lines(first_line, self.lines_of(block)).text

    def lines_of(self, block: bytes) -> Iterator[bytes]:
        """Yield the lines of a block."""
        return ndjson.lines_of(BytesIO(block), self.runner.max_bytes)

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
    """Files to answer, and where to write the answers."""

    answering: Answering
    files: list[str]
    """Their names, ``-`` for standard input. They are read as one input with continuous line numbers."""
    output: str | None
    """A new file to write to."""
    resume: str | None
    """A file to write to, or to continue if it exists. Without either, answers go to standard output."""
    processes: int
    notation: str | None = None
    """The notation of the files; None to recognise what each of them is."""
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
    answering, pages = task.answering, task.pages
    total_bytes = total_bytes_of(task.files)
    max_bytes = answering.runner.max_bytes  # made before any process is started
    with ExitStack() as resources:
        output, existing = open_output(task.output, task.resume, resources)
        if pages is not None and pages.folder is not None:
            new_folder(pages.folder)
        requests = Requests(
            task.files, Source(task.notation, max_bytes, partial(request_of, answering.operation), note)
        )
        left = iter(requests)
        skipped_bytes = _skip_answered(left, existing, answering)
        workers = resources.enter_context(processes(task.processes))
        left_bytes = None if total_bytes is None else total_bytes - skipped_bytes
        progress = resources.enter_context(Progress(left_bytes, output))
        groups = (partial(_answered, answering, pages, group) for group in grouped(left))
        tally = existing.tally
        for result in results_of(workers, groups, progress):
            output.write(result.output)
            output.flush()
            tally = tally.and_then(result.tally)
        if requests.left_out and not tally.lines:
            raise UnusableError("\n".join(("none of the files can be read", *map(str, requests.left_out))))
    return tally._replace(left_out=tuple(map(str, requests.left_out)))


def _answered(answering: Answering, pages: Pages | None, group: list[Request]) -> Result:
    """Return the answers to a group."""
    first, unclean = group[0].number, []

    def result_of(number: int, exchange: Exchange) -> Json:
        request = group[number - first]
        if (said := first_wrong(exchange.written)) is not None:
            unclean.append(f"{request.shown}: {said}")
        if pages is None:
            return exchange.written
        page = answering.runner.computation.pages[pages.media_type](exchange)
        if pages.folder is None:
            return page.decode()
        return _write_page(Path(pages.folder) / f"{request.page}.{pages.ending}", page)

    made = answering.answer_lines(first, [request.text for request in group], result_of)
    problems = [group[number - first] for number in made.problems]
    names = [request.alone_in or 1 + request.number - first for request in problems]
    answers = made.text.splitlines() if problems else []
    faults = ((each.alone_in, answers[each.number - first]) for each in problems if each.alone_in)
    faulty = [f"{file}: {first_fault(orjson.loads(answer)['problem'])}" for file, answer in faults]
    output = made.text if pages is None or pages.folder is not None else _as_pages(group, made.text)
    return Result(Tally.of(len(group), names, unclean, faulty), sum(request.length for request in group), output)


def _as_pages(group: list[Request], answers: bytes) -> bytes:
    """Return the pages in the answers to a group, one after another; a problem is named with its place."""
    found = []
    for request, answer in zip(group, map(orjson.loads, answers.splitlines()), strict=True):
        if (problem := answer.get("problem")) is None:
            found.append(answer["result"])
            continue
        errors = [f"\n- `{error['pointer']}`: {error['detail']}" for error in problem.get("errors", ())]
        found.append(f"**{request.shown}**: {problem['detail']}\n{''.join(errors)}")
    return "".join(f"{page.rstrip()}\n\n" for page in found).encode()


def _write_page(file: Path, page: bytes) -> Json:
    """Write a page to a new file, and return what the output says of it."""
    try:
        with file.open("xb") as written:
            written.write(page)
    except OSError as error:
        raise Problem("internal-error", f"The page {file.name} cannot be written: {error.strerror}.") from error
    return {"page": file.name}


def _skip_answered(requests: Iterator[Request], existing: ExistingOutput, answering: Answering) -> int:
    """Skip the lines that have been answered, and return their length in bytes.

    Raises `UnusableError` if the last line of the output is not the answer to its line of the input.
    """
    skipped_bytes, last = 0, None
    for last in islice(requests, existing.tally.lines):
        skipped_bytes += last.length
    number = 0 if last is None else last.number
    if number < existing.tally.lines:
        raise UnusableError(f"the output has {existing.tally.lines} lines, but the input has only {number}")
    if last is not None and answering.answer_lines(number, [last.text]).text != existing.last_line:
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
