"""Slips in the lists of a record: a card miscopied, left out, written twice or with the wrong player."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import changed, cut, hand_without
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import LOG, ROUND, entries, offences, offers, open_questions, with_list
from tests.spades.deal.deal_cases import HONOURS, NIL, PASSING, TURNS, dealt, draw, drawn, passed

HANDS = RANKS["hands"]


def listed(**cards: str) -> dict[str, object]:
    """Return a record of four hands of four, some of them written otherwise, in which no card was played."""
    return dealt(HONOURS, hands={**HANDS, **hands(**cards)})


# A card of a hand miscopied.


def test_a_card_listed_for_another() -> None:
    """Rulings, slips: a card miscopied in a list; it stands twice, both places, and one card of the pack is nowhere."""
    ruled = ruling(listed(dee="JH JC JD QS"))
    assert places(ruled["findings"]) == [("duplicate_card", "#/hands/dee/3"), ("missing_cards", "#/hands")]
    assert [each.get("follows") for each in ruled["findings"]] == [None, 0]
    assert ruled["verdict"] == "inconsistent"
    assert offers(ruled) == [
        ("card_miscopied", [("#/hands/cy/3", "QS", "JS")]),
        ("card_miscopied", [("#/hands/dee/3", "QS", "JS")]),
    ]


@pytest.mark.parametrize("wrong", [0, 3])
def test_a_card_that_one_list_has_twice_is_miscopied_in_the_later_place(wrong: int) -> None:
    """Slips: the order of a list says nothing, so that it is one reading, at the place that the error points to."""
    hand = list(HANDS["ana"])
    hand[wrong] = hand[3 - wrong]
    ruled = ruling(changed(RANKS, hands={**HANDS, "ana": hand}))
    assert places(ruled["findings"])[0] == ("duplicate_card", "#/hands/ana/3")
    assert offers(ruled) == [("card_miscopied", [("#/hands/ana/3", hand[3], HANDS["ana"][wrong])])]


def test_cards_set_aside_that_have_one_twice_are_read_in_one_way() -> None:
    rules_of_three = honours(3, deck={"hand_size": {"3": 4}})
    lists = hands(ana="AH AC AD AS", ben="KH KC KD KS", cy="QH QC QD QS")
    body = record(rules_of_three, players=3, hands=lists, set_aside=["JH", "JC", "JH", "JS"])
    assert offers(ruling(body)) == [("card_miscopied", [("#/set_aside/2", "JH", "JD")])]


def test_the_log_says_which_of_two_lists_is_wrong() -> None:
    """Rulings, slips: cy played the queen of spades, so that it was dee's list that has the wrong card."""
    ruled = ruling(changed(RANKS, hands={**HANDS, "dee": ["JH", "JC", "JD", "QS"]}))
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert offers(ruled) == [("card_miscopied", [("#/hands/dee/3", "QS", "JS")])]
    assert (ruled["readings"][0]["verdict"], ruled["undecided"]) == ("clean", [])


def test_a_card_listed_that_is_not_in_the_pack() -> None:
    """Rulings, slips: a card miscopied in a list; what fits is the card that the log shows, or that is nowhere."""
    ruled = ruling(listed(dee="JH JC JD 2S"))
    assert offers(ruled) == [("card_miscopied", [("#/hands/dee/3", "2S", "JS")])]
    ruled = ruling(changed(RANKS, hands=hands(dee="JH JC JD 2S")))
    assert offers(ruled) == [("card_miscopied", [("#/hands/dee/3", "2S", "JS")])]


def test_a_card_listed_that_nobody_can_tell() -> None:
    """Rulings, slips: of more than a few cards that fit none is suggested."""
    ruled = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD 2S")))
    assert offers(ruled) == [("card_miscopied", [("#/hands/dee/3", "2S", None)])]
    assert ruled["readings"][0]["detail"] == "Another card than 2S was meant as card 4 in the hand of dee."


def test_a_list_that_lacks_what_its_player_plays() -> None:
    """Rulings, slips: a card that its player is not listed with: the play, and the list."""
    ruled = ruling(record(honours(), "ana AH KH QH JS", hands=hands(dee="JH JC JD QS")))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/0/plays/3")]
    assert ("card_miscopied", [("#/hands/dee/3", "QS", "JS")]) in offers(ruled)
    assert ("card_miscopied", [("#/tricks/0/plays/3/card", "JS", None)]) in offers(ruled)
    assert open_questions(ruled) == [("revoke", "#/tricks/0/plays/3", [0])]


