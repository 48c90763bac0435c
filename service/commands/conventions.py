"""What all commands share: exit statuses, how they say things on a terminal, and the options that several have."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from service.bulk.answering import runner
from service.bulk.inputs import UnusableError, printable, shown_name
from service.bulk.outputs import standard_output
from service.bulk.tally import Tally
from service.notations import registry
from service.presets.loader import use_preset_file
from service.problems import Problem, body_of
from service.spades.english import count_of, quoted

NAME = "spades-arbiter"
SUCCESS, SOME_PROBLEM, UNUSABLE, WORKER_LOST, NOT_CLEAN, INTERRUPTED, OUTPUT_CLOSED = 0, 1, 2, 3, 4, 130, 141
EXPLAINED = """\
exit status:
  0    every line was answered, and every verdict is clean
  1    some line, or the ruleset, has a problem; its answer says which
  2    the command could not run, or left out a file that cannot be read; the reason is on standard error
  3    a worker process died, or the cluster was lost; run again with --resume to continue
  4    every line was answered, and some verdict is not clean; standard error names the first of them
  130  interrupted; run again with --resume to continue
  141  the reader of the output closed it

With --cluster, the same command again continues.
"""


def say(text: str) -> None:
    """Write a sentence to standard error, if there is one; nothing in it but its line ends commands a terminal."""
    if sys.stderr is not None:
        print(f"{NAME}:", "\n".join(map(printable, text.split("\n"))), file=sys.stderr)


def write_out(content: bytes) -> None:
    """Write content to standard output at once."""
    output = standard_output()
    output.write(content)
    output.flush()


def say_problem(problem: Problem) -> None:
    """Write a problem to standard error in readable lines."""
    body = body_of(problem, None)
    say(f"{body['title']} {body['detail']}{errors_in_lines(problem)}")


def errors_in_lines(problem: Problem) -> str:
    """Return the errors of a problem, each on a line of its own that begins with a line end."""
    return "".join(f"\n  {error['pointer']}: {error['detail']}" for error in problem.errors)


def count_in_words(number: int, thing: str) -> str:
    """Return a count in words, with commas between thousands: ``1,200 lines``."""
    return count_of(number, thing).replace(str(number), f"{number:,}", 1)


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - it has no other name
"""Where a command adds itself to the command line."""


def add_output_options(command: argparse.ArgumentParser) -> None:
    """Add the options of every command that answers files."""
    add_jobs_option(command)
    output = command.add_mutually_exclusive_group()
    output.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    output.add_argument("--resume", metavar="FILE", help="write to this file; if it exists, continue where it ends")


def add_jobs_option(command: argparse.ArgumentParser) -> None:
    """Add the number of processes."""
    command.add_argument(
        "--jobs",
        type=positive_int,
        default=_cores(),
        metavar="N",
        help="number of processes (default: %(default)s, all cores)",
    )


def add_input_options(command: argparse.ArgumentParser) -> None:
    """Add the files, their notation, and the ruleset of records that name none."""
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON, one request per line, or any notation, compressed with gzip or not; - for standard input",
    )
    add_record_options(command)


def add_record_options(command: argparse.ArgumentParser) -> None:
    """Add the notation of records, and the ruleset of those that name none."""
    command.add_argument(
        "--from",
        dest="notation",
        choices=sorted(registry.NOTATIONS),
        help="the notation of the files (default: recognised from their beginning)",
    )
    command.add_argument(
        "--ruleset",
        metavar="RULESET",
        help=f"the ruleset of records that name none: {A_RULESET}",
    )


A_RULESET = (
    "the name of a preset, a reference in JSON with options and overrides, or a file with either: house.json, or"
    " house.toml with a preset of your own"
)
"""What the arguments take that say by which ruleset to judge."""


def ruleset_reference(text: str) -> Any:
    """Return the reference to a ruleset that an argument is: a name, JSON, or a file of either.

    What ends in .json or .toml is a file; a preset in TOML is in force from then on. Raises `UnusableError` for a file
    that can't be used and for a name that looks like one, and `UnusablePresets`.
    """
    file = Path(text)
    if text.startswith("{"):
        return _reference(text, "it begins with {, and so")
    try:
        is_file = file.is_file()
        if file.suffix == ".json":
            return _reference(file.read_bytes(), shown_name(text))
    except OSError as error:
        raise UnusableError(f"{shown_name(text)} is taken for a file: {error.strerror}") from error
    if file.suffix == ".toml":
        if not is_file:
            raise UnusableError(f"{shown_name(text)} is taken for a file, and there is none of this name")
        return use_preset_file(file)
    if os.sep in text or is_file:
        raise UnusableError(
            f"{quoted(text)} is taken for the name of a preset: the name of a file of a ruleset ends in .toml or .json"
        )
    return text


def _reference(text: str | bytes, subject: str) -> Any:
    try:
        value = orjson.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UnusableError(f'{subject} must be a JSON object, such as {{"name": "a-preset", "overrides": {{}}}}')
    return value


def given_ruleset(parsed: argparse.Namespace) -> bytes | None:
    """Return the reference to a ruleset of the option --ruleset as JSON, None if it was not given.

    Raises `UnusableError` if there is no such ruleset: otherwise every line would have the same problem.
    """
    if parsed.ruleset is None:
        return None
    written = json_of_arguments(ruleset_reference(parsed.ruleset))
    try:
        runner("resolveRuleset").run(b'{"ruleset":%s}' % written)
    except Problem as problem:
        reasons = " ".join(error["detail"] for error in problem.errors)
        files = " (The name of a file ends in .toml or .json.)" if written.startswith(b'"') else ""
        raise UnusableError(f"--ruleset cannot be used: {reasons or problem.detail}{files}") from problem
    return written


def json_of_arguments(value: Any) -> bytes:
    """Return what was made of the arguments as JSON; raises `UnusableError` if they are no text."""
    try:
        return orjson.dumps(value)
    except TypeError as error:  # Python turns bytes that are not UTF-8 into lone surrogates
        raise UnusableError("the arguments are not valid UTF-8") from error


def json_object(text: str) -> Any:
    """Return the value of a JSON object."""
    try:
        value = orjson.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("must be a JSON object")
    return value


def positive_int(text: str) -> int:
    """Return a whole number above 0."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return int(text)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def say_tally(tally: Tally) -> int:
    """Say on standard error how many lines there were and which have a problem, and return the status."""
    for named in (*tally.first_faulty, *tally.first_unclean):
        say(f"{named}{'' if named.endswith('.') else '.'}")
    more = tally.unclean - len(tally.first_unclean)
    if more:
        say(f"{more:,} more verdicts are not clean.")
    status = SOME_PROBLEM if tally.problems else NOT_CLEAN if tally.unclean else SUCCESS
    status = status_beside(tally.left_out, status)
    say(f"{tally}.")
    return status


def status_beside(left_out: Iterable[str], status: int) -> int:
    """Say why each file that was left out cannot be read, and return the status of a command that did the rest."""
    for reason in left_out:
        say(f"left out: {reason}")
        status = UNUSABLE
    return status
