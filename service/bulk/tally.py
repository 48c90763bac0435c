"""What is counted of answered lines, and what a summary says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import unquote

from service.bulk.inputs import printable
from service.media_types import Json
from service.spades.english import count_of, listed

_MOST_NAMED = 10
_FIRST = {"offence": 0, "error": 1}
"""The findings of which a summary names one first, before doubts and notes."""
_FIGURES = {"bags": " bags", "points": " points", "tricks_won": " tricks"}
"""What a summary calls the figures of a sheet; a score needs no name."""

NamedLine: TypeAlias = int | str
"""A line as a summary names it: by its number, or by the file in which it is alone."""


class Tally(NamedTuple):
    """What is counted of some lines, which have numbers from 1 on."""

    lines: int = 0
    problems: int = 0
    first_problems: tuple[NamedLine, ...] = ()
    """The first lines with a problem."""
    unclean: int = 0
    """The lines whose verdict is not clean."""
    first_unclean: tuple[str, ...] = ()
    """Where the first of them are, and what is wrong there first."""
    first_faulty: tuple[str, ...] = ()
    """The first files that are answered by a problem, with the first fault of each."""
    left_out: tuple[str, ...] = ()
    """Why each file that was left out cannot be read."""

    @classmethod
    def of(
        cls, lines: int, problems: Sequence[NamedLine], unclean: Sequence[str] = (), faulty: Sequence[str] = ()
    ) -> Tally:
        """Return the tally of lines, of which these have a problem, and these a verdict that is not clean."""
        named = tuple(problems[:_MOST_NAMED])
        return cls(lines, len(problems), named, len(unclean), tuple(unclean[:_MOST_NAMED]), tuple(faulty[:_MOST_NAMED]))

    def and_then(self, other: Tally) -> Tally:
        """Return the tally of these lines and of those that come next, which are counted through.

        >>> Tally.of(64, [5]).and_then(Tally.of(64, [1])).first_problems
        (5, 65)
        """
        problems = (line if isinstance(line, str) else self.lines + line for line in other.first_problems)
        return Tally(
            self.lines + other.lines,
            self.problems + other.problems,
            (*self.first_problems, *problems)[:_MOST_NAMED],
            self.unclean + other.unclean,
            (*self.first_unclean, *other.first_unclean)[:_MOST_NAMED],
            (*self.first_faulty, *other.first_faulty)[:_MOST_NAMED],
            self.left_out + other.left_out,
        )

    def __str__(self) -> str:
        """Return the tally as a sentence.

        >>> str(Tally(401, 1, (401,)))
        '401 lines, 1 with a problem: line 401'
        >>> str(Tally(2, 1, ("game02.csv",), 1, ("game03.csv: round 2, Us 131 should be 121",)))
        '2 lines, 1 with a verdict that is not clean, 1 with a problem: game02.csv'
        """
        left_out = f"; {count_of(len(self.left_out), 'file')} left out" if self.left_out else ""
        if not self.lines:
            return f"no lines{left_out}"
        total = f"{self.lines:,} line{'' if self.lines == 1 else 's'}"
        if self.unclean:
            total += f", {self.unclean:,} with a verdict that is not clean"
        if not self.problems:
            return f"{total}, none with a problem{left_out}"
        more = self.problems - len(self.first_problems)
        names = [*map(str, self.first_problems), *([f"{more:,} more"] if more else [])]
        noun = "" if isinstance(self.first_problems[0], str) else "line " if self.problems == 1 else "lines "
        return f"{total}, {self.problems:,} with a problem: {noun}{listed(names)}"


def first_wrong(answer: Json) -> str | None:
    """Return what is wrong first in a ruling on a round or a game; None if its verdict is clean, or it has none."""
    verdict = answer.get("verdict", "clean")
    if verdict == "clean":
        return None
    if error := answer.get("first_error"):
        *_, member, side = error["pointer"].split("/")
        name = f"{printable(unquote(side).replace('~1', '/').replace('~0', '~'))}{_FIGURES.get(member, '')}"
        right = f" should be {error['expected']}" if "expected" in error else ", which is wrong"
        return f"round {error['round']}, {name} {error['reported']}{right}"
    for of_round in answer.get("rounds", ()):
        if said := first_wrong(of_round):
            return f"round {of_round['number']}, {said}"
    entries = [*answer.get("findings", ()), *answer.get("undecided", ())]
    entries.sort(key=lambda entry: _FIRST.get(entry.get("severity"), len(_FIRST)))
    return f"{verdict}: {printable(entries[0]['detail'])}" if entries else str(verdict)


def first_fault(problem: Json) -> str:
    """Return what a problem says of its first fault, or in general if it names none."""
    for error in problem.get("errors", ()):
        return printable(f"{error['pointer']}: {error['detail']}")
    return printable(problem["detail"])
