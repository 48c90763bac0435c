from __future__ import annotations

from pathlib import Path

from service.notations import trick_notation
from tests.notations.page_examples import assert_page_is_true


def test_the_page_is_true() -> None:
    assert_page_is_true(trick_notation.NOTATION, sorted(Path(trick_notation.__file__).parent.glob("*.py")))
