"""A claim tested: by counting cards, and by a search of every position that the record leaves open.

It is proved only if it holds in all of them, and disproved only if it fails in all. Counting the cards that are out
comes first, because it needs to know no other hand.

The solver proves its answers with moves of its own, so the code that audits rounds replays every line of play before
anybody sees it. If the audit objects to a line, or it does not take the tricks that it is to show, that is a fault of
the solver, and its answer is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from service.analysis.claims.possible_positions import CardsLeft, possible_positions
from service.analysis.solver.answers import line_against, line_of, question_of, result_of
from service.analysis.solver.position import (
    Answer,
    Claim,
    Game,
    Position,
    Question,
    Result,
    Situation,
    after,
    game_of,
    legal_now,
)
from service.analysis.solver.search import Solution
from service.spades.cards import BIT, SPADES, cards_in
from service.spades.catalogue.parameters.play import PlayRules
from service.spades.findings import Finding
from service.spades.pauses import Pause, no_pause
from service.spades.play.evidence import ReplayContext
from service.spades.play.legality import Turn, legal_cards, spade_breaks
from service.spades.play.replay import replay_trick
from service.spades.record.log import RoundContext
from service.spades.record.model import Broken, RoundRecord, Trick, TrickResult, certain_hands
from service.spades.rules.pack import Pack
from service.spades.ruling.claims import ClaimTest

RECORD_BUDGET: Final = 2_000
"""The positions that an audit may search for a claim, in all the ways in which the cards may lie: a quarter of what
`POST /v1/claims/judge` has by default, so that an audit stays quick."""
GAME_BUDGET: Final = 2 * RECORD_BUDGET
"""The positions that the audit of a game may search for all its claims, the same number in each of its rounds."""
_POSITIONS_A_STEP: Final = 4
"""In how many positions a claim is judged for one call of ``pause``, without those that are searched."""
OpenBy: TypeAlias = Literal["hands", "deals", "budget"]


class Tested(NamedTuple):
    """The result of a claim under one question."""

    result: Result
    fewest: int | None = None
    """How many tricks the claimer's side is certain to take under it, wherever the cards lie; None if that is open."""
    positions: int = 0
    """The positions that were searched."""
    position: Position | None = None
    """A position that shows the result, and ``line`` the cards from there to the end; None if it needs none."""
    line: tuple[int, ...] = ()
    open_by: OpenBy = "budget"
    """What leaves it undecided: it depends on the hands, these may lie in too many ways, or the budget is spent."""


class ForcedTricks(NamedTuple):
    """The tricks that a player takes in every way of playing."""

    tricks: int
    positions: int
    """The positions that were searched."""


class Searches:
    """The searches for one answer, of which none is made twice: of several rulesets most play alike."""

    def __init__(self, pause: Pause = no_pause) -> None:
        """``pause`` is called from time to time in a search."""
        self.pause = pause
        self.claims: dict[tuple[Game, CardsLeft, Claim, ClaimTest, int], Tested] = {}
        self.forced: dict[tuple[Game, CardsLeft, Question, int], ForcedTricks] = {}
        self._possible: dict[tuple[Pack, CardsLeft], tuple[Position, ...] | None] = {}

    def possible(self, pack: Pack, left: CardsLeft) -> tuple[Position, ...] | None:
        """Return every position that the cards left allow, as `possible_positions` does, and count them out once."""
        key = (pack, left)
        if key not in self._possible:
            self._possible[key] = possible_positions(left, pack, self.pause)
        return self._possible[key]


def hold_to(  # noqa: PLR0913, PLR0917 - a question and how far to search for its answer
    test: ClaimTest,
    context: RoundContext[RoundRecord],
    left: CardsLeft,
    claim: Claim,
    budget: int,
    searches: Searches,
) -> Tested:
    """Hold a claim to a question in every position that is possible, within a budget for all of them."""
    if _counted(context, left, claim, test) >= claim.tricks:
        return Tested("proved", claim.tricks)
    positions = searches.possible(context.pack, left)
    if positions is None:
        return Tested("undecided", open_by="deals")
    key = (game_of(context.ruleset, context.pack.players), left, claim, test, budget)
    tested = searches.claims.get(key)
    if tested is None:
        tested = searches.claims[key] = _tested(test, context, positions, claim, budget, searches.pause)
    return tested


