"""The pages of the notations are true: their examples are read as the records that they show."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from service.notations import ptn, registry
from service.notations.csv_sheet.columns import COLUMNS
from service.notations.shorthand.statements import ROW_OF, row_of
from service.wire.record_kinds import violations
from tests.notations.records import is_same
from tests.spades.builders.legal_rounds import LEGAL_BIDS, LEGAL_LOG

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / "docs" / "reference" / "notations" / f"{name}.md").read_text() for name in registry.NOTATIONS}
SHORTHAND = PAGES["shorthand"]
EXAMPLES = re.findall(r"```shorthand\n(.*?)```", SHORTHAND, re.DOTALL)
ROWS = re.findall(r"^\| `(?P<text>.*?)` \| (?:.*?) \| `(?P<record>.*?)` \|$", SHORTHAND, re.MULTILINE)
EXAMPLE = re.compile(r"```text\n(.*?)```\n\n```json\n(.*?)```\n((?:\n(?:\|[^\n]*\n)+)?)", re.DOTALL)
NOTE = re.compile(r"\| (\d+) \| (\d+) \| `(\w+)` \| (.*) \|")


@pytest.mark.parametrize("name", ["csv", "openspiel"])
def test_examples_are_read_as_the_page_says_with_the_notes_that_it_lists(name: str) -> None:
    found = EXAMPLE.findall(PAGES[name])
    assert found
    for text, shown, notes in found:
        read = registry.read(text)[1]
        assert [*read.records] == (json.loads(shown) if shown.startswith("[") else [json.loads(shown)])
        listed = [
            (int(line), int(at), code, said.replace("&#124;", "|")) for line, at, code, said in NOTE.findall(notes)
        ]
        assert [tuple(note) for note in read.notes] == listed


def test_the_example_of_ptn_is_read_as_the_page_says() -> None:
    (_, text), (_, record), (_, notes) = re.findall(r"```([a-z]+)\n(.*?)```", PAGES["ptn"], re.DOTALL)
    notation, read = registry.read(text)
    assert (notation, read.records) == (ptn.NOTATION, (json.loads(record),))
    assert [f"line {note.line}, column {note.column}: {note.code}" for note in read.notes] == notes.splitlines()


@pytest.mark.parametrize(
    ("name", "modules"),
    [("csv", "csv_sheet/**/*.py"), ("openspiel", "openspiel.py"), ("ptn", "ptn/*.py")],
)
def test_the_code_of_every_note_is_on_the_page(name: str, modules: str) -> None:
    source = "".join(path.read_text() for path in sorted((ROOT / "service" / "notations").glob(modules)))
    codes = set(re.findall(r"\bnote(?:_once)?\(\s*[^\"]*?\"([a-z_]+)\"", source))
    assert codes
    assert {code for code in codes if f"`{code}`" not in PAGES[name]} == set()


def _listed(words: Sequence[str]) -> str:
    return ", ".join(word if word == "-" else f"`{word}`" for word in words)


def test_the_table_of_headers_is_on_the_page() -> None:
    rows = [
        f"| {_listed([header for header in column.headers if ' / ' not in header])} | {_listed([column.member])} |"
        for column in COLUMNS.values()
    ]
    assert "\n".join(rows) in PAGES["csv"]


def test_examples_of_shorthand_are_recognised_and_read() -> None:
    assert len(EXAMPLES) == 11
    for text in EXAMPLES:
        notation, found = registry.read(text)
        assert notation.name == "shorthand"
        for record in found.records:
            assert violations(record) == ()
            assert registry.read(registry.write(record, "shorthand").text, "shorthand")[1].records == (record,)
    four, game = EXAMPLES[3:5]
    records = registry.read(four)[1].records
    assert [record["players"][0] for record in records] == ["N", "N", "N", "Ana"]
    assert [record.get("ruleset") for record in records] == ["pagat", "pagat", "pagat", None]
    (whole,) = registry.read(game)[1].records
    assert [("tricks" in each, "tricks_won" in each) for each in whole["rounds"]] == [(False, True), (True, False)]


def test_a_row_of_shorthand_makes_the_record_that_it_shows() -> None:
    assert len(ROWS) == len(re.findall(r"^\| `", SHORTHAND, re.MULTILINE)) > 40
    for text, shown in ROWS:
        is_ruleset = text.startswith(("pagat", "{"))
        row = row_of(text.partition(" ")[0].strip(":;"))
        is_of_a_game = row is not None and "g" in row.stands and "r" not in row.stands
        head = "game; N E S W\n---\n" if is_of_a_game else "" if is_ruleset else "N E S W\n"
        tail = "\nN E S W\n" if is_ruleset else "\n"
        (record,) = registry.read(f"{head}{text}{tail}", "shorthand")[1].records
        members: dict[str, Any] = json.loads(shown)
        assert violations(record) == (), text
        if is_of_a_game:
            (each,) = record.pop("rounds")
            record |= each
        without = {name: value for name, value in record.items() if name in members or (name, value) != ("tricks", [])}
        assert is_same(without, {"players": ["N", "E", "S", "W"], **members}), text


def test_the_grammar_has_every_word_that_a_line_may_begin_with() -> None:
    words = set(re.findall(r'"([a-z_]+)"', SHORTHAND.partition("```ebnf\n")[2]))
    assert {row.kind for row in ROW_OF.values()} <= words | {"..."}
    assert words - set(ROW_OF) == {
        *("none", "kept", "sets", "revokes", "consecutive_sets", "nil", "zero", "bn", "bnil", "b"),
        *("to", "against", "at", "for"),
        *("the", "rest", "all", "accepted", "refused", "same", "next", "called", "book", "books"),
        *("set", "no", "credit", "opponents"),
    }


def test_a_whole_round_takes_220_bytes() -> None:
    record = {
        "ruleset": "pagat",
        "players": ["A", "B", "C", "D"],
        "dealer": "D",
        "bids_by_player": {each[0].upper(): int(each.split()[1]) for each in LEGAL_BIDS.split(", ")},
        "tricks": [{"cards": line.split()[1:]} for line, _ in LEGAL_LOG],
    }
    assert len(registry.write(record, "shorthand").text.encode()) <= 220
    # Without spaces, there is room for the leaders, too.
    led = [{"cards": line.split()[1:], "leader": line[0].upper()} for line, _ in LEGAL_LOG]
    text = registry.write({**record, "tricks": led}, "shorthand").text
    for trick in led:
        text = text.replace(" ".join(trick["cards"]), "".join(trick["cards"]))
    assert len(text.encode()) <= 220
    assert registry.read(text, "shorthand")[1].records == ({**record, "tricks": led},)
