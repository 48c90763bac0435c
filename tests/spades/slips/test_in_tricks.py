"""Slips in whole tricks: one left out or written twice, two neighbours exchanged."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, swapped, taken_back, without
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.records import call, hands, record, trick
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import (
    LOG,
    ROUND,
    doubted,
    entries,
    left_out,
    offences,
    offers,
    open_questions,
    unclaimed,
)

FINISHED: Json = {"points": {"ana+cy": 51, "ben+dee": 52}}
"""A sheet of the round, by which it was played to the end."""


def in_order(body: Json, *order: int) -> Json:
    """Return the record with its first tricks in this order (indices from 0), the others as they were."""
    tricks = body["tricks"]
    return changed(body, tricks=[*(tricks[index] for index in order), *tricks[len(order) :]])


# Two neighbours exchanged.


@pytest.mark.parametrize("body", [ROUND, LOG], ids=["with hands", "without"])
@pytest.mark.parametrize("first", [2, 3, 4, 5])
def test_neighbours_exchanged(body: Json, first: int) -> None:
    """Rulings, the cascade: two neighbouring tricks in each other's place explain every wrong lead at once."""
    ruled = ruling(in_order(body, *range(first), first + 1, first))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    exchange = [(f"#/tricks/{first}", None, None), (f"#/tricks/{first + 1}", None, None)]
    assert offers(ruled) == [("tricks_exchanged", exchange)]
    assert ruled["readings"][0]["verdict"] == "clean"
    asked = doubted(ruled)
    assert {code for code, *_ in asked} <= {"revoke", "wrong_leader"}
    assert [readings for *_, readings in asked] == [[0]] * len(asked)
    assert (ruled["figures_from"], ruled["as_ruled"]) == ("readings", ruling(body)["as_ruled"])


def test_two_wrong_leads_that_no_exchange_explains_are_two_offences() -> None:
    """Rulings, slips: no slip is invented to excuse an offence."""
    lines = ("ana AH KH QH JH", "ben KC QC JC AC", "cy QD JD AD KD", "dee JS AS KS QS")
    ruled = ruling(record(honours(play={"spade_lead": "any_time"}), *lines))
    assert codes(ruled["findings"]) == ["wrong_leader", "wrong_leader", "wrong_leader"]
    assert "readings" not in ruled


def test_the_claimed_winners_of_tricks_exchanged_go_with_them() -> None:
    """Rulings, slips: each trick keeps what the record says of it."""
    ruled = ruling(in_order(legal_round(), 0, 1, 3, 2))
    assert ruled["findings"] == []
    assert [each["slip"] for each in ruled["readings"]] == ["tricks_exchanged"]
    assert ruled["readings"][0]["verdict"] == "clean"


def test_a_card_taken_back_goes_with_its_trick() -> None:
    """Rulings, slips: tricks exchanged; a card that is seen too early is not, once the trick is in its place.

    cy takes back in trick 2 the card that he played to trick 1.
    """
    body = taken_back(LOG, 1, "cy", "9D", at=(1, 3))
    body = in_order(body, 1, 0)
    ruled = ruling(taken_back(without(ROUND, "hands"), 2, "cy", "9H", at=(2, 3)))
    assert codes(ruled["findings"])[0] == "card_replayed"
    exchange = ("tricks_exchanged", [("#/tricks/0", None, None), ("#/tricks/1", None, None)])
    assert exchange in offers(ruled)


def test_accusations_go_with_their_tricks() -> None:
    """Rulings, slips: which trick a call is about depends on the slip, and so it is not refuted."""
    body = changed(in_order(LOG, 0, 1, 2, 4, 3), accusations=[call("ben cy 4 at 6.0"), call("ana dee 4 at 4.3")])
    ruled = ruling(body)
    assert ruled["findings"] == []
    assert [each["slip"] for each in ruled["readings"]] == ["tricks_exchanged"]
    assert [each["result"] for each in ruled["accusations"]] == ["undecidable", "undecidable"]


# A trick left out.


