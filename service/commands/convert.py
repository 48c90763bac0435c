"""The command that converts records: from any notation to JSON, one request per line, or to another notation."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import orjson

from service.bulk.answering import own_settings, runner, with_ruleset
from service.bulk.inputs import Requests, Source
from service.bulk.outputs import whole_output
from service.commands.conventions import (
    SOME_PROBLEM,
    SUCCESS,
    Commands,
    add_input_options,
    errors_in_lines,
    given_ruleset,
    say,
    status_beside,
)
from service.notations import registry
from service.operations.runner import Runner, runner_of
from service.problems import Problem

_DESCRIPTION = (
    "Converts records. Reads JSON, one request per line, or any notation, and writes JSON, one request per line, or the"
    " notation that --to names. Choices made in reading, and members that a notation cannot hold, go to standard error."
)
_WRITE = "writeRecord"


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "convert", help="convert records from any notation to JSON or another one", description=_DESCRIPTION
    )
    add_input_options(command)
    command.add_argument(
        "--to",
        choices=["json", *sorted(name for name, notation in registry.NOTATIONS.items() if notation.write is not None)],
        default="json",
        help="the notation to write (default: %(default)s)",
    )
    command.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    command.set_defaults(run=_convert)


def _convert(parsed: argparse.Namespace) -> int:
    ruleset = given_ruleset(parsed)
    max_bytes = runner("auditGame").max_bytes
    with ExitStack() as resources:
        output = whole_output(parsed.output, resources)
        read = Requests(parsed.files, Source(parsed.notation, max_bytes, lambda _, record: orjson.dumps(record), say))
        records = (request.text if ruleset is None else with_ruleset(request.text, ruleset) for request in read)
        convert = _as_json if parsed.to == "json" else partial(_as_text, parsed.to)
        separator = b"" if parsed.to == "json" else registry.NOTATIONS[parsed.to].separator.encode()
        status, is_first = SUCCESS, True
        for number, record in enumerate(records, 1):
            if len(record) > max_bytes:
                say(f"record {number} is left out: it has more than {max_bytes:,} bytes.")
                written = None
            else:
                written = convert(number, record)
            if written is None:
                status = SOME_PROBLEM
            else:
                output.write((b"" if is_first else separator) + written)
                is_first = False
    if parsed.output is not None and is_first and status != SUCCESS:
        Path(parsed.output).unlink()  # nothing is in it, and the command will be run again
    return status_beside(map(str, read.left_out), status)


def _as_json(_: int, record: bytes) -> bytes:
    return record + b"\n"


@cache
def _write() -> Runner:
    """Return what writes a record that is as long as a body may be: in the body that asks for it, it is longer."""
    settings = own_settings()
    return runner_of(_WRITE, replace(settings, game_bytes=2 * settings.game_bytes))


def _as_text(notation: str, number: int, record: bytes) -> bytes | None:
    """Return a record in a notation, and say what that cannot hold; None for a record that cannot be written."""
    try:
        written: Any = _write().answer(b'{"notation":"%s","record":%s}' % (notation.encode(), record))
    except Problem as problem:
        say(f"record {number} is left out: {problem.detail}{errors_in_lines(problem)}")
        return None
    for loss in written["losses"]:
        say(f"record {number}, {loss['pointer']}: {loss['detail']}")
    text: str = written["text"]
    return text.encode()
