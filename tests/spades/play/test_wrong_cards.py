"""One fault, one finding: cards that were not held, played twice, not in the pack, or listed wrongly."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import only, ruling
from tests.spades.builders.changes import changed, hand_without, swapped, with_trick
from tests.spades.builders.legal_rounds import LEGAL_WON, RANKS, legal_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import places

# Card not held: it was some card of that player, leaves no hand, and its true holder keeps it.


def test_card_not_held() -> None:
    """Rulings, cascades, row 5: ben wins a trick with some card, for he leads the next; the ace of hearts was ana's."""
    lines = ("ana QH AH JH KH", "ben AC JC KC QC", "ben KD QD JD AH")
    ruled = only(
        record(honours(), *lines, hands=hands(ana="AH QH QC QS")),
        ("card_not_held", "#/tricks/0/plays/1"),
    )
    assert (ruled["findings"][0]["player"], ruled["findings"][0]["severity"]) == ("ben", "error")
    assert ruled["tricks"][0]["winner"] == "ben"
    assert "winning_card" not in ruled["tricks"][0]
    assert ruled["tricks_won"]["ben"] == 3


def test_card_not_held_by_a_player_whose_hand_is_listed() -> None:
    """Rulings, cascades, row 5, all hands listed: cy plays dee's jack, and dee still has it to follow with."""
    body = with_trick(with_trick(RANKS, 1, "ana AH KH JH JH"), 4, "ana AS KS QS JS")
    ruled = only(body, ("card_not_held", "#/tricks/0/plays/2"))
    assert ruled["findings"][0]["evidence"] == {"proved_by": "#/hands/cy"}
    assert ruled["complete"]


def test_card_that_was_set_aside() -> None:
    """Rulings, cascades, row 5: nobody holds what is set aside (A8)."""
    ruled = only(
        record(small(4, 3), "ana AH KH QH JH", set_aside=["QH"]),
        ("card_not_held", "#/tricks/0/plays/2"),
    )
    assert ruled["findings"][0]["evidence"] == {"proved_by": "#/set_aside"}


# The same card twice in the log: card_replayed on the later play; both places are suspect.


def test_same_card_twice() -> None:
    """Rulings, cascades, row 6: dee replays the ace of clubs, or ana's was another card: then dee won with it."""
    ruled = only(
        record("pagat", "ana AC 2C 3C 4C", "ana 5C 6C 7C AC", "cy 8C 9C TC JC"), ("card_replayed", "#/tricks/1/plays/3")
    )
    assert ruled["findings"][0]["player"] == "dee"
    assert "winner" not in ruled["tricks"][1]
    # Who led the second trick won the first, whatever ana's card was.
    assert (ruled["tricks"][0]["winner"], ruled["tricks"][0].get("led_suit")) == ("ana", None)


def test_same_card_twice_by_one_player() -> None:
    """Rulings, cascades, row 6: the later play, though the hand is listed with the card; both places are suspect.

    If the first of them was another card, another suit was led; so nothing is proved about those who followed.
    """
    body = with_trick(RANKS, 2, "ana AH")
    ruled = ruling(changed(body, tricks=body["tricks"][:2]))
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/1/plays/0")]
    assert places(ruled["undecided"]) == [
        *[("revoke", f"#/tricks/0/plays/{play}") for play in (1, 2, 3)],
        ("illegal_spade_lead", "#/tricks/1/plays/0"),
    ]
    assert [each["conflicts_with"] for each in ruled["undecided"]] == [[0], [0], [0], [0]]


def test_same_card_three_times() -> None:
    """Rulings, cascades, row 6: every play after the first."""
    only(
        record("pagat", "ana AC 2C 3C 4C", "ana 5C 2C 7C 8C", "dee 9C TC JC 2C"),
        ("card_replayed", "#/tricks/1/plays/1"),
        ("card_replayed", "#/tricks/2/plays/3"),
    )


def test_same_card_twice_in_one_trick() -> None:
    """Rulings, cascades, row 6: of two plays of the ace one is wrong, and nobody knows which."""
    ruled = only(record("pagat", "ana 5C AC 3C AC"), ("card_replayed", "#/tricks/0/plays/3"))
    assert "winner" not in ruled["tricks"][0]


