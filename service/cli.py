"""The command line: answers and checks files on all cores, converts records, shows rulesets, all without a server.

The answer to a line is, byte for byte, that of a batch over HTTP. No code of a server is imported, except to `serve`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from service.bulk.inputs import UnusableError, printable, shown_name
from service.bulk.worker_pool import WorkerLostError
from service.commands import answers, check, convert, lookups, signing_key, standings, verify
from service.commands.conventions import (
    EXPLAINED,
    INTERRUPTED,
    NAME,
    OUTPUT_CLOSED,
    SUCCESS,
    UNUSABLE,
    WORKER_LOST,
    Commands,
    say,
)
from service.core_build import choose
from service.settings import SettingsError, settings_from
from service.shipped import contract_version
from service.spades import ENGINE_VERSION
from service.spades.rules.preset_loader import UnusablePresets
from service.wire.ruleset_json import presets_in, use_presets


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command and return its exit status."""
    parsed = _parser().parse_args(arguments)
    if sys.stdout is None:
        say("standard output is closed")
        return UNUSABLE
    try:
        if parsed.run is not _serve:
            _use_own_presets()
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        say(f"interrupted{_how_to_continue(parsed)}")
        return INTERRUPTED
    except BrokenPipeError:
        # Discard what is still buffered; otherwise Python reports it when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED
    except WorkerLostError as error:
        say(f"{error}{_how_to_continue(parsed)}")
        return WORKER_LOST
    except (UnusableError, SettingsError, UnusablePresets, OSError) as error:
        say(_message(error))
        return UNUSABLE
    return status


def _use_own_presets() -> None:
    """Put the presets of the operator's folder in force; a command that reads no settings has none to fail by."""
    folder = settings_from(os.environ).presets_dir if "SPADES_PRESETS_DIR" in os.environ else None
    use_presets(presets_in(folder))


def _how_to_continue(parsed: argparse.Namespace) -> str:
    """Return how a command that has ended too early is continued, as the end of a sentence; nothing if it can't be."""
    if getattr(parsed, "cluster", None) is not None:
        return "; run the same command again to continue"
    is_resumable = hasattr(parsed, "resume") and not getattr(parsed, "pages", None)
    return "; run again with --resume to continue" if is_resumable else ""


class _Parser(argparse.ArgumentParser):
    """A parser whose messages quote arguments so that they command no terminal: a shell makes some of file names."""

    def error(self, message: str) -> NoReturn:
        """Write a message, and exit."""
        super().error(printable(message))


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog=NAME,
        description="Score rounds of Spades and rule on disputed ones, from files of any length.",
        epilog=EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    versions = f"{NAME} {contract_version()}, engine {ENGINE_VERSION} ({choose()})"
    parser.add_argument("--version", action="version", version=versions)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (answers, standings, check, verify, convert, lookups, signing_key):
        command.add_to(commands)
    _add_serve(commands)
    return parser


def _add_serve(commands: Commands) -> None:
    command = commands.add_parser(
        "serve",
        help="run the service over HTTP",
        description="Runs the service over HTTP, by the settings in the environment. For the open internet, put a proxy"
        " before it.",
    )
    command.add_argument("--host", metavar="HOST", help="the address to listen on (HOST, or else 127.0.0.1)")
    command.add_argument("--port", metavar="PORT", help="the port to listen on (PORT, or else 8000)")
    command.add_argument("--workers", metavar="N", help="the number of processes (WEB_CONCURRENCY, or else 2)")
    command.add_argument("--check", action="store_true", help="only check the settings and the files that they name")
    command.set_defaults(run=_serve)


def _serve(parsed: argparse.Namespace) -> int:
    given = {"HOST": parsed.host, "PORT": parsed.port, "WEB_CONCURRENCY": parsed.workers}
    os.environ.update({name: value for name, value in given.items() if value is not None})
    from service import launch  # noqa: PLC0415 - no other command needs it

    if not parsed.check:
        launch.serve()
    launch.checked_launch()
    say("the settings and the files that they name are valid.")
    return SUCCESS


def _message(error: Exception) -> str:
    """Return the message of an error; for files, without the number that Python puts first."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{shown_name(str(error.filename))}: {error.strerror}"
    return str(error)
