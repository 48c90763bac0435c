"""What is written from the catalogue is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.generated import ROOT, WRITERS, openapi
from contract.parameters import with_rows
from contract.yaml_text import replaced


@pytest.mark.parametrize("file", WRITERS, ids=lambda file: file.name)
def test_a_file_says_what_the_catalogue_says(file: Path) -> None:
    """If this fails, run ``make contract`` and read the diff."""
    text = file.read_text(encoding="utf-8")
    assert WRITERS[file](text) == text


def test_a_list_that_is_out_of_date_is_written_again_and_nothing_else() -> None:
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    place = ("components", "schemas", "FindingCode", "examples")
    emptied = replaced(text, {place: ["revoke"]})
    assert emptied != text
    assert openapi(emptied) == text


def test_a_place_that_is_gone_is_noticed() -> None:
    with pytest.raises(KeyError, match="components / nothing"):
        replaced("components: {}\n", {("components", "nothing"): []})


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("The lowest bid other than 0. Default: 1.", "The lowest bid. Default: 2."),
        ('enum: ["nil", "uncommitted", "not_allowed"]', 'enum: ["nil"]'),
        ('description: "Points if made; 0 is off.", minimum: 0, maximum: 10000', 'description: "Points if made."'),
        ("The cards removed before the deal, by number of players.", "The cards removed."),
        ("The order of bidding, and the bids that are allowed.", "The bidding."),
    ],
)
def test_what_is_written_by_hand_into_the_contract_is_written_over(written: str, wrong: str) -> None:
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert openapi(text.replace(written, wrong)) == text


def test_a_row_that_is_missing_or_wrong_is_written_again() -> None:
    text = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    first, *others = [line for line in text.splitlines(keepends=True) if line.startswith("| G")]
    assert len(others) > 5
    assert with_rows(text.replace(others[2], "")) == text
    assert with_rows(text.replace(first, first.replace("wins", "loses"))) == text


def test_a_table_without_rows_or_in_two_parts_is_noticed() -> None:
    text = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines(keepends=True) if line.startswith("| G")]
    for spoilt in (text.replace("".join(rows), ""), text.replace(rows[3], rows[3] + "\n")):
        with pytest.raises(SystemExit, match="codes in G"):
            with_rows(spoilt)
