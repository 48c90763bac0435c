"""The kit in the project is the one that is made, fits the contract, and states nothing that no rule decides."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.decided import UNORDERED
from tests.conformance.kit import FOLDER, manifest, run, vectors
from tests.conformance.make import files
from tests.conformance.test_engines import ANSWERED
from tests.spades.builders.cards import Json

_MOST_BYTES = 2_400_000
_MOST_BYTES_OF_QUESTIONS = 700_000
_UNDECIDED = {"detail", "ruling_id", "digest", "engine_version", "version", "text", "finding"}


def test_the_files_are_those_that_are_made() -> None:
    """Whoever changes an answer makes them again, with python -m tests.conformance.make, and shows the change."""
    made = files()
    assert {path.relative_to(FOLDER).as_posix() for path in (FOLDER / "vectors").iterdir()} == set(manifest()["files"])
    for name, text in made.items():
        written = (FOLDER / name).read_text(encoding="utf-8")
        changed = [line[:80] for line in text.splitlines() if line not in set(written.splitlines())]
        assert changed == [], name
        assert written == text, name


def test_the_kit_is_small() -> None:
    files = [path for path in FOLDER.rglob("*") if path.suffix != ".pyc"]
    questions = FOLDER / "questions.ndjson"
    assert sum(path.stat().st_size for path in files if path != questions) < _MOST_BYTES
    assert questions.stat().st_size < _MOST_BYTES_OF_QUESTIONS


def test_its_page_says_what_the_kit_has() -> None:
    by_hand = sum(each["evidence"] in {"published", "rules"} for each in vectors())
    page = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    assert f"The kit has {len(vectors()):,} vectors, of which {by_hand:,} are `published` or `rules`." in page
    assert f"Of the vectors it answers {sum(ANSWERED.values())} besides" in page
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = [word for words in ("levels", "evidence", "unordered", "left_out") for word in manifest()[words]]
    assert [word for word in named if f"`{word}`" not in page] == []
    assert json.loads(page.partition("```json\n")[2].partition("```")[0]) == vectors()[0]


def test_more_vectors_were_written_down_by_hand_than_asked_of_the_service() -> None:
    """What documents and docs/reference/rules.md say counts most."""
    assert len({each["id"] for each in vectors()}) == len(vectors()) == sum(manifest()["files"].values())
    evidence = Counter(each["evidence"] for each in vectors())
    assert evidence["published"] + evidence["rules"] > len(vectors()) / 2
    assert evidence["published"] > 250


def test_no_vector_states_what_no_rule_decides() -> None:
    """Whatever has a space in it is a name that the request has, too."""
    assert [
        each["id"] for each in vectors() if not (each["answer"] and _UNDECIDED.isdisjoint(_names(each["answer"])))
    ] == []
    for each in vectors():
        sent = json.dumps(each.get("request", ""), ensure_ascii=False)
        assert [text for text in _texts(each["answer"]) if " " in text and text not in sent] == [], each["id"]


@pytest.mark.parametrize(
    ("stated", "found", "lines"),
    [
        pytest.param({"a": 1}, {"a": 1, "b": 2}, 0, id="members that are not stated are not compared"),
        pytest.param({"a": None}, {"b": 2}, 0, id="null: the member is not there"),
        pytest.param({"a": None}, {"a": 0}, 1, id="null: the member is there"),
        pytest.param({"a": 0}, {}, 1, id="a member is missing"),
        pytest.param({"a": 1}, {"a": True}, 1, id="1 is not true"),
        pytest.param({"rounds": [1, 2]}, {"rounds": [2, 1]}, 2, id="lists are in order"),
        pytest.param({"rounds": [1, 2]}, {"rounds": [1, 2, 3]}, 1, id="lists are whole"),
        pytest.param({"rounds": [{}, {"a": 1}]}, {"rounds": [{"b": 1}, {"a": 1}]}, 0, id="an item of which nothing is"),
        pytest.param({"legal": [1, 2]}, {"legal": [2, 1]}, 0, id="some are in any order"),
        pytest.param({"legal": [1, 1]}, {"legal": [1, 2]}, 2, id="each item counts once"),
        pytest.param(
            {"findings": [{}, {"code": "a"}]}, {"findings": [{"code": "a"}, {"code": "b"}]}, 0, id="the best matching"
        ),
    ],
)
def test_answers_are_compared(stated: Json, found: Json, lines: int) -> None:
    assert len(list(run.differences(stated, found, UNORDERED))) == lines


def test_a_difference_is_at_its_pointer() -> None:
    (line,) = run.differences({"a~/b": [{"c": 1}]}, {"a~/b": [{"c": 2}]}, UNORDERED)
    assert line == "/a~0~1b/0/c is 2 instead of 1"


def _names(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for each in value for name in _names(each)}
    return set(value) | {name for each in value.values() for name in _names(each)} if isinstance(value, dict) else set()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value if isinstance(value, list) else value.values():
            yield from _texts(each)
