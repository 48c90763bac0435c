"""The answer to a question: the fewest and the most tricks that are proved within the budget."""

from __future__ import annotations

from collections.abc import Callable

from service.spades.solver.compact import Compact
from service.spades.solver.position import Game, Position
from service.spades.solver.question import Bounds, BudgetExceeded, Question
from service.spades.solver.search import BROKEN, FIRST, STATED, Search, Trick


class Solution:
    """A position, a question, and what is proved about it.

    It asks "at least this many?" again and again, beginning with the number claimed, if there is one, and then halving
    what is left open. Each answer is proved by itself, and a greater budget asks the same in the same order, so that it
    never proves less. ``pause`` is called from time to time during a search.
    """

    def __init__(
        self, game: Game, position: Position, question: Question, budget: int, pause: Callable[[], object] = bool
    ) -> None:
        self.compact = Compact(game, position)
        self.search = Search(self.compact, question, budget, pause)
        self.at_least = 0
        self.at_most = position.tricks_left
        self.exhausted = False
        """Whether the budget has come to its end."""
        self.left = 0
        for hand in self.compact.hands:
            self.left |= hand
        self.flags = FIRST if position.is_first_trick else 0
        if position.broken or not self.compact.broken_matters:
            self.flags |= BROKEN
        if question.statement:
            self.flags |= STATED

    @property
    def bounds(self) -> Bounds:
        """What is proved so far."""
        return Bounds(self.at_least, self.at_most, self.search.positions)

    def narrow(self, claimed: int | None = None) -> Bounds:
        """Prove as much as the budget allows, first of all whether the number claimed is reached."""
        if claimed is not None and self.at_least < claimed <= self.at_most:
            self.decide(claimed)
        while not self.exhausted and self.at_least < self.at_most:
            self.decide((self.at_least + self.at_most + 1) // 2)
        return self.bounds

    def decide(self, need: int) -> Bounds:
        """Prove whether the counted seats take at least this many of the tricks left, if the budget allows."""
        if not self.exhausted:
            try:
                if self.reaches(need):
                    self.at_least = max(self.at_least, need)
                else:
                    self.at_most = min(self.at_most, need - 1)
            except BudgetExceeded:
                self.exhausted = True
        return self.bounds

    def reaches(self, need: int) -> bool:
        """Return whether the counted seats take at least this many of the tricks left."""
        position, search = self.compact.position, self.search
        if not position.plays and not position.is_first_trick:
            return search.reaches(self.left, position.leader, self.flags, need)
        state = (position.leader, self.flags, need)
        if not position.plays:
            return search.searched(self.left, state, self.every_card())
        trick, left, best = self.trick_in_progress(need)
        return search.follows(trick, position.turn, left, best)

    def trick_in_progress(self, need: int) -> tuple[Trick, int, int]:
        """Return the trick in progress, the cards left in all hands, and the card that is winning it."""
        position, compact = self.compact.position, self.compact
        cards = [compact.encode(1 << card) for card in position.plays]
        trick = self.search.trick(cards[0], (position.leader, self.flags, need), self.every_card())
        best = cards[0]
        for card in cards[1:]:
            if card > best and card & trick.ranking:
                best = card
        return trick, self.left & ~compact.played, best

    def every_card(self) -> list[int]:
        """Return all cards of each seat as its choices: the first position merges none."""
        return list(self.compact.hands)
