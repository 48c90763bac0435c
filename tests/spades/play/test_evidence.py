"""What proves a fault: a hand, a later play, or counting; what disproves it, and what stays undecided."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, unlisted, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED, legal_round
from tests.spades.builders.records import bids, hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import codes, evident, places, proof_of

HONOURS = honours()
REVOKE = ("revoke", "#/tricks/0/plays/2")


def proved(body: Json, *found: tuple[str, str]) -> list[Json]:
    """Return the findings, which are exactly these, with nothing undecided."""
    ruled = ruling(body)
    assert (places(ruled["findings"]), ruled["undecided"]) == (list(found), [])
    findings: list[Json] = ruled["findings"]
    return findings


def undecided(body: Json, *open_: tuple[str, str]) -> list[Json]:
    """Return what is undecided, exactly these; nothing is proved."""
    ruled = ruling(body)
    assert (ruled["findings"], places(ruled["undecided"])) == ([], list(open_))
    assert ruled["verdict"] == "undetermined"
    questions: list[Json] = ruled["undecided"]
    return questions


# Proved.


def test_proved_by_the_hand() -> None:
    """Rulings, proof: X is in the listed hand; the pointer is to the hand, whatever is played later."""
    for body in (REVOKED, cut(REVOKED, 1), cut(REVOKED, 0, 3)):
        found = proved(body, REVOKE)
        assert proof_of(found[0]) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"}
        assert found[0]["legal_cards"] == ["QH"]


def test_proved_by_a_later_play() -> None:
    """Rulings, proof: a card of X is played later; the pointer is to that play."""
    found = proved(without(REVOKED, "hands"), REVOKE)
    assert proof_of(found[0]) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/tricks/1/plays/2"}
    assert found[0]["legal_cards"] == ["QH"]
    assert proved(unlisted(REVOKED, "cy"), REVOKE)[0]["evidence"]["proved_by"] == "#/tricks/1/plays/2"


def test_the_proof_is_the_first_later_play() -> None:
    """Rulings, proof: all cards that are proved are held, the pointer is to the first that was played."""
    lines = ("ana AH 2H 2C 3H", "ana AC 3C 4C 5C", "ana KH 4H 9H 5H", "ana QH 6H 7H 8H")
    found = proved(record("pagat", *lines), REVOKE)
    assert proof_of(found[0]) == {"led_suit": "H", "held": ["7H", "9H"], "proved_by": "#/tricks/2/plays/2"}
    assert found[0]["legal_cards"] == ["7H", "9H"]


def test_a_card_that_was_played_before_proves_nothing() -> None:
    """Rulings, proof: later, not earlier; cy's only heart went on the first trick."""
    lines = ("ana AH 2H 3H 4H", "ana KH 5H 2C 6H")
    assert undecided(record("pagat", *lines), ("revoke", "#/tricks/1/plays/2"))


def test_two_revokes_proved_by_one_play() -> None:
    """Rulings, proof: each revoke is a finding of its own, and one later play proves both."""
    lines = ("ana AH 2H 2C 3H", "ana KH 4H 3C 5H", "ana QH 6H 7H 8H")
    found = proved(record("pagat", *lines), REVOKE, ("revoke", "#/tricks/1/plays/2"))
    assert [each["evidence"]["proved_by"] for each in found] == ["#/tricks/2/plays/2"] * 2


def test_a_spade_lead_proved_by_a_later_play() -> None:
    """Rulings, proof: for a spade lead X is all that is no spade (E4)."""
    lines = ("ana AH 2H 3H 4H", "ana AS 2S 3S 4S", "ana KD 2D 3D 4D", "ana QC 2C 3C 4C")
    found = proved(record("pagat", *lines), ("illegal_spade_lead", "#/tricks/1/plays/0"))
    assert proof_of(found[0]) == {"held": ["QC", "KD"], "proved_by": "#/tricks/2/plays/0"}
    assert found[0]["legal_cards"] == ["QC", "KD"]


def test_an_opening_spade_proved_by_a_later_play() -> None:
    """Rulings, proof, for the opening card (E2)."""
    found = proved(
        record("pagat", "ana AS 2S 3S 4S", "ana AH 2H 3H 4H"), ("illegal_opening_card", "#/tricks/0/plays/0")
    )
    assert proof_of(found[0]) == {"held": ["AH"], "proved_by": "#/tricks/1/plays/0"}


