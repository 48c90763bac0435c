"""What a card taken back proves, and cards that can't have been taken back."""

from __future__ import annotations

from tests.spades.builders.changes import changed, cut, taken_back, unlisted, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED, legal_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import codes_and_pointers, judged, withdrawn_card
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, small
from tests.spades.builders.rulings import proof_of

# cy lays the queen of clubs on the heart lead and takes it back for the queen of hearts.
HERE = withdrawn_card(0, 2)


# What a card taken back proves, and what it can't.


def test_a_card_taken_back_proves_a_revoke_before_it() -> None:
    """Rulings, proof: X is proved by a card that P withdrew later."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC QD JC")
    assert judged(body)["findings"] == []
    found = judged(taken_back(body, 2, "cy", "QH"))["findings"]
    assert codes_and_pointers(found)[0] == ("revoke", "#/tricks/0/plays/2")
    assert proof_of(found[0]) == {"led_suit": "H", "held": ["QH"], "proved_by": withdrawn_card(1, 2)}


def test_a_card_taken_back_proves_a_revoke_after_it() -> None:
    """Rulings, proof: it went back to the hand, and was not played before the lead that it did not follow."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QD JH")
    assert [each["code"] for each in judged(body)["undecided"]] == ["revoke"]
    ruling = judged(taken_back(body, 1, "cy", "QH"))
    assert codes_and_pointers(ruling["findings"]) == [("revoke_corrected", HERE), ("revoke", "#/tricks/1/plays/2")]
    assert proof_of(ruling["findings"][1]) == {"led_suit": "H", "held": ["QH"], "proved_by": HERE}
    assert ruling["undecided"] == []


def test_a_card_taken_back_and_played_proves_nothing_afterwards() -> None:
    """Rulings, proof: once it is played it is gone."""
    lines = ("ana AC KC QC JC", "ana KH JH QH AH", "dee TH 9H 8H 7S")
    ruling = judged(taken_back(record("pagat", *lines), 1, "cy", "QH"))
    assert codes_and_pointers(ruling["findings"]) == [("revoke_corrected", HERE)]
    assert codes_and_pointers(ruling["undecided"]) == [("revoke", "#/tricks/2/plays/3")]


def test_a_card_taken_back_leaves_less_unseen() -> None:
    """Rulings, proof: U is what nobody shows; cy shows the queen of hearts, so that dee was out of hearts."""
    body = record(honours(), "ana AH KH QC JC", hands=hands(ana="AH JH AC AD"))
    assert [each["pointer"] for each in judged(body)["undecided"]] == ["#/tricks/0/plays/2", "#/tricks/0/plays/3"]
    ruling = judged(taken_back(body, 1, "cy", "QH"))
    assert (codes_and_pointers(ruling["findings"]), ruling["undecided"]) == ([("revoke", "#/tricks/0/plays/2")], [])


def test_a_card_taken_back_may_have_been_played_to_a_short_trick() -> None:
    """Rulings, proof: after a trick without cy's card nothing proves that the queen of hearts was still there."""
    lines = ("ana AC KC QC JS", "ana AD KD dee JD", "ana AH KH JC JH", "ana AS")
    body = taken_back(record(honours(), *lines), 1, "cy", "QH")
    ruling = judged(body)
    assert "revoke" not in [each["code"] for each in ruling["findings"]]
    assert ("revoke", "#/tricks/2/plays/2") in codes_and_pointers(ruling["undecided"])
    whole = changed(body, tricks=[body["tricks"][0], trick("ana AD KD QD JD"), *body["tricks"][2:]])
    assert ("revoke", "#/tricks/2/plays/2") in codes_and_pointers(judged(whole)["findings"])
    # Before that trick it was there, and it was there if it is taken back once more.
    again = judged(taken_back(body, 4, "ana", "QD"))
    assert ("revoke", "#/tricks/2/plays/2") not in codes_and_pointers(again["findings"])
    once_more = changed(body, tricks=[*body["tricks"][:2], trick("ana AH KH JC JH"), *body["tricks"][3:]])
    assert ("revoke", "#/tricks/2/plays/2") in codes_and_pointers(
        judged(taken_back(once_more, 3, "cy", "QH"))["findings"]
    )


