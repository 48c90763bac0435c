"""Which notation a text is in, and what the registry refuses."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from service.notations import registry
from service.notations.model import Notation, ReadText, Remark, UnreadableText, UnwritableRecord
from service.wire.contract import load_document
from tests.notations.mutations import mutants, outcome, texts_of
from tests.notations.records import Record

MUTANTS = 3_000
ROUND: Record = {"players": ["N", "E"], "tricks": []}


@pytest.mark.parametrize("name", registry.NOTATIONS)
def test_its_mutated_texts_are_read_or_refused(name: str) -> None:
    """`python -m tests.notations.mutations` does so with many more."""
    outcomes = {outcome(name, text) for text in islice(mutants(texts_of(name), seed=1), MUTANTS)}
    assert "read" in outcomes
    assert len(outcomes) > 3


@pytest.mark.parametrize("name", registry.NOTATIONS)
def test_whatever_is_no_text_of_it_is_refused(name: str) -> None:
    for text in ("", "\n", "hello", "\x00", "\ud800", "[", '"', "%", "N E S W\n" * 2, "a" * 100_000, "(" * 10_000):
        assert outcome(name, text) != "read", text


@pytest.mark.parametrize("name", registry.NOTATIONS)
def test_it_recognises_its_own_texts_alone(name: str) -> None:
    for text in texts_of(name):
        others = [each.name for each in registry.NOTATIONS.values() if each.name != name and each.evidence(text)]
        assert others == [], text


def test_the_contract_names_every_notation() -> None:
    schemas = load_document()["components"]["schemas"]
    read = schemas["ReadRecordsRequest"]["properties"]["format"]["enum"]
    written = schemas["WriteRecordRequest"]["properties"]["format"]["enum"]
    assert set(registry.NOTATIONS) == set(read)
    assert {each.name for each in registry.NOTATIONS.values() if each.write is not None} == set(written)


@pytest.mark.parametrize("text", ["round,player,day\n1,ana,3\n", "hello, world", "N E S W"])
def test_a_text_without_evidence_is_refused_with_what_there_is(text: str) -> None:
    fault = refusal(text)
    assert fault.code == "unknown_format"
    assert "Name the format" in fault.detail
    assert "shorthand: a line with the players" in fault.detail


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"players": []}', (1, 1), "This is JSON, which needs no reading: send a record as it is"),
        ('\n[{"players": []}]\n', (1, 1), "This is JSON"),
        ('{"players": ["ana",\n "ben" "cy"]}', (2, 8), "This text begins like JSON, and here it is none: expecting"),
        ('{"players": ["ana"', (1, 19), "begins like JSON"),
    ],
)
def test_a_text_of_json_is_told_so_and_where_it_breaks(text: str, place: tuple[int, int], words: str) -> None:
    fault = refusal(text)
    assert (fault[:2], fault.code) == (place, "json")
    assert words in fault.detail


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}\n{"a": 1}', '{"a": ' + "1" * 5_000 + "}", '{"a": ' * 20_000],
    ids=["lines of JSON", "digits", "depth"],
)
def test_what_only_begins_like_json_has_no_format(text: str) -> None:
    assert refusal(text).code == "unknown_format"


def test_shorthand_may_begin_with_a_ruleset_in_json() -> None:
    notation, found = registry.read('{"name": "pagat", "options": ["bags"]}\nN E S W\nN 2 E 5 S nil W 1\n')
    assert notation.name == "shorthand"
    assert found.records[0]["ruleset"] == {"name": "pagat", "options": ["bags"]}


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff"])
def test_an_empty_text_is_said_to_be_empty(text: str) -> None:
    assert refusal(text)[:3] == (1, 1, "empty")


@pytest.mark.parametrize("title", ["Club night 3 May", "Club night", "Tom's table: round 3", ""])
@pytest.mark.parametrize(
    "text",
    [
        "pagat; Rita Omar Kim Tom; dealer Tom",
        "pagat\nRita Omar Kim Tom\ndealer Tom\n",
        "Rita, Omar, Kim, Tom\nRita 3\nOmar 3\nKim nil\nTom 4",
        "Players: Rita, Omar, Kim, Tom  dealer Tom",
        "Rita Omar Kim Tom\nRita 3; Omar 3; Kim nil; Tom 4",
    ],
)
def test_a_title_above_shorthand_is_a_fault_of_shorthand(title: str, text: str) -> None:
    if not title:
        assert registry.read(text)[0].name == "shorthand"
    else:
        fault = refusal(f"{title}\n{text}")
        assert (fault.line, fault.column) == (1, 1)
        assert "begin it with #" in fault.detail


@pytest.mark.parametrize(
    "text",
    [
        "Spades\n\nA card game for four.\nThe dealer\ndealer wins\nround and round",
        "Three of us played.\nWe had 3\nThey had 4\nWe won",
        "Players\nBring 2\nBring 4\nBring 5\n",
    ],
)
def test_prose_is_not_taken_for_shorthand(text: str) -> None:
    assert registry.NOTATIONS["shorthand"].evidence(text) is None


def refusal(text: str, name: str | None = None) -> Remark:
    with pytest.raises(UnreadableText) as caught:
        registry.read(text, name)
    (fault,) = caught.value.faults
    return fault


def test_a_text_with_evidence_of_two_is_refused_with_both_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Notation("other", "the other one", lambda _: "it is long", lambda _: ReadText((ROUND,), ()))
    monkeypatch.setattr(registry, "NOTATIONS", {**registry.NOTATIONS, "other": other})
    fault = refusal("N E S W; dealer W")
    assert fault.code == "ambiguous_format"
    assert "shorthand, because line 1 begins with 'dealer'" in fault.detail
    assert "the other one, because it is long" in fault.detail
    assert registry.read("N E S W; dealer W", "other")[1].records == (ROUND,)


def test_a_name_that_no_notation_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "'morse' is no format that is read here: these are shorthand" in refusal("", "morse").detail
    only_read = Notation("only_read", "only read", lambda _: None, lambda _: ReadText((ROUND,), ()))
    monkeypatch.setattr(registry, "NOTATIONS", {**registry.NOTATIONS, "only_read": only_read})
    for name in ("morse", "only_read"):
        with pytest.raises(UnwritableRecord) as caught:
            registry.write(ROUND, name)
        assert [fault.code for fault in caught.value.faults] == ["unknown_format"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends_and_a_byte_order_mark(end: str) -> None:
    text = "\ufeff" + end.join(["N E S W; dealer W", "N QD 2D 5D 3D", "N KX"])
    assert (refusal(text).line, refusal(text).column) == (3, 3)


@pytest.mark.parametrize("name", registry.NOTATIONS)
def test_a_byte_order_mark_changes_nothing(name: str) -> None:
    for text in texts_of(name):
        assert registry.read("\ufeff" + text, name) == registry.read(text, name)


@pytest.mark.parametrize("name", [None, *registry.NOTATIONS])
def test_half_a_surrogate_pair_in_a_text_is_refused_at_its_place(name: str | None) -> None:
    fault = refusal("N E S W\n12\ud83d", name)
    assert (fault.line, fault.column, fault.code) == (2, 3, "lone_surrogate")


@pytest.mark.parametrize(
    "record",
    [{"players": ["a\ud800", "E"]}, {"players": [], "labels": {"\udfff": "x"}}, {"rounds": [{"dealer": "\udc00"}]}],
)
def test_half_a_surrogate_pair_that_an_escape_made_is_refused(
    monkeypatch: pytest.MonkeyPatch, record: dict[str, Any]
) -> None:
    other = Notation("other", "the other one", lambda _: None, lambda _: ReadText((record,), ()))
    monkeypatch.setattr(registry, "NOTATIONS", {**registry.NOTATIONS, "other": other})
    assert refusal("", "other").code == "lone_surrogate"


def test_no_sentence_holds_half_a_surrogate_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    remark = Remark(1, 1, "code", "What is \ud800?")

    def refuse(_: str) -> ReadText:
        raise UnreadableText([remark])

    read = Notation("noted", "noted", lambda _: None, lambda _: ReadText((ROUND,), (remark,)))
    monkeypatch.setattr(registry, "NOTATIONS", {"noted": read, "refused": read._replace(read=refuse)})
    assert refusal("", "refused").detail == "What is \\ud800?"
    assert registry.read("", "noted")[1].notes[0].detail == "What is \\ud800?"
