"""What is written from the catalogue is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.generated import ROOT, WRITERS, openapi
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
