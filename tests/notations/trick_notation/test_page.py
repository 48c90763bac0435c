from __future__ import annotations

from pathlib import Path

from service.notations.trick_notation import notation
from tests.notations.page_examples import assert_page_is_true


def test_the_page_is_true() -> None:
    assert_page_is_true(notation.NOTATION, sorted(Path(notation.__file__).parent.glob("*.py")))
