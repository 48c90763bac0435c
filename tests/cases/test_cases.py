"""Every case that stands as text is answered as it says."""

from __future__ import annotations

import pytest

from tests.cases.case_text import cases_in, files


@pytest.mark.parametrize("name", files())
def test_cases(name: str) -> None:
    cases = cases_in(name)
    assert cases
    wrong = {f"{case.place} {case.title}": faults for case in cases if (faults := case.faults())}
    assert wrong == {}
