"""How near estimates of a hand come to the tricks of its deal: the table of docs/how-to/estimate-bids.md.

    python -m benchmarks.estimates [deals] [--double-dummy FILE]

Each deal has two pairs, and each pair an estimate, the sum of those of its two hands. They are compared with double
dummy tricks: those of a pair if all four players see all hands and play perfectly, the mean over the four opening
leaders. `double_dummy.txt` has them for the deals of the seeds 1 to 1,000, solved with DDS, which lets spades be led at
any time; in Spades they can't before they are broken, so these tricks are near those of Spades and not the same.

`--double-dummy FILE` solves the deals anew with DDS, which the package endplay brings, and writes the file; it takes a
third of a second for each deal.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from service.analysis.estimates.held_hand import counts_of
from service.presets.loader import resolve
from service.spades.cards import RANKS
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Reference

_DOUBLE_DUMMY = Path(__file__).parent / "double_dummy.txt"
_RULESET = "pagat"
_HANDS, _SIZE = 4, 13
_PAIRS = ((0, 2), (1, 3))
_MASK = 0xFFFFFFFFFFFFFFFF
_STEP = 0x9E3779B97F4A7C15
_FIRST_FACTOR = 0xBF58476D1CE4E5B9
_SECOND_FACTOR = 0x94D049BB133111EB


class Generator:
    """A sequence of 64-bit numbers that looks random and follows from its seed: SplitMix64.

    The constants are those of the algorithm (Steele, Lea and Flood, Fast splittable pseudorandom number generators,
    2014). The deals of `double_dummy.txt` follow from it.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def draw(self) -> int:
        """Return the next number, from 0 to 2**64 - 1."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
        state = ((state ^ (state >> 27)) * _SECOND_FACTOR) & _MASK
        return state ^ (state >> 31)

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1, each with the same chance.

        Numbers from the largest multiple of ``count`` on are skipped: they would favour the lowest remainders.
        """
        limit = (_MASK + 1) // count * count
        number = self.draw()
        while number >= limit:
            number = self.draw()
        return number % count

    def shuffle(self, items: list[int]) -> None:
        """Put items into a random order (Fisher and Yates), every order with the same chance.

        From the last place to the second, each item changes places with one that is not behind it.
        """
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]


class Solved(NamedTuple):
    """A deal, and the tricks of its first pair by opening leader."""

    seed: int
    tricks: tuple[int, ...]

    @property
    def of_pairs(self) -> tuple[float, float]:
        """The mean tricks of each pair."""
        first = statistics.fmean(self.tricks)
        return first, _SIZE - first


def main(deals: int) -> None:
    """Print a row for each method."""
    pack = resolve(Reference(_RULESET)).packs[_HANDS]
    solved = list(read_solved(_DOUBLE_DUMMY))[:deals]
    true = [tricks for each in solved for tricks in each.of_pairs]
    estimated: dict[str, list[float]] = {}
    began = time.process_time()
    for each in solved:
        hands = [_estimates(hand, pack) for hand in dealt(each.seed)]
        for first, second in _PAIRS:
            for method, tricks in hands[first].items():
                estimated.setdefault(method, []).append(tricks + hands[second][method])
    spent = time.process_time() - began
    print(f"{len(true)} pairs; double dummy tricks a hand: {statistics.fmean(true) / 2:.2f}")
    print("| method | mean a hand | bias a pair | mean error | r |\n|---|---|---|---|---|")
    for method, values in estimated.items():
        errors = [one - other for one, other in zip(values, true, strict=True)]
        mean, bias, error = statistics.fmean(values) / 2, statistics.fmean(errors), statistics.fmean(map(abs, errors))
        print(f"| {method} | {mean:.2f} | {bias:+.2f} | {error:.2f} | {statistics.correlation(values, true):.2f} |")
    print(f"{spent / len(solved) / _HANDS * 1000:.2f} ms of CPU for all estimates of a hand")


def dealt(seed: int) -> list[list[int]]:
    """Return the hands of a deal: the pack from the two of clubs to the ace of spades, shuffled, 13 cards a hand."""
    cards = list(range(_HANDS * _SIZE))
    Generator(seed).shuffle(cards)
    return [cards[start : start + _SIZE] for start in range(0, len(cards), _SIZE)]


def _estimates(hand: list[int], pack: Pack) -> dict[str, float]:
    """Return the estimates of a hand by method."""
    return {count.method: float(count.total) for count in counts_of(hand, pack)}


def read_solved(file: Path) -> Iterator[Solved]:
    """Yield the deals of a file: on each line the seed, and the tricks of the first pair by opening leader."""
    for line in file.read_text(encoding="utf-8").splitlines():
        seed, *tricks = map(int, line.split())
        yield Solved(seed, tuple(tricks))


def solve(deals: int, file: Path) -> None:
    """Solve the deals of the seeds from 1, and write what `read_solved` reads."""
    # Only whoever makes the file anew needs this package.
    from endplay.dds import calc_dd_table  # type: ignore[import-not-found]  # noqa: PLC0415
    from endplay.types import Deal, Denom, Player  # type: ignore[import-not-found]  # noqa: PLC0415

    lines = []
    for seed in range(1, deals + 1):
        table = calc_dd_table(Deal(_as_pbn(dealt(seed))))
        # The table has the tricks of the declarer, to whose left the leader sits.
        north, east, south, west = (
            table[Denom.spades, player] for player in (Player.north, Player.east, Player.south, Player.west)
        )
        lines.append(f"{seed} {_SIZE - west} {north} {_SIZE - east} {south}\n")
    file.write_text("".join(lines), encoding="utf-8")


def _as_pbn(hands: list[list[int]]) -> str:
    """Return a deal in the notation of bridge."""
    suits = [
        [[card for card in sorted(hand, reverse=True) if card // _SIZE == suit] for suit in (3, 2, 1, 0)]
        for hand in hands
    ]
    return "N:" + " ".join(".".join("".join(RANKS[card % _SIZE] for card in suit) for suit in hand) for hand in suits)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimates")
    parser.add_argument("deals", type=int, nargs="?", default=1_000)
    parser.add_argument("--double-dummy", type=Path, metavar="FILE")
    arguments = parser.parse_args(sys.argv[1:])
    if arguments.double_dummy is None:
        main(arguments.deals)
    else:
        solve(arguments.deals, arguments.double_dummy)
