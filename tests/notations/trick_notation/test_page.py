from __future__ import annotations

from pathlib import Path

from service.notations import round_parts, trick_notation
from tests.notations.page_examples import assert_page_is_true


def test_the_page_is_true() -> None:
    assert_page_is_true(trick_notation.NOTATION, [Path(trick_notation.__file__), Path(round_parts.__file__)])
