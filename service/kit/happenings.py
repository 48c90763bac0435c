"""What happens in a situation of the game, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from service.kit.engine import Engine, Given, Question, cards_of, play_round
from service.spades.cards import SPADES, SUIT_NAMES
from service.spades.catalogue.entries import capital
from service.spades.english import count_of, listed
from service.spades.scoring.model import NilResult, SideScore

Members: TypeAlias = Mapping[str, Any]
"""The members of an answer."""
_TOTALS: Final = ("points", "scores", "bags")
_TIMES: Final = ("", "", " twice", " three times", " four times")


def what_happens(engine: Engine, question: Question, answer: Members, other: Members) -> str:
    """Return what happens in a situation; ``other`` is the answer of a neighbour that answers otherwise."""
    given = question.given
    match question.asks:
        case "legal_cards":
            return _to_play(engine, given)
        case "trick_winner" | "breaks_spades":
            return _played(engine, given)
        case "count_plays":
            cards, left = count_of(len(given["hands"][0]), "card"), "already" if given["spades_broken"] else "not yet"
            return f"Each player has {cards} left, and spades are {left} broken."
        case "open_bids":
            return _to_bid(engine, given)
        case "score_round":
            return _scored(engine, given, answer, other)


def _suits(engine: Engine, codes: list[str]) -> list[int]:
    return [engine.pack.suit[card] for card in cards_of(codes)]


def _to_play(engine: Engine, given: Given) -> str:
    hand, trick = set(_suits(engine, given["hand"])), _suits(engine, given["trick"])
    when = f"{'after' if given['spades_broken'] else 'before'} spades are broken"
    if given["first_trick"]:
        when = "to the first trick"
    only = "nothing but spades" if hand == {SPADES} else "no spades" if SPADES not in hand else ""
    if not trick:
        return f"A player{f' with {only}' if only else ''} leads {when}."
    has = "has one" if trick[0] in hand else f"has none{f', and {only}' if only else ''}"
    return f"A {SUIT_NAMES[trick[0]]} is led {when}, and the player {has}."


def _played(engine: Engine, given: Given) -> str:
    led, *rest = _suits(engine, given["trick"])
    others = [suit for suit in rest if suit != led]
    spades, what = others.count(SPADES), f"A {SUIT_NAMES[led]} is led"
    if spades:
        return f"{what}, and {count_of(spades, 'spade')} {'is' if spades == 1 else 'are'} played on it."
    return f"{what}, and {'other suits but no spades are played' if others else 'all follow'}."


def _to_bid(engine: Engine, given: Given) -> str:
    spoken, scores = given["bids"], given["scores_before"]
    side = len(spoken) if engine.bidders < engine.players else engine.table.side_of[len(spoken)]
    behind = max(scores) - scores[side]
    standing = f", {count_of(behind, 'point')} behind" if behind else ""
    return f"After {listed(spoken)}, the next bidder bids{standing}." if spoken else f"The first bidder bids{standing}."


def _scored(engine: Engine, given: Given, answer: Members, other: Members) -> str:
    sides = play_round(engine, given).sides or ()
    if all(other[name] == answer[name] for name in _TOTALS):
        ends = "the game is over" if answer["game_over"] else "the game goes on"
        stand = listed([str(side.after.score) for side in sides])
        return f"After round {given['round']} the sides stand at {stand}, and {ends}."
    differing = [side for side in sides if any(_differs(answer[name], other[name], side.side) for name in _TOTALS)]
    return f"{capital(listed([*_of_one(engine, (differing or sides)[0])]))}."


def _differs(totals: Sequence[int], others: Sequence[int], side: int) -> bool:
    return len(totals) != len(others) or totals[side] != others[side]


def _of_one(engine: Engine, side: SideScore) -> Iterator[str]:
    """Yield what a side did, as clauses."""
    yield from (_nil(nil) for nil in side.nils)
    if side.contract.tricks or not side.nils:
        blind, below = (
            " with a blind bid" * ("blind" in side.contract.kinds),
            " below the board" * side.contract.under_board,
        )
        yield f"a contract of {side.contract.tricks}{blind}{below} {_result(side)}"
    reached = sum([line.code == "bag_penalty" for line in side.lines])
    if reached:
        times = _TIMES[min(reached, len(_TIMES) - 1)]
        yield f"the bags reach {engine.ruleset.parameters.bags.limit}{times} in one round"
    if any(line.code == "bag_credit" for line in side.lines):
        yield "another side's bags reach the limit"
    if side.boston:
        yield "the side takes every trick"


def _result(side: SideScore) -> str:
    over = side.contract_tricks - side.contract.tricks
    if over < 0:
        return f"is set by {count_of(-over, 'trick')}"
    if not over:
        return "is made exactly"
    return f"{'is made with' if side.made else 'gets'} {count_of(over, 'overtrick')}"


def _nil(nil: NilResult) -> str:
    name = nil.kind.replace("_", " ")
    return f"a {name} is made" if nil.made else f"a {name} fails with {count_of(nil.tricks, 'trick')}"
