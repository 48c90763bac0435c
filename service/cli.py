"""The command line: answers files on all cores, converts records, and shows rulesets and findings, without a server.

The answer to a line is, byte for byte, that of a batch over HTTP. No code of a server is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from service.bulk.inputs import UnusableError
from service.bulk.worker_pool import WorkerLostError
from service.commands import answers, convert, findings, rulesets
from service.commands.exit_status import EXPLAINED, INTERRUPTED, NAME, OUTPUT_CLOSED, UNUSABLE, WORKER_LOST, say
from service.settings import SettingsError
from service.spades import ENGINE_VERSION

_HOW_TO_CONTINUE = "run again with --resume to continue"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command and return its exit status."""
    parsed = _parser().parse_args(arguments)
    if sys.stdout is None:
        say("standard output is closed")
        return UNUSABLE
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        say("interrupted" if getattr(parsed, "pages", None) else f"interrupted; {_HOW_TO_CONTINUE}")
        return INTERRUPTED
    except BrokenPipeError:
        # Discard what is still buffered; otherwise Python reports it when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED
    except WorkerLostError:
        say(f"a worker process died; {_HOW_TO_CONTINUE}")
        return WORKER_LOST
    except (UnusableError, SettingsError, OSError) as error:
        say(_message(error))
        return UNUSABLE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=NAME,
        description="Score rounds of Spades and rule on disputed ones, from files of any length.",
        epilog=EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{NAME}, engine {ENGINE_VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for each in (answers, convert, rulesets, findings):
        each.add_to(commands)
    return parser


def _message(error: Exception) -> str:
    """Return the message of an error; for files, without the number that Python puts first."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


if __name__ == "__main__":
    sys.exit(main())
