"""Hands dealt too short: who has no card left can't play, and a round that such a hand does not void has a score."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, with_hands, with_trick, without
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places

SET: Json = {"wrong_count": "offender_set"}
# The sixteen honours, dealt three, five, four and four: ana plays her last card to the third trick.
LINES = ("ana AH KH QH JH", "ana AC KC QC JC", "ana KD AD QD JD")
LAST = "ben AS QS JS"
BIDS = "ana 1, ben 1, cy 1, dee 1"


def dealt(*lines: str, wrong_count: str = "offender_set", **members: object) -> Json:
    """Return such a round, ben with a fifth card that he never comes to play, and these tricks."""
    ruleset = honours(irregularities={"wrong_count": wrong_count})
    body = with_hands(record(ruleset, *LINES, LAST, bid=BIDS))
    body["hands"]["ben"].append("KS")
    return changed(body, tricks=record(ruleset, *lines)["tricks"], **members)


def test_a_round_is_scored_although_a_short_hand_lacks_the_last_card() -> None:
    """Parameters, irregularities.wrong_count = offender_set (H14): missing a card at the end, the side is set.

    The last trick is one of three cards. ana and cy bid two and took two; ben and dee bid two and took two; ben's hand
    was too long.
    """
    ruled = ruling(dealt(*LINES, LAST))
    assert places(ruled["findings"]) == [("wrong_hand_size", "#/hands/ana"), ("wrong_hand_size", "#/hands/ben")]
    assert (ruled["verdict"], ruled["complete"], ruled["undecided"]) == ("irregular", True, [])
    assert ruled["tricks"][3]["winner"] == "ben"
    assert [(side["tricks"], side["points"]) for side in ruled["as_played"]] == [(2, 20), (2, 20)]
    assert [(side["tricks"], side["points"]) for side in ruled["as_ruled"]] == [(2, -20), (2, -20)]
    assert [(each["finding"], each["effect"]) for each in ruled["penalties"]] == [(0, "contract"), (1, "contract")]


def test_only_the_side_with_the_wrong_hand_is_set() -> None:
    """Parameters, irregularities.wrong_count: the offender; partners may hold one too few and one too many."""
    body = dealt(*LINES, LAST)
    body["hands"]["ben"].remove("KS")
    body["hands"]["cy"].append("KS")
    assert [side["points"] for side in ruling(body)["as_ruled"]] == [-20, 20]


def test_the_play_may_end_with_the_short_hand() -> None:
    """Rulings, completeness: a trick has a card of every player, and there is none any more. Three tricks were won."""
    ruled = ruling(dealt(*LINES))
    assert (ruled["complete"], sum(ruled["tricks_won"].values())) == (True, 3)
    assert [(side["tricks"], side["points"]) for side in ruled["as_ruled"]] == [(2, -20), (1, -20)]
    # One trick before, ana still holds a card: the round is not finished.
    assert "as_ruled" not in ruling(dealt(*LINES[:2]))
    assert "as_ruled" not in ruling(cut(dealt(*LINES), 2, 3))


def test_short_lists_beside_cards_that_are_nowhere_end_no_round() -> None:
    """Rulings, completeness: a wrong count is proved only by lists that agree; here the spades are in none of them."""
    body = with_hands(record(honours(irregularities=SET), *LINES, bid=BIDS))
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_hand_size"] * 4 + ["missing_cards"]
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    assert (ruled["complete"], "as_ruled" in ruled) == (False, False)
    full = ruling(without(body, "hands"))
    assert (full["complete"], full["verdict"]) == (False, "clean")


def test_the_sheet_of_a_round_with_a_short_hand_lacks_no_trick() -> None:
    """Finding codes, missing_tricks: only if the sheet claims more than was played."""
    claim = {"points": {"ana+cy": -20, "ben+dee": -20}}
    for lines in (LINES, (*LINES, LAST)):
        ruled = ruling(dealt(*lines, reported=claim))
        assert "missing_tricks" not in codes(ruled["findings"])
        assert ruled["differences"] == []
    assert "missing_tricks" in codes(ruling(dealt(*LINES[:2], reported=claim))["findings"])


def test_a_void_round_is_void() -> None:
    """Parameters, irregularities.wrong_count = void_round: nothing is scored, and no card is missing for all that."""
    for lines in (LINES, (*LINES, LAST)):
        ruled = ruling(dealt(*lines, wrong_count="void_round"))
        assert (ruled["verdict"], ruled["complete"]) == ("void", False)
        assert [side["points"] for side in ruled["as_ruled"]] == [0, 0]
        assert codes(ruled["findings"]) == ["wrong_hand_size"] * 2


# Whose turn it is, past a hand that is played out.


@pytest.mark.parametrize("rule", ["void_round", "offender_set"])
def test_nobody_plays_out_of_turn_past_an_empty_hand(rule: str) -> None:
    """Cascades: one fault, one finding; whoever is next with a card is in turn, and whoever passes him over is not."""
    assert codes(ruling(dealt(*LINES, LAST, wrong_count=rule))["findings"]) == ["wrong_hand_size"] * 2
    jumped = ruling(dealt(*LINES, "ben AS dee JS cy QS", wrong_count=rule))
    assert places(jumped["findings"])[2:] == [("out_of_turn", "#/tricks/3/plays/1")]
    # With a card in her hand that the log does not show, ana was passed over.
    held = dealt(*LINES, "ben AS cy QS dee JS", wrong_count=rule)
    held["hands"]["ana"].append("KS")
    held["hands"]["ben"].remove("KS")
    assert codes(ruling(held)["findings"]) == []
    passed = changed(held, tricks=[*held["tricks"][:3], record("pagat", "dee JS ben AS")["tricks"][0]])
    assert ("out_of_turn", "#/tricks/3/plays/1") in places(ruling(passed)["findings"])


def test_a_lead_that_nobody_can_have_won_beside_an_empty_hand() -> None:
    """Rulings, unread cards: ben won the third trick, or cy by the queen of spades; and dee led to the fourth."""
    body = dealt(*LINES[:2], "ana KD AD ?? JD", "dee JS ben AS cy ??")
    found = [each for each in ruling(body)["findings"] if each["code"] == "wrong_leader"]
    assert [(each["player"], each["pointer"]) for each in found] == [("dee", "#/tricks/3/plays/0")]


def test_the_lead_passes_on_from_an_empty_hand() -> None:
    """Rulings are silent: the lead passes to the left like a turn, to the next player who has a card."""
    third = "ana AD KD QD JD"
    body = dealt(*LINES[:2], third, LAST)
    body["hands"]["ana"] = ["AH", "AC", "AD"]
    body["hands"]["ben"] = ["KH", "KC", "KD", "AS", "KS"]
    assert codes(ruling(body)["findings"]) == ["wrong_hand_size"] * 2
    wrong = changed(body, tricks=[*body["tricks"][:3], record("pagat", "cy QS JS ben AS")["tricks"][0]])
    found = ruling(wrong)["findings"][2:]
    assert [(each["code"], each["player"], each["evidence"]["expected"]) for each in found] == [
        ("wrong_leader", "cy", "ben")
    ]


def test_tricks_after_two_hands_have_run_out_are_whole() -> None:
    """Rulings, cascades: no card is missing of who holds none; the next lead is checked."""
    body = dealt("ana AH KH QH JH", "ana AC KC QC JC", "ben AD QD JD", "ben AS QS JS")
    body["hands"]["ana"] = ["AH", "AC"]
    body["hands"]["ben"] = ["KH", "KC", "AD", "AS", "KS", "KD"]
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_hand_size"] * 2 + ["illegal_spade_lead"]
    assert [each.get("winner") for each in ruled["tricks"]] == ["ana", "ana", "ben", "ben"]
    assert ruled["complete"] is True


def test_an_extra_play_can_empty_a_hand_of_the_right_size() -> None:
    """Cascades, extra play: cy gave two cards to one trick; nobody is out of turn for passing over his empty hand."""
    body = with_trick(ranks_round(), 2, "ana AC KC QC cy QS dee JC")
    body = with_trick(body, 4, "ana AS KS dee JS")
    assert codes(ruling(body)["findings"]) == ["extra_play"]
    skipped = with_trick(ranks_round(), 4, "ana AS KS dee JS")
    # Without the extra play, cy's card may as well have been left out of the last trick as passed over.
    assert codes(ruling(skipped)["findings"]) == []
    assert codes(ruling(skipped)["undecided"]) == ["out_of_turn"]
