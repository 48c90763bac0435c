"""Answers by a cluster: the option --cluster of the commands that answer files, and the command join."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from service.bulk.answering import Answering, Task, own_settings
from service.bulk.inputs import UnusableError
from service.bulk.outputs import new_whole_file
from service.cluster import DEFAULT_BLOCK_BYTES
from service.commands.arguments import Commands, positive_int
from service.commands.exit_status import SOME_PROBLEM, SUCCESS, say
from service.settings import Settings
from service.signatures import signatures_from
from service.spades.english import count_of

_JOINED = (
    "Writes the parts in a folder of --cluster as one output, byte for byte what one machine gives. Every part is"
    " checked against its hash first."
)
_MOST_BLOCK_BYTES = 10**12
_PACKAGES = {"dask", "distributed", "fsspec"}


def add_cluster_options(command: argparse.ArgumentParser) -> None:
    """Add the options of every command that a cluster can carry out."""
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the workers of a Dask scheduler answer: tcp://HOST:8786, or local to start workers here;"
        " --output then names a folder for the parts, which `join` makes one",
    )
    command.add_argument(
        "--block-bytes",
        type=_block_bytes,
        metavar="N",
        help="with --cluster: about how much of the input is one part"
        f" (default: as the folder has it, at first {DEFAULT_BLOCK_BYTES:,})",
    )


def _block_bytes(text: str) -> int:
    """Return a number of bytes that a part may have; raises `argparse.ArgumentTypeError`."""
    number = positive_int(text)
    if number > _MOST_BLOCK_BYTES:
        raise argparse.ArgumentTypeError(f"at most {_MOST_BLOCK_BYTES:,}")
    return number


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser("join", help="make the parts of a cluster one output", description=_JOINED)
    command.add_argument("folder", metavar="FOLDER", help="the folder that --output named: a path or a URL")
    command.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    command.set_defaults(run=_join)


def answer_on_cluster(parsed: argparse.Namespace, task: Task) -> int:
    """Let a cluster answer files, say what came of it on standard error, and return the status."""
    if parsed.output is None:
        raise UnusableError("--cluster needs --output with the name of a folder; called again, it continues there")
    if parsed.pages is not None:
        raise UnusableError("--cluster writes answers as JSON: join them, or leave out --cluster to write pages")
    if parsed.notation is not None:
        raise UnusableError(
            "--cluster takes JSON, one object per line: convert the files first"
            f" (spades-arbiter convert FILE --from {parsed.notation} --output FILE.ndjson)"
        )
    with _extra("--cluster"):
        from service.cluster import command  # noqa: PLC0415 - what it needs is an extra
    answering = Answering(task.operation, task.ruleset, own_settings())
    outcome = command.carry_out(
        command.ClusterTask(
            answering, parsed.files, parsed.output, parsed.cluster, parsed.jobs, key_id_of, parsed.block_bytes
        )
    )
    before = f", of which {outcome.kept:,} were there before" if outcome.kept else ""
    folder = shlex.quote(parsed.output)
    say(f"{count_of(outcome.parts, 'part')}{before}: `spades-arbiter join {folder}` makes them one output.")
    say(f"{outcome.tally}.")
    return SOME_PROBLEM if outcome.tally.problems else SUCCESS


def key_id_of(settings: Settings) -> str | None:
    """Return the thumbprint of the key that signs by these settings, None if none does; raises `SettingsError`."""
    signatures = signatures_from(settings)
    return None if signatures.sign is None else signatures.public_keys[0].thumbprint


def _join(parsed: argparse.Namespace) -> int:
    with _extra("join"):
        from service.cluster import join  # noqa: PLC0415 - what it needs is an extra
    folder, manifest = join.checked_parts(parsed.folder)
    with ExitStack() as resources:
        is_file = parsed.output is not None
        output = resources.enter_context(new_whole_file(parsed.output)) if is_file else sys.stdout.buffer
        tally = join.join(folder, manifest, output)
        output.flush()
    say(f"{tally}.")
    return SOME_PROBLEM if tally.problems else SUCCESS


@contextmanager
def _extra(needing: str) -> Iterator[None]:
    """Import in a with block what the extra brings; raises `UnusableError` with how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        raise UnusableError(
            f"{needing} needs packages that are not installed: pip install 'spades-arbiter[cluster]',"
            " or `make cluster` in a checkout"
        ) from error
