"""The command that verifies stored answers: it makes them again from their records, and checks their signatures."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

import orjson

from service.bulk.inputs import UnusableError
from service.bulk.verifying import VerifyTask, verify_files
from service.commands.arguments import Commands, add_jobs_option, add_record_options, checked_ruleset, positive_int
from service.commands.exit_status import SOME_PROBLEM, SUCCESS, UNUSABLE, say, say_note
from service.commands.verify_report import VerifyReport
from service.signatures.public_keys import keys_from
from service.spades.english import listed
from service.verification.comparison import identified_answers

_DESCRIPTION = (
    "Verifies answers: makes each of them again from its record and says whether it is the same, which members differ,"
    " and whether the engine or the ruleset has changed. Takes single answers, and files of lines as `audit`, `score`,"
    " `games` and batches write them. docs/how-to/verify-rulings.md says what that proves."
)
_EXPLAINED = """\
exit status:
  0    every answer is the same, and every signature that was checked is valid
  1    some answer differs, is missing or can't be read, or some signature is not valid
  2    nothing could be verified; the reason is on standard error, or in the report
"""
_PLACES = 10


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "verify",
        help="make stored answers again from their records, and say whether they are the same",
        description=_DESCRIPTION,
        epilog=_EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("records", metavar="RECORDS", help="what was ruled on, as `audit` and the others take it")
    command.add_argument(
        "answers", metavar="ANSWERS", help="the answers, in JSON; - for standard input, as for RECORDS"
    )
    add_record_options(command)
    command.add_argument(
        "--operation",
        metavar="ID",
        help="the operationId of the operation that gave the answers (default: recognised by their members)",
    )
    command.add_argument(
        "--keys", type=Path, metavar="FILE", help="public keys that check signatures: /.well-known/jwks.json, saved"
    )
    add_jobs_option(command)
    command.add_argument(
        "--as", dest="form", choices=("text", "json"), default="text", help="json: one line each (default: %(default)s)"
    )
    command.add_argument(
        "--first",
        type=positive_int,
        default=_PLACES,
        metavar="N",
        help="how many answers that don't hold, and members that differ, are listed (default: %(default)s)",
    )
    command.set_defaults(run=_verify)


def _verify(parsed: argparse.Namespace) -> int:
    if parsed.records == parsed.answers == "-":
        raise UnusableError("only one of the two files can be standard input")
    if parsed.operation is not None and parsed.operation not in identified_answers():
        raise UnusableError(f"--operation must be one of {listed(sorted(identified_answers()), 'or')}")
    ruleset = None if parsed.ruleset is None else checked_ruleset(parsed.ruleset)
    keys = None if parsed.keys is None else keys_from(parsed.keys)
    task = VerifyTask(parsed.records, parsed.answers, parsed.jobs, parsed.operation, parsed.notation, ruleset, keys)
    report = VerifyReport(parsed.first)
    with closing(verify_files(task, say_note)) as verified:
        for lines in verified:
            report.add(map(orjson.loads, lines.splitlines()))
            if parsed.form == "json":
                sys.stdout.buffer.write(lines)
                sys.stdout.buffer.flush()
    if not report.total:
        raise UnusableError("there is nothing to verify: both files are empty")
    if parsed.form == "json":
        say(report.summary())
    else:
        sys.stdout.buffer.write("".join(f"{line}\n" for line in report.lines()).encode())
        sys.stdout.buffer.flush()
    if not report.compared:
        return UNUSABLE
    return SUCCESS if report.holds else SOME_PROBLEM
