"""How many notes and faults a text may have."""

from __future__ import annotations

import pytest

from service.notations import registry
from service.notations.model import MOST_FAULTS, MOST_NOTES, Place, Remark, Remarks, UnreadableText


def test_the_same_choice_is_noted_once_at_its_first_place_with_its_number() -> None:
    remarks = Remarks()
    for line in (5, 2, 9):
        remarks.note(Place(line, 1), "chosen", "This was chosen.")
    remarks.note(Place(4, 1), "chosen", "That was chosen.")
    assert remarks.notes == (
        Remark(2, 1, "chosen", "This was chosen (3 times)."),
        Remark(4, 1, "chosen", "That was chosen."),
    )


def test_a_last_note_says_how_many_others_there_were() -> None:
    remarks = Remarks()
    for line in range(1, MOST_NOTES + 8):
        remarks.note(Place(line, 1), "chosen", f"Choice {line}.")
    remarks.note(Place(1, 1), "chosen", "Choice 1.")
    *notes, last = remarks.notes
    assert len(notes) == MOST_NOTES
    assert notes[0].detail == "Choice 1 (2 times)."
    assert (last.line, last.code) == (MOST_NOTES + 7, "more_notes")
    assert "in 7 places" in last.detail


def test_the_last_fault_that_is_listed_ends_the_reading() -> None:
    remarks = Remarks()
    for line in range(MOST_FAULTS - 1, 0, -1):
        remarks.fault(Place(line, 1), "wrong", "This is wrong.")
    with pytest.raises(UnreadableText) as refused:
        remarks.fault(Place(MOST_FAULTS, 1), "wrong", "This is wrong.")
    assert [fault.line for fault in refused.value.faults] == list(range(1, MOST_FAULTS + 1))


SHEET = "# players: ana, ben\nround,player,bid,tricks\n1,ana,3,4\n1,ben,4,9\n"


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("ptn", '[Deal "N:- - - -"]\n' + "".join(f'[T{number} "x"]\n' for number in range(20_000)), MOST_NOTES + 1),
        ("csv", SHEET + "total,,,\n" * 20_000, 1),
        ("csv", SHEET + f"# label: a, {'x' * 129}\n" * 2000, 1),
    ],
)
def test_no_text_has_more_notes_than_an_answer_lists(name: str, text: str, number: int) -> None:
    assert len(registry.read(text, name)[1].notes) == number