def test_a_list_that_lacks_what_its_player_plays_beside_a_pass_that_may_not_be_written() -> None:
    """Rulings, slips: partners may have passed cards for the nil, and still a list may have one card for another."""
    passing = honours(nil={"exchange": 1})
    lists = hands(ben="KH KC KD KS", dee="JH JC JD QC")
    ruled = ruling(record(passing, "ana AH KH QH JS", hands=lists, bid="ana 1, ben 1, cy 1, dee 0"))
    assert codes(ruled["findings"]) == ["card_not_held"]
    wrong = {change[0][0] for slip, change in offers(ruled) if slip == "card_miscopied"}
    assert wrong == {"#/tricks/0/plays/3/card", *(f"#/hands/{where}" for where in ("ben/1", "ben/2", "ben/3"))} | {
        f"#/hands/dee/{place}" for place in range(4)
    }
    assert "winner" not in ruled["tricks"][0]


def test_a_card_miscopied_in_a_list_of_a_wrong_deal() -> None:
    """Rulings, slips: cy was dealt a card too few and dee one too many; as many cards are listed as were dealt."""
    ruled = ruling(listed(cy="QH QC QD", dee="JH JC JD QC QS"))
    assert ("wrong_hand_size", "#/hands/dee") in places(ruled["findings"])
    assert offers(ruled) == [
        ("card_miscopied", [("#/hands/cy/1", "QC", "JS")]),
        ("card_miscopied", [("#/hands/dee/3", "QC", "JS")]),
    ]
    assert [each["verdict"] for each in ruled["readings"]] == ["void", "void"]
    assert ruled["verdict"] == "inconsistent"  # lists that don't agree prove no wrong deal


# A card left out, written twice, or with the wrong player.


def test_a_card_left_out_of_a_list() -> None:
    """Rulings, completeness: 12 cards beside a card that is nowhere are an error, and no wrong deal."""
    ruled = ruling(listed(dee="JH JC JD"))
    assert [(each["code"], each["severity"]) for each in ruled["findings"]] == [
        ("wrong_hand_size", "error"),
        ("missing_cards", "error"),
    ]
    assert offers(ruled) == [("card_left_out", [("#/hands/dee/3", None, "JS")])]
    assert ruled["readings"][0]["detail"] == "JS was left out of the list of dee's hand."


def test_a_card_left_out_that_nobody_can_tell() -> None:
    """Rulings, slips: a card left out of the one list that there is."""
    ruled = ruling(dealt(HONOURS, hands=hands(dee="JH JC JD")))
    assert offers(ruled) == [("card_left_out", [("#/hands/dee/3", None, None)])]
    assert ruled["readings"][0]["detail"] == "A card was left out of the list of dee's hand."


def test_two_cards_left_out_that_the_log_shows_are_two_slips() -> None:
    """Rulings, slips: where no single slip mends a record there is no reading."""
    ruled = ruling(hand_without(ROUND, "cy", "QD", "TH"))
    assert codes(ruled["findings"])[0] == "wrong_hand_size"
    assert ruled.get("readings", []) == []
    shown_besides = record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", hands=hands(cy="QD QS AD"))
    assert ruling(shown_besides).get("readings", []) == []


def test_a_card_written_twice_in_one_list() -> None:
    """Rulings, completeness: a list with a card twice is an error of the record, and voids nothing."""
    ruled = ruling(listed(dee="JH JC JD JS JS"))
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert ruled["verdict"] == "inconsistent"
    assert offers(ruled) == [("card_written_twice", [("#/hands/dee/4", "JS", None)])]
    assert ruled["readings"][0]["verdict"] == "clean"


def test_a_card_written_in_two_lists() -> None:
    """Rulings, completeness: a list with another list's card; it is surplus in either; no deal is proved wrong."""
    ruled = ruling(listed(dee="JH JC JD JS QS"))
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert {places[0][0]: slip for slip, places in offers(ruled)} == {
        "#/hands/cy/3": "card_written_twice",
        "#/hands/dee/4": "card_written_twice",
    }
    assert ruled["verdict"] == "inconsistent"


def test_a_surplus_card_of_one_list_alone() -> None:
    """Rulings, slips: any card of the list that its player never shows may be the surplus one."""
    ruled = ruling(record(honours(), "ana AH KH QH JH", hands=hands(dee="JH JC JD JS QS")))
    assert offers(ruled) == [
        ("card_written_twice", [(f"#/hands/dee/{place}", card, None)])
        for place, card in ((4, "QS"), (3, "JS"), (2, "JD"), (1, "JC"))
    ]


