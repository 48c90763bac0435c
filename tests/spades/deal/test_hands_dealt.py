"""Hands as they were dealt: their size, their cards, and the cards set aside."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, hand_without, unlisted
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, evident, places
from tests.spades.deal.deal_cases import FIVES, HONOURS, THREE, dealt

# Hands: their size.


def test_a_list_with_a_card_too_many_proves_no_wrong_deal() -> None:
    """Rulings, completeness: a wrong hand count is proved only by lists that agree with each other (H14).

    The other hands are not listed, so that dee's list may just as well have a card of another player.
    """
    ruled = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD JS QS")))
    assert [(each["code"], each["severity"]) for each in ruled["findings"]] == [("wrong_hand_size", "error")]
    assert ruled["findings"][0]["evidence"] == {"listed": 5, "dealt": 4}
    assert ruled["verdict"] == "inconsistent"


@pytest.mark.parametrize(
    ("cards", "evidence", "errors"),
    [
        ("JH JC JD", {"listed": 3, "dealt": 4, "played": ["JS"]}, 1),
        ("JH JC QS", {"listed": 3, "dealt": 4}, 3),
    ],
    ids=["the card that the list lacks", "more cards than it lacks"],
)
def test_what_a_player_shows_mends_a_list_only_of_as_many_cards_as_it_lacks(
    cards: str, evidence: Json, errors: int
) -> None:
    """Rulings, completeness: dee plays both other jacks; a list of three can lack only one of them."""
    ruled = ruling(record(HONOURS, "ana AH KH QH JD", "ana AC KC QC JS", hands=hands(dee=cards)))
    assert codes(ruled["findings"]) == ["wrong_hand_size", *["card_not_held"] * (errors - 1)]
    assert ruled["findings"][0]["evidence"] == evidence


@pytest.mark.parametrize(
    ("cards", "advised"),
    [("JH JC", True), ("JH JC JD", False), ("JH JC JD JS QS", False)],
    ids=["two cards, and a third in the log", "the log shows the fourth", "a card too many"],
)
def test_a_list_that_is_too_short_says_how_to_list_a_hand_that_is_known_in_part(cards: str, *, advised: bool) -> None:
    """Rulings, proof: ?? is a card that could not be read, wherever a record has a card."""
    ruled = ruling(record(HONOURS, "ana AH KH QH JH", "ana AC KC QC JS", hands=hands(dee=cards)))
    assert ("write ?? for each of them" in ruled["findings"][0]["detail"]) is advised


def test_one_hand_too_small_and_one_too_large_are_two_findings() -> None:
    """Rulings, cascades: one fault, one finding; each hand is a fault of its own."""
    listed = {**RANKS["hands"], "cy": ["QH", "QC", "QD"], "dee": ["JH", "JC", "JD", "JS", "QS"]}
    ruled = ruling(dealt(HONOURS, hands=listed))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/cy"), ("wrong_hand_size", "#/hands/dee")]
    assert ruled["verdict"] == "void"


def test_every_hand_of_a_wrong_size_is_a_finding_though_each_card_is_listed_once() -> None:
    """Parameters, deck.hand_size (A9): the pack is whole, and no hand is."""
    listed = hands(ana="AH AC AD AS KH", ben="KC KD KS", cy="QH QC QD QS JH", dee="JC JD JS")
    ruled = ruling(dealt(HONOURS, hands=listed))
    assert places(ruled["findings"]) == [("wrong_hand_size", f"#/hands/{each}") for each in ("ana", "ben", "cy", "dee")]
    assert ruled["verdict"] == "void"


@pytest.mark.parametrize(
    ("players", "size", "groups"),
    [
        (2, 26, {}),
        (3, 17, {}),
        (5, 10, {}),
        (6, 8, {}),
        (6, 8, {"table": {"sides": "partnership"}}),
        (2, 13, {"deck": {"hand_size": {"2": 13}}}),
        (4, 13, {"deck": {"jokers": 2, "removed": {"4": ["2C", "2D"]}}}),
        (3, 18, {"deck": {"jokers": 2}}),
    ],
)
def test_the_size_of_a_hand_is_that_of_the_pack_and_the_table(players: int, size: int, groups: Json) -> None:
    """Parameters, deck.hand_size: empty is derived, the pack divided equally (A9)."""
    table = {"players": [players], "sides": "individual", **groups.get("table", {})} if players != 4 else {}
    deck = {"leftover": "set_aside", **groups.get("deck", {})}
    ruleset = rules(players, table=table, deck=deck)
    pack = [f"{rank}{suit}" for suit in "HSDC" for rank in "AKQJT98765432"]
    right = dealt(ruleset, players=players, hands={"ana": pack[:size]})
    assert ruling(right)["findings"] == []
    wrong = dealt(ruleset, players=players, hands={"ana": pack[: size - 1]})
    found = ruling(wrong)["findings"]
    assert codes(found) == ["wrong_hand_size"]
    assert found[0]["evidence"] == {"listed": size - 1, "dealt": size}


def test_a_hand_that_the_log_completes_is_an_error_of_the_record() -> None:
    """Rulings, cascades: a hand list of 12 while the log shows that player's 13th card is no void round."""
    ruled = ruling(hand_without(legal_round(), "ana", "KH"))
    assert [evident(each) for each in ruled["findings"]] == [
        {
            "code": "wrong_hand_size",
            "severity": "error",
            "pointer": "#/hands/ana",
            "player": "ana",
            "team": "ana+cy",
            "evidence": {"listed": 12, "dealt": 13, "played": ["KH"]},
            "rule": {"parameter": "deck.hand_size", "basis": "written"},
        }
    ]
    assert ruled["undecided"] == []
    assert (ruled["verdict"], ruled["complete"]) == ("inconsistent", True)


