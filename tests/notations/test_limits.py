"""The limits that readers hold records to are those of the contract, and how many remarks a text may have."""

from __future__ import annotations

from typing import Any

import pytest

from service.notations import model, registry
from service.notations.model import MOST_FAULTS, MOST_NOTES, Place, Remark, Remarks, UnreadableText
from service.wire.contract import load_document

PATHS = {
    "FEWEST_PLAYERS": ["Players.minItems"],
    "MOST_PLAYERS": ["Players.maxItems", "Team.properties.players.maxItems"],
    "MOST_SIDES": ["Teams.maxItems", "Before.maxProperties", "Away.maxProperties"],
    "MOST_BIDDERS": ["BidsByPlayer.maxProperties", "BlindBidders.maxItems", "TricksWon.maxProperties"],
    "MOST_BIDS": ["Bids.maxItems"],
    "MOST_CARDS": [
        "Bid.properties.tricks.maximum",
        "BidsByPlayer.additionalProperties.maximum",
        "Hands.additionalProperties.maxItems",
        "AnyRecord.properties.tricks.maxItems",
    ],
    "MOST_EXCHANGES": ["AnyRecord.properties.exchanges.maxItems"],
    "MOST_DRAWS": ["AnyRecord.properties.draws.maxItems"],
    "MOST_CALLS": ["AnyRecord.properties.accusations.maxItems"],
    "MOST_PLAYS": ["Trick.properties.plays.maxItems", "Trick.properties.cards.maxItems"],
    "MOST_WITHDRAWN": ["LoggedPlay.properties.withdrawn.maxItems"],
    "MOST_OPTIONS": ["RulesetReference.properties.options.maxItems"],
    "MOST_ADJUSTMENTS": ["Adjustments.maxItems"],
    "HIGHEST_ADJUSTMENT": ["Adjustment.properties.points.maximum"],
    "LONGEST_REASON": ["GameRoundRecord.properties.reason.maxLength", "Adjustment.properties.reason.maxLength"],
    "MOST_SUBSTITUTIONS": ["Substitutions.maxItems"],
    "MOST_LABELS": ["Labels.maxProperties"],
    "LONGEST_LABEL": ["Labels.additionalProperties.maxLength"],
    "LONGEST_NAME": [
        *("PlayerId.maxLength", "Team.properties.name.maxLength", "Labels.propertyNames.maxLength"),
        *("MisdealCalledBy.maxLength", "ChosenRemedy.properties.code.maxLength"),
    ],
    "LONGEST_SIDE": [
        *("Bid.properties.team.maxLength", "BlindBidders.items.maxLength", "Away.propertyNames.maxLength"),
        "ChosenRemedy.properties.team.maxLength",
    ],
    "HIGHEST_ROUND": ["AnyRecord.properties.round_number.maximum"],
    "MOST_ROUNDS": ["AnyRecord.properties.rounds.maxItems"],
    "HIGHEST_SCORE": ["StandingBefore.properties.score.maximum", "AwaySide.properties.score.maximum"],
    "MOST_REMEDIES": ["AnyRecord.properties.remedies.maxItems"],
    "MOST_COUNTED": [f"StandingBefore.properties.{figure}.maximum" for figure in model.COUNTED],
}
OF_ANSWERS = {"MOST_FAULTS", "MOST_NOTES", "COUNTED"}
"""Limits of remarks are no part of a record; what is counted or chosen is no limit."""


def of(path: str) -> Any:
    value: Any = load_document()["components"]["schemas"]
    for part in path.split("."):
        value = value[part]
    return value


def test_every_limit_is_that_of_the_contract() -> None:
    limits = {name: getattr(model, name) for name in vars(model) if name.isupper() and name not in OF_ANSWERS}
    assert {name: {of(path) for path in PATHS[name]} for name in limits} == {
        name: {limit} for name, limit in limits.items()
    }
    assert of("StandingBefore.properties.score.minimum") == of("AwaySide.properties.score.minimum")
    assert of("AwaySide.properties.score.minimum") == -model.HIGHEST_SCORE
    assert of("Adjustment.properties.points.minimum") == -model.HIGHEST_ADJUSTMENT


def test_the_same_choice_is_noted_once_at_its_first_place_with_its_number() -> None:
    remarks = Remarks()
    for line in (5, 2, 9):
        remarks.note(Place(line, 1), "chosen", "This was chosen.")
    remarks.note(Place(4, 1), "chosen", "That was chosen.")
    first, second = Remark(2, 1, "chosen", "This was chosen (3 times)."), Remark(4, 1, "chosen", "That was chosen.")
    assert remarks.notes == (first, second)


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