def test_a_card_with_the_wrong_player() -> None:
    """Rulings, slips: a card of a hand list written with the wrong player; the log shows whose it was."""
    body = with_list(RANKS, "cy", ["QH", "QC", "QD"])
    body["hands"]["dee"] = ["JH", "JC", "JD", "JS", "QS"]
    ruled = ruling(body)
    assert [each["severity"] for each in ruled["findings"]] == ["error"] * len(ruled["findings"])
    assert ruled["verdict"] == "inconsistent"
    assert offers(ruled) == [("card_with_wrong_player", [("#/hands/dee/4", "QS", None), ("#/hands/cy/3", None, "QS")])]
    assert ruled["readings"][0]["verdict"] == "clean"


# A wrong deal.


@pytest.mark.parametrize(
    ("rule", "severity", "verdict"), [("void_round", "note", "void"), ("offender_set", "offence", "irregular")]
)
def test_lists_that_agree_prove_a_wrong_deal(rule: str, severity: str, verdict: str) -> None:
    """Rulings, completeness: 14 + 13 + 13 + 12 different cards, every card once, prove a wrong hand count (H14).

    It is nobody's offence, unless it sets the side with that hand.
    """
    cards = ROUND["hands"]
    uneven = {**cards, "cy": cards["cy"][1:], "dee": [*cards["dee"], cards["cy"][0]]}
    ruleset = rules(irregularities={"wrong_count": rule})
    ruled = ruling(changed(ROUND, hands=uneven, tricks=[], ruleset=ruleset))
    assert [(each["code"], each["severity"], each["player"]) for each in ruled["findings"]] == [
        ("wrong_hand_size", severity, "cy"),
        ("wrong_hand_size", severity, "dee"),
    ]
    assert ruled["verdict"] == verdict
    assert [each["effect"] for each in ruled["penalties"]] == ["round" if rule == "void_round" else "contract"] * 2
    assert "readings" not in ruled


# Cards set aside.


def test_a_card_set_aside_that_a_hand_has() -> None:
    """Rulings, slips: a card miscopied among the cards set aside, or in the list."""
    body = record(small(3, 17), players=3, hands=hands(ana="AH"), set_aside=["AH"], tricks=[])
    del body["hands"]
    body["tricks"] = record(small(3, 17), "ana AH", players=3)["tricks"]
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/0/plays/0")]
    assert offers(ruled) == [
        ("card_miscopied", [("#/tricks/0/plays/0/card", "AH", None)]),
        ("card_miscopied", [("#/set_aside/0", "AH", None)]),
    ]
    assert ruled["readings"][1]["detail"] == "Another card than AH was meant as card 1 of the cards set aside."


def test_a_card_set_aside_that_can_be_told() -> None:
    """Rulings, slips: as above, with all hands: one card of the pack is nowhere."""
    pack = [f"{rank}{suit}" for suit in "CDHS" for rank in "AKQJ"]
    full = {name: pack[place * 5 : place * 5 + 5] for place, name in enumerate(("ana", "ben", "cy"))}
    ruleset = honours(3, deck={"hand_size": {"3": 5}})
    ruled = ruling(dealt(ruleset, players=3, hands=full, set_aside=["AC"]))
    assert ("card_miscopied", [("#/set_aside/0", "AC", "JS")]) in offers(ruled)
    assert ("card_miscopied", [("#/hands/ana/0", "AC", "JS")]) in offers(ruled)


# Exchanges.


def test_a_card_passed_that_the_giver_is_not_listed_with() -> None:
    """Rulings, cascades: one error; what was not held can't have been passed, so it is no offence (D9)."""
    ruled = ruling(passed(("ana", "cy", "KS"), ("cy", "ana", "QC")))
    assert [(each["code"], each["severity"]) for each in ruled["findings"]] == [("illegal_exchange", "error")]
    assert ruled["verdict"] == "inconsistent"
    assert {slip for slip, _ in offers(ruled)} == {"card_miscopied"}
    assert ("card_miscopied", [("#/exchanges/0/cards/0", "KS", "AS")]) in offers(ruled)


def test_a_card_passed_that_the_receiver_plays() -> None:
    """Rulings, slips: of the cards that the giver may have passed, those are offered that the receiver shows."""
    lines = ("ana AH KH QH JH", "ana AC KC AS JC")
    body = passed(("ana", "cy", "KS"), ("cy", "ana", "QC"))
    ruled = ruling(changed(body, tricks=record(HONOURS, *lines)["tricks"]))
    assert "illegal_exchange" in codes(ruled["findings"])
    assert ("card_miscopied", [("#/exchanges/0/cards/0", "KS", "AS")]) in offers(ruled)
    assert "revoke" not in codes(ruled["findings"])


