"""What the registry says of notations, and of texts that several of them, or none, may be."""

from __future__ import annotations

import pytest

from service.notations import registry
from service.notations.model import Notation, ReadText, Remark, UnreadableText, UnwritableRecord
from service.wire.contract import load_document
from tests.notations.records import Record
from tests.notations.text_cases import cases_in

ROUND: Record = {"players": ["N", "E"], "tricks": []}


def refusal(text: str, name: str | None = None) -> Remark:
    with pytest.raises(UnreadableText) as caught:
        registry.read(text, name)
    (fault,) = caught.value.faults
    return fault


def with_other(monkeypatch: pytest.MonkeyPatch, read: ReadText, evidence: str | None = None) -> None:
    """Add a notation with the name other, which reads every text alike."""
    other = Notation("other", "the other one", lambda _: evidence, lambda _: read)
    monkeypatch.setattr(registry, "NOTATIONS", {**registry.NOTATIONS, "other": other})


def test_the_contract_names_every_notation() -> None:
    schemas = load_document()["components"]["schemas"]
    read, written = schemas["Notation"]["enum"], schemas["WrittenNotation"]["enum"]
    assert set(registry.NOTATIONS) == set(read)
    assert set(registry.WRITERS) == set(written)


def test_a_text_with_evidence_of_two_is_refused_with_both_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    with_other(monkeypatch, ReadText((ROUND,), ()), "it is long")
    fault = refusal("N E S W; dealer W")
    assert fault.code == "ambiguous_notation"
    assert "shorthand, because line 1 begins with 'dealer'" in fault.detail
    assert "the other one, because it is long" in fault.detail
    assert registry.read("N E S W; dealer W", "other")[1].records == (ROUND,)
    assert registry.read("N E S W; dealer W", likely="other")[0].name == "other"
    with pytest.raises(UnreadableText):
        registry.read("N E S W; dealer W", likely="csv")


def test_what_is_likely_decides_where_nothing_is_evident_and_there_is_a_text() -> None:
    assert registry.read("N E S W\n", likely="shorthand")[0].name == "shorthand"
    for text in ("", '{"players": []}'):
        with pytest.raises(UnreadableText):
            registry.read(text, likely="shorthand")


def test_a_name_that_no_notation_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "'morse' is no notation that is read here: these are shorthand" in refusal("", "morse").detail
    with_other(monkeypatch, ReadText((ROUND,), ()))
    for name in ("morse", "other"):
        with pytest.raises(UnwritableRecord) as caught:
            registry.write(ROUND, name)
        assert [fault.code for fault in caught.value.faults] == ["unknown_notation"]


def test_the_column_of_a_remark_on_a_sheet_is_named_as_a_spreadsheet_does() -> None:
    text = '\ufeff# players: ana, ben\r\nround,ana bid,ana tricks,"why\nso"\r\n1,"x",4,9\n2,y,,z'
    with pytest.raises(UnreadableText) as refused:
        registry.read(text, "csv")
    places = [registry.shown_place(fault, "csv") for fault in refused.value.faults]
    assert places == ["line 2, column D", "line 4, column B", "line 5, column B"]
    assert registry.shown_place(Remark(1, 30, "", ""), "csv") == "line 1, column AD"
    assert registry.shown_place(Remark(1, 30, "", ""), "ptn") == "line 1, column 30"


@pytest.mark.xfail(reason="its rows of cards are taken for tricks in shorthand, once its first line is no % PTN")
def test_ptn_below_a_line_of_prose_is_recognised() -> None:
    text = next(case.text for case in cases_in("ptn/readings.txt") if case.text.startswith("> "))
    assert registry.read(text)[0].name == "ptn"