def test_a_replayed_spade_may_have_trumped() -> None:
    """Rulings, cascades, row 6: it trumps if the first of the two is wrong; so cy's lead is no proof of his trick."""
    lines = ("ana AS 2S 3S 4S", "ana 4D 5D 6D AS", "cy 7D")
    ruled = ruling(record(rules(play={"opening_card": "any"}), *lines))
    assert "winner" not in ruled["tricks"][1]
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/1/plays/3")]


# Card not in the deck: some card of its player, which may have won.


def test_card_not_in_the_deck_is_an_unknown_card() -> None:
    """Rulings, cascades, row 7: a joker, where there are none, and a card that was taken out."""
    spades = record(rules(play={"opening_card": "any"}), "ana 3S 4S BJ 5S")
    ruled = only(spades, ("card_not_in_deck", "#/tricks/0/plays/2"))
    assert "winner" not in ruled["tricks"][0]
    ruled = only(record(honours(), "ana JC 2C KC QC"), ("card_not_in_deck", "#/tricks/0/plays/1"))
    assert "winner" not in ruled["tricks"][0]
    # Where who leads next shows who won, that was he: with a card higher than cy's king.
    ruled = ruling(record(honours(), "ana JC 2C KC QC", "ben AD"))
    assert places(ruled["findings"]) == [("card_not_in_deck", "#/tricks/0/plays/1")]
    assert ruled["tricks"][0]["winner"] == "ben"


