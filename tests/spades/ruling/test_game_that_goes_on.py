"""A game that goes on from a standing: its rounds are ruled on as if those before had been sent, too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.lengths import in_two_portions
from tests.naive.compare import parameters_of
from tests.naive.compare_games import PRESETS
from tests.naive.games import game_rules, random_game
from tests.naive.table import Table
from tests.spades.builders.asking import answer, ask

Json = dict[str, Any]

ENDING = ("standing", "finished", "winners", "reason", "detail", "next")
OPERATIONS = ("scoreGame", "auditGame")


def in_two_parts(seed: int, operation: str) -> Iterator[tuple[Json, Json, int]]:
    """Yield random games, their parameters, and how many of their rounds are sent first."""
    rng = Random(seed)
    for _ in range(20):
        preset = rng.choice(PRESETS)
        overrides, parameters = game_rules(rng, parameters_of(preset))
        body = random_game(rng, parameters, rows=rng.choice([0.3, 0.7, 1.0]))
        if body is None:
            continue
        # What totals were on the paper sheet before is not handed on, nor whether they were right.
        for each in body["rounds"]:
            reported = each.pop("reported", {})
            kept = {member: reported[member] for member in ("points", "tricks_won") if member in reported}
            if kept and operation == "auditGame":
                each["reported"] = kept
        whole = {"ruleset": {"name": preset, "overrides": overrides}, **body}
        counts = range(1, len(body["rounds"]))
        yield from ((whole, parameters, count) for count in rng.sample(counts, len(counts)))


def going_on(whole: Json, parameters: Json, count: int, first: Json) -> Json | None:
    """Return the rounds after the first ones as a game of their own; None if they can't be one."""
    done, rounds = whole["rounds"][:count], whole["rounds"][count:]
    upcoming = first.get("next", {})
    # No member hands on that time was called, or who bids first where nobody deals.
    if "standing" not in first or not upcoming or any("time_called" in each for each in done):
        return None
    if "dealer" not in upcoming and "first_bidder" in upcoming:
        return None
    if upcoming["round_number"] != first["rounds"][-1]["number"] + 1:
        return None  # there are void rounds, which count as rows and not as rounds
    table = Table(whole, parameters)
    seats = list(whole["players"])
    for each in done:
        for change in each.get("substitutions", []):
            seats[seats.index(change["out"])] = change["in"]
    sides = {name: [seats[whole["players"].index(player)] for player in side] for name, side in table.sides.items()}
    dealt = upcoming.get("dealer") in {None, rounds[0].get("dealer", upcoming.get("dealer"))}
    # If it was dealt out of turn, the first round names another dealer than the game may.
    dealer = {"first_dealer": upcoming["dealer"]} if dealt and "dealer" in upcoming else {}
    return {
        "ruleset": whole["ruleset"],
        "players": seats,
        "teams": [{"name": name, "players": players} for name, players in sides.items()],
        "before": first["standing"],
        "first_round_number": upcoming["round_number"],
        "rounds": rounds,
        **dealer,
    }


def placed_later(part: Any, count: int) -> Any:
    """Return what was answered to the later rounds of a game as if those before had been sent, too."""
    text = json.dumps(part)
    for index in range(10, -1, -1):
        text = text.replace(f'"#/rounds/{index}', f'"#/rounds/{index + count}')
    return json.loads(text)


def differing(seed: int, operation: str) -> list[str] | None:
    """Return what differs between a game and its two parts; None if it makes no two."""
    for whole, parameters, count in in_two_parts(seed, operation):
        status, answered = answer(operation, whole)
        if status != 200 or any(each.get("limit_reached") for each in answered["rounds"]):
            continue
        first = ask(operation, {**whole, "rounds": whole["rounds"][:count]})
        rest = going_on(whole, parameters, count, first)
        if rest is None:
            continue
        second = placed_later(ask(operation, rest), count)
        parts = [*first["rounds"], *second["rounds"]]
        lines = [
            f"round {place}: {member}: {part.get(member)} for {played.get(member)}"
            for place, (part, played) in enumerate(zip(parts, answered["rounds"], strict=True), 1)
            for member in part.keys() | played.keys()
            if part.get(member) != played.get(member)
        ]
        error = first.get("first_error", second.get("first_error"))
        ends = [(member, second.get(member), answered.get(member)) for member in (*ENDING, "standings")]
        ends += [("first_error", error, answered.get("first_error")), ("shifts", [], answered.get("shifts", []))]
        return lines + [f"{member}: {part} for {whole_}" for member, part, whole_ in ends if part != whole_]
    return None


@in_two_portions("seeds", range(36), few=6)
def test_a_game_is_ruled_on_in_two_parts_as_at_once(seeds: Sequence[int]) -> None:
    """The second part begins with the standing, the players, the dealer and the number that the first ends with."""
    compared = 0
    for operation in OPERATIONS:
        for seed in seeds:
            lines = differing(seed, operation)
            assert not lines, "\n".join([f"seed {seed}, {operation}:", *lines])
            compared += lines is not None
    assert compared > len(seeds)
