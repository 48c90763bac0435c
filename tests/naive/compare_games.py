"""The service against the naive game, on random games: ``python -m tests.naive.compare_games FIRST LAST``.

Prints each seed on which they differ, with what differs; two processes share the seeds.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.naive.compare import PAST, Case, Told, ask, parameters_of, proof_differing, run
from tests.naive.game import score_game
from tests.naive.game_sheet import audit_game
from tests.naive.games import game_rules, random_game

Json = dict[str, Any]

PRESETS = (
    *("four-player", "nello", "solitaire-bliss", "pagat", "msn-zone", "openspiel", "suicide"),
    *("classic-partnership", "classic-solo", "cutthroat", "solo-five-bags", "tournament-jja", "tournament-jjdd"),
)
ROWS = (0.3, 0.7, 1.0)
"""Shares of rounds that are rows of the sheet; a game of nothing else is scored, too."""


def cases(seed: int) -> Iterator[Case]:
    """Yield the games of a seed until one can be used."""
    for attempt in range(100):
        own = seed + PAST * attempt
        rng = Random(own)
        preset = rng.choice(PRESETS)
        overrides, parameters = game_rules(rng, parameters_of(preset))
        body = random_game(rng, parameters, rows=ROWS[seed % len(ROWS)])
        if body is not None:
            yield Case(own, {"name": preset, "overrides": overrides}, parameters, body)


def compare(seed: int) -> Told:
    """Return the seed of the game, and what differs in it."""
    for case in cases(seed):
        answer = ask(case, "auditGame")
        if answer is None:
            continue
        expected = audit_game(case.record, case.parameters)
        lines = _audits_differing(answer, expected)
        if not lines and all("tricks_won" in each for each in case.record["rounds"]):
            rows = _without_claims(case)
            scored = ask(rows, "scoreGame")
            ruled = score_game(rows.record, rows.parameters)
            if scored is not None:
                lines = _scores_differing(scored, ruled)
            elif not any(_is_faulty(each) for each in expected["rounds"]):
                lines = ["it is not scored"]
        return case.seed, lines
    raise ValueError(f"no usable game for seed {seed}")


def _is_faulty(ruled: Json) -> bool:
    """Tell whether a row can't be scored: who asks for nothing but scores is refused it."""
    return any(code in {"wrong_tricks_won", "bid_missing", "bid_repeated"} for code, *_ in ruled["findings"])


def _without_claims(case: Case) -> Case:
    """Return a game as it is scored: without what the sheet claims."""
    rounds = [{member: each[member] for member in each if member != "reported"} for each in case.record["rounds"]]
    return Case(case.seed, case.reference, case.parameters, {**case.record, "rounds": rounds})


def _audits_differing(answer: Json, expected: Json) -> list[str]:
    lines = _differing("", _ending(answer) | {"verdict": answer["verdict"]}, expected)
    first = answer.get("first_error")
    told = first and (
        first["round"] - 1,
        _inside(first["pointer"]),
        first["reported"],
        first["expected"],
        first["cause"],
    )
    lines += _differing("", {"first_error": told}, expected)
    shifts = [(each["round"] - 1, each["team"], each["reported"], each["expected"]) for each in answer["shifts"]]
    lines += _differing("", {"shifts": sorted(shifts)}, {"shifts": sorted(expected["shifts"])})
    for place, (ruling, ruled) in enumerate(zip(answer["rounds"], expected["rounds"], strict=True)):
        lines += _round_differing(f"round {place}: ", ruling, ruled)
    return lines


def _inside(pointer: str) -> str:
    """Return a pointer into a round of a game as one into a record."""
    _, rounds, _, *rest = pointer.split("/")
    return "/".join(["#", *rest]) if rounds == "rounds" else pointer


def _round_differing(where: str, ruling: Json, ruled: Json) -> list[str]:
    keys = [(each["code"], _inside(each["pointer"])) for each in ruling["findings"]]
    ours = {"verdict": ruling["verdict"], "complete": ruling["complete"], "dealer": ruling.get("dealer")}
    lines = _differing(where, ours, ruled)
    if ruled.get("errors"):
        lines += [where + line for line in proof_differing(ruling, ruled)]
    else:
        lines += _findings_differing(where, ruling, ruled, keys)
    for member in ("as_played", "as_ruled"):
        lines += _teams_differing(f"{where}{member} of ", ruling.get(member), ruled[member])
    return lines


def _findings_differing(where: str, ruling: Json, ruled: Json, keys: list[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    if ("differences" in ruling) != (ruled["differences"] is not None):
        lines.append(f"{where}differences: the service has {ruling.get('differences')}")
    told = Counter(
        (_inside(each["pointer"]), each["reported"], each["ruled"]) for each in ruling.get("differences", ())
    )
    lines += _apart(f"{where}differences", told, Counter(ruled["differences"] or ()))
    theirs = Counter((code, pointer) for code, pointer, *_ in ruled["findings"])
    lines += _apart(f"{where}findings", Counter(keys), theirs)
    undecided = Counter((each["code"], _inside(each["pointer"])) for each in ruling["undecided"])
    lines += _apart(f"{where}undecided", undecided, Counter(ruled["undecided"]))
    penalties = [
        (keys[each["finding"]], each["team"], each["effect"], each.get("tricks")) for each in ruling["penalties"]
    ]
    lines += _apart(f"{where}penalties", Counter(penalties), Counter(ruled["penalties"]))
    return lines


def _apart(where: str, ours: Counter[Any], theirs: Counter[Any]) -> list[str]:
    lines = [f"{where}: the service alone has {item}" for item in (ours - theirs).elements()]
    return lines + [f"{where}: the oracle alone has {item}" for item in (theirs - ours).elements()]


def _teams_differing(where: str, told: list[Json] | None, scores: dict[str, Json] | None) -> list[str]:
    if told is None or scores is None:
        return [] if told is None and scores is None else [f"{where}all: the service has {told}, the oracle {scores}"]
    lines: list[str] = []
    for side in told:
        # Where the standing before the round is not known, there is none after it.
        after = side.get("after", {})
        ours = {"points": side["points"], **after, "bags_after": after.get("bags")}
        compared = [member for member in scores[side["team"]] if member in ours and ours[member] is not None]
        ours = {member: ours[member] for member in compared if member != "bags"}
        lines += _differing(f"{where}{side['team']}: ", ours, scores[side["team"]])
    return lines


def _ending(answer: Json) -> Json:
    return {member: answer.get(member) for member in ("standing", "finished", "winners", "reason", "next")}


def _scores_differing(answer: Json, expected: Json) -> list[str]:
    lines = _differing("scored: ", _ending(answer), expected)
    for place, (scored, ruled) in enumerate(zip(answer["rounds"], expected["rounds"], strict=True)):
        where = f"scored: round {place}: "
        found = Counter((each["code"], _inside(each["pointer"])) for each in scored["findings"])
        lines += _apart(f"{where}findings", found, Counter((code, pointer) for code, pointer, *_ in ruled["findings"]))
        lines += _teams_differing(where, scored["teams"], ruled["as_played"])
        lines += _differing(where, {"dealer": scored.get("dealer")}, ruled)
    return lines


def _differing(where: str, ours: Json, theirs: Json) -> list[str]:
    return [
        f"{where}{member}: the service has {value}, the oracle {theirs[member]}"
        for member, value in ours.items()
        if value != theirs[member]
    ]


if __name__ == "__main__":
    sys.exit(bool(run(compare, int(sys.argv[1]), int(sys.argv[2]))))
