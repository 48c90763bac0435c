"""The command that verifies stored answers: it recomputes them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

import orjson

from service.bulk.inputs import UnusableError, printable
from service.bulk.verifying import VerifyTask, verify_files
from service.commands.conventions import (
    SOME_PROBLEM,
    SUCCESS,
    UNUSABLE,
    Commands,
    add_jobs_option,
    add_record_options,
    count_in_words,
    given_ruleset,
    positive_int,
    say,
    write_out,
)
from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.english import listed, shortened
from service.verification.comparison import identified_answers

_SAID = {
    "same": "Confirmed: this record gives the same answer again.",
    "differs": "Different.",
    "other_record": "Not comparable.",
    "no_ruleset": "Not comparable.",
    "unreadable": "Not readable.",
    "out_of_order": "Out of order.",
    "no_answer": "There is no answer to this record.",
    "no_record": "There is no record to this answer.",
}
_COUNTED = {
    "same": "the same",
    "differs": "different",
    "other_record": "of another record",
    "no_ruleset": "to a record without a ruleset",
    "unreadable": "not readable",
    "out_of_order": "out of order",
    "no_answer": "missing",
    "no_record": "without a record",
}
_CHANGED = {
    "engine": "The engine has changed: the answer says {stored}, this is {made}.",
    "named": "The answer is by the ruleset {stored}, the record names {made}.",
    "ruleset": "The ruleset has changed: the answer says {stored}, now it is {made}.",
}
_NOTED = {
    "named": "by another ruleset than the one that the record names.",
    "ruleset": "by a ruleset that is another one now, by its digest.",
    "unknown_members": "with members that this version does not know, and did not check.",
}
_INCOMPARABLE = frozenset(("no_ruleset", "unreadable", "out_of_order", "no_answer", "no_record"))
_SHIFTED = "From line {line:,} on, every answer is of another record: an answer or a record is probably missing there."
_SHORTEST_SHIFT = 2
_LONGEST = 160
"""The most characters of a value that differs."""

_DESCRIPTION = (
    "Verifies answers: recomputes each of them from its record and says whether it is the same, which members differ,"
    " and whether the engine or the ruleset has changed. Takes single answers, and files of lines as `audit`, `score`,"
    " `games` and batches write them. docs/how-to/verify-rulings.md says what that proves."
)
_EXPLAINED = """\
exit status:
  0    every answer is the same
  1    some answer differs, is missing or can't be read
  2    nothing could be verified; the reason is on standard error, or in the report