def test_a_trick_left_out() -> None:
    """Rulings, slips: fewer tricks than the sheet counts: a whole trick of unknown cards, somewhere."""
    body = changed(left_out(LOG, 12), reported=FINISHED)
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert (ruled["verdict"], ruled["complete"]) == ("inconsistent", True)
    assert {slip for slip, _ in offers(ruled)} == {"trick_left_out"}
    assert len(ruled["readings"]) == 8
    assert ("trick_left_out", [("#/tricks/12", None, None)]) in offers(ruled)
    assert all(offences(each) == [] for each in ruled["readings"])


def test_a_trick_left_out_between_others_excuses_the_next_lead() -> None:
    """Rulings, slips: a trick left out; the lead after it is by whoever won it."""
    body = changed(left_out(LOG, 4), reported=FINISHED)
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert open_questions(ruled) == [("wrong_leader", "#/tricks/4/plays/0", [0])]
    assert offers(ruled)[0] == ("trick_left_out", [("#/tricks/4", None, None)])
    assert offences(ruled["readings"][0]) == []
    assert ruled["readings"][0]["detail"] == (
        "A trick was left out, as trick 5 of the round; nobody shows 6D, 7D, QD, 7S."
    )


def test_a_trick_may_be_left_out_without_a_sheet() -> None:
    """Rulings, the order of judging: a log that lacks a trick of the round does not say where it is missing."""
    ruled = ruling(left_out(LOG, 4))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert doubted(ruled) == [("wrong_leader", "dee", "#/tricks/4/plays/0", [0])]
    assert offers(ruled)[0] == ("trick_left_out", [("#/tricks/4", None, None)])


def test_an_offence_proves_itself_wherever_a_trick_is_missing() -> None:
    """Rulings, the order of judging: cy puts a club on trick 3 and leads a diamond to the next, whatever is missing."""
    lines = ("ana AH KH QH JH", "ana AD KD QC JD", "ana AC KC QD JC")
    ruled = ruling(without(record(honours(), *lines), "stopped"))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/1/plays/2")]
    assert [offences(each) for each in ruled["readings"]] == [[("revoke", "cy", "#/tricks/1/plays/2")]] * 4


@pytest.mark.parametrize(
    ("number", "card", "places_left"), [(1, "KS", [1, 2, 3]), (3, "KS", [3]), (2, "KC", [0, 1, 2, 3])]
)
def test_a_card_taken_back_is_played_in_the_log_or_in_a_trick_left_out_later(
    number: int, card: str, places_left: list[int]
) -> None:
    """Rulings, the order of judging: ben has taken back a card that he plays later, or that the log does not show."""
    lines = ("ana AH KH QH JH", "ana AD KD QC JD", "ana AC KC QD JC")
    body = taken_back(without(record(honours(), *lines), "stopped"), number, "ben", card, at=(number, 3))
    readings = ruling(body)["readings"]
    assert [each["changes"] for each in readings] == [[{"pointer": f"#/tricks/{place}"}] for place in places_left]


def test_a_record_without_offences_is_not_read_with_its_tricks_elsewhere() -> None:
    """Rulings, the order of judging: nobody can be accused by it."""
    for number in range(13):
        ruled = ruling(left_out(left_out(LOG, 12), number)) if number < 12 else ruling(left_out(LOG, 12))
        assert ruled["findings"] == [] or "readings" in ruled
    assert "readings" not in ruling(left_out(LOG, 12))


LED = ("wrong_leader", "#/tricks/4/plays/0")
"""The lead that nobody won the trick before, unless a trick is missing there."""


@pytest.mark.parametrize(
    "members",
    [
        {"stopped": True},
        {"accusations": [call("ben cy at 13.0")]},
        {"claim": {"by": "ana", "tricks": 1, "accepted": True}},
    ],
    ids=["stopped", "a call at the end of the log", "a claim"],
)
def test_a_record_that_says_how_it_ended_lacks_no_trick_elsewhere(members: Json) -> None:
    """Rulings, the order of judging: play was stopped, a claim was made, a call's moment is the end of the log."""
    ruled = ruling(changed(left_out(LOG, 4), **members))
    assert LED in places(ruled["findings"])
    assert "readings" not in ruled


