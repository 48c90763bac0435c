"""The commands that look something up: resolve, rulebook and compare for rulesets, and findings for finding codes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, cast

import orjson

from service.bulk.answering import Answering, Task, answer_files, own_settings, runner
from service.bulk.inputs import UnusableError, standard_input
from service.commands.conventions import (
    A_RULESET,
    SOME_PROBLEM,
    SUCCESS,
    Commands,
    add_output_options,
    json_object,
    json_of_arguments,
    ruleset_reference,
    say,
    say_problem,
    say_tally,
    write_out,
)
from service.media_types import HTML, MARKDOWN
from service.operations.operation import Lookup
from service.operations.runner import HANDLERS
from service.problems import Problem
from service.wire.exchange import Exchange

_RESOLVE, _COMPARE = "resolveRuleset", "compareRulesets"
_PAGES = MappingProxyType({"markdown": MARKDOWN, "html": HTML})


def add_to(commands: Commands) -> None:
    """Add the commands to the command line."""
    command = commands.add_parser("resolve", help="show all parameters of a ruleset as JSON")
    _add_ruleset_options(command, nargs="?")
    command.add_argument("--players", type=int, metavar="N", help="number of players")
    command.add_argument(
        "--file",
        action="append",
        dest="files",
        metavar="FILE",
        help="a file of requests instead, one per line; - for standard input",
    )
    add_output_options(command)
    command.set_defaults(run=_resolve, operation=_RESOLVE)
    command = commands.add_parser("rulebook", help="write the rules of a ruleset in plain English")
    _add_ruleset_options(command, nargs=None)
    command.add_argument(
        "--as", dest="kind", choices=sorted(_PAGES), default="markdown", help="the kind of page (default: %(default)s)"
    )
    command.set_defaults(run=_rulebook)
    command = commands.add_parser("compare", help="show in which rules two rulesets differ")
    for which in ("first", "second"):
        command.add_argument(
            which,
            metavar=which.upper(),
            help=A_RULESET,
        )
    command.add_argument("--players", type=int, metavar="N", help="number of players at the table")
    command.add_argument(
        "--as",
        dest="kind",
        choices=sorted({"json", *_PAGES}),
        default="markdown",
        help="JSON as over HTTP, or a page (default: %(default)s)",
    )
    command.set_defaults(run=_compare)
    command = commands.add_parser("findings", help="list the finding codes, or explain one, as Markdown")
    command.add_argument("code", nargs="?", metavar="CODE", help="a finding code, such as revoke")
    command.set_defaults(run=_findings)


def _add_ruleset_options(command: argparse.ArgumentParser, nargs: str | None) -> None:
    command.add_argument(
        "name",
        nargs=nargs,
        metavar="RULESET",
        help=f"{A_RULESET}; - to read a request of /v1/rulesets/resolve from standard input",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME", help="an option of the preset; may be repeated"
    )
    command.add_argument("--overrides", type=json_object, metavar="JSON", help="parameters to change, as in a request")


def _resolve(parsed: argparse.Namespace) -> int:
    if parsed.files:
        if parsed.name or parsed.option or parsed.overrides is not None or parsed.players is not None:
            raise UnusableError("give either a RULESET with its options or --file, not both")
        answering = Answering(_RESOLVE, None, own_settings())
        task = Task(answering, parsed.files, parsed.output, parsed.resume, parsed.jobs)
        return say_tally(answer_files(task, say))
    if parsed.name is None:
        raise UnusableError("give a RULESET, or --file")
    return _show(_RESOLVE, _request_body(parsed), _as_json)


def _rulebook(parsed: argparse.Namespace) -> int:
    parsed.players = None
    return _show(_RESOLVE, _request_body(parsed), runner(_RESOLVE).computation.pages[_PAGES[parsed.kind]])


def _compare(parsed: argparse.Namespace) -> int:
    rulesets = [ruleset_reference(parsed.first), ruleset_reference(parsed.second)]
    request = {"rulesets": rulesets, **_players(parsed)}
    write = _as_json if parsed.kind == "json" else runner(_COMPARE).computation.pages[_PAGES[parsed.kind]]
    return _show(_COMPARE, json_of_arguments(request), write)


def _as_json(exchange: Exchange) -> bytes:
    return orjson.dumps(exchange.written, option=orjson.OPT_APPEND_NEWLINE)


def _show(operation: str, body: bytes, write: Callable[[Exchange], bytes]) -> int:
    """Write the answer to a request to standard output, or its problem to standard error in readable lines."""
    try:
        page = write(runner(operation).run(body))
    except Problem as problem:
        say_problem(problem)
        return SOME_PROBLEM
    write_out(page)
    return SUCCESS


def _request_body(parsed: argparse.Namespace) -> bytes:
    """Return the body of a request to resolve a ruleset: read from standard input, or made of the arguments."""
    if parsed.name == "-":
        if parsed.option or parsed.overrides is not None or parsed.players is not None:
            raise UnusableError("--option, --overrides and --players cannot be used with -: put them into the request")
        return standard_input().read(runner(_RESOLVE).max_bytes + 1)
    given = ruleset_reference(parsed.name)
    reference: dict[str, Any] = given if isinstance(given, dict) else {"name": given}
    if isinstance(given, dict) and (parsed.option or parsed.overrides is not None):
        raise UnusableError("--option and --overrides go with the name of a preset: put them into the JSON")
    if parsed.option:
        reference["options"] = parsed.option
    if parsed.overrides is not None:
        reference["overrides"] = parsed.overrides
    return json_of_arguments({"ruleset": reference, **_players(parsed)})


def _players(parsed: argparse.Namespace) -> dict[str, int]:
    return {} if parsed.players is None else {"player_count": parsed.players}


def _findings(parsed: argparse.Namespace) -> int:
    lookup, path = ("listFindingCodes", ()) if parsed.code is None else ("getFindingCode", (parsed.code,))
    handler = cast("Lookup", HANDLERS[lookup])
    try:
        found = handler.find(*path)
    except Problem as problem:
        raise UnusableError(f"{problem.detail} `findings` lists them.") from problem
    write_out(handler.writers[MARKDOWN](found))
    return SUCCESS
