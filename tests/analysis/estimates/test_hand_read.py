"""Requests for estimates that can't be read, each with every fault at its pointer, and what to write instead."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import answer, ask, faults
from tests.spades.builders.cards import FOUR, PLAYERS, Json
from tests.spades.builders.rulesets import rules

HAND = ["AS", "QS", "8S", "5S", "2S", "AH", "QH", "4H", "KD", "7D", "3D", "9C", "6C"]


def asking(**members: object) -> Json:
    return {"ruleset": "pagat", "hand": HAND, **members}


def details(body: Json) -> dict[str, str]:
    status, problem = answer("estimateBid", body)
    assert (status, problem["type"]) == (422, "/problems/unreadable-record"), problem
    return {each["pointer"]: each["detail"] for each in problem["errors"]}


UNREADABLE: list[tuple[str, Json, list[tuple[str, str]]]] = [
    ("too few cards", asking(hand=HAND[:12]), [("#/hand", "wrong_hand_size")]),
    ("too many cards", asking(hand=[*HAND, "2C"]), [("#/hand", "wrong_hand_size")]),
    ("no cards", asking(hand=[]), [("#/hand", "wrong_hand_size")]),
    ("a card twice", asking(hand=[*HAND[:12], "AS"]), [("#/hand/12", "duplicate_card")]),
    ("a joker that is not in the pack", asking(hand=[*HAND[:12], "BJ"]), [("#/hand/12", "card_not_in_deck")]),
    (
        "a card that was taken out",
        asking(ruleset=rules(deck={"jokers": 1, "removed": {"4": ["6C"]}})),
        [("#/hand/12", "card_not_in_deck")],
    ),
    (
        "everything at once",
        asking(hand=["AS", "AS", "LJ"]),
        [("#/hand", "wrong_hand_size"), ("#/hand/1", "duplicate_card"), ("#/hand/2", "card_not_in_deck")],
    ),
    ("a ruleset of several packs", asking(ruleset="classic-solo"), [("#/players", "required")]),
    ("too many players", asking(players=list(PLAYERS)), [("#/players", "player_count")]),
    ("a player twice", asking(players=["ana", "ben", "ana", "dee"]), [("#/players/2", "duplicate_player")]),
]


@pytest.mark.parametrize(("body", "found"), [each[1:] for each in UNREADABLE], ids=[each[0] for each in UNREADABLE])
def test_every_fault_has_its_pointer(body: Json, found: list[tuple[str, str]]) -> None:
    assert sorted(faults(body, "estimateBid")) == sorted(found)


def test_the_details_say_what_to_write() -> None:
    said = details(asking(hand=["AS", "AS", "BJ"]))
    assert said["#/hand"] == "This is a hand of 3 cards; under this ruleset each player is dealt 13."
    assert said["#/hand/1"] == "AS is listed twice; the first time as card 1 of the hand."
    assert said["#/hand/2"] == "BJ is not in this ruleset's pack for 4 players (`deck.jokers`)."
    assert details(asking(hand=["AS"]))["#/hand"].startswith("This is a hand of 1 card;")
    assert details(asking(ruleset="classic-solo"))["#/players"].endswith("name the players.")


@pytest.mark.parametrize(
    ("pointer", "members"),
    [
        ("#/deals", {"deals": 100}),
        ("#/seed", {"seed": 17}),
        ("#/seat", {"seat": "ana"}),
        ("#/dealer", {"dealer": "ana"}),
        ("#/bids", {"bids": []}),
        ("#/hand/0", {"hand": ["??", *HAND[1:]]}),
        ("#/hand", {"hand": ["2C"] * 55}),
        ("#/partner", {"partner": "cy"}),
    ],
)
def test_what_the_contract_forbids_is_refused_there(pointer: str, members: Json) -> None:
    status, problem = answer("estimateBid", asking(**members))
    assert (status, problem["type"]) == (422, "/problems/contract-violation")
    assert pointer in {each["pointer"] for each in problem["errors"]}


def test_named_players_change_nothing_but_the_id() -> None:
    alone, named = (ask("estimateBid", body) for body in (asking(), asking(players=list(FOUR))))
    assert named["counts"] == alone["counts"]
    assert named["ruling_id"] != alone["ruling_id"]