def test_of_the_cards_passed_only_the_one_that_the_giver_did_not_hold_is_suspect() -> None:
    """Rulings, slips: a card miscopied in a list; no play shows yet which card of ana's it was."""
    ruled = ruling(passed(("ana", "cy", "KS"), ("cy", "ana", "QC")))
    assert {entries(each)[0][0] for each in ruled["readings"]} == {"#/exchanges/0/cards/0"}
    lines = ("ana AH KH QH JH",)
    body = changed(passed(("ana", "cy", "KS"), ("cy", "ana", "QC")), tricks=record(HONOURS, *lines)["tricks"])
    assert [entries(each)[0][2] for each in ruling(body)["readings"]] == ["AC", "AD", "AS"]


def test_a_card_passed_that_its_giver_plays_himself() -> None:
    """Rulings, slips: the exchange may have the wrong card, and with another one nothing of it is certain."""
    body = {**LOG, "exchanges": [{"from": "ana", "to": "cy", "cards": ["AC"]}]}
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["card_not_held"]
    assert ("card_miscopied", [("#/exchanges/0/cards/0", "AC", None)]) in offers(ruled)
    assert ("illegal_exchange", "#/exchanges/0", [0]) in open_questions(ruled)


@pytest.mark.parametrize("place", [0, 1])
def test_a_card_left_out_of_the_cards_passed(place: int) -> None:
    """Rulings, slips: a card of a list left out; cy plays a card of ana's, who is recorded with one passed of two."""
    told = [("cy", "ana", "QC QD")]
    told.insert(place, ("ana", "cy", "AC"))
    body = passed(*told, ruleset=honours(nil={"exchange": 2}))
    lines = ("ana AH KH QH JH", "ana QD KD AD JD")
    ruled = ruling(changed(body, tricks=record(HONOURS, *lines)["tricks"]))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/1/plays/2")]
    left_out = [changes for slip, changes in offers(ruled) if slip == "card_left_out"]
    assert left_out == [[(f"#/exchanges/{place}/cards/1", None, "AD")]]
    assert ruled["readings"][0]["verdict"] == "clean"
    assert ruled["readings"][0]["detail"] == "AD was left out of the cards that ana passed to cy."


def test_a_card_passed_by_a_giver_without_a_list() -> None:
    """Rulings, slips: which card was passed nobody can tell where no hand is listed; then ben may have played his."""
    told = [{"from": "ana", "to": "cy", "cards": ["KS"]}, {"from": "cy", "to": "ana", "cards": ["QC"]}]
    lines = ("ana AH KH QH JH", "ana AC KC QD JC", "ana AD KS AS JD")
    ruled = ruling(record(PASSING, *lines, bid=NIL, exchanges=told))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/2/plays/1")]
    assert ("card_miscopied", [("#/exchanges/0/cards/0", "KS", None)]) in offers(ruled)
    assert ruled["verdict"] == "inconsistent"


# Draws.


@pytest.mark.parametrize(("card", "pointer"), [("JC", "#/draws/0/cards/1"), ("BJ", "#/draws/3/cards/1")])
def test_a_card_drawn_that_can_not_be(card: str, pointer: str) -> None:
    """Rulings, slips: a card miscopied in a draw: it was drawn before, or is not in the pack (A3)."""
    turns = [draw("ana", "AH JC", "AH"), draw("ben", "KH JD", "KH"), draw("ana", "JS AC", "AC")]
    ruled = ruling(drawn(*turns, draw("ben", f"KC {card}", "KC")))
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert ("card_miscopied", [(pointer, card, None)]) in offers(ruled)
    assert {each["verdict"] for each in ruled["readings"]} == {"clean"}


def test_a_hand_that_is_not_what_was_kept() -> None:
    """Rulings, shapes: kept cards are facts; a listed hand that differs is an error, in the list or in a draw (A3)."""
    ruled = ruling(changed(drawn(*TURNS), hands=hands(ana="AH AC AD AS", ben="KH KC QC KS")))
    assert places(ruled["findings"]) == [("illegal_draw", "#/hands/ben")]
    assert offers(ruled) == [
        ("card_miscopied", [("#/hands/ben/2", "QC", "KD")]),
        ("card_miscopied", [("#/draws/5/cards/1", "KD", None), ("#/draws/5/kept/0", "KD", None)]),
        ("card_miscopied", [("#/draws/5/kept/0", "KD", "QC")]),
    ]


def test_a_discarded_card_that_is_played() -> None:
    """Rulings, cascades: kept or discarded cards of a draw are facts: playing a discarded card is card_not_held."""
    body = changed(drawn(*TURNS[:3]), tricks=record(honours(2), "ana JC", players=2)["tricks"])
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/0/plays/0")]
    assert ruled["verdict"] == "inconsistent"
    assert ("card_miscopied", [("#/draws/0/kept/0", "AH", "JC")]) in offers(ruled)
    assert all(offences(each) == [] for each in ruled["readings"])