def test_what_would_decide_is_told() -> None:
    """Rulings, what is asked: undecided holds what this record can't decide, by the code of what it would be."""
    body = record(honours(), "ana AH KH QC JH")
    for when, code in ((None, "revoke_corrected"), ((2, 1), "revoke")):
        ruling = judged(taken_back(body, 1, "cy", "QD", at=when))
        assert codes_and_pointers(ruling["undecided"]) == [(code, HERE), ("revoke", "#/tricks/0/plays/2")]
        assert [each["decided_by"] for each in ruling["undecided"]] == ["#/hands/cy"] * 2
        assert [each.get("established") for each in ruling["undecided"]] == [None, None]
        assert (ruling["findings"], ruling["verdict"]) == ([], "undetermined")
        decided = changed(taken_back(body, 1, "cy", "QD", at=when), hands=hands(cy="QC QD QS JC"))
        assert judged(decided)["verdict"] == "clean"


def test_counting_proves_a_card_taken_back_a_revoke() -> None:
    """Rulings, proof: the others' hands leave one heart, which was cy's."""
    body = unlisted(cut(REVOKED, 1), "cy")
    (first, second) = judged(taken_back(body, 1, "cy", "QD"))["findings"]
    assert (first["code"], second["code"]) == ("revoke_corrected", "revoke")
    assert proof_of(first) == {"led_suit": "H", "possible": ["QH"], "proved_by": "counting"}


# Cards that can't have been taken back.


def test_a_card_taken_back_that_is_not_in_the_pack() -> None:
    """Cascades: card_not_in_deck, at the card taken back; it wins nothing and its trick is as it stayed.

    Whichever card it was, it was no heart: cy had one only, and that one stayed.
    """
    for body in (RANKS, without(RANKS, "hands")):
        for when, code, verdict in ((None, "revoke_corrected", "inconsistent"), ((3, 1), "revoke", "irregular")):
            ruling = judged(taken_back(body, 1, "cy", "2C", at=when))
            assert codes_and_pointers(ruling["findings"]) == [("card_not_in_deck", HERE), (code, HERE)]
            assert ruling["tricks"] == judged(RANKS)["tricks"]
            assert ruling["verdict"] == verdict


def test_a_card_taken_back_that_had_been_played() -> None:
    """Cascades: card_replayed, at the card taken back, whoever had played it.

    Whichever card cy took back, it was no club: he had one only, and that one stayed.
    """
    for body in (RANKS, without(RANKS, "hands")):
        for card in ("QH", "KH"):
            ruling = judged(taken_back(body, 2, "cy", card, at=(3, 1)))
            there = withdrawn_card(1, 2)
            assert codes_and_pointers(ruling["findings"]) == [("card_replayed", there), ("revoke", there)]
            assert ruling["tricks"] == judged(RANKS)["tricks"]


def test_a_card_taken_back_that_may_have_been_another_proves_nothing() -> None:
    """Rulings, slips: cy played the queen of hearts before; what he took back may have been his other club."""
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana 9C 8C 7C 6C")
    ruling = judged(taken_back(record(small(4, 3), *lines), 2, "cy", "QH", at=(3, 1)))
    there = withdrawn_card(1, 2)
    assert codes_and_pointers(ruling["findings"]) == [("card_replayed", there)]
    assert [(each["code"], each["pointer"], each["conflicts_with"]) for each in ruling["undecided"]] == [
        ("revoke", there, [0])
    ]
    assert ruling["readings"][0]["changes"] == [{"pointer": f"{there}/card", "recorded": "QH"}]


def test_a_card_taken_back_by_who_did_not_hold_it() -> None:
    """Cascades: card_not_held, at the card taken back; the true holder keeps it."""
    body = taken_back(RANKS, 1, "cy", "KD", at=(3, 1))
    found = judged(body)["findings"][0]
    assert (found["code"], found["pointer"]) == ("card_not_held", HERE)
    assert found["evidence"] == {"proved_by": "#/hands/cy"}
    found = judged(unlisted(body, "cy"))["findings"][0]
    assert found["evidence"] == {"proved_by": "#/hands/ben"}
    found = judged(without(body, "hands"))["findings"][0]
    assert (found["code"], found["evidence"]) == ("card_not_held", {"proved_by": "#/tricks/2/plays/1"})
    assert judged(without(body, "hands"))["tricks"] == judged(RANKS)["tricks"]


