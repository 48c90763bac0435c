"""All bids and tricks that one side can have in a short hand, scored as the naive referee scores them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.naive.compare import parameters_of
from tests.naive.compare_games import found_differing, teams_differing
from tests.naive.game_rows import score_row
from tests.naive.house_rules import merged, random_overrides
from tests.spades.builders.asking import answer

Json = dict[str, Any]

SCORED_BY = {
    "bags": None,
    "bids": (
        *("by", "number", "zero", "nil", "blind", "blind_nil", "both_nil", "linked", "partner_of_nil"),
        *("side_least", "side_breach"),
    ),
}
"""The groups of parameters on which a score depends, and which members of them if not all."""
SHOWN = 5


def _rules(seed: int, size: int) -> Json:
    """Return house rules that can be played with hands of this size."""
    drawn = random_overrides(Random(seed))
    rules: Json = {
        group: {name: drawn[group][name] for name in names or drawn[group] if name in drawn[group]}
        for group, names in SCORED_BY.items()
        if group in drawn
    }
    bids = rules.setdefault("bids", {})
    for kind in ("number", "zero", "nil", "blind", "blind_nil"):
        bids[kind] = {**bids.get(kind, {}), "deficit": 0, "per_side": 0, "allowed": kind != "zero"}
    for kind in ("number", "blind"):
        bids[kind] |= {"least": 1, "most": 0}
    for kind in ("nil", "blind_nil"):
        bids[kind] |= {"exchange": 0}
    if bids.get("by") == "team":
        bids["by"] = "player"
    if "side_least" in bids:
        bids["side_least"] = min(bids["side_least"], size)
    if "least" in bids.get("partner_of_nil", {}):
        bids["partner_of_nil"]["least"] = min(bids["partner_of_nil"]["least"], size)
    return {**rules, "deck": {"hand_size": {"4": size}, "leftover": "set_aside"}}


def _rounds(size: int, limit: int) -> Iterator[Json]:
    """Yield a round for each way in which ana and cy can bid and take tricks, the others bidding in as many ways."""
    calls: list[Json] = [{"tricks": tricks} for tricks in range(size + 1)]
    calls += [{"tricks": tricks, "kind": "blind" if tricks else "blind_nil"} for tricks in range(size + 1)]
    bids = list(product(calls, repeat=2))
    won = [(own, other) for own, other in product(range(size + 1), repeat=2) if own + other <= size]
    for number, ((ana, cy), (hers, his)) in enumerate(product(bids, won)):
        ben, dee = bids[number % len(bids) - 1]
        rest = size - hers - his
        yield {
            "players": ["ana", "ben", "cy", "dee"],
            "dealer": "dee",
            "bids": [
                {"player": player, **bid}
                for player, bid in zip(("ana", "ben", "cy", "dee"), (ana, ben, cy, dee), strict=True)
            ],
            "tricks_won": {"ana": hers, "cy": his, "ben": rest * (number % 2), "dee": rest * (1 - number % 2)},
            "before": {
                "ana+cy": {"score": 7, "bags": number % limit},
                "ben+dee": {"score": 300, "bags": number // 2 % limit},
            },
        }


def _differing(seed: int, size: int) -> Iterator[str]:
    """Yield what differs under the house rules of a seed."""
    rules = _rules(seed, size)
    reference, parameters = {"name": "pagat", "overrides": rules}, merged(parameters_of("pagat"), rules)
    for record in _rounds(size, max(1, parameters["bags"]["limit"])):
        status, scored = answer("scoreRound", {"ruleset": reference, **record})
        assert status == 200, scored
        ruled = score_row(record, parameters)
        for line in found_differing("", scored, ruled):
            yield f"seed {seed}: {line} in {record}"
        for line in teams_differing("", scored["teams"], ruled["as_ruled"], ruled["seated"]):
            yield f"seed {seed}: {line} in {record}"


@pytest.mark.parametrize(
    ("size", "seeds"),
    [
        (2, range(12)),
        (3, range(5)),
        pytest.param(3, range(5, 12), marks=pytest.mark.long),
        pytest.param(4, range(3), marks=pytest.mark.long),
    ],
)
def test_every_combination_of_bids_and_tricks_of_a_side(size: int, seeds: range) -> None:
    """Order of scoring, steps 2 to 8."""
    lines = [line for seed in seeds for line in _differing(seed, size)]
    assert not lines, "\n".join([f"{len(lines)} differ, the first of them:", *lines[:SHOWN]])
