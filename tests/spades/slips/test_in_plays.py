"""Slips in the log: a card miscopied, cards or names exchanged, a play left out or written twice."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import changed, cut, taken_back
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import (
    LOG,
    ROUND,
    entries,
    exchanged,
    left_out,
    listed,
    offences,
    offers,
    open_questions,
    unclaimed,
    with_entry,
)

# A card miscopied.


def test_a_card_miscopied_beside_full_hands() -> None:
    """Rulings, slips: cy's list has no queen of hearts, and has one card that he never plays."""
    ruled = ruling(with_entry(ROUND, 4, 1, card="QH"))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/4/plays/1")]
    assert ruled["verdict"] == "inconsistent"
    assert ruled["readings"] == [
        {
            "slip": "card_miscopied",
            "changes": [{"pointer": "#/tricks/4/plays/1/card", "recorded": "QH", "suggested": "QD"}],
            "verdict": "clean",
            "offences": [],
            "points": {"ana+cy": 51, "ben+dee": 52},
            "detail": "cy's card in trick 5 was QD, not QH.",
        }
    ]


def test_a_card_miscopied_in_a_log_alone() -> None:
    """Rulings, slips: a card that stands twice, both places; an offence is proved only if it stands in both readings.

    If ben played the queen of diamonds in trick 7, cy revoked in trick 5 and ben's next lead was dee's.
    """
    ruled = ruling(with_entry(LOG, 4, 1, card="QH"))
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/6/plays/1")]
    assert open_questions(ruled) == [("revoke", "#/tricks/4/plays/1", [0]), ("wrong_leader", "#/tricks/7/plays/0", [0])]
    assert offers(ruled) == [
        ("card_miscopied", [("#/tricks/4/plays/1/card", "QH", "QD")]),
        ("card_miscopied", [("#/tricks/6/plays/1/card", "QH", "QD")]),
    ]
    first, second = ruled["readings"]
    assert (first["verdict"], offences(first)) == ("clean", [])
    assert (second["verdict"], offences(second)) == (
        "irregular",
        [("revoke", "cy", "#/tricks/4/plays/1"), ("wrong_leader", "ben", "#/tricks/7/plays/0")],
    )


def test_an_offence_that_stands_in_every_reading_is_proved() -> None:
    """Rulings, slips: whichever suspect is the wrong one; cy revokes in trick 2, and trick 4 has a card twice."""
    body = record(honours(), "ana AH KH QH JH", "ana AC KC QD JC", "ana AD KD QC JD", "ana AS KS KS JS")
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("revoke", "#/tricks/1/plays/2"), ("card_replayed", "#/tricks/3/plays/2")]
    assert ruled["verdict"] == "irregular"
    assert all(("revoke", "cy", "#/tricks/1/plays/2") in offences(each) for each in ruled["readings"])
    assert offers(ruled)[:2] == [
        ("card_miscopied", [("#/tricks/3/plays/1/card", "KS", "QS")]),
        ("card_miscopied", [("#/tricks/3/plays/2/card", "KS", "QS")]),
    ]


def test_a_card_that_nobody_can_tell_is_not_suggested() -> None:
    """Rulings, slips: readings; of more than a few cards that fit none is named, and none decides anything."""
    body = record("pagat", "ana AC 2C 3C 4C", "ana 5C 6C 7C AC")
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("card_replayed", "#/tricks/1/plays/3")]
    assert offers(ruled)[:2] == [
        ("card_miscopied", [("#/tricks/0/plays/0/card", "AC", None)]),
        ("card_miscopied", [("#/tricks/1/plays/3/card", "AC", None)]),
    ]
    assert ruled["readings"][1]["detail"] == "dee's card in trick 2 was another than AC."


def test_a_card_taken_back_is_miscopied() -> None:
    """Rulings, slips: a card miscopied in a play; a card taken back stands in a play too."""
    body = taken_back(listed(record(honours(), "ana AH KH QH JH", "ana AC KC QC JC")), 1, "cy", "2D")
    ruled = ruling(changed(body, hands={"cy": ["QH", "QC", "QD", "QS"]}))
    pointer = "#/tricks/0/plays/2/withdrawn/0/card"
    assert codes(ruled["findings"]) == ["card_not_in_deck", "revoke_corrected"]
    assert offers(ruled) == [("card_miscopied", [(pointer, "2D", each)]) for each in ("QC", "QD", "QS")]


