"""A round as a link to the desk; tests/desk/test_links.py opens one in a browser."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, row
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without
from tests.spades.builders.legal_rounds import legal_round


def written(record: Json) -> str:
    answer = ask("writeRecord", {"notation": "desk", "record": record})
    assert answer["losses"] == []
    link: str = answer["text"]
    return link


def held_by(link: str) -> Json:
    path, _, fragment = link.partition("#")
    assert path == "/desk"
    kept: Json = json.loads(zlib.decompress(base64.urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4)), wbits=-15))
    return kept


@pytest.mark.parametrize(
    "ruleset",
    ["pagat", {"name": "nello", "options": ["short-game"], "overrides": {"bags": {"limit": 5}}, "title": "Ours"}],
)
def test_a_link_holds_the_whole_round_and_its_ruleset(ruleset: object) -> None:
    record = {**legal_round(), "ruleset": ruleset, "labels": {"table": "\u00e9 4"}}
    kept = held_by(written(record))
    assert kept["ruleset"] == ({"name": ruleset} if isinstance(ruleset, str) else ruleset)
    assert kept["record"] == without(record, "ruleset")


@pytest.mark.parametrize(
    ("record", "pointer"),
    [
        ({"ruleset": "pagat", "players": [*"NESW"], **row(0, 7)}, "#/record"),
        (game(row(0, 7)), "#/record"),
        (without(legal_round(), "ruleset"), "#/record/ruleset"),
    ],
)
def test_the_desk_has_one_round_with_its_tricks_and_rules(record: Json, pointer: str) -> None:
    problem = ask("writeRecord", {"notation": "desk", "record": record}, 422)
    assert problem["type"] == "/problems/unwritable-record"
    assert [error["pointer"] for error in problem["errors"]] == [pointer]