def test_a_first_trick_proved_by_a_later_play() -> None:
    """Rulings, proof, for the first trick (E3): whether cy held a club or not, the diamond was to be played."""
    lines = ("ana AC 2C 2S 3C", "cy 2D 3D 4D 5D")
    ruled = ruling(record(rules(play={"first_trick": "no_spades"}), *lines))
    assert places(ruled["findings"]) == [("illegal_first_trick_card", "#/tricks/0/plays/2")]
    assert proof_of(ruled["findings"][0]) == {"led_suit": "C", "held": ["2D"], "proved_by": "#/tricks/1/plays/0"}


def test_proved_by_counting() -> None:
    """Rulings, proof: more unseen cards of X than there are places for elsewhere.

    Three hands are listed; of the four cards left, cy has shown the queen of clubs, so the queen of hearts is hers.
    """
    found = proved(cut(unlisted(REVOKED, "cy"), 1), REVOKE)
    assert proof_of(found[0]) == {"led_suit": "H", "possible": ["QH"], "proved_by": "counting"}


def test_the_legal_cards_of_a_revoke_proved_by_counting() -> None:
    """Contract, Finding.legal_cards: what might have been played instead, absent where no such card is known.

    cy shows a spade later. She held a heart, so that spade was not legal on the heart lead.
    """
    lines = ("ana AC KC QC JC", "ana AH KH QD JH", "ana AS KS QS JS")
    body = record(honours(play={"spade_lead": "any_time"}), *lines, hands=unlisted(RANKS, "cy")["hands"])
    found = proved(body, ("revoke", "#/tricks/1/plays/2"))
    assert found[0]["evidence"]["proved_by"] == "counting"
    assert found[0].get("legal_cards") in (None, ["QH"])


@pytest.mark.parametrize(
    ("ben", "is_proved"),
    [("KC KD KS QD", True), ("KC KD KS KH", False)],
)
def test_counting_considers_the_room_in_other_hands(ben: str, is_proved: bool) -> None:
    """Rulings, proof: c is the number of places elsewhere, here one card set aside that the record does not name.

    Three players hold five of sixteen cards each. cy's hand is not listed. Where two hearts are unseen, one of them
    must be cy's; where it is one, it may be the card that was set aside.
    """
    ruleset = honours(3, deck={"hand_size": {"3": 5}})
    listed = hands(ana="AH JH AC AD AS", ben=f"{ben} QS")
    body = record(ruleset, f"ana AH {'KH' if 'KH' in ben else 'KC'} QC", players=3, hands=listed)
    if is_proved:
        found = ruling(body)["findings"]
        assert places(found) == [REVOKE]
        assert proof_of(found[0]) == {"led_suit": "H", "possible": ["QH", "KH"], "proved_by": "counting"}
        told = changed(body, set_aside=["KH"])
        assert ruling(told)["findings"][0]["evidence"]["possible"] == ["QH"]
    else:
        undecided(body, REVOKE)
        assert ruling(changed(body, set_aside=["QH"]))["verdict"] == "clean"
        assert codes(ruling(changed(body, set_aside=["JC"]))["findings"]) == ["revoke"]


def test_counting_at_the_end_of_a_log() -> None:
    """Rulings, proof: three cards are unseen, all hearts, one for each of those who did not follow to trick 2.

    ana's hand is listed, so that no slip in her lead explains the three of them.
    """
    lines = ("ana AC KC QC JC", "ana AH KD QD JD", "ana AS KS QS JS", "ana AD")
    body = record(honours(play={"spade_lead": "any_time"}), *lines, hands=hands(ana="AC AH AS AD"))
    found = proved(body, *(("revoke", f"#/tricks/1/plays/{place}") for place in (1, 2, 3)))
    assert [proof_of(each) for each in found] == [
        {"led_suit": "H", "possible": ["JH", "QH", "KH"], "proved_by": "counting"}
    ] * 3
    # Once ben shows his, two are left, one for each of the others.
    ruled = ruling(changed(body, tricks=[*body["tricks"][:3], trick("ana AD JH")]))
    proofs = [each["evidence"]["proved_by"] for each in ruled["findings"]]
    assert proofs == ["#/tricks/3/plays/1", "counting", "counting"]


def test_counting_proves_an_opening_spade() -> None:
    """Rulings, proof: for a spade lead X is all that is no spade; the others' hands leave ana three such cards."""
    body = unlisted(changed(RANKS, tricks=[trick("ana AS")]), "ana")
    found = proved(body, ("illegal_opening_card", "#/tricks/0/plays/0"))
    assert proof_of(found[0]) == {"possible": ["AC", "AD", "AH"], "proved_by": "counting"}


