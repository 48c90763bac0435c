"""What engines get wrong though no ruleset has it: mistakes in the laws of every ruleset, and in the count of bags."""

from __future__ import annotations

from functools import partial
from typing import Final

from service.kit.engine import Answer, Engine, Given, Mistake, Question, cards_of, play_round, score_of
from service.spades.cards import INDEX, RANKS, SPADES
from service.spades.scoring.model import BAG_LINES, Line, SideScore


def _follows_nothing(engine: Engine, given: Given) -> Answer:
    return {"cards": [*given["hand"]]} if given["trick"] else engine.answer(Question("legal_cards", given))


def _is_stuck(engine: Engine, given: Given) -> Answer:
    suits = {engine.pack.suit[INDEX[code]] for code in given["hand"]}
    is_stuck = not given["trick"] and suits == {SPADES} and not given["spades_broken"]
    return {"cards": []} if is_stuck else engine.answer(Question("legal_cards", given))


def _has_no_trumps(engine: Engine, given: Given) -> Answer:
    suit, cards = engine.pack.suit, cards_of(given["trick"])
    strength = [engine.pack.strength[suit[cards[0]]][card] * (suit[card] == suit[cards[0]]) for card in cards]
    return {"position": strength.index(max(strength))}


def _takes_any_suit(engine: Engine, given: Given) -> Answer:
    cards = cards_of(given["trick"])
    if any(engine.pack.suit[card] == SPADES for card in cards):
        return engine.answer(Question("trick_winner", given))
    ranks = [card % len(RANKS) for card in cards]
    return {"position": ranks.index(max(ranks))}


def _penalises_once(engine: Engine, given: Given, *, keeps_rest: bool) -> Answer:
    sides = play_round(engine, given).sides
    if sides is None:
        return None
    return score_of(engine, given, tuple([_with_one_penalty(engine, side, keeps_rest=keeps_rest) for side in sides]))


def _with_one_penalty(engine: Engine, side: SideScore, *, keeps_rest: bool) -> SideScore:
    """Return the score of a side without its bag penalties after the first; their bags stay on the count, or go."""
    rules = engine.ruleset.parameters.bags
    own = [line for line in side.lines if line.code in BAG_LINES and line.code != "bag_credit"]
    first = 1 + rules.points_cancelled
    again: list[Line] = own[first:]
    points = sum([line.points for line in again])
    bags = len(again) // first * rules.limit if keeps_rest else 0
    after = side.after._replace(score=side.after.score - points, bags=side.after.bags + bags)
    return side._replace(points=side.points - points, after=after)


_FOLLOW: Final = "A player who holds a card of the suit led must play one."
_ALL_SPADES: Final = "A player who holds nothing but spades may lead one at any time."
_WINNER: Final = "The highest spade wins a trick or, without spades, the highest card of the suit led."
_EACH_TIME: Final = "The bag penalty is due each time that the limit is reached, also twice in one round."
MISTAKES: Final = (
    Mistake("any_card", "legal_cards", "Players need not follow suit.", _FOLLOW, _follows_nothing),
    Mistake("no_lead", "legal_cards", "A player with nothing but spades has no legal lead.", _ALL_SPADES, _is_stuck),
    Mistake("no_trumps", "trick_winner", "A spade does not beat the suit led.", _WINNER, _has_no_trumps),
    Mistake("any_suit", "trick_winner", "The highest card wins, whatever its suit.", _WINNER, _takes_any_suit),
    Mistake(
        "one_bag_penalty",
        "score_round",
        "The bag penalty is due once in a round, and the rest of the bags stays on the count.",
        _EACH_TIME,
        partial(_penalises_once, keeps_rest=True),
    ),
    Mistake(
        "one_bag_penalty_for_all",
        "score_round",
        "The bag penalty is due once in a round, however often the bags reach the limit.",
        _EACH_TIME,
        partial(_penalises_once, keeps_rest=False),
    ),
)
"""The mistakes that the questions of a kit tell from its rules, where the ruleset leaves room for them."""
