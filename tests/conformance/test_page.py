"""The page of the kit says what the manifest has, and shows a vector that there is."""

from __future__ import annotations

import json

from tests.conformance.kit import manifest, vectors
from tests.conformance.make import FOLDER
from tests.conformance.test_engines import ANSWERED

PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_page_explains_every_word_of_the_manifest() -> None:
    for words in ("levels", "evidence", "unordered", "left_out"):
        assert [word for word in manifest()[words] if f"`{word}`" not in PAGE] == []


def test_the_page_says_how_many_vectors_there_are() -> None:
    assert f"Of the {len(vectors()):,} vectors it\nanswers {sum(ANSWERED.values())} besides" in PAGE


def test_the_page_shows_a_vector() -> None:
    shown = json.loads(PAGE.partition("```json\n")[2].partition("```")[0])
    assert shown == vectors()[0]