def test_a_call_before_the_end_of_the_log_does_not_say_how_it_ended() -> None:
    """Rulings, the order of judging: only a call at the very end shows that play broke off there."""
    ruled = ruling(changed(left_out(LOG, 4), accusations=[call("ben cy at 12.3")]))
    assert LED not in places(ruled["findings"])
    assert doubted(ruled) == [("wrong_leader", "dee", "#/tricks/4/plays/0", [0])]


def test_a_log_that_ends_within_a_trick_lacks_none_before_it() -> None:
    """Rulings, the order of judging: the last trick is short, so that play was broken off there."""
    body = left_out(LOG, 4)
    ruled = ruling(changed(body, tricks=[*body["tricks"][:-1], {"plays": body["tricks"][-1]["plays"][:2]}]))
    assert places(ruled["findings"]) == [LED]
    assert "readings" not in ruled


def test_two_tricks_left_out() -> None:
    """Rulings, the order of judging: two tricks may be missing in any two places; whose turn it was is not proved."""
    body = left_out(left_out(LOG, 4), 4)
    ruled = ruling(changed(body, reported=FINISHED))
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert offers(ruled)[0] == ("trick_left_out", [("#/tricks/4", None, None), ("#/tricks/4", None, None)])
    assert ("wrong_leader", "#/tricks/4/plays/0", [0]) in open_questions(ruled)
    assert ruled["readings"][0]["detail"] == (
        "Two tricks were left out, as tricks 5 and 6 of the round; nobody shows 6D, 7D, QD, 3H, TH, JH, AH, 7S."
    )
    assert LED not in places(ruling(body)["findings"])
    assert LED in places(ruling(changed(body, stopped=True))["findings"])


def test_three_tricks_left_out_are_no_slip() -> None:
    """Rulings, the order of judging: one or two tricks may be forgotten; a log that lacks three was not kept."""
    body = left_out(LOG, 4)
    body = changed(body, tricks=body["tricks"][:10])
    assert LED in places(ruling(body)["findings"])
    ruled = ruling(changed(body, reported=FINISHED))
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert ruled.get("readings", []) == []


def test_an_offence_after_a_trick_that_was_left_out_is_that_of_its_trick() -> None:
    """Rulings, slips: all pointers and numbers are those of the record as it was sent."""
    lines = ("ana AH KH QH JH", "ana AD KD QC JD", "ana AC KC QD JC")
    body = record(honours(), *lines, hands={"cy": ["QH", "QC", "QD", "QS"]}, reported={"points": {"ana+cy": 22}})
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("revoke", "#/tricks/1/plays/2"), ("missing_tricks", "#/tricks")]
    assert all(("revoke", "cy", "#/tricks/1/plays/2") in offences(each) for each in ruled["readings"])


def test_a_call_is_not_false_if_its_trick_may_be_the_one_left_out() -> None:
    """Rulings, slips: nobody is accused because of a slip of the pen, and a false accusation is an offence too."""
    ruleset = honours(irregularities={"false_accusation": "tricks"})
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD")
    body = record(ruleset, *lines, reported={"points": {"ana+cy": 22}}, accusations=[call("ben cy 2")])
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["missing_tricks"]
    assert ruled["accusations"][0]["result"] == "undecidable"


# A trick written twice.


@pytest.mark.parametrize("twice", [0, 5, 12])
def test_a_trick_written_twice(twice: int) -> None:
    """Rulings, slips: a trick written twice; one slip, one finding: the first error is the cause of all others."""
    body = copy.deepcopy(ROUND)
    body["tricks"].insert(twice + 1, copy.deepcopy(body["tricks"][twice]))
    ruled = ruling(body)
    findings = ruled["findings"]
    assert {each["severity"] for each in findings} == {"error"}
    assert [each.get("follows") for each in findings] == [None, *[0] * (len(findings) - 1)]
    assert ruled["verdict"] == "inconsistent"
    assert ("trick_written_twice", [(f"#/tricks/{twice + 1}", None, None)]) in offers(ruled)
    assert {each["verdict"] for each in ruled["readings"]} == {"clean"}


