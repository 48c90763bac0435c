"""The service's scores against the naive ones: ``python -m tests.naive.compare_sheets FIRST LAST``.

Each seed is a score sheet, scored as a game and then row by row, each as a round by itself. Prints each on which they
differ, with what differs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from service.presets.loader import presets
from tests.naive.compare import PAST, Case, Told, parameters_of, run
from tests.naive.compare_games import found_differing, is_faulty, scores_differing, teams_differing
from tests.naive.game import Game, score_alone
from tests.naive.game_ways import score_game
from tests.naive.games import game_rules
from tests.naive.score_sheets import random_sheet
from tests.spades.builders import asking

Json = dict[str, Any]

ROUNDS = 8
OF_A_GAME = {"opener", "void", "forfeited_by"}
"""What a round by itself does not say."""


def usable_sheet(seed: int, rounds: int = ROUNDS) -> tuple[Case, Json]:
    """Return the first score sheet of a seed that the service takes, and its answer."""
    for attempt in range(100):
        own = seed + PAST * attempt
        rng = Random(own)
        preset = rng.choice(sorted(presets()))
        overrides, parameters = game_rules(rng, parameters_of(preset))
        case = Case(own, {"name": preset, "overrides": overrides}, parameters, random_sheet(rng, parameters, rounds))
        status, scored = asking.answer("scoreGame", case.request)
        if status == 200:
            return case, scored
        if scored["type"] != "/problems/unusable-ruleset" and not _is_faulty(case):
            raise ValueError(f"seed {own} was refused: {scored}")
    raise ValueError(f"no usable score sheet for seed {seed}")


def _is_faulty(case: Case) -> bool:
    """Tell whether a round can't be scored: not all tricks or bids are left of one that was broken off at random."""
    return any(map(is_faulty, case.record["rounds"], score_game(case.record, case.parameters)["rounds"]))


def compare(seed: int) -> Told:
    """Return the seed of a score sheet, and what differs in it."""
    case, scored = usable_sheet(seed)
    return case.seed, sheet_differing(case, scored)


def sheet_differing(case: Case, scored: Json) -> list[str]:
    """Return what differs in a score sheet that was scored, as a game and row by row."""
    game, lines = Game(case.record, case.parameters), []
    for place, each in enumerate(case.record["rounds"]):
        alone = {member: value for member, value in game.told(each).items() if member not in OF_A_GAME}
        game.play(each, is_last=False)
        if not {"void", "forfeited_by"} & each.keys():
            lines += [f"round {place} alone: {line}" for line in _alone_differing(case, alone)]
    return lines + scores_differing(scored, score_game(case.record, case.parameters), case.record["rounds"])


def _alone_differing(case: Case, record: Json) -> Iterator[str]:
    """Yield what differs in a row that is scored as a round by itself."""
    status, scored = asking.answer("scoreRound", {"ruleset": case.reference, **record})
    if status != 200:
        yield f"it is refused: {scored}"
        return
    ruled = score_alone(record, case.parameters)
    yield from found_differing("", scored, ruled)
    yield from teams_differing("", scored["teams"], ruled["as_ruled"], ruled["seated"])


if __name__ == "__main__":
    sys.exit(bool(run(compare, int(sys.argv[1]), int(sys.argv[2]))))
