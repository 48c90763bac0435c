"""What is written in shorthand is read as the same record, whatever the record and its names."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notations.model import UnwritableRecord
from service.notations.registry import read, write
from service.operations.runner import answer
from service.problems import Problem
from service.spades.cards import CODES
from service.spades.english import plain_form
from service.wire.record_kinds import violations
from tests.notations.records import ODD_NAMES, Record, is_same, normal, played, renamed, samples, shortened
from tests.spades.builders.random_players import MANY

MUTANTS = 400
OPERATIONS = {"rounds": "auditGame", "tricks": "auditRound", "tricks_won": "scoreRound"}
NAMES = st.lists(
    st.one_of(st.sampled_from(ODD_NAMES), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)),
    min_size=6,
    max_size=6,
    unique_by=plain_form,
)


def check(record: Record) -> None:
    """Write and read a record, twice."""
    text, losses = write(record, "shorthand")
    (found,) = read(text, "shorthand")[1].records
    assert is_same(found, normal(record)), text
    assert is_same(found, record) == (not losses)
    assert {loss.code for loss in losses} <= {"absence"}
    assert write(found, "shorthand").text == text


def is_refused(record: Record) -> bool:
    """Return whether the operation for such a record refuses it."""
    operation = next(each for member, each in OPERATIONS.items() if member in record)
    slug = None
    try:
        answer(operation, json.dumps({"ruleset": "pagat", **record}).encode())
    except Problem as problem:
        slug = problem.slug
    return slug in {"unreadable-record", "unusable-ruleset"}


def test_the_samples_of_the_contract_and_their_mutants() -> None:
    """A record that cannot be written is one that cannot be read either."""
    written = unwritable = 0
    for record in samples(MUTANTS):
        try:
            check(record)
            written += 1
        except UnwritableRecord:
            assert is_refused(record), record
            unwritable += 1
    assert written > 300
    assert 0 < unwritable < written


@MANY
@given(st.integers(0, 10**6))
def test_rounds_of_all_kinds(seed: int) -> None:
    check(played(seed))


CLAIMS = st.fixed_dictionaries(
    {"tricks": st.one_of(st.just("rest"), st.integers(0, 54)), "accepted": st.booleans()},
    optional={
        "at": st.fixed_dictionaries({"trick": st.integers(1, 55), "plays": st.integers(0, 8)}),
        "statement": st.lists(st.sampled_from([*CODES]), max_size=5),
    },
)


@MANY
@given(st.integers(0, 10**6), NAMES, CLAIMS, st.booleans())
def test_claims_of_all_kinds(seed: int, names: list[str], claim: Record, in_game: bool) -> None:
    """A record with a claim is written and read as the same record, by itself and in a game, or no audit takes it."""
    record = renamed(played(seed), names)
    record["tricks"] = record["tricks"][: seed % 14]
    claimed = record | {"claim": {"by": record["players"][seed % len(record["players"])], **claim}}
    if in_game:
        heads = {name: claimed.pop(name) for name in [*claimed] if name in {"ruleset", "players", "teams", "before"}}
        if "round_number" in claimed:
            heads["first_round_number"] = claimed.pop("round_number")
        claimed = {**heads, "rounds": [claimed]}
    try:
        check(claimed)
    except UnwritableRecord:
        assert is_refused(claimed), claimed


@MANY
@given(st.integers(0, 10**6))
def test_short_forms(seed: int) -> None:
    check(shortened(played(seed), seed))


@MANY
@given(st.integers(0, 10**6), NAMES)
def test_names_of_all_kinds(seed: int, names: list[str]) -> None:
    check(renamed(shortened(played(seed), seed), names))


LABELS = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
    st.one_of(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.sampled_from(ODD_NAMES)),
    max_size=4,
)


@MANY
@given(LABELS)
def test_labels_of_all_kinds(labels: dict[str, str]) -> None:
    check({"players": ["a", "b"], "labels": labels, "tricks": []})


WHOLE: Record = {
    "ruleset": {"name": "nello", "options": ["short-game"], "overrides": {"nil": {"double": "independent"}}},
    "players": ["Ana B", "KH", "cy", "dee"],
    "teams": [{"name": "Reds", "players": ["Ana B", "cy"]}, {"name": "dee", "players": ["dee", "KH"]}],
    "dealer": "dee",
    "round_number": 7,
    "labels": {"table": "3", "evening": "Friday; late", "bags": " "},
    "before": {"Reds": {"score": -20, "bags": 3, "sets": 1, "revokes": 2, "consecutive_sets": 1}, "dee": {}},
    "hands": {"KH": ["AS", "KS", "TD", "BJ"], "Ana B": ["AS", "KS", "TD"], "cy": []},
    "set_aside": [],
    "draws": [{"player": "cy", "cards": ["2C", "??"], "kept": []}],
    "exchanges": [{"from": "cy", "to": "Ana B", "cards": ["2H"]}],
    "bids": [{"team": "dee", "tricks": 3}, {"player": "dee", "tricks": 0, "blind": True}],
    "tricks": [
        {"plays": [], "leader": "KH"},
        {"cards": ["2C"], "leader": "cy", "winner": "dee"},
        {"cards": []},
        {"cards_by_player": {}},
        {"cards_by_player": {"dee": "??", "KH": "LJ"}, "leader": "dee"},
        {
            "plays": [
                {
                    "player": "KH",
                    "card": "2D",
                    "withdrawn": [{"card": "3D", "at": {"trick": 7, "plays": 0}}, {"card": "??"}],
                },
                {"player": "cy", "card": "4D"},
                {"player": "cy", "card": "5D"},
            ],
            "winner": "KH",
        },
        {"cards": ["2S", "3S"]},
    ],
    "reported": {"tricks_won": {"dee": 1}, "points": {"Reds": -40}, "score": {}, "bags": {"Reds": 4}},
    "accusations": [
        {"by": "cy", "against": "dee"},
        {"by": "dee", "against": "KH", "trick": 3, "at": {"trick": 4, "plays": 2}},
    ],
    "claim": {
        "by": "KH",
        "tricks": "rest",
        "at": {"trick": 7, "plays": 2},
        "statement": ["AS", "TD", "BJ"],
        "accepted": False,
    },
    "stopped": True,
}


def test_everything_at_once() -> None:
    assert violations({**WHOLE, "tricks": []}) == ()
    check(WHOLE)


@pytest.mark.parametrize("member", [name for name in WHOLE if name not in {"players", "teams", "tricks"}])
def test_any_member_may_be_missing(member: str) -> None:
    check({name: value for name, value in WHOLE.items() if name != member})


@pytest.mark.parametrize(
    ("member", "value"),
    [
        *((name, {}) for name in ("labels", "before", "hands", "reported", "bids_by_player")),
        *((name, []) for name in ("draws", "exchanges", "accusations", "bids", "blind_bidders", "teams", "set_aside")),
        ("reported", {"tricks_won": {}}),
        ("ruleset", {"name": "x y"}),
        ("ruleset", {"name": "x", "options": [], "overrides": {}}),
        ("ruleset", {"name": "x", "overrides": {"nil": {}, "deck": {"removed": {"4": ["2C"]}}}}),
        ("blind_bidders", ["b", "a", "a"]),
        ("bids_by_player", {"a+b": 3, "a": 0}),
        ("stopped", True),
        ("stopped", False),
    ],
)
def test_empty_and_odd_members(member: str, value: object) -> None:
    check({"players": ["a", "b"], "tricks": [], member: value})


def test_a_game_of_empty_rounds() -> None:
    empty: Record = {"tricks": []}
    check({"players": ["a", "b"], "rounds": [empty, {"tricks": [], "labels": {"x": "y"}}, empty]})
    check({"players": ["a", "b"], "rounds": [empty, {"tricks": [], "stopped": True}, {**empty, "stopped": False}]})
    check({"players": ["a", "b"], "rounds": []})
    check({"players": ["a", "b"], "first_round_number": 5, "rounds": [empty]})


@pytest.mark.parametrize(
    "players",
    [["a/b", "c/d"], ["N", "E", "S", "W", "pagat"], ["A", "vs"], ["A", "a\x7fb"], ["a+b", "c&d"], ["A", "x\x07"]],
)
def test_odd_tables(players: list[str]) -> None:
    check({"players": players, "tricks": []})


CLAIM: Record = {"by": "a", "tricks": 0, "accepted": True}


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"players": ["Kim", "KIM"], "tricks": []}, "similar_players"),
        (
            {"players": ["a", "b"], "tricks": [], "blind_bidders": ["a"], "bids": [{"player": "a", "tricks": 3}]},
            "needs_bids_by_player",
        ),
        ({"players": ["a", "b"], "tricks": [], "claim": {**CLAIM, "tricks": "most"}}, "claimed_tricks"),
        ({"players": ["a", "b"], "tricks": [], "claim": {**CLAIM, "by": "c"}}, "unknown_player"),
        ({"players": ["a", "b"], "bids": [], "tricks_won": {"a": 1}, "claim": CLAIM}, "needs_tricks"),
        ({"players": ["a", "b"], "bids": [], "tricks_won": {"a": 1}, "stopped": True}, "needs_tricks"),
        ({"players": ["a", "b"], "tricks": [], "claim": {**CLAIM, "tricks": 28}}, "too_many_tricks"),
        ({"players": ["a", "b"], "tricks": [{"cards": ["AS", "KS"]}] * 27, "claim": CLAIM}, "claim_after_end"),
        ({"players": ["a", "b"], "tricks": [], "claim": {**CLAIM, "at": {"trick": 1, "plays": 1}}}, "plays_missing"),
        ({"players": ["a", "b"], "tricks": [], "claim": {**CLAIM, "statement": ["AS", "AS"]}}, "stated_twice"),
        (
            {"players": ["a", "b"], "tricks": [{"cards": ["AS"]}], "claim": {**CLAIM, "statement": ["KS", "AS"]}},
            "stated_not_held",
        ),
        (
            {"players": ["a", "b"], "tricks": [{"cards": ["AS"]}], "claim": {**CLAIM, "at": {"trick": 1, "plays": 0}}},
            "plays_after_claim",
        ),
    ],
)
def test_what_no_audit_takes_is_not_written(record: Record, code: str) -> None:
    with pytest.raises(UnwritableRecord) as caught:
        write(record, "shorthand")
    assert [fault.code for fault in caught.value.faults] == [code]
