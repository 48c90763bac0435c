"""Texts inside a body: their commas and colons are no values, and what is found in them is told once."""

from __future__ import annotations

import json

import pytest

from service.operations.runner import answer
from service.problems import MAX_ERRORS, Problem

MANY = 40_000


def problem(operation: str, body: bytes) -> Problem:
    with pytest.raises(Problem) as caught:
        answer(operation, body)
    return caught.value


def test_commas_and_colons_of_a_text_are_not_counted_as_values() -> None:
    for mark in ",:":
        refused = problem("readRecords", json.dumps({"text": mark * (2 * MANY)}).encode())
        assert refused.slug == "unreadable-text"


def test_values_are_counted_wherever_they_are() -> None:
    for value in ([0] * MANY, {str(number): 0 for number in range(MANY)}, [[0, 0]] * (MANY // 2)):
        assert problem("readRecords", json.dumps({"text": "", "more": value}).encode()).slug == "too-large"


def test_what_is_no_json_is_not_searched_beyond_the_limit() -> None:
    assert problem("readRecords", b"[" + b"0," * 2 * MANY).slug == "too-large"


def test_a_body_that_was_cut_short_is_called_that() -> None:
    assert "cut short" in problem("auditRound", b'{"ruleset": "pagat",').detail


def test_faults_of_many_records_are_not_all_looked_for() -> None:
    refused = problem("readRecords", json.dumps({"text": 'N E; {"name": 1}; QD 2D\n---\n' * 5_000}).encode())
    assert len(refused.errors) <= MAX_ERRORS


@pytest.mark.parametrize(
    ("operation", "member", "path"),
    [
        ("auditRound", "rounds", "/v1/games/audit"),
        ("auditRound", "tricks_won", "/v1/rounds/score"),
        ("scoreRound", "rounds", "/v1/games/score"),
        ("scoreRound", "tricks", "/v1/rounds/audit"),
    ],
)
def test_a_body_of_another_kind_is_told_where_it_goes(operation: str, member: str, path: str) -> None:
    refused = problem(operation, json.dumps({"ruleset": "pagat", member: []}).encode())
    (found,) = [each for each in refused.errors if each["pointer"] == f"#/{member}"]
    assert path in found["detail"]


def test_a_short_word_is_not_guessed_at() -> None:
    refused = problem("writeRecord", json.dumps({"notation": "pbn", "record": {"players": ["N", "E"]}}).encode())
    (found,) = [each for each in refused.errors if each["pointer"] == "#/notation"]
    assert "write" not in found["detail"]
