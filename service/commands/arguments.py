"""Arguments that several commands have, and the types of their values."""

from __future__ import annotations

import argparse
import os
from typing import Any, TypeAlias

import orjson

from service.bulk.answering import runner
from service.bulk.inputs import UnusableError
from service.notations import registry
from service.problems import Problem

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
        type=ruleset_reference,
        metavar="NAME",
        help="the ruleset of records that name none: a preset, or a reference in JSON with options and overrides",
    )


def ruleset_reference(text: str) -> Any:
    """Return a reference to a ruleset: a name, or JSON if it looks like an object."""
    if not text.startswith("{"):
        return text
    return json_object(text)


def checked_ruleset(reference: Any) -> bytes:
    """Return a reference to a ruleset as JSON; raises `UnusableError` if there is no such ruleset.

    Otherwise every line would have the same problem.
    """
    try:
        written = orjson.dumps(reference)
        runner("resolveRuleset").run(orjson.dumps({"ruleset": reference}))
    except TypeError as error:  # Python turns bytes that are not UTF-8 into lone surrogates
        raise UnusableError("the arguments are not valid UTF-8") from error
    except Problem as problem:
        reasons = " ".join(each["detail"] for each in problem.errors)
        raise UnusableError(f"--ruleset cannot be used: {reasons or problem.detail}") from problem
    return written


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
