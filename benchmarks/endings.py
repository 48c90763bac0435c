"""Measure the solver on random endings, and print times and positions with their limits.

    python -m benchmarks.endings [endings]

Endings of four partners under one ruleset, from a seeded generator: best play with 8 and with 9 cards a hand, whether a
nil can be set with 10, and what the default budget takes at most. Times are CPU times, so that other programs disturb
them less; machines differ, so compare the ratio of two lines before the lines.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from service import core_build
from service.analysis.solver.answers import best_play, certain, nil_under_best_play
from service.analysis.solver.position import GREATEST_BUDGET, Claim, Game, Position, game_of
from service.presets.loader import resolve
from service.spades.cards import mask_of
from service.spades.rules.ruleset import Reference

_SIDE = frozenset({0, 2})


class _Measured(NamedTuple):
    """What one question took."""

    seconds: float
    positions: int
    solved: bool


def main(endings: int) -> None:
    """Print the median and the worst of each kind of question, with its limits."""
    game = game_of(resolve(Reference("classic-partnership")), 4)
    print(f"The core is {core_build.choose()}. Limits: plain Python on a machine as fast as the one that set them.")
    _print("best play, 8 cards", _each(endings, 8, lambda each: _best(game, each, GREATEST_BUDGET)), "0.05 / 0.5 s")
    _print("best play, 9 cards", _each(endings, 9, lambda each: _best(game, each, GREATEST_BUDGET)), "0.2 / 1.5 s")
    _print("nil, 10 cards", _each(endings, 10, lambda each: _nil(game, each, GREATEST_BUDGET)), "0.1 / 1.5 s")
    _print("every line, 13 cards", _each(endings, 13, lambda each: _every_line(game, each)), "1 s at worst")
    _print("best play, 13 cards", _each(endings // 4, 13, lambda each: _best(game, each)), "1 s at worst")
    _print("nil, 13 cards", _each(endings // 4, 13, lambda each: _nil(game, each)), "1 s at worst")


def _each(endings: int, cards: int, ask: Callable[[Position], tuple[int, bool]]) -> list[_Measured]:
    rng = Random(cards)
    measured = []
    for _ in range(endings):
        position = _ending(rng, cards)
        started = time.process_time()
        positions, solved = ask(position)
        measured.append(_Measured(time.process_time() - started, positions, solved))
    return measured


def _ending(rng: Random, cards: int) -> Position:
    dealt = rng.sample(range(52), 4 * cards)
    hands = tuple(mask_of(dealt[seat::4]) for seat in range(4))
    return Position(hands, rng.randrange(4), (), broken=rng.choice([True, False]))


def _best(game: Game, position: Position, budget: int = GREATEST_BUDGET) -> tuple[int, bool]:
    answer = best_play(game, position, Claim(0, _SIDE, (position.tricks_left + 1) // 2), budget)
    return answer.positions, answer.at_least == answer.at_most


def _nil(game: Game, position: Position, budget: int = GREATEST_BUDGET) -> tuple[int, bool]:
    answer = nil_under_best_play(game, position, 0, _SIDE, budget)
    return answer.positions, answer.result != "undecided"


def _every_line(game: Game, position: Position) -> tuple[int, bool]:
    answer = certain(game, position, Claim(0, _SIDE, 1), GREATEST_BUDGET)
    return answer.positions, answer.at_least == answer.at_most


def _print(what: str, measured: list[_Measured], limits: str) -> None:
    seconds = sorted(each.seconds for each in measured)
    positions = sorted(each.positions for each in measured)
    middle = len(measured) // 2
    within = sum(each.solved and each.positions <= GREATEST_BUDGET for each in measured) / len(measured)
    print(
        f"{what}: {seconds[middle]:.3f} s in the median, {seconds[-1]:.2f} s at worst (limit {limits}); "
        f"{positions[middle]:,} and {positions[-1]:,} positions, {sum(positions) / sum(seconds):,.0f} a second; "
        f"{within:.0%} solved within {GREATEST_BUDGET:,}",
        flush=True,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