def _tested(  # noqa: PLR0913, PLR0917 - as above
    test: ClaimTest,
    context: RoundContext[RoundRecord],
    positions: tuple[Position, ...],
    claim: Claim,
    budget: int,
    pause: Pause,
) -> Tested:
    """Hold a claim to a question in each of these positions.

    It is decided in all of them before it is asked in any how many tricks they are exactly.
    """
    game, question = game_of(context.ruleset, context.pack.players), question_of(claim, test)
    solved: list[Solution] = []
    results: set[Result] = set()
    for solution in _solutions(game, positions, question, budget, pause):
        results.add(result_of(solution.decide(claim.tricks), claim.tricks))
        solved.append(solution)
        if solution.exhausted:
            break
    spent = sum([solution.search.positions for solution in solved])
    if len(results) != 1 or "undecided" in results:
        depends = {"proved", "disproved"} <= results
        return Tested("undecided", positions=spent, open_by="hands" if depends else "budget")
    (result,), before = results, solved[-1].search
    for solution in solved:
        searched = solution.search.positions
        solution.search.go_on_from(before, budget - spent)
        spent += solution.narrow().positions - searched
        before = solution.search
    bounds = [solution.bounds for solution in solved]
    fewest = min([each.at_least for each in bounds]) if all(each.exact for each in bounds) else None
    line = line_of(solved[0]) if result == "proved" else line_against(solved[0])
    situation = Situation(context.ruleset, context.table, positions[0])
    followed = claim if test == "by_statement" else replace(claim, statement=())
    answer = Answer(result, bounds[0].at_least, bounds[0].at_most, bounds[0].positions, line)
    if checked_claim(situation, followed, answer).result == "undecided":
        return Tested("undecided", positions=spent)  # a fault of the solver: nothing that rests on it goes out
    return Tested(result, fewest, spent, positions[0], line)


def forced_tricks(  # noqa: PLR0913, PLR0917 - as above
    context: RoundContext[RoundRecord],
    left: CardsLeft,
    claim: Claim,
    seat: int,
    budget: int,
    searches: Searches,
) -> ForcedTricks:
    """Return how many tricks a player takes in every way of playing, the claimer as he has stated; 0 if it is open."""
    positions = searches.possible(context.pack, left)
    if positions is None:
        return ForcedTricks(0, 0)
    game = game_of(context.ruleset, context.pack.players)
    question = question_of(replace(claim, side=frozenset({seat})), "by_statement")
    key = (game, left, question, budget)
    forced = searches.forced.get(key)
    if forced is None:
        fewest, spent = positions[0].tricks_left, 0
        for solution in _solutions(game, positions, question, budget, searches.pause):
            bounds = solution.narrow()
            spent += bounds.positions
            fewest = min(fewest, bounds.at_least)
            if not fewest:
                break
        forced = searches.forced[key] = ForcedTricks(fewest, spent)
    return forced


def _solutions(
    game: Game, positions: tuple[Position, ...], question: Question, budget: int, pause: Pause
) -> Iterator[Solution]:
    """Yield the solution of each of these positions, each to be searched before the next, within one budget."""
    before: Solution | None = None
    for index, position in enumerate(positions):
        if not index % _POSITIONS_A_STEP:
            pause()
        solution = Solution(game, position, question, budget, pause)
        if before is not None:
            solution.search.go_on_from(before.search, budget)
        yield solution
        before, budget = solution, budget - solution.search.positions


def _counted(context: RoundContext[RoundRecord], left: CardsLeft, claim: Claim, test: ClaimTest) -> int:
    """Return the tricks of the claimer that counting proves under a question."""
    rules, pack, seat = context.ruleset.parameters.play, context.pack, claim.claimer
    if test == "certain" or (test == "by_statement" and not claim.statement):
        return tricks_in_any_order(pack, left, seat)
    order = claim.statement or highest_first(pack, left.known[seat])
    return tricks_in_order(rules, pack, left, seat, order)


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
            broken = broken or spade_breaks(rules, None)
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


# Lines of play, replayed.