@pytest.mark.parametrize("listed", ["AH AC AD", "AH AC AD AD", "AH AC AD 2C"], ids=["short", "twice", "foreign"])
def test_an_incomplete_hand_leaves_room_for_any_card(listed: str) -> None:
    """Rulings, proof: c counts the places for unknown cards in other hands; ana's list lacks one card.

    That card may be the king of hearts, so ben, whose hand is not listed, may have been out of hearts.
    """
    told = {**RANKS["hands"], "ana": listed.split()}
    del told["ben"]
    ruled = ruling(record(HONOURS, "ana AH KC QH JH", hands=told))
    assert "revoke" not in codes(ruled["findings"])
    assert places(ruled["undecided"]) == [("revoke", "#/tricks/0/plays/1")]


# Disproved.


def test_disproved_by_the_hand() -> None:
    """Rulings, proof: no X is played later, and r is 0."""
    body = record(HONOURS, "ana AH KH QC JH", hands=hands(cy="QC QD QS JC"))
    proved(body)


def test_disproved_by_a_complete_log() -> None:
    """Rulings, proof: at the end of a complete log no card is unknown."""
    body = without(legal_round(), "hands")
    ruled = ruling(body)
    assert (ruled["findings"], ruled["undecided"], ruled["verdict"]) == ([], [], "clean")


def test_disproved_where_every_card_of_the_suit_is_seen() -> None:
    """Rulings, proof: U holds no card of X, though cy's hand is not known and the log ends early."""
    proved(record(HONOURS, "ana AH KH QC JH", hands=hands(ana="AH QH AC AD")))
    proved(record(honours(3, deck={"hand_size": {"3": 5}}), "ana AH KH QC", players=3, set_aside=["QH"], hands=JACK))
    lines = ("ana AH KH QC JH", "ana QH KD QD JD")
    proved(record(HONOURS, *lines))


JACK = hands(ana="AH JH AC AD AS")


def test_a_spade_lead_from_spades_alone() -> None:
    """Rulings, proof: the complete log shows that nothing else was left (E4)."""
    proved(without(RANKS, "hands"))
    assert undecided(
        cut(without(RANKS, "hands"), 2, 0) | {"tricks": [*RANKS["tricks"][:2], trick("ana AS")]},
        ("illegal_spade_lead", "#/tricks/2/plays/0"),
    )


def test_disproved_by_the_last_card() -> None:
    """Rulings, proof: r is 0 where all cards left are known, also for a player of whom one card could not be read.

    The queen of diamonds is seen nowhere; by the third trick, in which cy discards on diamonds, it was played. Whether
    the card that could not be read followed the heart lead stays open: cy had the queen of hearts.
    """
    undecided(record(HONOURS, "ana AH KH ?? JH", "ana AC KC QC JC", "ana AD KD QH JD", "ana AS KS QS JS"), REVOKE)


# Undecided.


def test_undecided_where_the_log_ends_early() -> None:
    """Rulings, proof: undecided otherwise; what would decide it is the hand."""
    questions = undecided(cut(without(REVOKED, "hands"), 1), REVOKE)
    members = {name: value for name, value in evident(questions[0]).items() if name not in {"evidence", "legal_cards"}}
    assert members == {
        "code": "revoke",
        "severity": "offence",
        "pointer": "#/tricks/0/plays/2",
        "trick": 1,
        "player": "cy",
        "team": "ana+cy",
        "card": "QC",
        "decided_by": "#/hands/cy",
        "rule": {"parameter": "play.follow_suit", "basis": "written"},
    }


def test_the_hand_decides() -> None:
    """Rulings, proof: with the hand that decided_by names, the question is answered either way."""
    body = cut(without(REVOKED, "hands"), 1)
    assert undecided(body, REVOKE)[0]["decided_by"] == "#/hands/cy"
    proved(changed(body, hands=hands(cy="QH QC QD QS")), REVOKE)
    proved(changed(body, hands=hands(cy="JC QC QD QS")))


def test_every_question_of_a_short_log_is_undecided() -> None:
    """Rulings, proof: revoke, opening and lead of spades, each with the hand that decides it, in order."""
    lines = ("ana AS 2S 3S 2H", "ana KS 4S 5S 3H")
    questions = undecided(
        record(small(4, 4), *lines),
        ("illegal_opening_card", "#/tricks/0/plays/0"),
        ("revoke", "#/tricks/0/plays/3"),
        ("illegal_spade_lead", "#/tricks/1/plays/0"),
        ("revoke", "#/tricks/1/plays/3"),
    )
    decided_by = [each["decided_by"] for each in questions]
    assert decided_by == ["#/hands/ana", "#/hands/dee", "#/hands/ana", "#/hands/dee"]