def test_a_card_taken_back_and_played_later_may_stand_in_its_place() -> None:
    """Rulings, slips: cy took back the queen of spades in trick 1; it is the card that trick 4 has wrong."""
    body = record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS KS JS")
    ruled = ruling(taken_back(body, 1, "cy", "QS"))
    assert ("card_miscopied", [("#/tricks/3/plays/2/card", "KS", "QS")]) in offers(ruled)


# Two cards, or two names, of one trick exchanged.


@pytest.mark.parametrize(("member", "other"), [("card", "player"), ("player", "card")])
def test_two_entries_of_a_trick_exchanged(member: str, other: str) -> None:
    """Rulings, slips: two cards, or two names, of one trick exchanged; one slip is one finding.

    The other of the two explains the errors as well, but makes one of the players jump ahead; so do two cards that were
    exchanged between the lists of the two players.
    """
    ruled = ruling(exchanged(ROUND, 4, member, 1, 2))
    assert places(ruled["findings"]) == [("card_not_held", f"#/tricks/4/plays/{play}") for play in (1, 2)]
    assert [each.get("follows") for each in ruled["findings"]] == [None, 0]
    assert ruled["verdict"] == "inconsistent"
    slips = {"card": "cards_exchanged", "player": "names_exchanged"}
    slip_of = [(each["slip"], each["changes"][0]["pointer"].split("/")[1]) for each in ruled["readings"]]
    assert slip_of[0] == (slips[member], "tricks")
    assert sorted(slip_of[1:]) == sorted([("cards_exchanged", "hands"), (slips[other], "tricks")])
    assert ruled["readings"][0]["verdict"] == "clean"
    plays = ROUND["tricks"][4]["plays"]
    assert entries(ruled["readings"][0]) == [
        (f"#/tricks/4/plays/1/{member}", plays[2][member], plays[1][member]),
        (f"#/tricks/4/plays/2/{member}", plays[1][member], plays[2][member]),
    ]
    first, second = plays[2][member], plays[1][member]
    assert ruled["readings"][0]["detail"] == f"{first} and {second} were exchanged in trick 5 (plays 2 and 3)."
    jumps = ruled["readings"][slip_of.index((slips[other], "tricks"))]
    assert [code for code, *_ in offences(jumps)] == ["out_of_turn"]


def test_entries_exchanged_beside_cards_that_could_not_be_read() -> None:
    """Rulings, proof: ``??`` decides nothing; two of them are not one card that stands twice."""
    unread = with_entry(with_entry(ROUND, 0, 1, card="??"), 1, 1, card="??")
    ruled = ruling(exchanged(unread, 4, "player", 1, 2))
    assert places(ruled["findings"]) == [("card_not_held", f"#/tricks/4/plays/{play}") for play in (1, 2)]
    assert ruled["readings"][0]["slip"] == "names_exchanged"
    assert ruled["readings"][0]["detail"] == "dee and cy were exchanged in trick 5 (plays 2 and 3)."


@pytest.mark.parametrize("member", ["card", "player"])
def test_entries_exchanged_in_a_log_without_hands_stand(member: str) -> None:
    """Rulings, slips: no slip is invented to excuse an offence; without hands nothing is contradicted."""
    body = record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS QS JS")
    ruled = ruling(exchanged(body, 1, member, 1, 2))
    assert "readings" not in ruled
    assert ruled["verdict"] == ("clean" if member == "card" else "irregular")


def test_exchanged_cards_explain_a_claimed_winner() -> None:
    """Rulings, slips: the claimed winner has the card that won, if two cards of the trick are exchanged."""
    body = copy.deepcopy(LOG)
    body["tricks"][4]["winner"] = "cy"
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_winner"]
    slips = {each["slip"] for each in ruled["readings"]}
    assert {"winner"} <= slips
    assert ruled["readings"][0]["slip"] == "winner"


# One name written for another.


