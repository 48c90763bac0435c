"""The command line: files of requests answered on all cores, and rulesets shown, without a server.

Every line is answered as a line of a batch is over HTTP, byte for byte. Nothing of a server is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from service.bulk.files import Task, UnusableError, answer, runner, standard_input
from service.bulk.worker_pool import LostError
from service.media_types import MARKDOWN
from service.problems import Problem, body_of, too_large
from service.settings import SettingsError
from service.spades import ENGINE_VERSION
from service.wire.schemas import Answer

NAME = "spades-arbiter"
FINE, SOME_PROBLEM, UNUSABLE, LOST, INTERRUPTED, UNREAD = 0, 1, 2, 3, 130, 141
_RESOLVE = "resolveRuleset"
_STATUSES = """\
exit status:
  0    everything was answered
  1    a line, or the ruleset, has a problem, which is in its answer
  2    the command can't be carried out as given: what is wrong is on standard error
  3    a process was lost; --resume goes on where the output ends
  130  interrupted; --resume goes on where the output ends
  141  nobody read the output any more
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; returns its exit status."""
    asked = _parser().parse_args(arguments)
    if sys.stdout is None:
        _say("standard output is closed")
        return UNUSABLE
    try:
        status: int = asked.run(asked)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _say("interrupted; --resume goes on where the output ends")
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has nowhere to go: Python would complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except LostError:
        _say("a process was lost; --resume goes on where the output ends")
        return LOST
    except (UnusableError, SettingsError, OSError) as error:
        _say(str(error))
        return UNUSABLE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=NAME,
        description="Score rounds of Spades and rule on disputed ones, from files.",
        epilog=_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{NAME}, engine {ENGINE_VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, operation, what in (
        ("audit", "auditRound", "judge round records, one a line"),
        ("score", "scoreRound", "score finished rounds, one a line"),
    ):
        command = commands.add_parser(name, help=what, description=f"{what.capitalize()}: NDJSON in, NDJSON out.")
        command.add_argument("files", nargs="+", metavar="FILE", help="a file of requests; - is standard input")
        _add_output(command)
        command.set_defaults(run=_answer_files, operation=operation)
    command = commands.add_parser("resolve", help="show what a ruleset comes to, as JSON")
    _add_ruleset(command, nargs="?")
    command.add_argument("--players", type=int, metavar="N", help="the number of players")
    command.add_argument(
        "--file",
        action="append",
        dest="files",
        metavar="FILE",
        help="a file of requests, one a line; - is standard input",
    )
    _add_output(command)
    command.set_defaults(run=_resolve, operation=_RESOLVE)
    command = commands.add_parser("rulebook", help="write the rules of a ruleset in plain words, as Markdown")
    _add_ruleset(command, nargs=None)
    command.set_defaults(run=_rulebook)
    return parser


def _add_output(command: argparse.ArgumentParser) -> None:
    """Add what all commands share that answer files."""
    command.add_argument("--jobs", type=_jobs, default=_cores(), metavar="N", help="processes (all cores: %(default)s)")
    output = command.add_mutually_exclusive_group()
    output.add_argument("--output", metavar="FILE", help="write to a new file instead of standard output")
    output.add_argument(
        "--resume", metavar="FILE", help="write to a file and, where it is there already, go on where it ends"
    )


def _add_ruleset(command: argparse.ArgumentParser, nargs: str | None) -> None:
    command.add_argument(
        "name", nargs=nargs, metavar="NAME", help="a preset; - reads the request of /v1/rulesets/resolve from input"
    )
    command.add_argument("--option", action="append", default=[], metavar="NAME", help="an option of the preset")
    command.add_argument("--overrides", type=_overrides, metavar="JSON", help="parameters, as in a request")


def _jobs(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("a whole number above 0 is needed")
    return int(text)


def _overrides(text: str) -> Any:
    try:
        overrides = orjson.loads(text)
    except ValueError:
        overrides = None
    if not isinstance(overrides, dict):
        raise argparse.ArgumentTypeError("a JSON object is needed")
    return overrides


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _say(text: str) -> None:
    print(f"{NAME}: {text}", file=sys.stderr)


def _answer_files(asked: argparse.Namespace) -> int:
    task = Task(asked.operation, asked.files, asked.output, asked.resume, asked.jobs)
    return SOME_PROBLEM if answer(task) else FINE


def _resolve(asked: argparse.Namespace) -> int:
    if asked.files:
        if asked.name or asked.option or asked.overrides is not None or asked.players is not None:
            raise UnusableError("a ruleset by name, or files of requests, not both")
        return _answer_files(asked)
    if asked.name is None:
        raise UnusableError("a ruleset is needed, by name or in a file")
    return _show(asked, _as_json)


def _rulebook(asked: argparse.Namespace) -> int:
    asked.players = None
    return _show(asked, runner(_RESOLVE).computation.pages[MARKDOWN])


def _as_json(_: Answer, written: Any) -> bytes:
    return orjson.dumps(written, option=orjson.OPT_APPEND_NEWLINE)


def _show(asked: argparse.Namespace, write: Callable[[Answer, Any], bytes]) -> int:
    """Answer one request, with what is wrong with it for people."""
    try:
        page = write(*runner(_RESOLVE).run(_request(asked)))
    except Problem as problem:
        body = body_of(problem, None)
        _say(f"{body['title']} {body['detail']}")
        for error in problem.errors:
            print(f"  {error['pointer']}: {error['detail']}", file=sys.stderr)
        return SOME_PROBLEM
    sys.stdout.buffer.write(page)
    sys.stdout.buffer.flush()
    return FINE


def _request(asked: argparse.Namespace) -> bytes:
    """Return the request that the arguments come to."""
    if asked.name == "-":
        if asked.option or asked.overrides is not None or asked.players is not None:
            raise UnusableError("what is read from input has its options in it")
        max_bytes = runner(_RESOLVE).max_bytes
        body = standard_input().read(max_bytes + 1)
        if len(body) > max_bytes:
            raise too_large(max_bytes)
        return body
    reference: dict[str, Any] = {"name": asked.name}
    if asked.option:
        reference["options"] = asked.option
    if asked.overrides is not None:
        reference["overrides"] = asked.overrides
    request: dict[str, Any] = {"ruleset": reference}
    if asked.players is not None:
        request["player_count"] = asked.players
    try:
        return orjson.dumps(request)
    except TypeError as error:  # bytes that no text has become half a surrogate pair each
        raise UnusableError("the arguments are not text") from error


if __name__ == "__main__":
    sys.exit(main())
