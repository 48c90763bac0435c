"""The command that checks files against the invariants: what a league runs over its sheets before it trusts them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import orjson

from service.bulk.checking import CheckResult, CheckTask, Counted, Place, check_files, title_of
from service.bulk.inputs import printable, shown_name
from service.checks.invariants import INVARIANTS, TITLES
from service.commands.conventions import (
    SOME_PROBLEM,
    SUCCESS,
    Commands,
    add_input_options,
    add_jobs_option,
    add_report_options,
    count_in_words,
    given_ruleset,
    say,
    status_beside,
    write_out,
)
from service.spades.english import listed, shortened

_DESCRIPTION = (
    "Checks records, rows of score sheets and whole games, in any mixture, against named invariants: what the record"
    " says against itself, and what its sheet says against the engine. For each, the answer says on how many lines or"
    " rounds it was checked, how many break it, and which do so first. docs/how-to/check-sheets.md has examples."
)
_EXPLAINED = """\
exit status:
  0    nothing breaks an invariant
  1    something does
  2    the command could not run; the reason is on standard error
"""
_PLACES = 5
_LONGEST = 200
"""The most characters of what breaks an invariant at one place."""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "check",
        help="check whole seasons of records and sheets against named invariants",
        description=_DESCRIPTION,
        epilog=_EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input_options(command)
    add_jobs_option(command)
    listed_places = "how many of the places that break an invariant are listed (default: %(default)s)"
    add_report_options(command, "table", "default: %(default)s", _PLACES, listed_places)
    command.set_defaults(run=_check)


def _check(parsed: argparse.Namespace) -> int:
    ruleset = given_ruleset(parsed)
    result = check_files(CheckTask(parsed.files, parsed.jobs, parsed.notation, ruleset, parsed.first), say)
    if parsed.form == "json":
        write_out(orjson.dumps(result.written(), option=orjson.OPT_APPEND_NEWLINE))
    else:
        write_out("".join(f"{line}\n" for line in _table(result)).encode())
    return status_beside(result.left_out, SOME_PROBLEM if result.is_broken else SUCCESS)


def _table(result: CheckResult) -> Iterator[str]:
    """Yield the lines of the result for people: invariants in groups, and below each the places that break it."""
    kinds = [f"{number:,} {kind if number != 1 else kind[:-1]}" for kind, number in result.kinds.items() if number]
    held = listed(kinds) or "nothing that can be read"
    yield f"{count_in_words(result.lines, 'line')}: {held}, {count_in_words(result.rounds, 'round')}."
    name_width = max(*map(len, INVARIANTS), max(map(len, TITLES.values())) - len("  "))
    numbers = [f"{number:,}" for counted in result.invariants.values() for number in (counted.checked, counted.broken)]
    width = max(map(len, [*numbers, "checked"]))
    group = None
    for name, counted in result.invariants.items():
        if title_of(name) != group:
            group = title_of(name)
            yield ""
            yield f"{group:{name_width + 2}}  {'checked':>{width}}  {'broken':>{width}}"
        figures = f"{counted.checked:>{width},}  {counted.broken:>{width},}"
        yield f"  {name:{name_width}}  {figures}  {INVARIANTS[name].meaning}"
        yield from _places(result, counted)


def _places(result: CheckResult, counted: Counted) -> Iterator[str]:
    for place, broken in counted.first:
        yield f"    {_place(result, place)}: {shortened(printable('; '.join(broken)), _LONGEST)}"
    more = counted.broken - len(counted.first)
    if more:
        yield f"    and {more:,} more"


def _place(result: CheckResult, place: Place) -> str:
    """Return where a place is: its file if there are several, its line, and its round in a game."""
    file, line = result.in_file(place)
    named = f"{printable(shown_name(file))}, " if len(result.files) > 1 else ""
    return f"{named}line {line:,}" + ("" if place.round is None else f", round {place.round}")
