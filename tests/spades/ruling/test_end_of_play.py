"""What would be decided by what came after the log is open, unless the record says how play ended.

docs/reference/rules.md, "The end of play"; H1, H2. Each open record has its twins, which say how play ended.
"""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, taken_back, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED
from tests.spades.builders.records import bids, call, hands, record
from tests.spades.builders.rulesets import honours, small
from tests.spades.builders.rulings import codes

OPEN = "end_of_play_open"
HERE = "#/tricks/0/plays/2"
LATE_CALLS = {"accusation_until": "end_of_round"}


def begun(body: Json, *log: int, **irregularities: object) -> Json:
    """Return a record whose log ends after so many tricks, and does not say how play ended."""
    return changed(without(cut(body, *log), "stopped"), ruleset=honours(irregularities=irregularities))


def revoke_in(ruled: Json) -> Json:
    (found,) = [each for each in ruled["findings"] if each["code"] in {"revoke", "illegal_spade_lead"}]
    return dict(found)


def asked(ruled: Json) -> list[tuple[str, str]]:
    """Return the pointers of the questions how play ended, each with what would decide it."""
    return [(each["pointer"], each["decided_by"]) for each in ruled["undecided"] if each["code"] == OPEN]


# Whether a revoke is established.


def test_a_revoke_in_the_last_trick_of_a_log_is_proved_and_its_price_is_open() -> None:
    ruled = ruling(begun(REVOKED, 1))
    found = revoke_in(ruled)
    assert "established" not in found
    assert found["detail"].endswith("Whether it came to be established is open, and so is what it costs.")
    assert (ruled["verdict"], ruled["penalties"], asked(ruled)) == ("irregular", [], [(HERE, "#/tricks/1")])
    (question,) = ruled["undecided"]
    assert (question["severity"], question["player"], question["trick"]) == ("note", "cy", 1)
    assert question["detail"] == (
        "cy's revoke in hearts in trick 1 is not established by the end of the log."
        " The record does not say whether play went on."
    )


@pytest.mark.parametrize(
    ("members", "established"),
    [
        pytest.param({"stopped": True}, False, id="stopped"),
        pytest.param({"claim": {"by": "ana", "tricks": 3, "accepted": True}}, True, id="an accepted claim"),
        pytest.param({"claim": {"by": "dee", "tricks": 3, "accepted": False}}, False, id="a claim that is contested"),
        pytest.param({"accusations": [call("ben cy at 2.0")]}, False, id="called at the end of the log"),
        pytest.param({"accusations": [call("ben cy at 1.4")]}, False, id="the same moment"),
        pytest.param({"accusations": [call("ben cy at 2.1")]}, True, id="called after the next lead"),
        pytest.param({"accusations": [call("ben cy at 5.0")]}, True, id="called after the round"),
        pytest.param({"tricks": REVOKED["tricks"][:2]}, True, id="the next trick"),
        pytest.param({"tricks": REVOKED["tricks"]}, True, id="the round"),
    ],
)
def test_it_is_known_if_the_record_says_how_play_ended(members: Json, established: bool) -> None:
    ruled = ruling({**begun(REVOKED, 1), **members})
    assert revoke_in(ruled)["established"] is established
    assert asked(ruled) == []
    assert ("not established yet" in revoke_in(ruled)["detail"]) is (not established)


def of_six(*lines: str, **irregularities: object) -> Json:
    """Return a record of hands of six cards, ana's the highest, in which play was stopped."""
    listed = hands(ana="AH KH AS AC KC AD", ben="2H 3H 2S 2C 3C 2D", cy="4H 5H 4S 4C 5C 4D", dee="6H 7H 6S 6C 7C 6D")
    return record(small(4, 6, irregularities=irregularities), *lines, hands=listed)


