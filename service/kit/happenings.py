"""What happens in a situation of the game, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.kit.engine import Answer, Engine, Given, Question, cards_of, ruling_on
from service.spades.cards import SPADES, SUIT_NAMES
from service.spades.catalogue.entries import capital
from service.spades.english import count_of, listed
from service.spades.scoring.model import NilResult, SideScore

_TIMES: Final = ("", "", " twice", " three times", " four times")


def what_happens(engine: Engine, question: Question, answer: Answer, other: Answer) -> str:
    """Return what happens in a situation; ``other`` is the answer of a neighbour, from which this one is told."""
    given = question.given
    match question.asks:
        case "legal_cards":
            return _to_play(engine, given)
        case "trick_winner" | "breaks_spades":
            return _played(engine, given)
        case "count_plays":
            cards, are = (
                count_of(len(given["hands"][0]), "card"),
                "have been" if given["spades_broken"] else "are not yet",
            )
            return f"Each player has {cards} left, and spades {are} broken."
        case "open_bids":
            return _to_bid(engine, given)
        case "score_round":
            return _scored(engine, given, answer, other)


def _suits(engine: Engine, codes: list[str]) -> list[int]:
    return [engine.pack.suit[card] for card in cards_of(codes)]


def _to_play(engine: Engine, given: Given) -> str:
    hand, trick = set(_suits(engine, given["hand"])), _suits(engine, given["trick"])
    when = (
        "to the first trick"
        if given["first_trick"]
        else f"{'after' if given['spades_broken'] else 'before'} spades are broken"
    )
    only = " with nothing but spades" if hand == {SPADES} else " without spades" if SPADES not in hand else ""
    if not trick:
        return f"A player{only} leads {when}."
    has = "has one" if trick[0] in hand else f"has none{', and nothing but spades' if hand == {SPADES} else ''}"
    return f"A {SUIT_NAMES[trick[0]]} is led {when}, and the player {has}."


def _played(engine: Engine, given: Given) -> str:
    led, *rest = _suits(engine, given["trick"])
    others = [suit for suit in rest if suit != led]
    spades = others.count(SPADES)
    if led == SPADES:
        return f"A spade is led{', and all follow' if not others else ', and some do not follow'}."
    if spades:
        return f"A {SUIT_NAMES[led]} is led, and {count_of(spades, 'spade')} {'is' if spades == 1 else 'are'} played on it."
    return f"A {SUIT_NAMES[led]} is led, and {'other suits but no spades are played' if others else 'all follow'}."


def _to_bid(engine: Engine, given: Given) -> str:
    spoken, scores = given["bids"], given["scores_before"]
    before = f"After {listed(spoken)}" if spoken else "The first"
    side = len(spoken) if engine.bidders < engine.players else engine.table.side_of[len(spoken)]
    behind = max(scores) - scores[side]
    standing = f", {count_of(behind, 'point')} behind" if behind else ""
    return f"{before}, the next bidder bids{standing}." if spoken else f"The first bidder bids{standing}."


def _scored(engine: Engine, given: Given, answer: Answer, other: Answer) -> str:
    sides = ruling_on(engine, given).as_played or ()
    if [other[name] for name in ("points", "scores", "bags")] == [
        answer[name] for name in ("points", "scores", "bags")
    ]:
        ends = "the game is over" if answer["game_over"] else "the game goes on"
        stand = listed([str(side.after.score) for side in sides])
        return f"After round {given['round']} the sides stand at {stand}, and {ends}."
    differing = [side for side in sides if _of_side(answer, side.side) != _of_side(other, side.side)]
    told = listed([*_of_one(engine, (differing or list(sides))[0])])
    return f"{capital(told)}."


def _of_side(answer: Answer, side: int) -> list[int]:
    return [answer[name][side] for name in ("points", "scores", "bags") if side < len(answer[name])]


def _of_one(engine: Engine, side: SideScore) -> Iterator[str]:
    """Yield what a side did, as clauses."""
    for nil in side.nils:
        yield _nil(nil)
    contract, over = side.contract, side.contract_tricks - side.contract.tricks
    if contract.tricks or not side.nils:
        blind, below = " with a blind bid" * ("blind" in contract.kinds), " below the board" * contract.under_board
        how = (
            f"is set by {count_of(-over, 'trick')}" if over < 0 else "is made exactly" if side.made and not over else ""
        )
        how = how or (
            f"is made with {count_of(over, 'overtrick')}" if side.made else f"gets {count_of(over, 'overtrick')}"
        )
        yield f"a contract of {contract.tricks}{blind}{below} {how}"
    reached = sum([line.code == "bag_penalty" for line in side.lines])
    if reached:
        yield f"the bags reach {engine.ruleset.parameters.bags.limit}{_TIMES[min(reached, len(_TIMES) - 1)]} in one round"
    if any(line.code == "bag_credit" for line in side.lines):
        yield "another side's bags reach the limit"
    if side.boston:
        yield "the side takes every trick"


def _nil(nil: NilResult) -> str:
    name = nil.kind.replace("_", " ")
    return f"a {name} is made" if nil.made else f"a {name} fails with {count_of(nil.tricks, 'trick')}"