def test_a_hand_beside_a_card_that_is_nowhere_does_not_void_the_round() -> None:
    """Rulings, completeness: 12 cards beside a card that is nowhere are an error of the record, and no wrong deal.

    The log ends before the thirteenth card is seen.
    """
    short = hand_without(legal_round(), "ana", "AS")
    ruled = ruling(changed(short, tricks=short["tricks"][:12]))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/ana"), ("missing_cards", "#/hands")]
    assert [each["severity"] for each in ruled["findings"]] == ["error", "error"]
    assert ruled["findings"][1]["follows"] == 0
    assert ruled["verdict"] == "inconsistent"


def test_a_card_filed_under_the_wrong_player_does_not_void_the_round() -> None:
    """Rulings, cascades: twelve cards are listed and the log shows the thirteenth; no wrong count is proved.

    The 4H stands in ben's list. In a complete log of thirteen cards each, nobody was dealt twelve.
    """
    listed = hand_without(legal_round(), "ana", "4H")
    listed["hands"]["ben"].append("4H")
    ruled = ruling(listed)
    assert ruled["verdict"] == "inconsistent"
    ana, ben = (
        next(each for each in ruled["findings"] if each["pointer"] == f"#/hands/{player}") for player in ("ana", "ben")
    )
    assert (ana["code"], ana["severity"], ana["evidence"]["played"]) == ("wrong_hand_size", "error", ["4H"])
    assert ana["detail"].endswith("The log shows that ana also held 4H, so the list is wrong.")
    assert ben["detail"].endswith("The log shows that another player held 4H, so the list is wrong.")


# Hands: their cards.


def test_a_card_listed_twice_leaves_another_out() -> None:
    """Rulings, cascades: one fault, one finding; the card that is missing follows from the one that stands twice."""
    listed = {**RANKS["hands"], "dee": ["JH", "JC", "JD", "QS"]}
    ruled = ruling(dealt(HONOURS, hands=listed))
    assert places(ruled["findings"]) == [("duplicate_card", "#/hands/dee/3"), ("missing_cards", "#/hands")]
    assert "follows" not in ruled["findings"][0]
    assert (ruled["findings"][1]["cards"], ruled["findings"][1]["follows"]) == (["JS"], 0)
    assert ruled["verdict"] == "inconsistent"


def test_a_card_listed_twice_in_one_hand() -> None:
    """Design, findings: duplicate_card."""
    found = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD JH")))["findings"]
    assert [(each["code"], each["pointer"], each["evidence"]) for each in found] == [
        ("duplicate_card", "#/hands/dee/3", {"also_at": "#/hands/dee/0"})
    ]