def test_a_card_drawn_by_a_player_who_was_dealt_his_hand() -> None:
    """Parameters, deck.formation = deal (A3): a record of draws contradicts such a ruleset, whatever is in it."""
    body = record(honours(2), players=2, draws=[draw("ana", "AH JC", "AH")])
    ruled = ruling(body)
    assert [(each["code"], each["pointer"], each["severity"]) for each in ruled["findings"]] == [
        ("illegal_draw", "#/draws", "error")
    ]
    assert ruled.get("readings", []) == []


# Two cards exchanged between two lists, and a pass left out.


def test_two_cards_exchanged_between_two_lists() -> None:
    """Rulings, the order of judging, 2: two cards exchanged between two lists accuse nobody of the play.

    ben and cy each play a card of the other's list; it is no other card that was exchanged.
    """
    ruled = ruling(changed(RANKS, hands={**HANDS, "ben": ["KH", "KC", "KD", "QH"], "cy": ["KS", "QC", "QD", "QS"]}))
    assert codes(ruled["findings"]) == ["card_not_held", "card_not_held"]
    slip = ("cards_exchanged", [("#/hands/cy/0", "KS", "QH"), ("#/hands/ben/3", "QH", "KS")])
    assert offers(ruled)[0] == slip
    assert (ruled["readings"][0]["verdict"], ruled["verdict"]) == ("clean", "inconsistent")
    assert ruled["readings"][0]["detail"] == "KS and QH were written in each other's list."


def test_a_card_exchanged_for_one_that_the_log_does_not_show() -> None:
    """Rulings, the order of judging, 2: the queen of hearts may have been exchanged for any card of cy's list."""
    listed = {**HANDS, "ben": ["KH", "KC", "KD", "QH"], "cy": ["KS", "QC", "QD", "QS"]}
    ruled = ruling(changed(cut(RANKS, 1), hands=listed))
    assert codes(ruled["findings"]) == ["card_not_held"]
    others = [changes[1][1] for slip, changes in offers(ruled) if slip == "cards_exchanged"]
    assert set(others) == {"KS", "QC", "QD", "QS"}


def test_a_card_exchanged_with_one_set_aside() -> None:
    """Rulings, the order of judging, 2: the cards set aside are a list, too."""
    ruleset = honours(3, deck={"hand_size": {"3": 5}}, play={"first_trick": "normal"})
    listed = hands(ana="AC AD AH AS KC", ben="KD KH KS QC JC", cy="QH QS QD JD JS")
    body = record(ruleset, "ana AH KH QH", "ana AC QC JH", players=3, hands=listed, set_aside=["JH"])
    ruled = ruling(body)
    assert ("cards_exchanged", [("#/set_aside/0", "JH", "JS"), ("#/hands/cy/4", "JS", "JH")]) in offers(ruled)
    right = changed(body, hands={**listed, "cy": ["QH", "QS", "QD", "JD", "JH"]}, set_aside=["JS"])
    assert codes(ruling(right)["findings"]) == []


def test_a_pass_left_out() -> None:
    """Rulings, the order of judging, 2: a whole pass left out; the record says that none was made.

    ana and cy play a card of each other's, as many as may be passed for her nil.
    """
    body = changed(passed(), tricks=[trick("ana QC KC AS JC")])
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["card_not_held", "card_not_held"]
    entries = [("#/exchanges/0/cards/0", None, "QC"), ("#/exchanges/1/cards/0", None, "AS")]
    assert ("pass_left_out", entries) in offers(ruled)
    by_slip = {each["slip"]: each for each in ruled["readings"]}
    assert by_slip["pass_left_out"]["verdict"] == "clean"


def test_no_pass_was_left_out_between_opponents_or_beyond_what_may_be_passed() -> None:
    """Rulings, the order of judging, 1: between partners, and at most so many cards."""
    for lines in (["ana KC QC"], ["ana QC KC AC JC", "cy QD AD QS"]):
        ruled = ruling(changed(passed(), tricks=[trick(line) for line in lines]))
        assert "card_not_held" in codes(ruled["findings"])
        assert "pass_left_out" not in [each["slip"] for each in ruled.get("readings", [])]
    ruled = ruling(changed(passed(bid="ana 1, ben 1, cy 1, dee 1"), tricks=[trick("ana QC KC AS JC")]))
    assert "pass_left_out" not in [each["slip"] for each in ruled["readings"]]  # nobody bid nil