def test_what_was_led_with_a_card_not_in_the_deck_is_not_proved() -> None:
    """Rulings, cascades, row 7: a suspect card was led: the suit led is not proved, and revokes on it are undecided."""
    log = record(honours(), "ana 2H KH QH JH", hands={key: RANKS["hands"][key] for key in ("ben", "cy", "dee")})
    ruled = only(log, ("card_not_in_deck", "#/tricks/0/plays/0"))
    assert "led_suit" not in ruled["tricks"][0]
    ruled = ruling(with_trick(log, 1, "ana 2H KH QC JH"))
    assert places(ruled["findings"]) == [("card_not_in_deck", "#/tricks/0/plays/0")]
    assert places(ruled["undecided"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["undecided"][0]["conflicts_with"] == [0]


# A hand list of 12 while the log shows that player's 13th card: an error of the record, not a void round.


@pytest.mark.parametrize("card", ["KH", "2S", "AS"])
def test_a_hand_list_of_twelve(card: str) -> None:
    """Rulings, cascades, row 11, whenever the thirteenth card is played."""
    ruled = only(hand_without(legal_round(), "ana", card), ("wrong_hand_size", "#/hands/ana"))
    assert ruled["findings"][0]["severity"] == "error"
    assert (ruled["verdict"], ruled["complete"]) == ("inconsistent", True)
    assert ruled["tricks_won"] == LEGAL_WON


def test_a_hand_list_of_twelve_alone() -> None:
    """Rulings, cascades, row 11, no other hand listed."""
    body = hand_without(legal_round(), "ana", "AS")
    body["hands"] = {"ana": body["hands"]["ana"]}
    assert only(body, ("wrong_hand_size", "#/hands/ana"))["verdict"] == "inconsistent"


@pytest.mark.parametrize("players", [["cy"], ["ana", "ben", "cy", "dee"]], ids=["alone", "with all hands"])
def test_a_short_hand_list_and_cards_passed(players: list[str]) -> None:
    """Rulings, cascades, row 11, and shapes: the card that cy took was not dealt to her, the one that she lacks was."""
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana QS KS AS JS")
    passed = [{"from": "ana", "to": "cy", "cards": ["AS"]}, {"from": "cy", "to": "ana", "cards": ["QS"]}]
    body = record(honours(nil={"exchange": 1}), *lines, bid="ana 0, ben 1, cy 1, dee 1", exchanges=passed)
    listed = {player: RANKS["hands"][player] for player in players}
    only(changed(body, hands=listed))
    ruled = only(hand_without(changed(body, hands=listed), "cy", "QD"), ("wrong_hand_size", "#/hands/cy"))
    assert (ruled["findings"][0]["severity"], ruled["findings"][0]["evidence"]["played"]) == ("error", ["QD"])
    assert ruled["verdict"] == "inconsistent"


def test_a_card_passed_by_one_and_listed_with_another() -> None:
    """Rulings, cascades, row 6: the king that ben lists and cy was given is played by the one and by the other."""
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana QS KS KS JS")
    passed = [{"from": "ana", "to": "cy", "cards": ["KS"]}, {"from": "cy", "to": "ana", "cards": ["QS"]}]
    body = record(honours(nil={"exchange": 1}), *lines, bid="ana 0, ben 1, cy 1, dee 1", exchanges=passed)
    only(changed(body, hands={"ben": RANKS["hands"]["ben"]}), ("card_replayed", "#/tricks/3/plays/2"))


def test_a_revoke_from_a_hand_list_of_twelve() -> None:
    """Rulings, cascades, row 11: the list is completed by the log, and proves what it proved before."""
    body = swapped(RANKS, "QH", "QC")
    ruled = only(hand_without(body, "cy", "QD"), ("wrong_hand_size", "#/hands/cy"), ("revoke", "#/tricks/0/plays/2"))
    assert ruled["verdict"] == "irregular"


# A player's own cards conflict: revokes that rest on the conflicting cards are undecided, with conflicts_with.


def test_own_cards_conflict_by_a_card_not_held() -> None:
    """Rulings, slips: a card that its player is not listed with: the play, and the list.

    The queen of hearts that cy never plays may stand in his list for the king of spades that he plays, so the diamond
    on the second heart proves nothing.
    """
    lines = ("ana AC KC QC JC", "ana AH JH QD JD", "ana AD KD KS AS")
    ruled = ruling(record(honours(), *lines, hands=hands(cy="QH QC QD QS")))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/2/plays/2")]
    assert places(ruled["undecided"])[0] == ("revoke", "#/tricks/1/plays/2")
    assert ruled["undecided"][0]["conflicts_with"] == [0]


def test_a_revoke_that_stands_whichever_card_is_wrong_is_proved() -> None:
    """Rulings, slips: as above, but ana's list has the card, which is a heart.

    So it is the play that is wrong, or two cards of the lists were exchanged, and cy held a heart in any case.
    """
    listed = hands(ana="AH KH AC AD", cy="QH QC QD QS")
    body = record(honours(), "ana AC KC QC JC", "ana AH JH QD JD", "ana AD KD KH AS", hands=listed)
    ruled = only(body, ("revoke", "#/tricks/1/plays/2"), ("card_not_held", "#/tricks/2/plays/2"))
    assert ruled["verdict"] == "irregular"
    assert [(each["slip"], each["changes"][0]["suggested"]) for each in ruled["readings"]] == [
        *(("card_miscopied", "QH"), ("card_miscopied", "QS")),
        *(("cards_exchanged", "QH"), ("cards_exchanged", "QS")),
    ]


def test_own_cards_conflict_by_a_card_listed_twice() -> None:
    """Rulings, cascades, row 12: the only heart of cy's list stands in ben's as well."""
    listed = hands(ben="KH QH KD KS", cy="QH QC QD QS")
    ruled = ruling(record(honours(), "ana AH KH QC JH", hands=listed))
    assert places(ruled["findings"]) == [("duplicate_card", "#/hands/cy/0")]
    assert places(ruled["undecided"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["undecided"][0]["conflicts_with"] == [0]
    other = ruling(record(honours(), "ana AH KD QH JH", hands=hands(ben="KC QH KD KS", cy="QH QC QD QS")))
    assert places(other["findings"]) == [("duplicate_card", "#/hands/cy/0")]
    assert places(other["undecided"]) == [("revoke", "#/tricks/0/plays/1")]
    assert other["undecided"][0]["conflicts_with"] == [0]


def test_own_cards_conflict_by_a_list_of_the_wrong_size() -> None:
    """Rulings, cascades, row 12: five cards are listed where four were dealt, and one of them proves the revoke."""
    ruled = ruling(record(honours(), "ana AH KH QC JH", hands=hands(cy="QH QC QD QS JS")))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/cy")]
    assert places(ruled["undecided"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["undecided"][0]["conflicts_with"] == [0]
    assert ruled["verdict"] == "inconsistent"


def test_a_revoke_that_rests_on_other_cards_is_proved() -> None:
    """Rulings, cascades, row 12: only revokes that rest on the conflicting cards; this one rests on a later play."""
    listed = hands(cy="QH QC QD QS JS")
    lines = ("ana AH KH QC JH", "ana AC KC QH JC")
    ruled = ruling(record(honours(), *lines, hands=listed))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/cy"), ("revoke", "#/tricks/0/plays/2")]
    assert ruled["undecided"] == []
