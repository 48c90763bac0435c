"""What comes next in rounds that break off, against the naive referee, on random disputes from seeds.

A test that fails names the seed: ``python -m tests.naive.compare_next SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.lengths import in_two_portions
from tests.naive.compare_next import compare
from tests.naive.compare_rulesets import ruleset_of
from tests.spades.builders.asking import ask
from tests.spades.builders.driven_rounds import dealt, moves

SHOWN = 5
"""How many differences a failing test tells."""


@in_two_portions("seeds", range(800), few=80)
def test_whose_turn_it_is_and_what_he_may_play_is_told_alike(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, E: turns, leads and following suit, also after an offence."""
    said, lines = Counter[str](), list[str]()
    for seed in seeds:
        differing, what = compare(seed)
        said[what] += 1
        lines += [f"seed {seed}: {line}" for line in differing]
    assert not lines, "\n".join(lines[:SHOWN])
    assert said["legal"] > len(seeds) / 3, said


@in_two_portions("seeds", range(150), few=8)
def test_rounds_by_random_rulesets_that_next_alone_drives_are_clean(seeds: Sequence[int]) -> None:
    """They are complete, or the bids throw them in."""
    ended = Counter[str]()
    for seed in seeds:
        _, ruleset, parameters = ruleset_of(seed)
        (players,) = parameters["table"]["players"]
        luck = Random(seed)
        record = dealt(ruleset, players, luck)
        *_, (_, last) = moves(record, luck)
        ended[last.get("void_by", "played out") if "finished" in last else "every bid closed"] += 1
        if last == {"finished": True}:
            ruled = ask("auditRound", record)
            assert (ruled["verdict"], ruled["complete"], ruled["undecided"]) == ("clean", True, []), seed
        elif "finished" in last:
            assert ask("auditRound", record)["verdict"] == "void", seed
            assert last["void_by"] == "round_thrown_in", seed
    assert ended["played out"] > len(seeds) / 2, ended
