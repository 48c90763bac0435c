"""The answers of a search: what a claim is worth and whether a nil is made, each with a line of play.

A claim is the same number of tricks held to three standards, each a question of its own:

- certain: nobody can go wrong, because every legal play of all hands takes the tricks claimed;
- by the statement: the claimer plays in the order that he has stated as long as it is legal, and from then on any card;
  all others play as they like;
- best play: every side plays perfectly, with all hands open.

It covers the tricks of the claimer's side, the one in progress included. A nil is a question about the tricks of its
bidder alone. A line of play shows what is proved: cards from the one in turn to the last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from service.analysis.solver.position import (
    Answer,
    Bounds,
    BudgetExceeded,
    Claim,
    Game,
    Position,
    Question,
    Result,
)
from service.analysis.solver.search import Solution, State
from service.spades.pauses import Pause, no_pause
from service.spades.ruling.claims import ClaimTest

_NOBODY: frozenset[int] = frozenset()
_MARGIN: Final = 2_000
"""The positions that a line may search beside those that the solution has searched."""


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


def certain(game: Game, position: Position, claim: Claim, budget: int, pause: Pause = no_pause) -> Answer:
    """Return whether every legal play takes the tricks claimed, with the fewest and the most of all lines of play."""
    return _over_all_lines(game, position, Claim(claim.claimer, claim.side, claim.tricks), budget, pause)


def by_statement(game: Game, position: Position, claim: Claim, budget: int, pause: Pause = no_pause) -> Answer:
    """Return whether the tricks claimed are taken as stated, however the others play.

    As soon as the claimer can't play the next card of his statement, or has played all of them, the rest of it is
    dropped: doubtful points go against him. Without a statement this is `certain`.
    """
    return _over_all_lines(game, position, claim, budget, pause)


def best_play(game: Game, position: Position, claim: Claim, budget: int, pause: Pause = no_pause) -> Answer:
    """Return whether the tricks claimed are taken if every side plays perfectly.

    Of more than two sides, all others play against the claimer's together.
    """
    solution = Solution(game, position, question_of(claim, "best_play"), budget, pause)
    bounds = solution.narrow(claim.tricks)
    return _answer(solution, result_of(bounds, claim.tricks), bounds)


def _over_all_lines(game: Game, position: Position, claim: Claim, budget: int, pause: Pause) -> Answer:
    """Return the fewest tricks of all lines of play and, with the rest of the budget, the most."""
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
    pause: Pause = no_pause,
) -> Answer:
    """Return whether the nil is made if its side plays perfectly for it, and all others against it.

    ``side`` holds the bidder's side. Disproved means that the others can force a trick on him.
    """
    everybody = frozenset(range(len(position.hands)))
    return _nil(Solution(game, position, Question(frozenset({bidder}), everybody - side), budget, pause))


def nil_in_every_line(game: Game, position: Position, bidder: int, budget: int, pause: Pause = no_pause) -> Answer:
    """Return whether the nil is made however all cards are played; disproved means that some line gives him a trick."""
    everybody = frozenset(range(len(position.hands)))
    return _nil(Solution(game, position, Question(frozenset({bidder}), everybody), budget, pause))


def fewest_in_every_line(game: Game, position: Position, claim: Claim, budget: int, pause: Pause = no_pause) -> Bounds:
    """Return how many tricks the seats of a claim take in every line of play in which the claimer plays as stated."""
    return Solution(game, position, question_of(claim, "by_statement"), budget, pause).narrow(1)


def _nil(solution: Solution) -> Answer:
    """Return the answer to one question: does the bidder take a trick? How many more he takes is not asked."""
    at_least, at_most, positions = solution.decide(1)
    if at_most == 0:
        return Answer("proved", at_least, at_most, positions, line_against(solution))
    if at_least:
        return Answer("disproved", at_least, at_most, positions, line_of(solution))
    return Answer("undecided", at_least, at_most, positions, ())


def line_of(solution: Solution) -> tuple[int, ...]:
    """Return a line of play in which the counted seats take a number of tricks that is proved to be the best.

    If it is not known exactly, those who want many tricks play so that the fewest proved are reached. Empty if that
    line itself would take too long to find.
    """
    return _walked(solution, keep_least=True, keep_most=solution.bounds.exact)


def line_against(solution: Solution) -> tuple[int, ...]:
    """Return a line in which those who want few tricks play so that the most proved are not exceeded."""
    return _walked(solution, keep_least=solution.bounds.exact, keep_most=True)


def _walked(solution: Solution, *, keep_least: bool, keep_most: bool) -> tuple[int, ...]:
    search = solution.search
    budget, search.budget = search.budget, search.positions + _MARGIN
    positions, tricks_paid = search.positions, search.tricks_paid
    try:
        return _Walk(solution, keep_least=keep_least, keep_most=keep_most).cards()
    except BudgetExceeded:
        return ()
    finally:
        search.budget, search.positions, search.tricks_paid = budget, positions, tricks_paid


class _Walk:
    """A walk from the position of a solution to the last card."""

    def __init__(self, solution: Solution, *, keep_least: bool, keep_most: bool) -> None:
        compact, position = solution.compact, solution.compact.position
        self.compact, self.search = compact, solution.search
        self.keep_least = keep_least
        """Whether those who want many tricks keep to cards with which the fewest proved are reached."""
        self.keep_most = keep_most
        """Whether those who want few keep to cards with which the most proved are not exceeded."""
        self.excess = solution.at_most + 1 - solution.at_least
        """How many more than the fewest would be too many."""
        self.left = solution.left
        """The cards left when the trick began."""
        self.state: State = (position.leader, solution.flags, solution.at_least)
        self.played = list(compact.plays)
        """The cards played to the trick."""
        self.choices = list(compact.hands)

    def cards(self) -> tuple[int, ...]:
        """Return the cards of the line."""
        line: list[int] = []
        while self.left:
            known = len(self.played)
            self._finish_trick()
            line += self.played[known:]
            for card in self.played:
                self.left ^= card
            self.played = []
            self.choices = self.search.choices(self.search.patterns(self.left))
        return tuple([self.compact.cards[card.bit_length() - 1] for card in line])

    def _finish_trick(self) -> None:
        """Add the rest of a trick to the cards played, and go to the state after it."""
        search, count = self.search, self.compact.players
        while len(self.played) < count:
            seat = (self.state[0] + len(self.played)) % count
            if self.played:
                trick, rest, best = search.trick_after(self.left, self.state, self.played, self.choices)
                options = search.plays(trick, seat, rest, best)
                self.state = (trick.leader, trick.flags, trick.need)
            else:
                options, self.state = search.leads(self.left, self.state, self.choices)
            self.played.append(self._chosen(seat, options))
        trick, _, best = search.trick_after(self.left, self.state, self.played, self.choices)
        winner = search.winner(best)
        self.state = winner, search.flags_after(trick, best), self.state[2] - search.counts[winner]

    def _chosen(self, seat: int, options: list[int]) -> int:
        """Return the first card that keeps to what is proved, the first of all if its player need not keep to it."""
        wants = self.search.wants[seat]
        if len(options) > 1 and (self.keep_least if wants else self.keep_most):
            leader, flags, need = self.state
            state = (leader, flags, need if wants else need + self.excess)
            for card in options:
                if self.search.reaches_after(self.left, state, [*self.played, card], self.choices) is wants:
                    return card
        return options[0]
