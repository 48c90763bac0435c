"""The service's smallest correction against the naive one: ``python -m tests.naive.compare_mending FIRST LAST``.

Most rounds are small, each with a card in a wrong place. Prints each seed on which they differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.naive.compare import PAST, Case, Told, ask, parameters_of, run
from tests.naive.deals import legal_round, merged, random_overrides
from tests.naive.mending import mending
from tests.naive.table import STANDARD

Json = dict[str, Any]

PRESETS = ("four-player", "nello", "solitaire-bliss", "pagat", "openspiel")


def cases(seed: int) -> Iterator[Case]:
    """Yield small rounds of a seed, each with a card in a wrong place, until one can be used."""
    for attempt in range(100):
        own = seed + PAST * attempt
        rng = Random(own)
        preset = rng.choice(PRESETS)
        overrides, pack = _small_rules(rng)
        parameters = merged(parameters_of(preset), overrides)
        record = legal_round(rng, parameters, slips=rng.choice([0.0, 0.1]))
        if record is not None:
            yield Case(own, {"name": preset, "overrides": overrides}, parameters, _misplaced(rng, record, pack))


def _small_rules(rng: Random) -> tuple[Json, list[str]]:
    """Return rules by which mostly a few cards of the pack are played with, and those cards."""
    overrides = random_overrides(rng)
    count = overrides["table"]["players"][0]
    size = rng.choice([2, 3, 3, 4, 5, 13])
    size = min(size, len(STANDARD) // count)
    pack = sorted(rng.sample(STANDARD, min(len(STANDARD), count * size + rng.choice([0, 0, 0, 1, 2]))))
    removed = [card for card in STANDARD if card not in pack]
    of_count: Json = {"removed": {str(count): removed}, "hand_size": {str(count): size}}
    overrides["deck"] |= {"jokers": 0, "top_trumps": [], **of_count}
    overrides["bidding"] |= {"maximum": 0, "minimum": 1, "team_minimum": 0, "team_maximum": 0}
    return overrides, pack


def _misplaced(rng: Random, record: Json, pack: list[str]) -> Json:
    """Return the record with a wrong card at one of its places, and perhaps with another fault or something hidden."""
    changed: Json = json.loads(json.dumps(record))
    _exchange_one(rng, changed, pack)
    if rng.random() < 0.1:
        _exchange_one(rng, changed, pack)
    if rng.random() < 0.5:
        kept = rng.random()
        changed["hands"] = {player: hand for player, hand in changed["hands"].items() if rng.random() < kept}
    if rng.random() < 0.3:
        changed.pop("set_aside", None)
    if rng.random() < 0.1:
        rng.choice(changed["tricks"])["winner"] = rng.choice(changed["players"])
    if rng.random() < 0.1:
        del changed["tricks"][-1:]
    return changed


def _exchange_one(rng: Random, record: Json, pack: list[str]) -> None:
    """Put some card in the place of another."""
    way = rng.random()
    if way < 0.5:
        rng.choice(rng.choice(record["tricks"])["plays"])["card"] = rng.choice(pack)
        return
    cards = rng.choice(list(record["hands"].values())) if way < 0.9 else record.get("set_aside")
    if cards:
        cards[rng.randrange(len(cards))] = rng.choice(pack)


def compare(seed: int) -> Told:
    """Return the seed of the round, what differs in its correction, and whether it is open which cards were passed."""
    for case in cases(seed):
        answer = ask(case)
        if answer is not None:
            told = answer.get("correction")
            ours = told and (told["pointer"], told["recorded"], told["suggested"])
            found = mending(case.record, case.parameters)
            theirs = found[0] if len(found) == 1 else None
            lines = [] if ours == theirs else [f"the service has {ours}, the oracle {theirs} of {found}"]
            passed = any(finding["code"] == "illegal_exchange" for finding in answer["findings"])
            return case.seed, lines, bool(lines) and passed
    raise ValueError(f"no usable case for seed {seed}")


if __name__ == "__main__":
    sys.exit(bool(run(compare, int(sys.argv[1]), int(sys.argv[2]))))
