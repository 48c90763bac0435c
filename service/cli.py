"""The command line: answers and verifies files on all cores, converts records, shows rulesets, all without a server.

The answer to a line is, byte for byte, that of a batch over HTTP. No code of a server is imported, except to `serve`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from service.bulk.inputs import UnusableError, printable, shown_name
from service.bulk.workers import WorkerLostError
from service.commands import answers, convert, kits, lookups, standings, verify
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
from service.presets.loader import UnusablePresets, presets_in, put_in_force
from service.settings import SettingsError, digits_to_int, settings_from
from service.shipped import contract_version
from service.spades import ENGINE_VERSION

_MAX_PORT = 65_535


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
    put_in_force(presets_in(folder))


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
    for command in (answers, standings, verify, convert, lookups, kits):
        command.add_to(commands)
    _add_serve(commands)
    _add_mcp(commands)
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


def _add_mcp(commands: Commands) -> None:
    command = commands.add_parser(
        "mcp",
        help="be called by assistants (Model Context Protocol)",
        description="Answers an assistant by the Model Context Protocol, on standard input and output or over HTTP, by"
        " the settings in the environment. Over HTTP it asks for keys if SPADES_API_KEYS_FILE is set.",
    )
    command.add_argument("--http", metavar="ADDRESS", help="listen on this host:port instead; the path is /mcp")
    command.add_argument("--url", metavar="URL", help="ask the service that runs there instead of answering by itself")
    command.add_argument("--key-file", metavar="FILE", help="the file of the API key that the service at URL asks for")
    command.set_defaults(run=_mcp)


def _mcp(parsed: argparse.Namespace) -> int:
    if find_spec("mcp") is None:
        needed = "pip install 'spades-arbiter[mcp]', or `make mcp` in a checkout"
        raise UnusableError(f"mcp needs packages that are not installed: {needed}")
    from service import mcp_server  # noqa: PLC0415 - no other command needs it, and it is an extra

    settings = settings_from(os.environ)
    url = urlsplit(parsed.url or "")
    if parsed.url is not None and not (url.scheme in {"http", "https"} and url.hostname):
        raise UnusableError(f"--url must be an address such as http://127.0.0.1:8000, not {parsed.url}")
    if parsed.key_file is not None and parsed.url is None:
        raise UnusableError("--key-file needs --url: the key is for the service that runs there")
    key = Path(parsed.key_file).read_text(encoding="utf-8").strip() if parsed.key_file is not None else None
    service = mcp_server.Remote(parsed.url, key) if parsed.url is not None else mcp_server.InProcess(settings)
    if parsed.http is None:
        mcp_server.serve_on_streams(service)
        return SUCCESS
    host, _, port = parsed.http.rpartition(":")
    number = digits_to_int(port)
    if not host or number is None or number > _MAX_PORT:
        raise UnusableError(f"--http must be an address such as 127.0.0.1:8001, not {parsed.http}")
    mcp_server.serve_over_http(service, settings, host.strip("[]"), number)
    return SUCCESS


def _message(error: Exception) -> str:
    """Return the message of an error; for files, without the number that Python puts first."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{shown_name(str(error.filename))}: {error.strerror}"
    return str(error)
