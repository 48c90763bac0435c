"""The claim of a round record, held to one question in every position that the record leaves open.

It is proved only if it holds in all of them, and disproved only if it fails in all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.claims.counted_tricks import highest_first, tricks_in_any_order, tricks_in_order
from service.spades.claims.witness import checked_claim
from service.spades.positions.possible_positions import CardsLeft, possible_positions
from service.spades.positions.situation import Situation
from service.spades.record.context import RoundContext
from service.spades.record.model import RoundRecord
from service.spades.solver.claims import Answer, Claim, Result, question_of, result_of
from service.spades.solver.line_of_play import line_against, line_of
from service.spades.solver.position import Position, game_of
from service.spades.solver.question import Bounds, ClaimTest, Question
from service.spades.solver.solve import Solution

RECORD_BUDGET: Final = 2_000
"""The positions that an audit may search for a claim, in all the ways in which the cards may lie: a tenth of what
`POST /v1/claims/judge` has by default, so that an audit stays quick."""
GAME_BUDGET: Final = 5 * RECORD_BUDGET
"""The positions that the audit of a game may search for all its claims."""


OpenBy: TypeAlias = Literal["hands", "deals", "budget"]


class Tested(NamedTuple):
    """What came of a claim under one question."""

    result: Result
    fewest: int | None = None
    """How many tricks the claimer's side is certain to take under it, wherever the cards lie; None if that is open."""
    positions: int = 0
    """The positions that were searched."""
    position: Position | None = None
    """A position that shows the result, and ``line`` the cards from there to the end; None if it needs none."""
    line: tuple[int, ...] = ()
    open_by: OpenBy = "budget"
    """What leaves it undecided: it depends on the hands, these may lie in too many ways, or the budget has ended."""


def hold_to(test: ClaimTest, context: RoundContext[RoundRecord], left: CardsLeft, claim: Claim, budget: int) -> Tested:
    """Hold a claim to a question in every position that is possible, within a budget for all of them."""
    if _counted(context, left, claim, test) >= claim.tricks:
        return Tested("proved", claim.tricks)
    positions = possible_positions(left, context)
    if positions is None:
        return Tested("undecided", open_by="deals")
    game, question, rest = game_of(context.ruleset, context.pack.players), question_of(claim, test), budget
    solved: list[Bounds] = []
    shown: Solution | None = None
    for position in positions:
        solution = Solution(game, position, question, rest)
        solved.append(solution.narrow(claim.tricks))
        rest -= solved[-1].positions
        shown = shown or solution
    results = {result_of(bounds, claim.tricks) for bounds in solved}
    if shown is None or len(results) > 1 or "undecided" in results:
        depends = "proved" in results and "disproved" in results
        return Tested("undecided", positions=budget - rest, open_by="hands" if depends else "budget")
    (result,) = results
    fewest = min([bounds.at_least for bounds in solved]) if all(bounds.exact for bounds in solved) else None
    line = line_of(shown) if result == "proved" else line_against(shown)
    situation = Situation(context.ruleset, context.table, positions[0])
    followed = claim if test == "by_statement" else replace(claim, statement=())
    answer = Answer(result, solved[0].at_least, solved[0].at_most, solved[0].positions, line)
    if checked_claim(situation, followed, answer).result == "undecided":
        return Tested("undecided", positions=budget - rest)  # a fault of the solver: nothing that rests on it goes out
    return Tested(result, fewest, budget - rest, positions[0], line)


class ForcedTricks(NamedTuple):
    """The tricks that a player takes in every way of playing."""

    tricks: int
    positions: int
    """The positions that were searched."""


def forced_tricks(
    context: RoundContext[RoundRecord], left: CardsLeft, claim: Claim, seat: int, budget: int
) -> ForcedTricks:
    """Return how many tricks a player takes in every way of playing, the claimer as he has stated; 0 if it is open."""
    positions = possible_positions(left, context)
    if positions is None:
        return ForcedTricks(0, 0)
    game = game_of(context.ruleset, context.pack.players)
    claimer = claim.claimer if claim.statement else None
    question = Question(frozenset({seat}), frozenset(), claimer, claim.statement)
    fewest, rest = positions[0].tricks_left, budget
    for position in positions:
        bounds = Solution(game, position, question, rest).narrow()
        rest -= bounds.positions
        fewest = min(fewest, bounds.at_least)
        if not fewest:
            break
    return ForcedTricks(fewest, budget - rest)


def _counted(context: RoundContext[RoundRecord], left: CardsLeft, claim: Claim, test: ClaimTest) -> int:
    """Return the tricks of the claimer that counting proves under a question."""
    rules, pack, seat = context.ruleset.parameters.play, context.pack, claim.claimer
    if test == "certain" or (test == "by_statement" and not claim.statement):
        return tricks_in_any_order(pack, left, seat)
    order = claim.statement or highest_first(pack, left.known[seat])
    return tricks_in_order(rules, pack, left, seat, order)
