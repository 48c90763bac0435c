"""What is written from the catalogue is current."""

from __future__ import annotations

import pytest

from contract.generated import ROOT, WRITERS, openapi
from contract.parameters import with_rows
from contract.yaml_text import replaced

OPENAPI = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
ROWS = [line for line in RULES.splitlines(keepends=True) if line.startswith("| G")]


def test_the_files_say_what_the_catalogue_says() -> None:
    """If this fails, run ``make contract`` and read the diff."""
    texts = {file: file.read_text(encoding="utf-8") for file in WRITERS}
    assert [file.name for file, text in texts.items() if WRITERS[file](text) != text] == []


def test_what_is_wrong_in_the_contract_is_written_over_and_nothing_else() -> None:
    emptied = replaced(OPENAPI, {("components", "schemas", "FindingCode", "examples"): ["revoke"]})
    wrongs = [
        (
            "The lowest bid, other than nil, of a nil bidder's partner; 0 means no such rule. Default: 0.",
            "The lowest. Default: 2.",
        ),
        ('enum: ["illegal", "raised", "set"]', 'enum: ["illegal"]'),
        ('0 means all. Default: 0.", minimum: 0, maximum: 2', '0 means all. Default: 0."'),
        ("Cards removed before dealing", "Cards removed"),
        ("The penalty for overtricks that were collected.", "Overtricks."),
    ]
    spoilt = [emptied, *(OPENAPI.replace(written, wrong) for written, wrong in wrongs)]
    assert OPENAPI not in spoilt
    assert [text for text in spoilt if openapi(text) != OPENAPI] == []


def test_a_place_that_is_gone_is_noticed() -> None:
    with pytest.raises(KeyError, match="components / nothing"):
        replaced("components: {}\n", {("components", "nothing"): []})


def test_a_row_that_is_missing_or_wrong_is_written_again() -> None:
    assert len(ROWS) > 5
    for spoilt in (RULES.replace(ROWS[3], ""), RULES.replace(ROWS[0], ROWS[0].replace("wins", "loses"))):
        assert with_rows(spoilt) == RULES != spoilt


def test_a_table_without_rows_or_in_two_parts_is_noticed() -> None:
    for spoilt in (RULES.replace("".join(ROWS), ""), RULES.replace(ROWS[3], ROWS[3] + "\n")):
        with pytest.raises(SystemExit, match="codes in G"):
            with_rows(spoilt)
