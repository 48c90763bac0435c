"""Calls about a record that has several readings: the answer has to stand in every one of them."""

from __future__ import annotations

import copy

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, replaced, with_hands, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED
from tests.spades.builders.records import call, hands, record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import entries

TWICE = replaced(without(RANKS, "hands"), "QH", "QC")
"""cy plays the queen of clubs to the hearts of trick 1 and to the clubs of trick 2: one of them was that of hearts."""
WRONG_DEALER = record(honours(), "ben KH QH JH AH", "ana AC KC QC JC", bid="ben 1, cy 1, dee 1, ana 1")
"""Bidding and opening lead are ben's, and so the dealer was ana and not dee; the log ends after two tricks."""


def answer(body: Json, called: str, *errors: str) -> str:
    """Return the result of a call about a record that has these errors and readings that mend it."""
    ruled = ruling(changed(body, accusations=[call(called)]))
    assert codes(ruled["findings"]) == list(errors)
    assert ruled["readings"]
    return str(ruled["accusations"][0]["result"])


@pytest.mark.parametrize(
    ("called", "result"),
    [("ana cy 1", "undecidable"), ("ana cy", "undecidable"), ("ana ben 1", "refuted"), ("ana ben", "refuted")],
)
def test_a_call_is_refuted_if_every_reading_refutes_it(called: str, result: str) -> None:
    """H7: in one reading cy followed suit to trick 1, in the other cy kept a heart; ben's cards are in no doubt."""
    assert answer(TWICE, called, "card_replayed") == result


@pytest.mark.parametrize(
    ("called", "result"),
    [("dee cy 2 at 3.0", "refuted"), ("dee cy 3", "undecidable"), ("dee cy", "refuted")],
)
def test_a_wrong_dealer_leaves_the_cards_as_they_are(called: str, result: str) -> None:
    """H7: a trick that is not in the record refutes nothing, whoever dealt; play was stopped where it ends."""
    assert answer(WRONG_DEALER, called) == result


def test_a_wrong_leader_leaves_the_cards_of_others_as_they_are() -> None:
    """H7: ana led to trick 2 and the record names ben; whichever of their entries is wrong, dee followed to a club."""
    body = without(RANKS, "hands")
    first, second, *others = body["tricks"]
    body = changed(body, tricks=[first, {**second, "leader": "ben"}, *others])
    assert answer(body, "ana dee", "leader_mismatch") == "refuted"


@pytest.mark.parametrize(("named", "upheld", "costs"), [(1, [1], []), (2, [2], ["dee"])])
def test_a_call_that_means_a_corrected_revoke_costs_no_other_one_with_a_slip(
    named: int, upheld: list[int], costs: list[str]
) -> None:
    """H7: the number says which of dee's revokes is meant, the corrected one or the other, whoever led to trick 4."""
    body = record(
        honours(irregularities={"revoke_penalty": "forfeit_game"}),
        "ana AH KH QH JH",
        "ana AC KC QC JD",
        "ana AD KD QD JC",
        "ana AS KS QS JS",
        bid="ana 1, ben 1, cy 1, dee 1",
    )
    body["tricks"][0]["plays"][3]["withdrawn"] = [{"card": "JD"}]
    body["accusations"] = [call(f"ana dee {named}")]
    slip = copy.deepcopy(body)
    slip["tricks"][3]["leader"] = "ben"
    for each, errors in ((body, []), (slip, ["leader_mismatch"])):
        ruled = ruling(each)
        (answered,) = ruled["accusations"]
        assert [code for code in codes(ruled["findings"]) if "revoke" not in code] == errors
        assert [ruled["findings"][index]["trick"] for index in answered["findings"]] == upheld
        assert [ruled["findings"][each["finding"]]["player"] for each in ruled["penalties"]] == costs


@pytest.mark.parametrize("names", ["player", "trick"])
@pytest.mark.parametrize("when", ["1", "2", "1 at 1.4", "1 at 2.0", "2 at 2.3", "2 at 2.4", "2 at 3.0", "1 at 2.1"])
@pytest.mark.parametrize("accused", ["cy", "ben"])
def test_a_call_of_either_copy_of_a_trick_is_one_of_that_trick(accused: str, when: str, names: str) -> None:
    """Rulings, what is asked: without either of two copies it is one record, in which cy revoked and ben did not."""
    body = copy.deepcopy(REVOKED)
    body["ruleset"]["overrides"]["irregularities"] = {"call_names": names}
    body["tricks"].insert(1, copy.deepcopy(body["tricks"][0]))
    body["accusations"] = [call(f"dee {accused} {when}")]
    ruled = ruling(body)
    assert places(ruled["findings"])[0] == ("revoke", "#/tricks/0/plays/2")
    assert [entries(reading) for reading in ruled["readings"]] == [[("#/tricks/1", None, None)]]
    (answered,) = ruled["accusations"]
    # A number, or a moment, may be that of another trick: then nobody called falsely.
    refuted = "refuted" if when in {"1", "2"} and names == "player" else "undecidable"
    assert answered["result"] == ("upheld" if accused == "cy" else refuted)
    assert "the call named" not in answered["detail"]


