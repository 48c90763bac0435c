"""The service against the naive referee, by random rulesets: ``python -m tests.naive.compare_rulesets FIRST LAST``.

Each seed is a ruleset with values from every group of the vocabulary, and a record of each kind that it is tried on: a
legal round of which something is hidden, rounds with offences, with faults and cut short, a score sheet, and a game of
logs and rows. Prints each seed on which the two differ, with what differs, and at the end how many records there were.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from service.presets.loader import presets
from tests.naive.compare import KINDS, PAST, STEP, Case, ask, parameters_of, rulings_differing
from tests.naive.compare_games import game_differing
from tests.naive.compare_sheets import sheet_differing
from tests.naive.disputes import dispute
from tests.naive.games import random_game, with_row_slip
from tests.naive.house_rules import merged, random_ruleset
from tests.naive.ruling import rule
from tests.naive.score_sheets import random_sheet

Json = dict[str, Any]

ROWS_OF_SHEET = 3


def ruleset_of(seed: int) -> tuple[Random, Json, Json]:
    """Return the first ruleset of a seed by which the service scores a sheet: its reference and all its parameters."""
    for attempt in range(100):
        rng = Random(seed + PAST * attempt)
        preset = rng.choice(sorted(presets()))
        overrides = random_ruleset(rng)
        parameters = merged(parameters_of(preset), overrides)
        reference = {"name": preset, "overrides": overrides}
        empty = {"players": random_sheet(rng, parameters, 0)["players"], "rounds": []}
        if ask(Case(seed, reference, parameters, empty), "scoreGame") is not None:
            return rng, reference, parameters
    raise ValueError(f"no usable ruleset for seed {seed}")


def compare(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what differs in the records of a ruleset, and how many records of each kind were compared."""
    rng, reference, parameters = ruleset_of(seed)
    lines, count = list[str](), Counter(rulesets=1)
    for kind, differing in _records(rng, Case(seed, reference, parameters, {})):
        if differing is not None:
            count[kind] += 1
            lines += [f"{kind}: {line}" for line in differing]
    return lines, count


def _records(rng: Random, rules: Case) -> Iterator[tuple[str, list[str] | None]]:
    """Yield the kind of each record with what differs in it, None if it can't be had or read."""
    parameters = rules.parameters
    for kind in (rng.choice(["legal", "sheet"]), rng.choice(["offences", "offences", "spoilt", "cut", "unread"])):
        slips, changes = KINDS[kind]
        record = dispute(rng, parameters, changes, slips=slips)
        yield kind, None if record is None else _round_differing(_with(rules, record))
    sheet = _with(rules, random_sheet(rng, parameters, ROWS_OF_SHEET))
    scored = ask(sheet, "scoreGame")
    yield "score sheet", None if scored is None else sheet_differing(sheet, scored)
    body = random_game(rng, parameters, rows=rng.choice([0.3, 0.7, 1.0]))
    if body is not None:
        body = with_row_slip(rng, body) if rng.random() < 0.3 else body
    yield "game", None if body is None else game_differing(_with(rules, body))


def _with(rules: Case, record: Json) -> Case:
    return Case(rules.seed, rules.reference, rules.parameters, record)


def _round_differing(case: Case) -> list[str] | None:
    answer = ask(case)
    return None if answer is None else rulings_differing(answer, rule(case.record, case.parameters))


def run(compare: Callable[[int], tuple[list[str], Counter[str]]], first: int, last: int) -> int:
    """Compare these seeds, the last among them, and count what was compared; return how many differ."""
    differing, total = 0, Counter[str]()
    for done, seed in enumerate(range(first, last + 1), 1):
        try:
            lines, count = compare(seed)
        except Exception as error:  # noqa: BLE001 - one seed that fails must not hide the others
            lines, count = [f"failed with {error!r}"], Counter(failed=1)
        total += count
        if lines:
            differing += 1
            sys.stdout.write("\n".join([f"seed {seed}:", *(f"    {line}" for line in lines), ""]))
            sys.stdout.flush()
        if done % STEP == 0 or done == last + 1 - first:
            sys.stdout.write(f"{done} of {last + 1 - first}: {differing} differ, {dict(total)}\n")
            sys.stdout.flush()
    return differing


if __name__ == "__main__":
    sys.exit(bool(run(compare, int(sys.argv[1]), int(sys.argv[2]))))