def test_a_name_miscopied_beside_full_hands() -> None:
    """Rulings, slips: nobody is accused because of a name that is suspect; only ben held the card that was led."""
    ruled = ruling(with_entry(ROUND, 4, 0, player="cy"))
    assert codes(ruled["findings"]) == ["missing_play", "extra_play", "card_not_held"]
    assert [each.get("follows") for each in ruled["findings"]] == [None, 0, 0]
    assert offers(ruled) == [("name_miscopied", [("#/tricks/4/plays/0/player", "cy", "ben")])]
    assert ruled["readings"][0]["detail"] == "7D in trick 5 was played by ben, not by cy."
    assert (ruled["readings"][0]["verdict"], ruled["readings"][0]["points"]) == ("clean", {"ana+cy": 51, "ben+dee": 52})


def test_a_name_miscopied_in_a_log_alone() -> None:
    """Rulings, slips: either of the two cards may be dee's; what only one of the readings proves is not proved."""
    ruled = ruling(with_entry(LOG, 4, 2, player="cy"))
    assert [slip for slip, _ in offers(ruled)] == ["name_miscopied", "name_miscopied"]
    assert [each["verdict"] for each in ruled["readings"]] == ["clean", "irregular"]
    assert ruled["verdict"] == "inconsistent"


def test_a_name_miscopied_in_a_trick_that_is_not_over() -> None:
    """Rulings, slips: dee did not hold the card, and may not have jumped ahead of cy, whose card it is."""
    body = cut(with_entry(ROUND, 4, 1, player="dee"), 4, 2)
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["card_not_held"]
    assert ("name_miscopied", [("#/tricks/4/plays/1/player", "dee", "cy")]) in offers(ruled)
    assert ("out_of_turn", "#/tricks/4/plays/1", [0]) in open_questions(ruled)


def test_a_name_miscopied_at_the_lead_of_a_trick_that_is_not_over() -> None:
    """Rulings, slips: one name written for another; the heart that dee would have kept was ana's, who led."""
    body = record(honours(), "ana AH KH QH JD", "ana AC KC QC JC", "dee JH", stopped=True)
    body["tricks"][2]["leader"] = "ana"
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["leader_mismatch"]
    assert ("name_miscopied", [("#/tricks/2/plays/0/player", "dee", "ana")]) in offers(ruled)
    assert ("revoke", "#/tricks/0/plays/3", [0]) in open_questions(ruled)


def test_a_revoke_of_one_player_in_one_trick_is_proved_whichever_card_it_was() -> None:
    """Rulings, the order of judging, 5: the same player in the same trick; the record has him and his card there."""
    free = honours(play={"opening_card": "any", "spade_lead": "any_time"})
    ruled = ruling(record(free, "ana AS KS QC QS", "ana AH KH QC JD", "ana AC KC QH JC", "ana AD KD JH JS"))
    assert {changes[0] for _, changes in offers(ruled)} >= {
        ("#/tricks/0/plays/2/card", "QC", "QD"),
        ("#/tricks/1/plays/2/card", "QC", "QD"),
    }
    assert places(ruled["findings"]) == [(code, "#/tricks/1/plays/2") for code in ("card_replayed", "revoke")]
    assert ruled["findings"][1]["card"] == "QC"


def test_what_only_the_readings_show_is_not_asked_once_it_is_proved() -> None:
    """Rulings, the order of judging, 5: ana led the ace of diamonds, which is in her list, and two did not follow."""
    lines = ("ana AC KC QC JC", "ana AH KH QH JH", "ana AS KS QS JS", "ana KD AC QD JD")
    ruled = ruling(record(honours(), *lines, hands=hands(ana="AD AH AS KD", ben="KC KH KS AC")))
    assert {("revoke", f"#/tricks/0/plays/{play}") for play in (2, 3)} <= set(places(ruled["findings"]))
    assert set(places(ruled["findings"])).isdisjoint(places(ruled["undecided"]))


# A play left out.


