"""Reading texts and writing records: what the operations add to the notations."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.operations.runner import answer
from service.problems import Problem, body_of

ROUND = "N E S W\nN 2 > E 5 > S 1 > W 1\nN QD 2D 5D 3D\n"


def ask(operation: str, **body: Any) -> Any:
    return answer(operation, json.dumps(body).encode())


def refusal(operation: str, **body: Any) -> Any:
    with pytest.raises(Problem) as caught:
        ask(operation, **body)
    return body_of(caught.value, None)


def test_a_record_that_was_read_can_be_audited() -> None:
    (record,) = ask("readRecords", text=ROUND, ruleset="pagat")["records"]
    assert record["ruleset"] == "pagat"
    assert ask("auditRound", **record)["tricks"][0]["winner"] == "N"


def test_the_ruleset_of_the_request_is_for_records_that_name_none() -> None:
    text = f"{ROUND}---\nwhiz; A B\nQD\n"
    read = ask("readRecords", text=text, ruleset="pagat")
    assert [each["ruleset"] for each in read["records"]] == ["pagat", "whiz"]
    assert [note["code"] for note in read["notes"]].count("own_ruleset") == 1
    assert "own_ruleset" not in [note["code"] for note in ask("readRecords", text=text)["notes"]]
    assert [each.get("ruleset") for each in ask("readRecords", text=text)["records"]] == [None, "whiz"]


@pytest.mark.parametrize(
    ("ruleset", "pointer"),
    [("bridge", "#/ruleset"), ({"name": "pagat", "options": ["x"]}, "#/ruleset/options/0")],
)
def test_a_ruleset_that_does_not_exist_is_refused_as_elsewhere(ruleset: Any, pointer: str) -> None:
    problem = refusal("readRecords", text=ROUND, ruleset=ruleset)
    assert problem["type"] == "/problems/unusable-ruleset"
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_faults_have_their_places() -> None:
    problem = refusal("readRecords", text=ROUND + "N KX 4C 5C 6C\nN QS\nM QC 2C 3C 7C")
    assert (problem["type"], problem["status"]) == ("/problems/unreadable-text", 422)
    places = [(error["pointer"], error["line"], error["column"], error["code"]) for error in problem["errors"]]
    assert places == [
        ("#/text", 4, 3, "card"),
        ("#/text", 5, 1, "trick_size"),
        ("#/text", 6, 1, "unknown_name"),
    ]


def test_a_record_that_breaks_the_contract_is_a_fault_of_its_text() -> None:
    """The parameters of a ruleset are known to the contract alone."""
    problem = refusal("readRecords", notation="shorthand", text=f"{ROUND}---\npagat bid.maximum=3; A B\nQD\n")
    assert problem["type"] == "/problems/unreadable-text"
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == ("#/text", "additionalProperties")
    assert error["detail"].startswith("Record 2, ruleset.overrides.bid: ")


@pytest.mark.parametrize(
    ("record", "pointer", "code"),
    [
        ({"players": ["a", "b"]}, "#/record/tricks", "required"),
        ({"players": ["a", "b"], "tricks": [], "tricks_won": {}}, "#/record/tricks_won", "additionalProperties"),
        ({"players": ["a", "b"], "rounds": [], "dealer": "a"}, "#/record/dealer", "additionalProperties"),
        ({"players": ["a", "b"], "tricks": [{}], "hands": {"a": ["XX"]}}, "#/record/hands/a/0", "enum"),
    ],
)
def test_a_record_to_write_meets_the_component_that_its_members_choose(
    record: dict[str, Any], pointer: str, code: str
) -> None:
    problem = refusal("writeRecord", notation="shorthand", record=record)
    assert problem["type"] == "/problems/contract-violation"
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]


def test_a_record_that_names_a_stranger_cannot_be_written() -> None:
    record = {"players": ["a", "b"], "rounds": [{"tricks": [], "dealer": "c"}]}
    problem = refusal("writeRecord", notation="shorthand", record=record)
    assert (problem["type"], problem["status"]) == ("/problems/unwritable-record", 422)
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("#/record/rounds/0/dealer", "unknown_name")
    ]


def test_losses_point_into_the_request() -> None:
    record = {"players": ["a", "b"], "tricks": [], "bids": [{"player": "a", "tricks": 3, "kind": "number"}]}
    written = ask("writeRecord", notation="shorthand", record=record)
    assert (written["notation"], written["text"]) == ("shorthand", "a b\nbids > a 3\n")
    assert [loss["pointer"] for loss in written["losses"]] == ["#/record/bids/0/kind"]


def test_a_text_may_be_as_long_as_a_game() -> None:
    text = "game; A B; dealer A\n" + "---\nA 2 B 3; won A 2 B 11\n" * 200 + "#" * 70_000
    (game,) = ask("readRecords", text=text)["records"]
    assert len(game["rounds"]) == 200