def test_a_card_in_a_hand_and_set_aside() -> None:
    """Design, findings: duplicate_card; what is set aside is in no hand (A8)."""
    found = ruling(dealt(THREE, players=3, hands=unlisted({"hands": FIVES}, "cy")["hands"], set_aside=["AC"]))
    assert [evident(each) for each in found["findings"]] == [
        {
            "code": "duplicate_card",
            "severity": "error",
            "pointer": "#/set_aside/0",
            "card": "AC",
            "evidence": {"also_at": "#/hands/ana/0"},
            "rule": {"parameter": "deck.removed", "basis": "override"},
        }
    ]


@pytest.mark.parametrize(
    ("deck", "card", "parameter", "basis"),
    [
        ({}, "BJ", "deck.jokers", "written"),
        ({}, "LJ", "deck.jokers", "written"),
        ({"jokers": 1, "removed": {"4": ["2C"]}}, "LJ", "deck.jokers", "override"),
        ({"jokers": 2, "removed": {"4": ["2C", "2D"]}}, "2D", "deck.removed", "override"),
    ],
)
def test_a_card_that_is_not_in_the_pack(deck: Json, card: str, parameter: str, basis: str) -> None:
    """Parameters, deck.jokers (1: the big joker only; A5) and deck.removed (A6)."""
    hand = [f"{rank}H" for rank in "AKQJT9876543"]
    found = ruling(dealt(rules(deck=deck), hands={"cy": [*hand, card]}))["findings"]
    assert [(each["code"], each["pointer"], each["card"]) for each in found] == [
        ("card_not_in_deck", "#/hands/cy/12", card)
    ]
    assert evident(found[0])["rule"] == {"parameter": parameter, "basis": basis}


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ({"jokers": 1, "removed": {"4": ["2C"]}}, "BJ"),
        ({"jokers": 2, "removed": {"4": ["2C", "2D"]}}, "BJ LJ"),
        ({"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}, "BJ LJ 2D 2S"),
    ],
)
def test_jokers_and_promoted_cards_are_in_the_pack(deck: Json, cards: str) -> None:
    """Parameters, deck.jokers (A5) and deck.top_trumps (A7)."""
    hand = [*cards.split(), *(f"{rank}C" for rank in "AKQJT9876543")][:13]
    assert ruling(dealt(rules(deck=deck), hands={"cy": hand}))["verdict"] == "clean"


def test_a_card_set_aside_that_is_not_in_the_pack() -> None:
    """Parameters, deck.removed (A6)."""
    found = ruling(dealt(THREE, players=3, set_aside=["2S"]))["findings"]
    assert [evident(each) for each in found] == [
        {
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/set_aside/0",
            "card": "2S",
            "rule": {"parameter": "deck.removed", "basis": "override"},
        }
    ]


@pytest.mark.parametrize("members", [{}, {"set_aside": ["JS"]}], ids=["untold", "told"])
def test_cards_left_over_need_not_be_recorded(members: Json) -> None:
    """Parameters, deck.leftover = set_aside: a record need not say which card that was."""
    assert ruling(dealt(THREE, players=3, hands=FIVES, **members))["verdict"] == "clean"


def test_more_cards_are_missing_than_are_set_aside() -> None:
    """Parameters, deck.leftover (A8): one card is set aside, and two are in no hand, for another stands twice."""
    listed = {**FIVES, "ana": ["AC", "AD", "AH", "AS", "KD"]}
    found = ruling(dealt(THREE, players=3, hands=listed))["findings"]
    assert places(found) == [("duplicate_card", "#/hands/ben/0"), ("missing_cards", "#/hands")]
    assert (found[1]["cards"], found[1]["follows"]) == (["KC", "JS"], 0)


def test_no_card_is_missed_while_a_hand_is_not_listed() -> None:
    """Rulings, what is asked: what is hidden is no fault."""
    assert ruling(dealt(HONOURS, hands=hands(ana="AH AC AD AS", ben="KH KC KD KS", cy="QH QC QD QS")))["findings"] == []


def test_two_players_leave_half_the_pack() -> None:
    """Parameters, deck.leftover and deck.hand_size: hands of thirteen, twenty-six cards in no hand."""
    pack = [f"{rank}{suit}" for suit in "HSDC" for rank in "AKQJT98765432"]
    body = record("two-player", players=2, hands={"ana": pack[:13], "ben": pack[13:26]})
    assert ruling(body)["verdict"] == "clean"
