"""The command line: answers files of requests on all cores, and shows rulesets, without a server.

The answer to a line is, byte for byte, that of a batch over HTTP. No code of a server is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from service.bulk.files import Task, UnusableError, answer_files, runner, standard_input
from service.bulk.worker_pool import WorkerLostError
from service.media_types import MARKDOWN
from service.problems import Problem, body_of, too_large
from service.settings import SettingsError
from service.spades import ENGINE_VERSION
from service.wire.schemas import Answer

NAME = "spades-arbiter"
SUCCESS, SOME_PROBLEM, UNUSABLE, WORKER_LOST, INTERRUPTED, OUTPUT_CLOSED = 0, 1, 2, 3, 130, 141
_RESOLVE = "resolveRuleset"
_HOW_TO_CONTINUE = "run again with --resume to continue"
_EXIT_STATUSES = """\
exit status:
  0    every line was answered
  1    some line, or the ruleset, has a problem; its answer says which
  2    the command could not run; the reason is on standard error
  3    a worker process died; run again with --resume to continue
  130  interrupted; run again with --resume to continue
  141  the reader of the output closed it
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command and return its exit status."""
    parsed = _parser().parse_args(arguments)
    if sys.stdout is None:
        _print_error("standard output is closed")
        return UNUSABLE
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _print_error(f"interrupted; {_HOW_TO_CONTINUE}")
        return INTERRUPTED
    except BrokenPipeError:
        # Discard what is still buffered; otherwise Python reports it when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED
    except WorkerLostError:
        _print_error(f"a worker process died; {_HOW_TO_CONTINUE}")
        return WORKER_LOST
    except (UnusableError, SettingsError, OSError) as error:
        _print_error(_message(error))
        return UNUSABLE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=NAME,
        description="Score rounds of Spades and rule on disputed ones, from files of any length.",
        epilog=_EXIT_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{NAME}, engine {ENGINE_VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, operation, purpose in (
        ("audit", "auditRound", "rule on recorded rounds"),
        ("score", "scoreRound", "score finished rounds"),
    ):
        command = commands.add_parser(
            name,
            help=purpose,
            description=f"{purpose.capitalize()}. Reads requests and writes answers in order, one per line (NDJSON).",
        )
        command.add_argument("files", nargs="+", metavar="FILE", help="a file of requests; - for standard input")
        _add_output_options(command)
        command.set_defaults(run=_answer_files, operation=operation)
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
    _add_output_options(command)
    command.set_defaults(run=_resolve, operation=_RESOLVE)
    command = commands.add_parser("rulebook", help="write the rules of a ruleset in plain English, as Markdown")
    _add_ruleset_options(command, nargs=None)
    command.set_defaults(run=_rulebook)
    return parser


def _add_output_options(command: argparse.ArgumentParser) -> None:
    """Add the options of every command that answers files."""
    command.add_argument(
        "--jobs",
        type=_positive_int,
        default=_cores(),
        metavar="N",
        help="number of processes (default: %(default)s, all cores)",
    )
    output = command.add_mutually_exclusive_group()
    output.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    output.add_argument("--resume", metavar="FILE", help="write to this file; if it exists, continue where it ends")


def _add_ruleset_options(command: argparse.ArgumentParser, nargs: str | None) -> None:
    command.add_argument(
        "name",
        nargs=nargs,
        metavar="NAME",
        help="a preset; - to read a request of /v1/rulesets/resolve from standard input",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME", help="an option of the preset; may be repeated"
    )
    command.add_argument("--overrides", type=_json_object, metavar="JSON", help="parameters to change, as in a request")


def _positive_int(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return int(text)


def _json_object(text: str) -> Any:
    try:
        value = orjson.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("must be a JSON object")
    return value


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _message(error: Exception) -> str:
    """Return the message of an error; for files, without the number that Python puts first."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _print_error(text: str) -> None:
    print(f"{NAME}: {text}", file=sys.stderr)


def _answer_files(parsed: argparse.Namespace) -> int:
    task = Task(parsed.operation, parsed.files, parsed.output, parsed.resume, parsed.jobs)
    return SOME_PROBLEM if answer_files(task) else SUCCESS


def _resolve(parsed: argparse.Namespace) -> int:
    if parsed.files:
        if parsed.name or parsed.option or parsed.overrides is not None or parsed.players is not None:
            raise UnusableError("give either NAME with its options or --file, not both")
        return _answer_files(parsed)
    if parsed.name is None:
        raise UnusableError("give the NAME of a ruleset, or --file")
    return _show_ruleset(parsed, _as_json)


def _rulebook(parsed: argparse.Namespace) -> int:
    parsed.players = None
    return _show_ruleset(parsed, runner(_RESOLVE).computation.pages[MARKDOWN])


def _as_json(_: Answer, value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _show_ruleset(parsed: argparse.Namespace, write: Callable[[Answer, Any], bytes]) -> int:
    """Write a resolved ruleset to standard output, or its problem to standard error in readable lines."""
    try:
        page = write(*runner(_RESOLVE).run(_request_body(parsed)))
    except Problem as problem:
        body = body_of(problem, None)
        _print_error(f"{body['title']} {body['detail']}")
        for error in problem.errors:
            print(f"  {error['pointer']}: {error['detail']}", file=sys.stderr)
        return SOME_PROBLEM
    sys.stdout.buffer.write(page)
    sys.stdout.buffer.flush()
    return SUCCESS


def _request_body(parsed: argparse.Namespace) -> bytes:
    """Return the body of a request to resolve a ruleset: read from standard input, or made of the arguments."""
    if parsed.name == "-":
        if parsed.option or parsed.overrides is not None or parsed.players is not None:
            raise UnusableError("--option, --overrides and --players cannot be used with -: put them into the request")
        max_bytes = runner(_RESOLVE).max_bytes
        body = standard_input().read(max_bytes + 1)
        if len(body) > max_bytes:
            raise too_large(max_bytes)
        return body
    reference: dict[str, Any] = {"name": parsed.name}
    if parsed.option:
        reference["options"] = parsed.option
    if parsed.overrides is not None:
        reference["overrides"] = parsed.overrides
    request: dict[str, Any] = {"ruleset": reference}
    if parsed.players is not None:
        request["player_count"] = parsed.players
    try:
        return orjson.dumps(request)
    except TypeError as error:  # Python turns bytes that are not UTF-8 into lone surrogates
        raise UnusableError("the arguments are not valid UTF-8") from error


if __name__ == "__main__":
    sys.exit(main())