BROKEN_OFF = record(honours(), "ana AH KH QH JH", "ana AC KD QC JC", "ana AD KS QS JD", "ana AH")
"""ana's ace of hearts stands twice; ben may have revoked in tricks 2 and 3, and cy in trick 3."""


@pytest.mark.parametrize(
    ("called", "detail"),
    [
        ("ana ben", "Whether ben revoked in trick 2 is undecided."),
        ("ana cy", "Whether cy revoked in trick 3 is undecided."),
        ("ana dee", "The record leaves some of dee's cards, or the leads to them, in doubt."),
    ],
)
def test_a_call_is_answered_by_every_question_that_the_readings_leave_open(called: str, detail: str) -> None:
    """Rulings, order of judging: a call is decided where all readings agree, and none of these refutes it."""
    ruled = ruling(changed(BROKEN_OFF, accusations=[call(called)]))
    (answered,) = ruled["accusations"]
    assert (answered["result"], answered["detail"]) == ("undecidable", detail)
    assert len(ruled["readings"]) == 3


FORGOTTEN = record(
    honours(irregularities={"accusation_until": "next_trick_led"}),
    *("ana AH KH QC JH", "ana AD KD QD JD", "ana AC KC QH JC"),
    hands=hands(cy="QH QC QD QS"),
    reported={"points": {"ana+cy": 22}},
)
"""cy revokes in trick 1, and one of four tricks is not in the record: nobody knows between which others it belongs."""


@pytest.mark.parametrize(
    ("when", "costs", "found", "reason"),
    [
        ("1.3", 1, [], ""),
        ("1.4", 0, [], " By some readings of the record it was not called in time, and then it costs nothing."),
        ("2.0", 0, [], " By some readings of the record it was not called in time, and then it costs nothing."),
        ("2.1", 0, ["late_accusation"], " It was called too late, so it costs nothing."),
    ],
)
def test_a_call_came_in_time_if_it_did_so_in_every_reading(
    when: str, costs: int, found: list[str], reason: str
) -> None:
    """Rulings, order of judging: the missing trick may have been played between the revoke and the call."""
    ruled = ruling(changed(FORGOTTEN, accusations=[call(f"ben cy at {when}")]))
    assert codes(ruled["findings"]) == ["revoke", "missing_tricks", *found]
    assert ruled["findings"][0]["detail"] == f"cy played QC on a heart lead while holding QH.{reason}"
    assert (ruled["accusations"][0]["result"], len(ruled["penalties"])) == ("upheld", costs)


IN_OTHER_ORDER = with_hands(
    record(honours(), "ana AH KH QH JH", "ben KC QC JS AC", "ana KD AD QD JD", "dee JC AS KS QS")
)
"""dee revokes in trick 2; three players led out of turn, or tricks 2 and 3 were played in the other order."""


@pytest.mark.parametrize(("called", "result"), [("at 3.0", "undecidable"), ("at 4.0", "upheld"), ("", "upheld")])
def test_a_call_is_upheld_if_it_came_after_the_revoke_in_every_reading(called: str, result: str) -> None:
    """Rulings, order of judging: a call made before the other trick may have been made before the revoke."""
    assert answer(IN_OTHER_ORDER, f"ben dee {called}", "revoke") == result


@pytest.mark.parametrize(
    ("called", "ruled", "named"),
    [
        ("at 3.0", False, "By some readings of the record it was not called in time"),
        ("at 3.4", False, "By some readings of the record it was not called in time"),
        ("at 4.0", False, "By some readings of the record it was not called in time"),
        ("at 4.1", True, "It was called too late"),
    ],
)
def test_a_score_is_stated_if_a_call_costs_the_same_in_every_reading(called: str, ruled: bool, named: str) -> None:
    """Rulings, figures: in the other order the call at 3.0 came before the revoke, and the one at 4.0 in time."""
    rules = {"accusation_until": "next_trick_led", "revoke_penalty": "tricks", "revoke_tricks": 1}
    body = changed(IN_OTHER_ORDER, ruleset=honours(irregularities=rules), accusations=[call(f"ben dee {called}")])
    answered = ruling(body)
    assert ("as_played" in answered, "as_ruled" in answered, answered["penalties"]) == (True, ruled, [])
    assert ("figures_from" in answered) is ruled
    assert f"{named}, " in answered["findings"][0]["detail"]
