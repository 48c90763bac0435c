"""docs/reference/notations/shorthand.md is true: its examples are read, and make the records that it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.notations.registry import read, write
from service.notations.shorthand.words import ONLY_IN_GAMES, STATEMENTS, statement_kind
from service.wire.record_kinds import violations
from tests.notations.records import is_same

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reference" / "notations" / "shorthand.md").read_text()
EXAMPLES = re.findall(r"```shorthand\n(.*?)```", DOCUMENT, re.DOTALL)
ROWS = re.findall(r"^\| `(?P<text>.*?)` \| (?:.*?) \| `(?P<record>.*?)` \|$", DOCUMENT, re.MULTILINE)
GRAMMAR = DOCUMENT.partition("```ebnf\n")[2]


def test_there_are_examples_and_rows() -> None:
    assert len(EXAMPLES) == 9
    assert len(ROWS) == len(re.findall(r"^\| `", DOCUMENT, re.MULTILINE)) > 40


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_recognised_and_read(text: str) -> None:
    notation, found = read(text)
    assert notation.name == "shorthand"
    for record in found.records:
        assert violations(record) == ()
        assert read(write(record, "shorthand").text, "shorthand")[1].records == (record,)


@pytest.mark.parametrize(("text", "shown"), ROWS)
def test_a_row_makes_the_record_that_it_shows(text: str, shown: str) -> None:
    head = "" if text.startswith(("pagat", "{")) else "N E S W\n"
    tail = "\nN E S W\n" if not head else "\n"
    is_of_a_game = statement_kind(text.partition(" ")[0].strip(":")) in ONLY_IN_GAMES
    head = "game\nN E S W\n---\n" if is_of_a_game else head
    (record,) = read(head + text + tail, "shorthand")[1].records
    members: dict[str, Any] = json.loads(shown)
    if is_of_a_game:
        assert violations(record) == ()
        (each,) = record.pop("rounds")
        record |= each
    without = {name: value for name, value in record.items() if name in members or (name, value) != ("tricks", [])}
    assert is_same(without, {"players": ["N", "E", "S", "W"], **members})
    assert is_of_a_game or violations(record) == ()


def test_the_rounds_of_the_second_chapter_are_four_records_and_a_game() -> None:
    four, game = EXAMPLES[3:5]
    records = read(four)[1].records
    assert [record["players"][0] for record in records] == ["N", "N", "N", "Ana"]
    assert [record.get("ruleset") for record in records] == ["pagat", "pagat", "pagat", None]
    (whole,) = read(game)[1].records
    assert [("tricks" in each, "tricks_won" in each) for each in whole["rounds"]] == [(False, True), (True, False)]


def test_the_grammar_has_every_word_that_a_line_may_begin_with() -> None:
    words = set(re.findall(r'"([a-z_]+)"', GRAMMAR))
    assert set(STATEMENTS.values()) <= words | {"trick"}
    assert words - set(STATEMENTS) == {
        *("none", "kept", "sets", "revokes", "consecutive_sets", "nil", "bn", "bnil", "b"),
        *("to", "against", "at", "for"),
        *("the", "rest", "all", "accepted", "refused", "same", "next", "called", "book", "books"),
    }