def test_a_card_taken_back_goes_with_the_trick_that_is_kept() -> None:
    """Rulings, slips: a trick written twice; what was taken back in another trick stays with that one."""
    body = taken_back(unclaimed(legal_round()), 5, "ana", "AS", at=(7, 0))
    body["tricks"].insert(3, trick("ana AD 4D 2D 9D"))
    ruled = ruling(body)
    there = "#/tricks/5/plays/3/withdrawn/0"
    assert ("revoke_corrected", there) in places(ruled["findings"])
    assert [(each["slip"], entries(each)) for each in ruled["readings"]] == [
        ("trick_written_twice", [("#/tricks/3", None, None)])
    ]


@pytest.mark.parametrize(("at", "code"), [((2, 0), "revoke_corrected"), ((3, 0), None)])
def test_a_correction_after_the_log_is_numbered_by_the_round(at: tuple[int, int], code: str | None) -> None:
    """Step 3: with two of the three missing tricks before it, the revoke was in trick 3, and taken back by then."""
    four = {"ana": "AH AC AD AS", "ben": "KH KC KD KS", "cy": "QH QC QD QS", "dee": "JH JC JD JS"}
    rules = honours(irregularities={"revoke_established": "offending_side_plays_next"})
    sheet = {"tricks_won": {"ana": 4, "ben": 0, "cy": 0, "dee": 0}}
    bid = "ana 1, ben 1, cy 1, dee 1"
    body = record(rules, "ana AH KH QH JH", bid=bid, hands=hands(**four), reported=sheet)
    ruled = ruling(taken_back(body, 1, "dee", "JD", at=at))
    assert ruled["verdict"] == "inconsistent"
    assert [each for each in codes(ruled["findings"]) if each != "missing_tricks"] == ([code] if code else [])
    assert codes(ruled["undecided"]) == ([] if code else ["revoke"])


def test_what_was_done_in_a_trick_written_twice_is_proved() -> None:
    """Rulings, what is asked: a reading is the record as it was meant; without either of two copies it is the same."""
    body = swapped(RANKS, "QH", "QC")
    body["tricks"].insert(1, copy.deepcopy(body["tricks"][0]))
    ruled = ruling(body)
    assert places(ruled["findings"])[0] == ("revoke", "#/tricks/0/plays/2")
    assert [entries(each) for each in ruled["readings"]] == [[("#/tricks/1", None, None)]]


# A trick without cards written in.


@pytest.mark.parametrize("place", [0, 5, 13])
def test_a_trick_without_cards_in_a_whole_log(place: int) -> None:
    """Rulings, slips: a trick written twice, or written in without a card, is one too many: one slip, one finding."""
    body = copy.deepcopy(ROUND)
    body["tricks"].insert(place, {"plays": []})
    ruled = ruling(body)
    assert ruled["verdict"] == "inconsistent"
    assert [each.get("follows") for each in ruled["findings"]] == [None, *[0] * (len(ruled["findings"]) - 1)]
    assert {each["severity"] for each in ruled["findings"]} == {"error"}
    (reading,) = ruled["readings"]
    assert (reading["slip"], entries(reading)) == ("trick_written_twice", [(f"#/tricks/{place}", None, None)])
    assert reading["detail"] == f"A trick without cards was written in as trick {place + 1}."
    assert (reading["verdict"], reading["points"]) == ("clean", {"ana+cy": 51, "ben+dee": 52})


def test_a_trick_without_cards_in_a_log_that_breaks_off() -> None:
    """Rulings, slips: a whole trick may have no card there too; an offence elsewhere is proved as before."""
    body = record(honours(), "ana AH KH QC JH", "ana AC KC QH JC")
    body["tricks"].insert(1, {"plays": []})
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["revoke", *["missing_play"] * 4]
    assert [each["slip"] for each in ruled["readings"]] == ["trick_written_twice", "tricks_exchanged"]


def test_tricks_repeated_again_and_again_accuse_nobody() -> None:
    """Rulings, cascades: tricks beyond the last one are not judged; one trick all over is no slip of the list."""
    body = copy.deepcopy(LOG)
    body["tricks"] += [body["tricks"][0]] * 41
    assert codes(ruling(body)["findings"]) == ["extra_tricks"]
    body["tricks"] = [body["tricks"][0]] * 54
    assert {each["severity"] for each in ruling(body)["findings"]} == {"error"}