@pytest.mark.parametrize("body", [ROUND, LOG], ids=["with hands", "without"])
def test_a_play_left_out(body: dict[str, object]) -> None:
    """Rulings, slips: a play left out; the card is the one that its player shows nowhere else."""
    ruled = ruling(left_out(body, 4, 1))
    assert places(ruled["findings"]) == [("missing_play", "#/tricks/4/plays")]
    assert (ruled["verdict"], ruled["complete"]) == ("inconsistent", True)
    assert (ruled["figures_from"], ruled["as_played"]) == ("readings", ruling(ROUND)["as_played"])
    assert offers(ruled) == [
        (
            "play_left_out",
            [(f"#/tricks/4/plays/{play}/player", None, "cy"), (f"#/tricks/4/plays/{play}/card", None, "QD")],
        )
        for play in (1, 0)
    ]
    assert (ruled["readings"][0]["verdict"], ruled["readings"][0]["points"]) == ("clean", {"ana+cy": 51, "ben+dee": 52})
    assert ruled["readings"][1]["verdict"] == "irregular"


def test_a_lead_left_out() -> None:
    """Rulings, slips: a lead left out; nobody is accused of not following it, and diamonds were led, whoever led."""
    ruled = ruling(left_out(ROUND, 4, 0))
    assert places(ruled["findings"]) == [("missing_play", "#/tricks/4/plays")]
    assert ("leader" in ruled["tricks"][4], ruled["tricks"][4]["led_suit"]) == (False, "D")
    assert offers(ruled)[0] == (
        "play_left_out",
        [("#/tricks/4/plays/0/player", None, "ben"), ("#/tricks/4/plays/0/card", None, "7D")],
    )
    assert ruled["readings"][0]["detail"] == "ben's lead of 7D was left out of trick 5 (play 1)."
    assert ruled["readings"][0]["verdict"] == "clean"


def test_a_play_left_out_of_the_last_trick() -> None:
    """Rulings, slips: fewer cards than the sheet counts: the last trick lacks one."""
    ruled = ruling(changed(left_out(ROUND, 12, 1), reported={"points": {"ana+cy": 51}}))
    assert places(ruled["findings"]) == [("missing_tricks", "#/tricks")]
    assert offers(ruled)[0] == (
        "play_left_out",
        [("#/tricks/12/plays/1/player", None, "cy"), ("#/tricks/12/plays/1/card", None, "JS")],
    )
    assert "missing_tricks" not in codes(ruling(left_out(ROUND, 12, 1))["findings"])


def test_a_lead_that_the_log_names_and_lacks() -> None:
    """Rulings, slips: the record names a leader who has no card in the trick: his lead was left out, or the name is."""
    body = left_out(ROUND, 12, 1)
    body["tricks"][12]["leader"] = "cy"
    ruled = ruling(body)
    assert places(ruled["findings"]) == [("leader_mismatch", "#/tricks/12/leader")]
    assert offers(ruled) == [
        ("leader", [("#/tricks/12/leader", "cy", "ben")]),
        ("play_left_out", [("#/tricks/12/plays/0/player", None, "cy"), ("#/tricks/12/plays/0/card", None, "JS")]),
    ]
    assert places(ruled["undecided"]) == [("out_of_turn", "#/tricks/12/plays/1")]


@pytest.mark.parametrize("claim", [{}, {"leader": "ben"}], ids=["no leader named", "the leader named"])
def test_a_lead_that_the_last_trick_may_lack_is_asked_for(claim: dict[str, str]) -> None:
    """Rulings, what is asked: who was to lead is the only one without a card; the record decides no more than that."""
    body = left_out(ROUND, 12, 0)
    body["tricks"][12].update(claim)
    ruled = ruling(body)
    assert (ruled["findings"], codes(ruled["undecided"])) == ([], ["wrong_leader"])
    assert ruled["undecided"][0]["decided_by"] == "#/tricks/12/plays"


def test_a_card_left_out_whose_player_has_more_unknown() -> None:
    """Rulings, slips: which card was left out is not told where more than a few fit."""
    ruled = ruling(record("pagat", "ana AH KH 3H", "ana AC KC QC 2C", "ana AD KD QD 2D"))
    assert offers(ruled)[0][1][1] == ("#/tricks/0/plays/3/card", None, None)
    assert ruled["readings"][0]["detail"] == "A card of dee's was left out of trick 1, as play 4."
    assert ruled["readings"][1]["detail"] == "dee's lead was left out of trick 1 (play 1)."


