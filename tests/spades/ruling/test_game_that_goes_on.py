"""A game that goes on from a standing: its rounds are ruled on as if those before had been sent, too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.lengths import in_two_portions
from tests.naive.compare import parameters_of
from tests.naive.compare_games import PRESETS
from tests.naive.games import game_rules, random_game
from tests.naive.table import Table
from tests.spades.builders.asking import answer, ask
from tests.spades.builders.audited_games import game, row, ruled
from tests.spades.builders.rulesets import rules

Json = dict[str, Any]

BIDS_ITSELF = rules(bidding={"first_round": "bids_itself"})
TWO_ROUNDS = rules(game={"round_limit": 2})
UNBID = {"bids": [], "tricks_won": {"ana+cy": 7, "ben+dee": 6}}
ENDING = ("standing", "finished", "winners", "reason", "detail", "next")
OPERATIONS = ("scoreGame", "auditGame")


# The number of the first round.


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_game_that_goes_on_after_the_round_without_bids_has_bids(operation: str) -> None:
    """Catalogue C14: round two is bid, and its overtricks are bags."""
    before = {"ana+cy": {"score": 70}, "ben+dee": {"score": 60}}
    second = {"first_round_number": 2, "first_dealer": "ana"}
    answered = ask(operation, {**game(row(1, 7), ruleset=BIDS_ITSELF, before=before), **second})
    whole = ask(operation, game(UNBID, row(1, 7), ruleset=BIDS_ITSELF))
    assert answered["rounds"][0]["number"] == 2
    assert {side: totals["score"] for side, totals in answered["standing"].items()} == {"ana+cy": 122, "ben+dee": 111}
    assert [answered.get(member) for member in ENDING] == [whole.get(member) for member in ENDING]
    assert answered["rounds"][0]["findings"] == []


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    ("ruleset", "parameter"), [(BIDS_ITSELF, "bidding.first_round"), (TWO_ROUNDS, "game.round_limit")]
)
def test_with_a_standing_the_number_is_needed_where_it_makes_a_difference(
    operation: str, ruleset: Json, parameter: str
) -> None:
    """Nothing is assumed of a game that may go on; one that begins, even from a standing, says so."""
    for before in ({}, {"ana+cy": {"score": 70}}):
        body = game(row(0, 7), ruleset=ruleset, before=before)
        (fault,) = ask(operation, body, 422)["errors"]
        assert (fault["pointer"], fault["code"]) == ("#/first_round_number", "required")
        assert f"(`{parameter}`)" in fault["detail"]
        assert ask(operation, {**body, "first_round_number": 2})["next" if ruleset is BIDS_ITSELF else "finished"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_number_is_1_where_nothing_is_said(operation: str) -> None:
    """Without a standing the game begins; under other rules the number makes no difference to the score."""
    unbid = game(UNBID, ruleset=BIDS_ITSELF)
    begun = {**unbid, "first_round_number": 1}
    for body in (unbid, begun, {**begun, "before": {"ana+cy": {"score": 70}}}):
        (first,) = ask(operation, body)["rounds"]
        assert (first["number"], first["findings"]) == (1, [])
    (first,) = ask(operation, game(row(0, 7), before={"ana+cy": {"score": 70}}))["rounds"]
    assert first["number"] == 1


def test_the_limit_of_rounds_counts_those_before() -> None:
    """Catalogue G9: a standing after the last round has ended the game, unless the scores are equal."""
    standing = {"ana+cy": {"score": 70}, "ben+dee": {"score": 60}}
    third = game(row(0, 7), ruleset=TWO_ROUNDS, before=standing, first_round_number=3)
    answered = ruled(third)
    assert (answered["finished"], answered["winners"], answered["reason"]) == (True, ["ana+cy"], "round_limit")
    (late,) = answered["rounds"][0]["findings"]
    assert late["code"] == "round_after_end"
    assert late["detail"] == "Round 3 was played after the game had been decided by the standing before it."
    second = ruled({**third, "first_round_number": 2})
    assert (second["reason"], second["rounds"][0]["findings"]) == ("round_limit", [])
    tied = ruled({**third, "before": {}})
    assert (tied["reason"], tied["rounds"][0]["findings"]) == ("round_limit", [])
    none = ruled(game(ruleset=TWO_ROUNDS, before={}, first_round_number=3))
    assert none["detail"].startswith("Another round is needed: 2 rounds have been played")
    assert none["next"] == {"round_number": 3, "dealer": "dee", "first_bidder": "ana"}


def test_what_names_a_round_names_it_by_its_number() -> None:
    """The first error, shifts, and sentences on the sheet, the end and what leaves it open."""
    goes_on: Json = {"before": {"ana+cy": {"score": 100}}, "first_round_number": 5}
    wrong = ruled(game(row(0, 7), row(1, 7, score={"ana+cy": 210}), **goes_on))
    assert (wrong["first_error"]["round"], wrong["first_error"]["pointer"]) == (6, "#/rounds/1/reported/score/ana+cy")
    assert wrong["first_error"]["detail"].startswith("Round 6: ")
    assert [shift["round"] for shift in wrong["shifts"]] == [6]
    assert wrong["next"]["round_number"] == 7
    left = ruled(game(row(0, 7), {"forfeited_by": "ben+dee", "reason": "Left"}, **goes_on))
    assert left["detail"].endswith("ben+dee forfeited the game in round 6.")
    timed = ruled(game({**row(0, 7), "time_called": True}, row(1, 7), **goes_on))
    assert timed["detail"].endswith("time was called in round 5.")
    assert timed["rounds"][1]["findings"][-1]["detail"].startswith("Round 6 was played after")
    unscored = ruled(game(row(0, 7), {"tricks": []}, row(2, 7), **goes_on))
    assert unscored["detail"] == "Round 6 has no score, so the standing is not known."
    twice = {"ana+cy": 152, "ben+dee": 51}
    repeated = ruled(game(*[row(0, 7, 6, score=twice)] * 2, ruleset="pagat", **goes_on))
    assert any("ow 6 has the bids" in found["detail"] for found in repeated["rounds"][1]["findings"])
    gone = game(row(0, 7), {"substitutions": [{"out": "cy", "in": "eve"}], **row(1, 7)}, **goes_on)
    assert all("left in round 6" in fault["detail"] for fault in ask("auditGame", gone, 422)["errors"])


# Games in two parts.


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


@in_two_portions("seeds", range(200), few=12)
def test_a_game_is_ruled_on_in_two_parts_as_at_once(seeds: Sequence[int]) -> None:
    """The second part begins with the standing, the players, the dealer and the number that the first ends with."""
    compared = 0
    for operation in OPERATIONS:
        for seed in seeds:
            lines = differing(seed, operation)
            assert not lines, "\n".join([f"seed {seed}, {operation}:", *lines])
            compared += lines is not None
    assert compared > len(seeds)
