"""The commands that answer files: audit, score and games, here or on a cluster, and join for a cluster's parts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import MappingProxyType

from service.bulk.answering import Answering, Pages, Task, answer_files, own_settings
from service.bulk.inputs import UnusableError
from service.bulk.outputs import whole_output
from service.cluster import DEFAULT_BLOCK_BYTES
from service.commands.conventions import (
    Commands,
    add_input_options,
    add_output_options,
    given_ruleset,
    positive_int,
    say,
    say_tally,
)
from service.media_types import CSV, HTML, MARKDOWN
from service.presets.loader import in_force

_JOINED = "Writes the parts in a folder of --cluster as one output, byte for byte what one machine gives."
_MOST_BLOCK_BYTES = 10**12
_PACKAGES = {"dask", "distributed", "fsspec"}

_PAGES = MappingProxyType({"html": (HTML, "html"), "markdown": (MARKDOWN, "md")})
_SHEETS = MappingProxyType({**_PAGES, "csv": (CSV, "csv")})
_AUDITED = "Rules on recorded rounds. Reads records and writes rulings in order, one per line (NDJSON)."
_SCORED = "Scores finished rounds. Reads rows of score sheets and writes scores in order, one per line (NDJSON)."
_GAMES = "Scores or audits whole games. Reads games and writes answers in order, one per line (NDJSON)."


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


def _answer_on_cluster(parsed: argparse.Namespace, answering: Answering) -> int:
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
    if in_force().files:
        raise UnusableError(
            "--cluster takes the rulesets that ship: the workers don't have the files of your own (--ruleset takes"
            " overrides as JSON)"
        )
    with _extra("--cluster"):
        from service.cluster.command import ClusterTask, answer_on_cluster  # noqa: PLC0415 - what it needs is an extra
    task = ClusterTask(
        answering, parsed.files, parsed.output, parsed.cluster, parsed.jobs, block_bytes=parsed.block_bytes
    )
    return say_tally(answer_on_cluster(task, say))


def _join(parsed: argparse.Namespace) -> int:
    with _extra("join"):
        from service.cluster.work import Folder  # noqa: PLC0415 - what it needs is an extra
    with ExitStack() as resources:
        tally = Folder(parsed.folder).join(output := whole_output(parsed.output, resources))
        output.flush()
    return say_tally(tally)


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


def add_to(commands: Commands) -> None:
    """Add the commands to the command line."""
    audited = commands.add_parser("audit", help="rule on recorded rounds", description=_AUDITED)
    _add_options(audited)
    _add_pages(audited, "write each ruling as a page into the new folder that --output names", _PAGES)
    audited.set_defaults(operation="auditRound")
    scored = commands.add_parser("score", help="score finished rounds", description=_SCORED)
    _add_options(scored)
    _add_pages(scored, "write each score as a page into the new folder that --output names", _PAGES)
    scored.set_defaults(operation="scoreRound")
    games = commands.add_parser("games", help="score or audit whole games", description=_GAMES)
    games.add_argument("what", choices=("audit", "score"), help="audit a game, or score it")
    _add_options(games)
    _add_pages(games, "write each game as a page or a score sheet into the new folder that --output names", _SHEETS)
    games.set_defaults(operation="games")
    joined = commands.add_parser("join", help="make the parts of a cluster one output", description=_JOINED)
    joined.add_argument("folder", metavar="FOLDER", help="the folder that --output named: a path or a URL")
    joined.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    joined.set_defaults(run=_join)


def _add_options(command: argparse.ArgumentParser) -> None:
    add_input_options(command)
    add_output_options(command)
    add_cluster_options(command)
    command.set_defaults(run=_answer, pages=None)


def _add_pages(command: argparse.ArgumentParser, purpose: str, kinds: Iterable[str]) -> None:
    command.add_argument("--as", dest="pages", choices=sorted(kinds), help=purpose)


def _answer(parsed: argparse.Namespace) -> int:
    operation = parsed.operation
    if operation == "games":
        operation = "auditGame" if parsed.what == "audit" else "scoreGame"
    answering = Answering(operation, given_ruleset(parsed), own_settings())
    if parsed.cluster is not None:
        return _answer_on_cluster(parsed, answering)
    if parsed.block_bytes is not None:
        raise UnusableError("--block-bytes says how --cluster cuts the input, which is not given")
    task = Task(answering, parsed.files, parsed.output, parsed.resume, parsed.jobs, parsed.notation)
    if parsed.pages is not None:
        if parsed.resume is not None or (parsed.output is None and parsed.pages != "markdown"):
            needed = "needs --output with the name of a new folder, and takes no --resume"
            raise UnusableError(f"--as {parsed.pages} {needed}")
        task = task._replace(output=None, pages=Pages(parsed.output, *_SHEETS[parsed.pages]))
    return say_tally(answer_files(task, say))
