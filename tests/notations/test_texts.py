"""Every text is read or refused, and every record written or not, as the files of cases say."""

from __future__ import annotations

import pytest

from tests.notations.text_cases import cases_in, files


@pytest.mark.parametrize("name", files())
def test_texts(name: str) -> None:
    cases = cases_in(name)
    assert cases
    assert {f"{case.place} {case.lines}": faults for case in cases if (faults := case.faults())} == {}
