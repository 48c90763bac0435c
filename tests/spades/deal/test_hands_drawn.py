"""Hands of two players that were drawn card by card."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes, places
from tests.spades.deal.deal_cases import TURNS, draw, drawn

# Hands that are drawn.


def until(place: int, turn: Json) -> Json:
    """Return the drawing up to this place, with another turn there."""
    return drawn(*TURNS[:place], turn)


def test_a_legal_drawing() -> None:
    """Parameters, deck.formation = draw (A3): two cards a turn, keep first and discard second or the other way."""
    for turns in range(len(TURNS) + 1):
        assert ruling(drawn(*TURNS[:turns]))["verdict"] == "clean"


def test_a_drawing_of_thirteen() -> None:
    """Parameters, deck.hand_size: 13 for a two-player draw (A9); half the pack is discarded."""
    pack = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    turns = [draw(PLAYERS[turn % 2], " ".join(pair := pack[turn::26]), pair[turn % 3 % 2]) for turn in range(26)]
    assert ruling(record("two-player", players=2, draws=turns))["verdict"] == "clean"


def test_a_drawing_that_leaves_cards_in_the_stock() -> None:
    """Rulings, what is asked: a legal round never gets a finding; when the hands are full, cards may be left."""
    ruleset = rules(4, "two-player", deck={"hand_size": {"2": 4}})
    assert ruling(record(ruleset, players=2, draws=list(TURNS)))["verdict"] == "clean"


@pytest.mark.parametrize(
    "turn",
    [
        draw("ana", "JS AC", ""),
        draw("ana", "JS AC", "JS AC"),
        draw("ana", "AC", "AC"),
        draw("ana", "JS AC AS", "AC"),
    ],
    ids=["neither kept", "both kept", "one drawn", "three drawn"],
)
def test_of_two_cards_drawn_one_is_kept(turn: Json) -> None:
    """Rulings, shapes: kept is a list, so that keeping both or neither can be recorded (A3)."""
    ruled = ruling(until(2, turn))
    assert places(ruled["findings"]) == [("illegal_draw", "#/draws/2")]
    assert ruled["findings"][0]["player"] == "ana"
    assert ruled["verdict"] == "irregular"


def test_a_card_that_was_not_drawn_cannot_have_been_kept() -> None:
    """Rulings, slips: what can't have happened is an error of the record: the card kept or a card drawn is wrong."""
    ruled = ruling(until(2, draw("ana", "JS AC", "AS")))
    assert [(each["code"], each["pointer"], each["severity"]) for each in ruled["findings"]] == [
        ("illegal_draw", "#/draws/2", "error")
    ]
    assert ruled["verdict"] == "inconsistent"
    assert [(each["changes"][0]["pointer"], each["changes"][0].get("suggested")) for each in ruled["readings"]] == [
        ("#/draws/2/cards/0", None),
        ("#/draws/2/cards/1", None),
        ("#/draws/2/kept/0", "JS"),
        ("#/draws/2/kept/0", "AC"),
    ]


def test_the_first_bidder_draws_first() -> None:
    """Parameters, deck.formation = draw: the first bidder first (A3); the turn goes on from who really drew."""
    turns = [{**turn, "player": {"ana": "ben", "ben": "ana"}[turn["player"]]} for turn in TURNS]
    assert places(ruling(drawn(*turns))["findings"]) == [("illegal_draw", "#/draws/0")]
    assert ruling(changed(drawn(*turns), dealer="ana", bids=[]))["findings"] == []


def test_nothing_is_drawn_to_a_full_hand() -> None:
    """Parameters, deck.formation = draw (A3): each draws until he has the size of a hand; some of the pack is left."""
    ruleset = rules(4, "two-player", deck={"hand_size": {"2": 4}})
    ruled = ruling(record(ruleset, players=2, draws=[*TURNS, draw("ana", "2C 3C", "2C")]))
    assert places(ruled["findings"]) == [("illegal_draw", f"#/draws/{len(TURNS)}")]
    assert "the hand already had its 4 cards." in ruled["findings"][0]["detail"]


def test_a_card_drawn_twice() -> None:
    """Design, findings: duplicate_card; what was drawn before is in a hand or out of play (A3)."""
    found = ruling(until(3, draw("ben", "KC JC", "KC")))["findings"]
    assert [(each["code"], each["pointer"], each["evidence"]) for each in found] == [
        ("duplicate_card", "#/draws/3/cards/1", {"also_at": "#/draws/0/cards/1"})
    ]


