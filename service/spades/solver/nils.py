"""Whether a nil is made: a question about the tricks of its bidder alone.

Two answers need no search (`bounds`): a bidder without trumps who is not on lead, all of whose cards are below all
others of their suits, never wins; and a bidder who holds more high trumps than there are higher ones does.
"""

from __future__ import annotations

from collections.abc import Callable

from service.spades.solver.claims import Answer, Result
from service.spades.solver.line_of_play import line_against, line_of
from service.spades.solver.position import Game, Position
from service.spades.solver.question import Question
from service.spades.solver.solve import Solution


def nil_under_best_play(  # noqa: PLR0913, PLR0917 - a question and how far to search for its answer
    game: Game,
    position: Position,
    bidder: int,
    side: frozenset[int],
    budget: int,
    pause: Callable[[], object] = bool,
) -> Answer:
    """Return whether the nil is made if its side plays perfectly for it, and all others against it.

    ``side`` holds the bidder's side. Disproved means that the others can force a trick on him.
    """
    everybody = frozenset(range(len(position.hands)))
    return _nil(Solution(game, position, Question(frozenset({bidder}), everybody - side), budget, pause))


def nil_in_every_line(
    game: Game, position: Position, bidder: int, budget: int, pause: Callable[[], object] = bool
) -> Answer:
    """Return whether the nil is made however all cards are played; disproved means that some line gives him a trick."""
    everybody = frozenset(range(len(position.hands)))
    return _nil(Solution(game, position, Question(frozenset({bidder}), everybody), budget, pause))


def fewest_in_every_line(
    game: Game, position: Position, bidder: int, budget: int, pause: Callable[[], object] = bool
) -> int:
    """Return how many tricks the bidder is proved to take in every line of play, so that no play saves his nil."""
    nobody: frozenset[int] = frozenset()
    return Solution(game, position, Question(frozenset({bidder}), nobody), budget, pause).narrow(1).at_least


def _nil(solution: Solution) -> Answer:
    """Return the answer to one question: does the bidder take a trick? How many more he takes is not asked."""
    bounds = solution.decide(1)
    result: Result = "undecided"
    line: tuple[int, ...] = ()
    if bounds.at_most == 0:
        result, line = "proved", line_against(solution)
    elif bounds.at_least:
        result, line = "disproved", line_of(solution)
    return Answer(result, bounds.at_least, bounds.at_most, bounds.positions, line)