def test_a_name_in_a_pointer_is_escaped() -> None:
    """Design, contract: pointers are RFC 6901 URI fragments."""
    body = changed(record("pagat", "ana AH 2H 2C 3H"), players=["ana", "ben", "c/y ü", "dee"])
    body["bids"][2]["player"] = body["tricks"][0]["plays"][2]["player"] = "c/y ü"
    assert undecided(body, REVOKE)[0]["decided_by"] == "#/hands/c~1y%20%C3%BC"


def test_an_offence_elsewhere_outweighs_what_is_undecided() -> None:
    """Rulings, severity: the verdict is the first that holds, irregular before undetermined."""
    ruled = ruling(record("pagat", "ana AH 2H 2C 3H", "ben 3C"))
    assert (codes(ruled["findings"]), codes(ruled["undecided"])) == (["wrong_leader"], ["revoke"])
    assert ruled["verdict"] == "irregular"


# Whether spades are broken may be undecided too.

BROKEN_BY = ("any_spade", "discard_only")

# cy takes the first trick with a card that could not be read; ana leads a spade in the third trick and shows in the
# fourth that she held a club.
MAYBE = ("ana 2H KH ?? 3H", "cy 4C 5C AC 6C", "ana AS 4S 5S 6S", "ana KC 7C 8C 9C")
LEAD = ("illegal_spade_lead", "#/tricks/2/plays/0")


@pytest.mark.parametrize("broken_by", BROKEN_BY)
def test_spades_may_be_broken(broken_by: str) -> None:
    """Parameters, play.broken_by (E5): whether cy's card was the ace of hearts or a spade is not known."""
    body = record(rules(play={"broken_by": broken_by}), *MAYBE)
    _, *questions = undecided(body, REVOKE, LEAD)
    assert [each["decided_by"] for each in questions] == ["#/tricks/0/plays/2"]
    led = None if broken_by == "discard_only" else True
    assert [each.get("spades_broken") for each in ruling(body)["tricks"]] == [None, None, led, led]


@pytest.mark.parametrize("broken_by", BROKEN_BY)
def test_a_spade_on_another_suit_breaks_spades_for_certain(broken_by: str) -> None:
    """Rulings, slips: a spade on another suit's lead breaks spades under both values, a revoke or not."""
    body = record(rules(play={"broken_by": broken_by}), "ana 2H KH 2S 3H", *MAYBE[1:])
    undecided(body, REVOKE)
    assert [each["spades_broken"] for each in ruling(body)["tricks"]] == [True, True, True, True]


def test_the_hand_decides_whether_spades_were_broken() -> None:
    """Parameters, play.broken_by (E5); rulings, proof: the hand has a spade that is not seen later, or none."""
    body = record(small(4, 5), *MAYBE)
    undecided(body, REVOKE, LEAD)
    assert LEAD in places(ruling(changed(body, hands=hands(cy="AH 4C 5S 8C 2D")))["findings"])
    undecided(changed(body, hands=hands(cy="AH 4C 5S 8C 2S")), REVOKE, LEAD)


def test_a_question_names_the_legal_cards_only_if_the_hand_is_known_to_have_one() -> None:
    """Contract, Finding.legal_cards: what is open about ana's lead is whether spades were broken, not her hand."""
    asked = ruling(record(small(4, 5), *MAYBE, hands=hands(ana="2H AC AS KC 3D")))["undecided"]
    cards = {(each["code"], each["player"]): each.get("legal_cards") for each in asked}
    assert cards["illegal_spade_lead", "ana"] == ["KC", "3D"]
    assert cards["revoke", "cy"] is None
    (hidden,) = ruling(record(small(4, 4), "ana 2H 3C 3H 4H"))["undecided"]
    assert (hidden["code"], hidden["player"], hidden.get("legal_cards")) == ("revoke", "ben", None)


def test_spades_broken_for_certain_after_all() -> None:
    """Parameters, play.broken_by (E5): a spade that everybody sees leaves no doubt."""
    lines = (MAYBE[0], "cy 4C 5C AC 2S", *MAYBE[2:])
    ruled = ruling(record("pagat", *lines))
    assert [each.get("spades_broken") for each in ruled["tricks"]] == [None, True, True, True]
    assert LEAD not in places(ruled["undecided"])