def test_cards_taken_back_keep_their_place_when_a_play_is_left_out() -> None:
    """Rulings, slips: all pointers are those of the record as it was sent, also behind a play that is put in."""
    body = taken_back(left_out(ROUND, 4, 1), 5, "ana", "AS", at=(7, 0))
    ruled = ruling(body)
    there = "#/tricks/4/plays/2/withdrawn/0"
    assert ("revoke", there) in places(ruled["findings"])
    assert ("revoke", "ana", there) in offences(ruled["readings"][0])


def test_two_plays_left_out_are_two_slips() -> None:
    """Rulings, slips: where no single slip mends a record there is no reading."""
    ruled = ruling(left_out(left_out(ROUND, 4, 1), 6, 1))
    assert codes(ruled["findings"]) == ["missing_play", "missing_play"]
    assert ruled.get("readings", []) == []


# A play written twice.


def test_a_play_written_twice() -> None:
    """Rulings, slips: a play written twice; one of the two is surplus, and the card stands twice."""
    body = copy.deepcopy(ROUND)
    body["tricks"][4]["plays"].insert(2, {"player": "cy", "card": "QD"})
    ruled = ruling(body)
    assert {"extra_play", "card_replayed"} >= set(codes(ruled["findings"]))
    assert [each.get("follows") for each in ruled["findings"]] == [None, *[0] * (len(ruled["findings"]) - 1)]
    assert [(each["slip"], each["verdict"], each["detail"]) for each in ruled["readings"]] == [
        # Without play 2 it is the same record.
        ("play_written_twice", "clean", "cy's play was written twice in trick 5 (play 3 is one too many).")
    ]


def test_a_play_surplus_in_a_record_with_a_sheet_leaves_no_trick_short() -> None:
    """Rulings, slips: a reading removes every contradiction, also that of a sheet that counts every trick."""
    body = changed(with_entry(LOG, 12, 3, player="ben"), reported={"points": {"ana+cy": 51}})
    assert {slip for slip, _ in offers(ruling(body))} == {"name_miscopied"}


@pytest.mark.parametrize(("play", "own", "of_another"), [(0, "5H", "2H"), (1, "9H", "KH"), (3, "KH", "9H")])
def test_a_card_that_stands_in_the_last_trick_again(play: int, own: str, of_another: str) -> None:
    """Rulings, slips: a play written twice is one player's; a card that another played was not written twice."""
    pointer = f"#/tricks/12/plays/{play}/player"
    offered = [(slip, changes[0][0]) for slip, changes in offers(ruling(with_entry(LOG, 12, play, card=own)))]
    assert ("play_written_twice", pointer) in offered
    ruled = ruling(with_entry(LOG, 12, play, card=of_another))
    assert {slip for slip, _ in offers(ruled)} == {"card_miscopied"}


def test_cards_taken_back_keep_their_place_when_a_play_is_surplus() -> None:
    """Rulings, slips: all pointers are those of the record as it was sent, also behind a surplus play."""
    body = taken_back(ROUND, 5, "ana", "AS", at=(7, 0))
    body["tricks"][4]["plays"].insert(2, {"player": "cy", "card": "QD"})
    ruled = ruling(body)
    there = "#/tricks/4/plays/4/withdrawn/0"
    assert ("revoke", there) in places(ruled["findings"])
    assert all(("revoke", "ana", there) in offences(each) for each in ruled["readings"])


def test_surplus_plays_in_two_tricks_are_two_slips() -> None:
    """Rulings, slips: where no single slip mends a record turns in such tricks prove nothing."""
    body = copy.deepcopy(unclaimed(LOG))
    body["tricks"][4]["plays"].append({"player": "cy", "card": "2D"})
    body["tricks"][8]["plays"].append({"player": "dee", "card": "3D"})
    ruled = ruling(body)
    assert ruled.get("readings", []) == []
    assert not {"wrong_leader", "out_of_turn", "revoke"} & set(codes(ruled["findings"]))


def test_nobody_is_out_of_turn_because_of_a_name_that_is_suspect() -> None:
    """Rulings, slips: nobody is wrong_leader or out_of_turn because of a card or a name that is suspect.

    The queen of spades was cy's, whose name the last trick lacks; ben's stands twice.
    """
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS ben QS dee JS")
    assert codes(ruling(record(honours(), *lines))["findings"]) == ["extra_play"]
