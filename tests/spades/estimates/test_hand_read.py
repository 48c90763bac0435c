"""Requests for estimates that can't be read, each with every fault at its pointer, and what to write instead."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import answer, ask, faults
from tests.spades.builders.cards import FOUR, PLAYERS, Json
from tests.spades.builders.rulesets import rules

HAND = ["AS", "QS", "8S", "5S", "2S", "AH", "QH", "4H", "KD", "7D", "3D", "9C", "6C"]


def asking(**members: object) -> Json:
    return {"ruleset": "pagat", "hand": HAND, "deals": 10, **members}


def at_table(**members: object) -> Json:
    return asking(players=list(FOUR), **members)


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
        at_table(seat="eve", dealer="fay", bids=[{"player": "gus", "tricks": 1}], hand=["AS", "AS", "LJ"]),
        [
            ("#/bids/0/player", "unknown_player"),
            ("#/dealer", "unknown_player"),
            ("#/hand", "wrong_hand_size"),
            ("#/hand/1", "duplicate_card"),
            ("#/hand/2", "card_not_in_deck"),
            ("#/seat", "unknown_player"),
        ],
    ),
    ("a seat without players", asking(seat="ana"), [("#/players", "required")]),
    ("a dealer without players", asking(dealer="ana"), [("#/players", "required")]),
    ("a dealer, and nobody knows whose hand it is", at_table(dealer="ana"), [("#/seat", "required")]),
    (
        "bids, and nobody knows whose hand it is",
        at_table(bids=[{"player": "ana", "tricks": 1}]),
        [("#/seat", "required")],
    ),
    ("a ruleset of several packs", asking(ruleset="classic-solo"), [("#/players", "required")]),
    ("too many players", asking(players=list(PLAYERS), seat="ana"), [("#/players", "player_count")]),
    ("a player twice", asking(players=["ana", "ben", "ana", "dee"]), [("#/players/2", "duplicate_player")]),
    (
        "a bid by a player and a team",
        at_table(seat="ana", bids=[{"player": "ana", "team": "ana+cy", "tricks": 1}]),
        [("#/bids/0", "player_or_team")],
    ),
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
    assert "clockwise" in details(asking(seat="ana"))["#/players"]
    assert "`seat`" in details(at_table(dealer="ana"))["#/seat"]


@pytest.mark.parametrize(
    ("pointer", "members"),
    [
        ("#/deals", {"deals": 9}),
        ("#/deals", {"deals": 401}),
        ("#/deals", {"deals": 100.5}),
        ("#/seed", {"seed": -1}),
        ("#/seed", {"seed": 2**53}),
        ("#/seat", {"seat": 0}),
        ("#/hand/0", {"hand": ["??", *HAND[1:]]}),
        ("#/hand", {"hand": ["2C"] * 55}),
        ("#/partner", {"partner": "cy"}),
    ],
)
def test_what_the_contract_forbids_is_refused_there(pointer: str, members: Json) -> None:
    status, problem = answer("estimateBid", asking(**members))
    assert (status, problem["type"]) == (422, "/problems/contract-violation")
    assert pointer in {each["pointer"] for each in problem["errors"]}


@pytest.mark.parametrize(
    "members",
    [
        {"seed": 0},
        {"seed": 2**53 - 1},
        {"players": list(FOUR)},
        {"players": list(FOUR), "seat": "dee"},
        {"players": list(FOUR), "bids": []},
        {"players": list(FOUR), "seat": "ana", "dealer": "ana", "bids": [{"player": "dee", "tricks": 13}] * 24},
        {"players": list(FOUR), "seat": "ana", "bids": [{"team": "ana+cy", "tricks": 4}]},
    ],
)
def test_what_can_be_read_is_answered(members: Json) -> None:
    found = ask("estimateBid", asking(**members))
    assert found["simulation"]["deals"] == 10


def test_a_hundred_deals_are_the_default() -> None:
    found = ask("estimateBid", {"ruleset": "pagat", "hand": HAND})
    assert found["simulation"]["deals"] == 100