def tricks_of_line(situation: Situation, line: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return for each seat the tricks that it takes in a line of play, from the one in turn to the last card.

    None if the audit finds something irregular in the line, or leaves something open. The cards that lay on the table
    before are not judged again.
    """
    _, table, position = situation
    players = len(table.players)
    won = [0] * players
    index, broken = 0, Broken.YES if position.broken else Broken.NO
    while any(position.hands) or position.plays:
        begun = len(position.plays)
        cards = (*position.plays, *line[index : index + players - begun])
        if len(cards) < players:
            return None
        result = _judged(situation._replace(position=position), cards, broken)
        if result is None or result.winner is None:
            return None
        for card in cards[begun:]:
            position = after(situation.game, position, card)
        if position.leader != result.winner:
            return None
        won[result.winner] += 1
        index, broken = index + players - begun, result.broken
    return tuple(won) if index == len(line) else None


def takes(situation: Situation, seats: frozenset[int], line: tuple[int, ...], at_least: int, at_most: int) -> bool:
    """Return whether these seats take a number of tricks between two bounds in a line that the audit passes."""
    won = tricks_of_line(situation, line)
    return won is not None and at_least <= sum([won[seat] for seat in seats]) <= at_most


def checked_claim(situation: Situation, claim: Claim, answer: Answer) -> Answer:
    """Return the answer to a question about a claim, withdrawn if its line does not show it."""
    if not answer.line:
        return answer
    at_least, at_most = answer.at_least, answer.at_most
    if answer.result == "proved":
        at_least = max(at_least, claim.tricks)
    else:
        at_most = min(at_most, claim.tricks - 1)
    if takes(situation, claim.side, answer.line, at_least, at_most):
        turns = _stated_turns(situation, claim, answer.line)
        if all(card == stated for card, stated, is_legal in turns if is_legal):
            return answer
    return _withdrawn(situation.position, answer)


def checked_nil(situation: Situation, bidder: int, answer: Answer) -> Answer:
    """Return the answer to a question about a nil, withdrawn if its line does not show it."""
    fewest, most = (0, 0) if answer.result == "proved" else (1, situation.position.tricks_left)
    if not answer.line or takes(situation, frozenset({bidder}), answer.line, fewest, most):
        return answer
    return _withdrawn(situation.position, answer)


def _withdrawn(position: Position, answer: Answer) -> Answer:
    """Return an answer that says nothing but what was searched."""
    return Answer("undecided", 0, position.tricks_left, answer.positions, ())


def _judged(situation: Situation, cards: tuple[int, ...], broken: Broken) -> TrickResult | None:
    """Return the result of the next trick with these cards, None if those not yet on the table are irregular."""
    ruleset, table, position = situation
    players, begun = len(table.players), len(position.plays)
    order = table.order[position.leader]
    hands = list(position.hands)
    for seat, card in zip(order, position.plays, strict=False):
        hands[seat] |= BIT[card]
    if any(not hands[seat] & BIT[card] for seat, card in zip(order, cards, strict=True)):
        return None
    pack = ruleset.packs[players]
    record = RoundRecord(table, (), (Trick(order, cards),), tuple([cards_in(hand) for hand in hands]))
    context = ReplayContext(
        record=record,
        ruleset=ruleset,
        pack=pack,
        known=certain_hands(tuple(hands)),
        whole_log=False,
        single_number=1 if position.is_first_trick else None,
    )
    result, play = replay_trick(context, expected=position.leader, broken=broken)
    if any(_concerns(finding, begun) for finding in (*play.findings, *play.undecided)):
        return None
    return result


def _concerns(finding: Finding, begun: int) -> bool:
    """Return whether a finding is about the cards played after the first ones of a trick, or about the whole trick."""
    match finding.location:
        case ("tricks", 0, "plays", int(play), *_):
            return play >= begun
        case _:
            return True


def dropped_card(situation: Situation, claim: Claim, line: tuple[int, ...]) -> tuple[int, bool] | None:
    """Return the stated card that may not be played when its turn comes, and whether that is at once.

    None if a line of play follows the whole statement. Without a line, only the next card is looked at.
    """
    for index, (_, stated, is_legal) in enumerate(_stated_turns(situation, claim, line)):
        if not is_legal:
            return stated, not index and situation.position.turn == claim.claimer
    return None


def _stated_turns(situation: Situation, claim: Claim, line: tuple[int, ...]) -> Iterator[tuple[int | None, int, bool]]:
    """Yield for each turn of the claimer in a line what he plays, what he has stated, and whether that is legal.

    Ends with the first card that is not, which ends the statement. A turn after the line has no card.
    """
    game, position = situation.game, situation.position
    stated = list(claim.statement)
    for card in (*line, None):
        if not stated or not any(position.hands):
            return
        if position.turn == claim.claimer:
            expected = stated.pop(0)
            is_legal = bool(legal_now(game, position) & BIT[expected])
            if card is not None or not is_legal:
                yield card, expected, is_legal
            if not is_legal:
                return
        if card is not None:
            position = after(game, position, card)
