"""What a claim is worth, and whether a nil is made: each a question about a position, answered with a line of play.

A claim is the same number of tricks held to three standards, each a question of its own:

- certain: nobody can go wrong, because every legal play of all hands takes the tricks claimed;
- by the statement: the claimer plays in the order that he has stated as long as it is legal, and from then on any card;
  all others play as they like;
- best play: every side plays perfectly, with all hands open.

It covers the tricks of the claimer's side, the one in progress included. A nil is a question about the tricks of its
bidder alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from service.spades.cards import BIT
from service.spades.solver.lines_of_play import line_against, line_of
from service.spades.solver.position import Bounds, ClaimTest, Game, Position, Question
from service.spades.solver.search import Solution

Result: TypeAlias = Literal["proved", "disproved", "undecided"]
_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim to some of the tricks that are left."""

    claimer: int
    side: frozenset[int]
    """The seats of the claimer's side, his own included."""
    tricks: int
    """How many of the tricks left his side is to take, and no fewer."""
    statement: tuple[int, ...] = ()
    """His cards in the order in which he means to play them."""


class Answer(NamedTuple):
    """What was found about a number of tricks, within the budget."""

    result: Result
    at_least: int
    """The fewest tricks that are possible under the question, as far as that is proved."""
    at_most: int
    """The most tricks that are possible under it, as far as that is proved."""
    positions: int
    """The positions that were searched."""
    line: tuple[int, ...]
    """Cards from the one in turn to the last of the round that show the result; empty if it is undecided."""


StatementFaultCode: TypeAlias = Literal["stated_twice", "stated_not_held"]


class StatementFault(NamedTuple):
    """A reason why a statement can't be followed."""

    code: StatementFaultCode
    stated: int
    """The index of the card at fault in the statement."""


def statement_faults(position: Position, claim: Claim) -> Iterator[StatementFault]:
    """Yield every card of a statement that the claimer does not hold, or states twice."""
    for index, card in enumerate(claim.statement):
        if not position.hands[claim.claimer] & BIT[card]:
            yield StatementFault("stated_not_held", index)
        elif card in claim.statement[:index]:
            yield StatementFault("stated_twice", index)


def question_of(claim: Claim, test: ClaimTest) -> Question:
    """Return the question of a test: who wants the claimer's tricks to be many, and in which order he plays.

    For `certain` and `by_statement` it asks for the fewest tricks.
    """
    if test == "best_play":
        return Question(claim.side, claim.side)
    stated = claim.statement if test == "by_statement" else ()
    return Question(claim.side, _NOBODY, claim.claimer if stated else None, stated)


def result_of(bounds: Bounds, claimed: int) -> Result:
    """Return whether a number of tricks claimed is reached."""
    if bounds.at_least >= claimed:
        return "proved"
    return "disproved" if bounds.at_most < claimed else "undecided"


def certain(game: Game, position: Position, claim: Claim, budget: int, pause: Callable[[], object] = bool) -> Answer:
    """Return whether every legal play takes the tricks claimed, with the fewest and the most of all lines of play."""
    return _over_all_lines(game, position, Claim(claim.claimer, claim.side, claim.tricks), budget, pause)


def by_statement(
    game: Game, position: Position, claim: Claim, budget: int, pause: Callable[[], object] = bool
) -> Answer:
    """Return whether the tricks claimed are taken as stated, however the others play.

    As soon as the claimer can't play the next card of his statement, or it has come to its end, the rest of it is
    dropped: doubtful points go against him. Without a statement this is `certain`.
    """
    return _over_all_lines(game, position, claim, budget, pause)


def best_play(game: Game, position: Position, claim: Claim, budget: int, pause: Callable[[], object] = bool) -> Answer:
    """Return whether the tricks claimed are taken if every side plays perfectly.

    Of more than two sides, all others play against the claimer's together.
    """
    solution = Solution(game, position, question_of(claim, "best_play"), budget, pause)
    bounds = solution.narrow(claim.tricks)
    return _answer(solution, result_of(bounds, claim.tricks), bounds)


def _over_all_lines(game: Game, position: Position, claim: Claim, budget: int, pause: Callable[[], object]) -> Answer:
    """Return what all lines of play have in common: first the fewest tricks, then, with what is left, the most."""
    question = question_of(claim, "by_statement")
    fewest = Solution(game, position, question, budget, pause)
    low = fewest.narrow(claim.tricks)
    everybody = frozenset(range(len(position.hands)))
    most = Solution(game, position, replace(question, wanting=everybody), budget - low.positions, pause)
    high = most.narrow()
    bounds = Bounds(low.at_least, high.at_most, low.positions + high.positions)
    return _answer(fewest, result_of(low, claim.tricks), bounds)


def _answer(solution: Solution, result: Result, bounds: Bounds) -> Answer:
    line = () if result == "undecided" else line_of(solution) if result == "proved" else line_against(solution)
    return Answer(result, bounds.at_least, bounds.at_most, bounds.positions, line)


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
    return Solution(game, position, Question(frozenset({bidder}), _NOBODY), budget, pause).narrow(1).at_least


def _nil(solution: Solution) -> Answer:
    """Return the answer to one question: does the bidder take a trick? How many more he takes is not asked."""
    at_least, at_most, positions = solution.decide(1)
    if at_most == 0:
        return Answer("proved", at_least, at_most, positions, line_against(solution))
    if at_least:
        return Answer("disproved", at_least, at_most, positions, line_of(solution))
    return Answer("undecided", at_least, at_most, positions, ())