def test_a_card_drawn_that_is_not_in_the_pack() -> None:
    """Parameters, deck.jokers (A5)."""
    found = ruling(until(3, draw("ben", "KC BJ", "KC")))["findings"]
    assert places(found) == [("card_not_in_deck", "#/draws/3/cards/1")]
    assert found[0]["rule"]["parameter"] == "deck.jokers"


def test_no_hands_are_drawn_where_they_are_dealt() -> None:
    """Parameters, deck.formation = deal (A3)."""
    body = record(honours(2), players=2, draws=list(TURNS[:2]))
    assert codes(ruling(body)["findings"]) == ["illegal_draw"]


def test_a_drawing_makes_the_hands() -> None:
    """Rulings, shapes: after drawing, hands are as kept; they prove what listed hands prove."""
    body = changed(drawn(*TURNS), tricks=[trick("ana AH KC", PLAYERS[:2])])
    found = ruling(body)["findings"]
    assert places(found) == [("revoke", "#/tricks/0/plays/1")]
    assert found[0]["evidence"]["held"] == ["KH"]
    assert found[0]["evidence"]["proved_by"].startswith("#/draws/1"), "there is no list of the hand to point to"
    assert ruling(changed(body, tricks=[trick("ana AH KH", PLAYERS[:2])]))["verdict"] == "clean"


@pytest.mark.parametrize(("line", "turn"), [("ana AH KC", 1), ("ana AC KH", 3), ("ana AD KH", 5)])
def test_a_revoke_of_a_drawn_hand_is_proved_by_the_turn_that_brought_the_card(line: str, turn: int) -> None:
    """Rulings, proof: evidence says which; ben kept a card of the suit led in that turn of the drawing."""
    (found,) = ruling(changed(drawn(*TURNS), tricks=[trick(line, PLAYERS[:2])]))["findings"]
    assert (found["code"], found["evidence"]["proved_by"]) == ("revoke", f"#/draws/{turn}")


def test_a_hand_listed_that_was_not_drawn() -> None:
    """Rulings, shapes: after drawing, hands are as kept (A3)."""
    listed = hands(ana="AH AC AD AS", ben="KH KC QC KS")
    found = ruling(changed(drawn(*TURNS), hands=listed))["findings"]
    assert [(each["pointer"], each["player"], each["cards"]) for each in found] == [
        ("#/hands/ben", "ben", ["QC", "KD"])
    ]
    assert ruling(changed(drawn(*TURNS), hands=hands(ana="AH AC AD AS", ben="KH KC KD KS")))["verdict"] == "clean"


def test_a_hand_listed_with_a_card_that_the_other_player_kept() -> None:
    """Rulings, shapes: after drawing, hands are as kept; ben kept the king of diamonds, and ana the ace of spades."""
    found = ruling(changed(drawn(*TURNS), hands=hands(ben="KH KC AS KS")))["findings"]
    assert codes(found) == ["illegal_draw", "duplicate_card", "missing_cards"]
    assert (found[0]["player"], found[0]["cards"]) == ("ben", ["KD", "AS"])


def test_a_hand_listed_with_fewer_cards_than_were_kept() -> None:
    """Rulings, shapes: after drawing, hands are as kept; of a card that could not be read only the number shows."""
    turns = (*TURNS[:2], draw("ana", "?? AC", "??"))
    found = places(ruling(changed(drawn(*turns), hands=hands(ana="AH")))["findings"])
    assert ("illegal_draw", "#/hands/ana") in found
    found = places(ruling(changed(drawn(*turns), hands=hands(ana="AH ??")))["findings"])
    assert ("illegal_draw", "#/hands/ana") not in found


def test_no_draws_are_no_drawing() -> None:
    """Parameters, deck.formation = deal (A3): an empty list says nothing against it."""
    assert ruling(record(honours(), "ana AH KH QH JH", draws=[]))["verdict"] == "clean"


def test_cards_set_aside_that_are_listed_are_not_taken_from_the_draws() -> None:
    """Rulings, shapes: the others are out of play; a record may list them itself."""
    discarded = [next(card for card in turn["cards"] if card not in turn["kept"]) for turn in TURNS]
    assert ruling(changed(drawn(*TURNS), set_aside=discarded))["verdict"] == "clean"
    wrong = ruling(changed(drawn(*TURNS), set_aside=["AH", *discarded[1:]]))
    assert ("duplicate_card", "#/set_aside/0") in places(wrong["findings"])
