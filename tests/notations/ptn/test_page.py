from __future__ import annotations

from pathlib import Path

from service.notations import ptn, round_parts
from tests.notations.page_examples import assert_page_is_true


def test_the_page_is_true() -> None:
    assert_page_is_true(ptn.NOTATION, [Path(ptn.__file__), Path(round_parts.__file__)])
