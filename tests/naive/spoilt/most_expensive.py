"""The most expensive spoilt record, and the most expensive game of one, by a search.

``python -m tests.naive.spoilt.most_expensive [RECORDS]`` prints their prices.

Tables that keep few rules play rounds of which slips, short forms and hidden hands are made. Those that take the most
CPU time, alone or as the rounds of a game, are then changed at random, and the search goes on from what takes more,
once among the answered ones and once among the refused ones. A price is a multiple of an ordinary audit, or of an
ordinary game of as many rounds, from bytes to bytes; an ordinary round is `benchmarks/round.json`, measured in turn
with them. ``--seed`` begins another search, ``--save FOLDER`` writes the most expensive requests there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import orjson

from tests.deploy.attacks import cpu, cpu_and_refusal, game_of
from tests.deploy.most_expensive import changed
from tests.naive.spoilt.generator import careless_record
from tests.spades.builders.cards import Json

RECORDS = 2_000
"""How many records are made, and how many changed."""
ROUNDS = (2, 4, 8, 16)
SEARCHED = 4
"""The rounds of the games by which the search goes."""
MOST_AUDITS = 120
"""The most ordinary audits that a record should cost, and ``MOST_GAMES``, the most ordinary games: goals beside which
what is found is printed."""
MOST_GAMES = 20
_KEPT = 8
_TURNS = 7
_ORDINARY = json.loads((Path(__file__).parents[2] / "benchmarks" / "round.json").read_bytes())


class Search(NamedTuple):
    """How a record is asked about, and what it may cost at most in ordinary ones."""

    operation: str
    most: int
    body_of: Callable[[Json], bytes]
    refused: bool = False
    """Whether the search is among what is refused."""

    def cost(self, record: Json) -> float:
        """Return the CPU seconds of an answer; none for one that is not searched."""
        seconds, refused = cpu_and_refusal(self.operation, self.body_of(record))
        return seconds if refused is self.refused else 0.0


def of_rounds(rounds: int) -> Search:
    """Return how a game of so many rounds is asked about."""
    return Search("auditGame", MOST_GAMES, lambda record: game_of(record, rounds))


ALONE = Search("auditRound", MOST_AUDITS, orjson.dumps)


def most_expensive(search: Search, records: list[Json], steps: int, seed: int) -> Json:
    """Return the record that takes the most CPU time in a search from these records, of so many steps."""
    rng = Random(f"most expensive {seed}")
    best = [(search.cost(record), record) for record in records]
    for _ in range(steps):
        best = sorted(best, key=lambda each: -each[0])[:_KEPT]
        other = changed(rng, rng.choice(best)[1])
        best.append((search.cost(other), other))
    again = [(min(cost, search.cost(record)), record) for cost, record in sorted(best, key=lambda each: -each[0])]
    return max(again, key=lambda each: each[0])[1]


def ratio(search: Search, record: Json) -> tuple[float, float]:
    """Return how many ordinary ones a record costs, and its CPU seconds: the best of several turns each."""
    costs = [
        (search.cost(record), min(cpu(search.operation, search.body_of(_ORDINARY)) for _ in range(_TURNS)))
        for _ in range(_TURNS)
    ]
    own, ordinary = map(min, zip(*costs, strict=True))
    return own / ordinary, own


def report(records: int = RECORDS, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield what the most expensive found cost, in lines, each with its request."""
    made = [careless_record(number) for number in range(seed, seed + records)]
    for search, asked in ((ALONE, (ALONE,)), (of_rounds(SEARCHED), tuple(map(of_rounds, ROUNDS)))):
        for refused in (False, True):
            record = most_expensive(search._replace(refused=refused), made, records, seed)
            for each in asked:
                body = each.body_of(record)
                times, took = ratio(each._replace(refused=refused), record)
                name = "record" if each is ALONE else f"game of {len(orjson.loads(body)['rounds'])} rounds"
                became = "refused" if refused else "audited"
                yield f"{name}, {became}: {times:.1f} ordinary ones (limit {each.most}), {took * 1e3:.1f} ms", body


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what the most expensive found cost."""
    parser = argparse.ArgumentParser(prog="python -m tests.naive.spoilt.most_expensive")
    parser.add_argument("records", type=int, nargs="?", default=RECORDS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args(arguments)
    for number, (line, body) in enumerate(report(options.records, options.seed)):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        if options.save is not None:
            (options.save / f"most_expensive_{number}.json").write_bytes(body)


if __name__ == "__main__":
    main()
