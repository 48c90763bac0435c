"""Lines of play, replayed by the code that audits rounds before anybody sees them.

The solver proves its answers with moves of its own. If the audit objects to a line, or it does not take the tricks that
it is to show, that is a fault of the solver, and its answer is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.cards import BIT, cards_in
from service.spades.findings import Finding
from service.spades.play.evidence import ReplayContext, knowledge_from_lists
from service.spades.play.replay import replay_trick
from service.spades.record.model import Broken, Holdings, RoundRecord, Trick, TrickResult
from service.spades.solver.position import Answer, Claim, Position, Situation, after, legal_now


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
    known = knowledge_from_lists(
        Holdings(tuple(hands), (True,) * players, repeated=0, wrong_size=(False,) * players, miscounted=False)
    )
    if known is None:
        return None
    pack = ruleset.packs[players]
    number = 1 if position.is_first_trick else max(2, pack.hand_size - position.tricks_left + 1)
    record = RoundRecord(table, (), (Trick(order, cards),), tuple([cards_in(hand) for hand in hands]))
    context = ReplayContext(
        record=record,
        ruleset=ruleset,
        pack=pack,
        known=known,
        complete_hands=(True,) * players,
        whole_log=False,
        single_number=number,
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
