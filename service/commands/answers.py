"""The commands that answer files: audit, score and games."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from types import MappingProxyType

from service.bulk.answering import Pages, Task, answer_files
from service.bulk.inputs import UnusableError
from service.commands.arguments import Commands, add_input_options, add_output_options, checked_ruleset
from service.commands.cluster import add_cluster_options, answer_on_cluster
from service.commands.exit_status import SOME_PROBLEM, SUCCESS, say, say_note
from service.media_types import CSV, HTML, MARKDOWN

_PAGES = MappingProxyType({"html": (HTML, "html"), "markdown": (MARKDOWN, "md")})
_SHEETS = MappingProxyType({**_PAGES, "csv": (CSV, "csv")})
_AUDITED = "Rules on recorded rounds. Reads records and writes rulings in order, one per line (NDJSON)."
_SCORED = "Scores finished rounds. Reads rows of score sheets and writes scores in order, one per line (NDJSON)."
_GAMES = "Scores or audits whole games. Reads games and writes answers in order, one per line (NDJSON)."


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
    ruleset = None if parsed.ruleset is None else checked_ruleset(parsed.ruleset)
    task = Task(operation, parsed.files, parsed.output, parsed.resume, parsed.jobs, parsed.notation, ruleset)
    if parsed.cluster is not None:
        return answer_on_cluster(parsed, task)
    if parsed.block_bytes is not None:
        raise UnusableError("--block-bytes says how --cluster cuts the input, which is not given")
    if parsed.pages is None:
        return answer_and_tell(task)
    if parsed.output is None:
        raise UnusableError(f"--as {parsed.pages} needs --output with the name of a new folder, and takes no --resume")
    media_type, ending = _SHEETS[parsed.pages]
    return answer_and_tell(task._replace(output=None, pages=Pages(parsed.output, media_type, ending)))


def answer_and_tell(task: Task) -> int:
    """Answer files, say on standard error how many lines there were and which have a problem; return the status."""
    tally = answer_files(task, say_note)
    say(f"{tally}.")
    return SOME_PROBLEM if tally.problems else SUCCESS
