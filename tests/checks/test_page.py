"""docs/how-to/check-sheets.md: a section for each invariant, in order, with an example that breaks it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from service.checks.invariants import INVARIANTS, TITLES
from service.spades.findings import CODES
from tests.checks.checking import Json, checked

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "check-sheets.md").read_text()
_SECTION = re.compile(
    r"^### `(?P<name>\w+)`\n\n(?P<text>.*?)\n\n```json\n(?P<json>.*?)```\n\n```text\n(?P<said>.*?)```",
    re.DOTALL | re.MULTILINE,
)
SECTIONS = {match["name"]: match for match in _SECTION.finditer(PAGE)}


def test_each_invariant_has_a_section_under_the_title_of_its_group() -> None:
    titles = [line.strip("# `") for line in PAGE.split("\n") if line.startswith("##")]
    expected: list[str] = []
    for each in INVARIANTS.values():
        expected += [] if TITLES[each.group] in expected else [TITLES[each.group]]
        expected.append(each.name)
    assert titles == expected
    assert list(SECTIONS) == list(INVARIANTS)


def round_of(place: Json) -> str:
    return f", round {place['round']}" if "round" in place else ""


@pytest.mark.parametrize("name", INVARIANTS)
def test_an_example_breaks_what_the_page_says_with_the_figures_that_it_gives(name: str) -> None:
    section = SECTIONS[name]
    assert " ".join(section["text"].split()).startswith(INVARIANTS[name].meaning)
    result = checked(json.dumps(json.loads(section["json"])).encode())
    said = [
        f"{each['name']}{round_of(place)}: {'; '.join(place['figures'])}"
        for each in result["invariants"]
        for place in each["first"]
    ]
    assert said == section["said"].splitlines()
    assert name in result["broken"]


def test_each_finding_that_is_no_note_breaks_an_invariant() -> None:
    counting = {code for each in INVARIANTS.values() for code in each.codes}
    assert counting == {name for name, code in CODES.items() if code.severity != "note"}
    assert {finding.breaks for finding in CODES.values()} - {None} <= set(INVARIANTS)


def test_the_page_names_the_members_of_the_result() -> None:
    introduced = PAGE.partition("\n## ")[0]
    result = checked(b"{}")
    place = result["invariants"][0]["first"][0]
    for member in (*result, *result["invariants"][0], *place, "round"):
        assert f"`{member}`" in introduced, member
