"""How many lines of an output are answers, and which are problems."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.english import listed

_MOST_NAMED = 10


class Tally(NamedTuple):
    """The lines of an output so far."""

    lines: int = 0
    problems: int = 0
    first_problems: tuple[int, ...] = ()
    """The numbers of the first lines with a problem."""

    def plus(self, lines: int, problems: tuple[int, ...]) -> Tally:
        """Return the tally with more lines, of which those with these numbers have a problem."""
        named = (*self.first_problems, *problems)[:_MOST_NAMED] if problems else self.first_problems
        return Tally(self.lines + lines, self.problems + len(problems), named)

    def and_then(self, other: Tally) -> Tally:
        """Return the tally of these lines and of those that come next."""
        named = (*self.first_problems, *other.first_problems)[:_MOST_NAMED]
        return Tally(self.lines + other.lines, self.problems + other.problems, named)

    def __str__(self) -> str:
        """Return the tally as a sentence.

        >>> str(Tally(401, 1, (401,)))
        '401 lines, 1 with a problem: line 401'
        """
        total = f"{self.lines:,} line{'' if self.lines == 1 else 's'}"
        if not self.problems:
            return f"{total}, none with a problem" if self.lines else "no lines"
        more = self.problems - len(self.first_problems)
        numbers = [*map(str, self.first_problems), *([f"{more:,} more"] if more else [])]
        noun = "line" if self.problems == 1 else "lines"
        return f"{total}, {self.problems:,} with a problem: {noun} {listed(numbers)}"
