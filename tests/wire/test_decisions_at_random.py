"""What a director decides and who sits in, at random and wrongly: each fault is named."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.spades.builders.asking import answer
from tests.spades.builders.cards import FOUR, PAIRS, Json
from tests.spades.builders.random_players import BOUNDED

OFTEN = settings(BOUNDED, max_examples=150)
DECIDED = ("adjustments", "void", "forfeited_by", "reason", "substitutions")
PLAYED = {
    "bids": [{"team": "ana+cy", "tricks": 5}, {"team": "ben+dee", "tricks": 6}],
    "tricks_won": {"ana+cy": 6, "ben+dee": 7},
}

ODD = ("née", "a/b~c", "<b>eve</b>", "{{ eve }}", "\u202eeve", "🂡", "%2F", "' OR 1=1", "x" * 64)
names = st.sampled_from([*FOUR, "eve", "fay", "Eve", "ANA", " ben", "ana+cy", "cy+ana", *ODD])
teams = st.sampled_from([*PAIRS, *PAIRS, *PAIRS, "cy+ana", "ana", *ODD])
reasons = st.sampled_from(["Late", "x" * 256, *ODD])
adjustments = st.fixed_dictionaries({"team": teams, "points": st.integers(-10_000, 10_000), "reason": reasons})
rounds = st.fixed_dictionaries(
    {},
    optional={
        "adjustments": st.lists(adjustments, max_size=12),
        "void": st.booleans(),
        "forfeited_by": teams,
        "reason": reasons,
        "substitutions": st.lists(st.fixed_dictionaries({"out": names, "in": names}), max_size=3),
    },
)


def body_of(*decided: Json) -> Json:
    """Return a game of rows by teams, in which only what was decided can be wrong."""
    return {"ruleset": "pagat", "players": list(FOUR), "rounds": [{**PLAYED, **each} for each in decided]}


def plain(name: str) -> str:
    """Return a name as two must not be alike: without regard to case, spaces and Unicode form."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def expected_faults(decided: list[Json]) -> set[tuple[str, str]]:
    """Return every fault, by pointer and code, of rounds as far as the first substitution that can't be made."""
    faults: set[tuple[str, str]] = set()
    seats: list[str] | None = list(FOUR)
    for place, each in enumerate(decided):
        where = f"#/rounds/{place}"
        is_ended = each.get("void", False) or "forfeited_by" in each
        if is_ended is not ("reason" in each):
            faults.add((f"{where}/reason", "reason_missing" if is_ended else "reason_alone"))
        if each.get("forfeited_by", PAIRS[0]) not in PAIRS:
            faults.add((f"{where}/forfeited_by", "unknown_team"))
        for index, adjustment in enumerate(each.get("adjustments", [])):
            if adjustment["team"] not in PAIRS:
                faults.add((f"{where}/adjustments/{index}/team", "unknown_team"))
        for index, change in enumerate(each.get("substitutions", [])):
            fault = None if seats is None else _fault_of(change["out"], change["in"], seats)
            if fault is not None:
                member, code = fault
                faults.add((f"{where}/substitutions/{index}/{member}", code))
                seats = None
            elif seats is not None:
                seats[seats.index(change["out"])] = change["in"]
    return faults


def _fault_of(leaver: str, newcomer: str, seats: list[str]) -> tuple[str, str] | None:
    if leaver not in seats:
        return "out", "unknown_player"
    if newcomer in seats:
        return "in", "duplicate_player"
    if plain(newcomer) in {plain(each) for each in seats}:
        return "in", "similar_players"
    if plain(newcomer) in {plain(pair) for pair in PAIRS}:
        return "in", "ambiguous_team"
    return None


@OFTEN
@given(st.sampled_from(["scoreGame", "auditGame"]), st.lists(rounds, min_size=1, max_size=3))
def test_every_fault_of_what_was_decided_is_named(operation: str, decided: list[Json]) -> None:
    status, content = answer(operation, body_of(*decided))
    expected = expected_faults(decided)
    if not expected:
        assert status == 200, content
        for each, answered in zip(decided, content["rounds"], strict=True):
            kept = {member: each[member] for member in DECIDED[1:] if each.get(member) not in (None, False)}
            assert {member: answered[member] for member in DECIDED[1:] if member in answered} == kept
            lines = [line for side in answered.get("teams", answered.get("as_ruled")) for line in side["lines"]]
            told = sorted((line["points"], line["detail"]) for line in lines if line["code"] == "adjustment")
            assert told == sorted((made["points"], made["reason"]) for made in each.get("adjustments", []))
        return
    assert (status, content["type"]) == (422, "/problems/unreadable-record")
    found = {(each["pointer"], each["code"]) for each in content["errors"]}
    assert expected <= found or content.get("errors_truncated")
    # After a substitution that can't be made nobody can say who sits where.
    assert all("/substitutions/" in pointer or "/tricks_won" in pointer for pointer, _ in found - expected)
    if not any("/substitutions/" in pointer for pointer, _ in expected):
        assert found == expected or content.get("errors_truncated")
    assert all(each["detail"] for each in content["errors"])