def test_a_lead_that_counts_as_a_revoke_is_as_open() -> None:
    led = "ana AH 2H 4H 6H", "ana AS 2S 4S 6S"
    counts = ruling(without(of_six(*led, illegal_spade_lead="as_revoke"), "stopped"))
    assert asked(counts) == [("#/tricks/1/plays/0", "#/tricks/2")]
    assert revoke_in(ruling(of_six(*led, illegal_spade_lead="as_revoke")))["established"] is False
    stands = ruling(without(of_six(*led), "stopped"))
    assert asked(stands) == []
    assert revoke_in(stands)["detail"].endswith("Under this ruleset the lead stands and costs nothing.")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (begun(REVOKED, 1, revoke_penalty="none"), "Under this ruleset it costs nothing."),
        ({**begun(REVOKED, 1), "accusations": []}, "No call was made about it, so it costs nothing."),
    ],
)
def test_what_costs_nothing_in_any_case_says_so(body: Json, why: str) -> None:
    ruled = ruling(body)
    assert revoke_in(ruled)["detail"].endswith(why)
    assert asked(ruled) == [(HERE, "#/tricks/1")]


def test_a_trick_in_progress_is_no_end_of_play() -> None:
    """The next player plays as soon as the log goes on; the question points to the trick in progress."""
    ruled = ruling(begun(REVOKED, 0, 3, revoke_established="next_player_plays"))
    assert asked(ruled) == [(HERE, "#/tricks/0")]


def test_a_penalty_that_is_the_same_however_play_ended_is_stated() -> None:
    """Ana's side set by a card out of turn; whether its revoke sets it too changes nothing."""
    rules_of_both = {"revoke_penalty": "contract_set", "out_of_turn": "as_revoke"}
    body = begun(REVOKED, 1, **rules_of_both)
    plays = body["tricks"][0]["plays"]
    body["tricks"][0]["plays"] = [plays[0], plays[2], plays[1], plays[3]]
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["out_of_turn", "revoke"]
    assert [(each["finding"], each["effect"]) for each in ruled["penalties"]] == [(0, "contract")]


def test_nobody_is_credited_who_may_have_revoked_too() -> None:
    """`opponents_credited`: ben's revoke is established, and cy's may be: then its side is not credited."""
    body = of_six("ana AH 2C 4H 6H", "ana AC 3C 4D 6C", revoke_penalty="opponents_credited")
    assert [each["team"] for each in ruling(body)["penalties"]] == ["ben+dee", "ana+cy"]
    assert [each["team"] for each in ruling(without(body, "stopped"))["penalties"]] == ["ben+dee"]


# Whether a call came in time.


def test_a_call_without_a_moment_may_have_come_at_the_end_of_the_log() -> None:
    body = {**begun(REVOKED, 2, **LATE_CALLS), "accusations": [call("ben cy")]}
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["revoke"]
    assert revoke_in(ruled)["detail"].endswith("Whether it was called in time is open, and so is what it costs.")
    assert (ruled["penalties"], asked(ruled)) == ([], [("#/accusations/0", "#/accusations/0/at")])
    (answer,) = ruled["accusations"]
    assert answer["result"] == "upheld"
    assert answer["detail"] == (
        "cy revoked in trick 1; whether the call was in time depends on how play ended, which the record does not say."
    )


@pytest.mark.parametrize(
    ("members", "found"),
    [
        pytest.param({"stopped": True}, "late_accusation", id="stopped"),
        pytest.param({"claim": {"by": "ana", "tricks": 2, "accepted": True}}, "late_accusation", id="a claim"),
        pytest.param({"tricks": REVOKED["tricks"]}, "late_accusation", id="the round"),
        pytest.param({"accusations": [call("ben cy at 3.0")]}, None, id="called at the end of the log"),
        pytest.param({"accusations": [call("ben cy at 5.0")]}, "late_accusation", id="called after the round"),
        pytest.param({"accusations": [call("ben cy"), call("dee cy at 2.4")]}, None, id="called in time as well"),
    ],
)
def test_it_is_known_when_a_call_came(members: Json, found: str | None) -> None:
    ruled = ruling({**begun(REVOKED, 2, **LATE_CALLS), "accusations": [call("ben cy")], **members})
    assert codes(ruled["findings"]) == ["revoke", *([found] if found else [])]
    assert asked(ruled) == []
    assert bool(ruled["penalties"]) is (found is None)


