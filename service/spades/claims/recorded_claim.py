"""The claim of a round record, held to one question in every position that the record leaves open.

It is proved only if it holds in all of them, and disproved only if it fails in all. Counting the cards that are out
comes first: it needs to know no other hand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import BIT, SPADES, cards_in
from service.spades.catalogue.parameters.play import PlayRules
from service.spades.claims.witness import checked_claim
from service.spades.play.legality import Turn, legal_cards
from service.spades.positions.possible_positions import CardsLeft, possible_positions
from service.spades.record.log import RoundContext
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.solver.answers import line_against, line_of, question_of, result_of
from service.spades.solver.position import (
    Answer,
    Bounds,
    Claim,
    ClaimTest,
    Position,
    Question,
    Result,
    Situation,
    game_of,
)
from service.spades.solver.search import Solution


def taker_of(seats: tuple[int, ...], nil_bidders: Collection[int], live: Collection[int]) -> int | None:
    """Return who of these seats of a side gets conceded tricks, None if nobody can tell.

    It is a player who has not bid nil, or else one whose nil has failed already. A player with a ``live`` nil does not
    get them, because they would set it, unless he is alone on his side.
    """
    if len(seats) == 1:
        return seats[0]
    for choice in (nil_bidders, live):
        for seat in seats:
            if seat not in choice:
                return seat
    return None


def tricks_in_order(rules: PlayRules, pack: Pack, left: CardsLeft, seat: int, order: tuple[int, ...]) -> int:
    """Return how many tricks a player is certain to win by leading his cards in this order, whatever the others hold.

    They are proved by counting the cards that are out: each card that he leads has to be a spade above all spades that
    are out, or the highest card of another suit once nobody can have a spade left. One player may hold all the spades
    that are out, so a trick of spades is taken to draw one of them, and not more. None are certain unless he is on
    lead. The count ends with the first card that may lose, or may not be led.
    """
    if left.leader != seat or left.plays or left.room[seat]:
        return 0
    hand, outstanding = left.known[seat], left.outstanding(seat)
    longest = min((outstanding & pack.suits[SPADES]).bit_count(), hand.bit_count())
    broken, first, won = all(left.broken), left.is_first_trick, 0
    for card in order:
        turn = Turn(None, is_first_trick=first, broken=broken)
        if not legal_cards(rules, pack, hand, turn) & BIT[card] or not _is_highest(pack, card, outstanding):
            break
        if pack.suit[card] != SPADES:
            if longest:
                break
        else:
            longest = max(0, longest - 1)
            broken = broken or rules.broken_by == "any_spade"
        hand &= ~BIT[card]
        first = False
        won += 1
    return won


def tricks_in_any_order(pack: Pack, left: CardsLeft, seat: int) -> int:
    """Return how many tricks a player is certain to win in whatever order he leads his cards: all, or none."""
    if left.leader != seat or left.plays or left.room[seat]:
        return 0
    hand, outstanding = left.known[seat], left.outstanding(seat)
    if hand & ~pack.suits[SPADES] and outstanding & pack.suits[SPADES]:
        return 0
    return hand.bit_count() if all(_is_highest(pack, card, outstanding) for card in cards_in(hand)) else 0


def highest_first(pack: Pack, hand: int) -> tuple[int, ...]:
    """Return the cards of a hand in the order in which they draw trumps: spades from the top, then all others."""
    strength = pack.strength[SPADES]
    spades = sorted(cards_in(hand & pack.suits[SPADES]), key=lambda card: -strength[card])
    return (*spades, *cards_in(hand & ~pack.suits[SPADES]))


def _is_highest(pack: Pack, card: int, outstanding: int) -> bool:
    """Return whether no card that is out beats this one in its own suit."""
    suit = pack.suit[card]
    strength = pack.strength[suit]
    return all(strength[other] < strength[card] for other in cards_in(outstanding & pack.suits[suit]))


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
