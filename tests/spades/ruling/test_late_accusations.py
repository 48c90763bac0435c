"""A call that came too late for the revoke that it is about."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import REVOKED
from tests.spades.builders.rulings import places
from tests.spades.ruling.sheet_cases import CALL, DURING, called


@pytest.mark.parametrize(("at", "found"), [(DURING, ["revoke"]), (None, ["revoke", "late_accusation"])])
def test_a_call_too_late_is_a_note_beside_the_revoke(at: Json | None, found: list[str]) -> None:
    """Parameters, irregularities.accusation_until = end_of_round (H2); without a moment a call came after the round."""
    call = CALL[0] if at is None else {**CALL[0], "at": at}
    ruled = ruling(called(REVOKED, call, accusation_until="end_of_round"))
    assert [each["code"] for each in ruled["findings"]] == found
    assert [each["result"] for each in ruled["accusations"]] == ["upheld"]
    assert bool(ruled["penalties"]) is (at is not None)
    if at is None:
        assert places(ruled["findings"])[1] == ("late_accusation", "#/accusations/0")
        assert ruled["findings"][1]["severity"] == "note"