def test_a_card_taken_back_that_another_takes_back() -> None:
    """One of the two can't have held it: the second is reported, and neither of them is proved anything by it."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QD JD")
    body = taken_back(taken_back(body, 1, "cy", "QH"), 1, "dee", "QH")
    ruling = judged(body)
    assert codes_and_pointers(ruling["findings"]) == [("card_not_held", withdrawn_card(0, 3))]
    assert ruling["findings"][0]["evidence"] == {"proved_by": HERE}
    assert codes_and_pointers(ruling["undecided"]) == [
        ("revoke_corrected", HERE),
        ("revoke_corrected", withdrawn_card(0, 3)),
        ("revoke", "#/tricks/1/plays/2"),
        ("revoke", "#/tricks/1/plays/3"),
    ]
    assert [each["conflicts_with"] for each in ruling["undecided"]] == [[0]] * 4


def test_a_card_that_two_players_took_back_belongs_to_the_one_who_plays_it() -> None:
    """Cascades, card_not_held: the one who never plays it is reported, whichever of them took it back first."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QH QD")
    body = taken_back(taken_back(body, 1, "cy", "QD"), 1, "dee", "QD")
    ruling = judged(body)
    (found,) = [each for each in ruling["findings"] if each["code"] == "card_not_held"]
    assert found["pointer"] == HERE
    assert found["evidence"] == {"proved_by": "#/tricks/1/plays/3"}


def test_a_full_hand_cannot_have_held_a_strange_card_taken_back() -> None:
    """Rulings, proof: a complete log shows the whole hand, and a card taken back that is not in it was not held."""
    body = without(chance_round(3, small(4, 5), 4, 5).body, "hands")
    shown = {play["card"] for each in body["tricks"] for play in each["plays"]}
    strange = next(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card not in shown)
    ruling = judged(taken_back(body, 1, "cy", strange, at=(3, 1)))
    codes = [each["code"] for each in ruling["findings"]]
    assert codes == ["card_not_held"]
    assert ruling["findings"][0]["evidence"] == {"proved_by": "counting"}
    # While the log is not complete there is room for it.
    assert "card_not_held" not in [
        each["code"] for each in judged(taken_back(cut(body, 4), 1, "cy", strange))["findings"]
    ]


def test_a_list_that_lacks_a_card_taken_back() -> None:
    """Cascades: a hand list of 12 while the log shows that player's 13th card is an error of the record."""
    body = legal_round()
    short = changed(cut(body, 1), hands={**body["hands"], "cy": [c for c in body["hands"]["cy"] if c != "TH"]})
    assert [each["evidence"] for each in judged(short)["findings"][:1]] == [{"listed": 12, "dealt": 13}]
    ruling = judged(taken_back(short, 1, "cy", "TH"))
    assert ruling["findings"][0]["evidence"] == {"listed": 12, "dealt": 13, "played": ["TH"]}
    assert [(each["code"], each["severity"]) for each in ruling["findings"]] == [("wrong_hand_size", "error")]


def test_a_second_card_in_a_trick_need_not_follow_suit() -> None:
    """Cascades: an extra play is one fault; what was taken back for it is not held against its player either."""
    body = record(honours(), "ana AH KH QH JH cy QC")
    body["tricks"][0]["plays"][4]["withdrawn"] = [{"card": "QD", "at": {"trick": 3, "plays": 1}}]
    body["tricks"].append(trick("ana AC"))
    assert "revoke" not in [each["code"] for each in judged(body)["findings"]]


def test_cards_taken_back_beyond_the_last_trick_are_not_judged() -> None:
    """Finding codes, extra_tricks: those beyond are not judged."""
    body = changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH KH QH JH")])
    assert [each["code"] for each in judged(taken_back(body, 5, "cy", "QC", at=(5, 4)))["findings"]] == ["extra_tricks"]