def test_a_forced_lead_is_no_question() -> None:
    """Parameters, play.spade_lead: who holds only spades may always lead one, broken or not (E4)."""
    body = record(small(4, 4), "ana 2H KH ?? 3H", "cy AC 2C 3C 4C", "cy 3S")
    assert undecided(body, REVOKE, LEAD)[1]["decided_by"] == "#/tricks/0/plays/2"
    proved(changed(body, hands=hands(cy="2S AC 3S 4S")))


# Cards passed.

PASSING = honours(nil={"exchange": 1})
NIL = "ana 0, ben 1, cy 1, dee 1"
PASSED = [{"from": "ana", "to": "cy", "cards": ["AS"]}, {"from": "cy", "to": "ana", "cards": ["QH"]}]
HEARTS = ("revoke", "#/tricks/0/plays/2")


def passing(*lines: str, **members: list[Json]) -> Json:
    """Return a record of four hands in which ana, who bid nil, and cy may have passed each other a card."""
    return changed(record(PASSING, *lines, bid=NIL, hands=RANKS["hands"]), **members)


def test_a_card_passed_on_is_not_held() -> None:
    """Rulings, shapes: hands are as dealt; cy passed her only heart to ana, and is out of hearts."""
    proved(passing("ana AH KH QC JH", exchanges=PASSED))
    proved(passing("ana AH KH QC JH", exchanges=[]), HEARTS)


def test_a_card_taken_proves_a_revoke() -> None:
    """Contract, Evidence.proved_by: a pointer to the hand, exchange or later play.

    ana gave her only heart for cy's; that she had a heart when hearts were led is proved by what cy passed.
    """
    hearts = [{"from": "ana", "to": "cy", "cards": ["AH"]}, {"from": "cy", "to": "ana", "cards": ["QH"]}]
    opened = changed(passing("dee JH AC KH AH", exchanges=hearts), dealer="cy", bids=bids("dee 1, ana 0, ben 1, cy 1"))
    found = proved(opened, ("revoke", "#/tricks/0/plays/1"))
    assert proof_of(found[0]) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/exchanges/1"}
    followed = changed(opened, tricks=[trick("dee JH QH KH AH")])
    proved(followed)


def test_hands_prove_nothing_where_cards_may_have_been_passed() -> None:
    """Contract, exchanges: without it the hands of partners who may pass cards prove nothing by themselves.

    What would decide it is the exchange; the hand is there.
    """
    question = undecided(passing("ana AH KH QC JH"), HEARTS)[0]
    assert question["decided_by"] == "#/exchanges"


def test_hands_of_the_other_side_prove_as_ever() -> None:
    """Contract, exchanges: only partners who may pass cards have hands that are not certain."""
    found = proved(passing("ana AH KC QH JH"), ("revoke", "#/tricks/0/plays/1"))
    assert found[0]["evidence"]["proved_by"] == "#/hands/ben"


def test_a_later_play_proves_whatever_was_passed() -> None:
    """Rulings, proof: a card of X that is played later was held, dealt or passed."""
    found = proved(passing("ana AH KH QC JH", "ana AC KC QH JC"), HEARTS)
    assert found[0]["evidence"]["proved_by"] == "#/tricks/1/plays/2"


def test_nobody_has_passed_cards_without_a_nil() -> None:
    """Parameters, nil.exchange: cards are passed after a nil (D9); without one the hands are the hands."""
    body = changed(passing("ana AH KH QC JH"), bids=bids("ana 1, ben 1, cy 1, dee 1"))
    assert proved(body, HEARTS)[0]["evidence"]["proved_by"] == "#/hands/cy"


@pytest.mark.parametrize(("bid", "certain"), [("ana 0", True), ("ana blind 0", False)])
def test_cards_are_passed_for_a_blind_nil_alone(bid: str, certain: bool) -> None:
    """Parameters, nil.blind_exchange (D10): after a blind nil, not after another."""
    ruleset = honours(nil={"blind_exchange": 2, "blind_deficit": 0})
    body = record(ruleset, "ana AH KH QC JH", bid=f"{bid}, ben 1, cy 1, dee 1", hands=RANKS["hands"])
    if certain:
        proved(body, HEARTS)
    else:
        undecided(body, HEARTS)


def test_cards_passed_but_not_recorded_accuse_nobody() -> None:
    """Rulings, what is asked: no false accusation; ana plays a card that only the hidden exchange gave her."""
    lines = ("ana AH KH AS JH", "cy QC JC AC KC", "ana QH KD QD JD")
    proved(passing(*lines, exchanges=PASSED))
    ruled = ruling(passing(*lines))
    assert ruled["findings"] == []