"""
_PLACES = 10


class VerifyReport:
    """What is to be said about verified answers; it keeps the first that do not hold, and counts all."""

    def __init__(self, most: int) -> None:
        """List at most this many answers, and of each this many members."""
        self._most = most
        self._listed: list[Json] = []
        self._first: Json = None
        self._outcomes: Counter[str] = Counter()
        self._engines: Counter[str] = Counter()
        self._noted: Counter[str] = Counter()
        self._failed = 0
        self._of_others: list[int] = []
        """The first lines of answers of other records since the last one of its own record, at most two."""

    def add(self, verified: Iterable[Json]) -> None:
        """Add what was found out about the next answers."""
        for answer in verified:
            self._first = answer if self._first is None else self._first
            self._outcomes[answer["outcome"]] += 1
            self._noted.update([*_changes_in(answer), *({"unknown_members"} & answer.keys())])
            self._count_shifted(answer)
            if "engine" in answer:
                self._engines[str(answer["engine"]["stored"])] += 1
            if not answer["holds"]:
                self._failed += 1
                if len(self._listed) < self._most:
                    self._listed.append(answer)

    def _count_shifted(self, verified: Json) -> None:
        outcome = verified["outcome"]
        if outcome == "other_record":
            self._of_others = [*self._of_others, verified["line"]][:_SHORTEST_SHIFT]
        elif outcome not in _INCOMPARABLE:
            self._of_others = []

    @property
    def total(self) -> int:
        """How many lines there are."""
        return self._outcomes.total()

    @property
    def compared(self) -> int:
        """How many of them have a record and an answer that could be read."""
        return sum(number for outcome, number in self._outcomes.items() if outcome not in _INCOMPARABLE)

    @property
    def holds(self) -> bool:
        """Whether every answer does."""
        return not self._failed

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        if self.total == 1:
            yield from self._lines_of(self._first)
            return
        for answer in self._listed:
            yield f"line {answer['line']:,}"
            yield from (f"  {line}" for line in self._lines_of(answer))
        more = self._failed - len(self._listed)
        if more:
            yield f"and {more:,} more that do not hold"
        yield f"{self.summary()}."
        yield from self._notes()

    def summary(self) -> str:
        """Return how many answers there are, and what became of them, as a sentence without its full stop."""
        counts = [
            f"{self._outcomes[outcome]:,} {words}" for outcome, words in _COUNTED.items() if self._outcomes[outcome]
        ]
        return f"{count_in_words(self.total, 'line')}: {listed(counts)}"

    def _notes(self) -> Iterator[str]:
        """Yield what concerns many answers."""
        for version, number in self._engines.most_common(self._most):
            yield f"{count_in_words(number, 'answer')} by engine {_shown(version)}; this is engine {ENGINE_VERSION}."
        if len(self._of_others) == _SHORTEST_SHIFT:
            yield _SHIFTED.format(line=self._of_others[0])
        for member, words in _NOTED.items():
            if self._noted[member]:
                yield f"{count_in_words(self._noted[member], 'answer')} {words}"

    def _lines_of(self, verified: Json) -> Iterator[str]:
        yield " ".join(filter(None, (_SAID[verified["outcome"]], printable(verified.get("detail", "")))))
        if "ruling_id" in verified:
            made_by = printable(str(verified.get("engine_version", "of no version")))
            yield f"{verified['operation']}, engine {made_by}, {printable(str(verified['ruling_id']))}"
        why = " That may be why." if verified["outcome"] == "differs" else ""
        for member in _changes_in(verified):
            stored, made = (_shown(verified[member][side]) for side in ("stored", "made"))
            yield f"{_CHANGED[member].format(stored=stored, made=made)}{why}"
        yield from self._differences(verified)
        if "unknown_members" in verified:
            unknown = printable(listed(verified["unknown_members"]))
            yield f"Not checked, because this version does not know them: {unknown}"

    def _differences(self, verified: Json) -> Iterator[str]:
        differences = verified.get("differences", [])
        for difference in differences[: self._most]:
            stored, made = (
                _shown(difference[side]) if side in difference else "nothing" for side in ("stored", "made")
            )
            yield f"  {printable(difference['pointer'])}: {stored}; recomputed: {made}"
        more = len(differences[self._most :]) + verified.get("differences_left_out", 0)
        if more:
            yield f"  and {more:,} more"


def _changes_in(verified: Json) -> list[str]:
    """Return the members that say what has changed; of a ruleset of another name, its digest says nothing else."""
    return [name for name in _CHANGED if name in verified and not (name == "ruleset" and "named" in verified)]


def _shown(value: Json) -> str:
    """Return a value as JSON, shortened if it is long."""
    return shortened(printable(orjson.dumps(value).decode()), _LONGEST)


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "verify",
        help="recompute stored answers from their records, and say whether they are the same",
        description=_DESCRIPTION,
        epilog=_EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("records", metavar="RECORDS", help="the records, as `audit` and the others take them")
    command.add_argument(
        "answers", metavar="ANSWERS", help="the answers, in JSON; - for standard input, as for RECORDS"
    )
    add_record_options(command)
    command.add_argument(
        "--operation",
        metavar="ID",
        help="the operationId of the operation that gave the answers (default: recognised by their members)",
    )
    add_jobs_option(command)
    listed_answers = "how many answers that don't hold, and members that differ, are listed (default: %(default)s)"
    command.add_argument(
        "--as", dest="form", choices=("text", "json"), default="text", help="json: one line each (default: %(default)s)"
    )
    command.add_argument("--first", type=positive_int, default=_PLACES, metavar="N", help=listed_answers)
    command.set_defaults(run=_verify)


def _verify(parsed: argparse.Namespace) -> int:
    if parsed.records == parsed.answers == "-":
        raise UnusableError("only one of the two files can be standard input")
    if parsed.operation is not None and parsed.operation not in identified_answers():
        raise UnusableError(f"--operation must be one of {listed(sorted(identified_answers()), 'or')}")
    ruleset = given_ruleset(parsed)
    task = VerifyTask(parsed.records, parsed.answers, parsed.jobs, parsed.operation, parsed.notation, ruleset)
    report = VerifyReport(parsed.first)
    with closing(verify_files(task, say)) as verified:
        for lines in verified:
            report.add(map(orjson.loads, lines.splitlines()))
            if parsed.form == "json":
                write_out(lines)
    if not report.total:
        raise UnusableError("there is nothing to verify: both files are empty")
    if parsed.form == "json":
        say(report.summary())
    else:
        write_out("".join(f"{line}\n" for line in report.lines()).encode())
    if not report.compared:
        return UNUSABLE
    return SUCCESS if report.holds else SOME_PROBLEM