def test_a_call_that_would_be_late_at_the_end_of_the_log_is_late() -> None:
    """H2, `next_trick_led`: the log has the lead to the next trick, so no call after it is in time."""
    body = {**begun(REVOKED, 2, accusation_until="next_trick_led"), "accusations": [call("ben cy")]}
    assert codes(ruling(body)["findings"]) == ["revoke", "late_accusation"]
    last = ruling({**begun(REVOKED, 1, accusation_until="next_trick_led"), "accusations": [call("ben cy")]})
    assert codes(last["findings"]) == ["revoke"]
    assert asked(last) == [(HERE, "#/tricks/1"), ("#/accusations/0", "#/accusations/0/at")]


def test_a_last_trick_that_may_be_missing_is_no_end_of_play() -> None:
    """Slips before accusations, step 3: the missing trick may be behind the log; nobody knows that it was played."""
    body = {**begun(REVOKED, 3, **LATE_CALLS), "accusations": [call("ben cy")]}
    ruled = ruling(body)
    assert "The last trick was left out" in ruled["readings"][-1]["detail"]
    assert (codes(ruled["findings"]), ruled["penalties"]) == (["revoke"], [])
    assert revoke_in(ruled)["established"] is True
    assert asked(ruled) == [("#/accusations/0", "#/accusations/0/at")]
    assert codes(ruling({**body, "stopped": True})["findings"]) == ["revoke", "late_accusation"]


def test_the_same_call_made_twice_is_asked_about_once() -> None:
    calls = [call("ben cy"), call("dee cy"), call("ben cy 1")]
    ruled = ruling({**begun(REVOKED, 2, **LATE_CALLS), "accusations": calls})
    assert asked(ruled) == [("#/accusations/0", "#/accusations/0/at")]


# Whether a card was taken back in time.


@pytest.mark.parametrize(
    ("at", "found", "open_code"),
    [
        pytest.param((2, 0), "revoke_corrected", None, id="before the lead"),
        pytest.param((2, 2), None, "revoke", id="when two others had played, whoever they were"),
        pytest.param((2, 3), "revoke", None, id="when one of the side must have played"),
        pytest.param(None, "revoke_corrected", None, id="untold: in time"),
    ],
)
def test_a_card_taken_back_after_the_log(at: tuple[int, int] | None, found: str | None, open_code: str | None) -> None:
    """H1, `offending_side_plays_next`: who had played to trick 2 by then, the log does not show."""
    body = taken_back(begun(RANKS, 1, revoke_established="offending_side_plays_next"), 1, "cy", "QC", at=at)
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ([found] if found else [])
    assert codes(ruled["undecided"]) == ([open_code] if open_code else [])
    for question in ruled["undecided"]:
        assert question["decided_by"] == "#/tricks/1"
        assert "whether that was in time depends on who had played by then" in question["detail"]


# In a game.


def test_a_game_is_not_lost_by_a_revoke_whose_establishment_is_open() -> None:
    """H3, `forfeit_game`: the round has no score yet, and nobody knows whether the revoke ended the game."""
    sheet = {"players": RANKS["players"], "ruleset": honours(irregularities={"revoke_penalty": "forfeit_game"})}
    played = {"tricks": REVOKED["tricks"][:1], "hands": REVOKED["hands"], "bids": bids("ana 1, ben 1, cy 1, dee 1")}
    went_on = {**played, "tricks": REVOKED["tricks"][:2]}
    ruled = {
        name: ask("auditGame", {**sheet, "first_dealer": "dee", "rounds": [each]})
        for name, each in (("open", played), ("established", went_on), ("stopped", {**played, "stopped": True}))
    }
    assert {name: each["finished"] for name, each in ruled.items()} == {
        "open": False,
        "established": True,
        "stopped": False,
    }
    (first,) = ruled["open"]["rounds"]
    assert codes(first["undecided"]) == [OPEN]
    assert first["undecided"][0]["decided_by"] == "#/rounds/0/tricks/1"
