"""Rows of an audited game that can't be scored: each is a finding of its round, and refuses nothing."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import TURNS, game, in_game, refused, row, ruled
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.records import bids
from tests.spades.builders.rulings import places

ONE_SHORT = row(0, 7, 5)
NO_BID_BY_DEE = {**row(0, 7), "bids": bids(TURNS[0])[:3]}
TWO_BIDS_BY_DEE = {**row(0, 7), "bids": [*bids(TURNS[0]), {"player": "dee", "tricks": 4}]}


@pytest.mark.parametrize(
    ("tricks_won", "total"),
    [({"ana+cy": 7, "ben+dee": 5}, 12), ({"ana": 10, "ben": 4}, 14), ({}, 0), ({"ana+cy": 26}, 26)],
)
def test_tricks_that_do_not_add_up_are_a_finding_of_their_row(tricks_won: Json, total: int) -> None:
    """Rulings, the sheet: a row whose tricks don't add up leaves its round without a score; it refuses nothing."""
    (only,) = ruled(game({**row(0, 7), "tricks_won": tricks_won}))["rounds"]
    (finding,) = only["findings"]
    assert (finding["code"], finding["severity"]) == ("wrong_tricks_won", "error")
    assert (finding["pointer"], finding["evidence"]) == (
        "#/rounds/0/tricks_won",
        {"reported": total, "counted": 13},
    )
    assert finding["detail"] == f"The tricks of the row add up to {total}, but the round has 13."
    assert not {"player", "team", "trick"} & finding.keys()
    assert (only["verdict"], only["complete"], only["penalties"]) == ("inconsistent", False, [])
    assert not {"as_played", "as_ruled"} & only.keys()


def test_a_bid_that_is_missing_leaves_its_row_without_a_score() -> None:
    """Rulings, bids: missing: a finding, no score."""
    (only,) = ruled(game(NO_BID_BY_DEE))["rounds"]
    assert places(only["findings"]) == [("bid_missing", "#/rounds/0/bids")]
    assert (only["verdict"], only["complete"], "as_ruled" in only) == ("inconsistent", False, False)


def test_of_two_bids_the_first_counts_in_a_row() -> None:
    """Rulings, bids: repeated: the first stands, and the round is scored by it."""
    (only,) = ruled(game(TWO_BIDS_BY_DEE))["rounds"]
    assert places(only["findings"]) == [("bid_repeated", "#/rounds/0/bids/4")]
    assert (only["verdict"], only["complete"]) == ("irregular", True)
    (as_single,) = ruled(game(row(0, 7)))["rounds"]
    assert only["as_ruled"] == as_single["as_ruled"]


def test_every_fault_of_a_row_is_found() -> None:
    """Rulings, severity: in the order of the record: bids, then the sheet."""
    faulty = {**NO_BID_BY_DEE, "bids": [*bids("ana 3, ana 4, ben 3, cy 2")], "tricks_won": {"ana": 1}}
    (only,) = ruled(game(faulty))["rounds"]
    assert places(only["findings"]) == [
        ("bid_repeated", "#/rounds/0/bids/1"),
        ("bid_missing", "#/rounds/0/bids"),
        ("wrong_tricks_won", "#/rounds/0/tricks_won"),
    ]


@pytest.mark.parametrize("faulty", [ONE_SHORT, NO_BID_BY_DEE])
def test_the_game_goes_on_after_a_row_without_a_score(faulty: Json) -> None:
    """Rulings, the sheet: the rounds after it are scored, but not compared, as after any round without a score."""
    claimed = {"points": {"ana+cy": 51}, "score": {"ana+cy": 999}, "bags": {"ana+cy": 9}}
    answer = ruled(game(row(0, 7), {**faulty, "reported": claimed}, {**row(2, 7), "reported": claimed}))
    first, second, third = answer["rounds"]
    assert [each["complete"] for each in answer["rounds"]] == [True, False, True]
    assert second["differences"] == []
    assert third["as_ruled"][0]["points"] == 52
    assert not {"before", "after"} & third["as_ruled"][0].keys()
    assert (third["findings"], third["differences"]) == ([], [])
    assert [each["dealer"] for each in answer["rounds"]] == ["dee", "ana", "ben"]
    assert (answer["finished"], answer["winners"], "standing" in answer) == (False, [], False)
    assert answer["detail"] == "Round 2 has no score, so the standing is not known."
    assert first["verdict"] == "clean"


def test_the_tricks_of_a_row_that_do_not_add_up_are_the_first_error() -> None:
    """Rulings, the sheet: such a row is the sheet's `first_error`, if it is the first."""
    wrong_points: Json = {"points": {"ana+cy": 53}}
    error = ruled(game(row(0, 7), row(1, 7, 5, **wrong_points), row(2, 7, **wrong_points)))["first_error"]
    assert error == {
        "round": 2,
        "pointer": "#/rounds/1/tricks_won",
        "reported": 12,
        "expected": 13,
        "cause": "tricks",
        "detail": "Round 2: the tricks of the row add up to 12, but the round has 13.",
    }
    earlier = ruled(game(row(0, 7, **wrong_points), row(1, 7, 5)))["first_error"]
    assert earlier["pointer"] == "#/rounds/0/reported/points/ana+cy"
    assert "first_error" not in ruled(game(row(0, 7), row(1, 7, 6)))


def test_a_bid_that_is_missing_is_no_wrong_value() -> None:
    """Design, games/audit: the first error has the right value beside it, and here nobody knows it."""
    assert "first_error" not in ruled(game(NO_BID_BY_DEE))


def test_a_sheet_to_score_is_still_refused() -> None:
    """Design: 422 if the totals are not the size of a hand, or a bid is missing or doubled."""
    for faulty, code in (
        (ONE_SHORT, "tricks_total"),
        (NO_BID_BY_DEE, "missing_bid"),
        (TWO_BIDS_BY_DEE, "doubled_bid"),
    ):
        problem = ask("scoreGame", game(faulty), 422)
        assert [each["code"] for each in problem["errors"]] == [code]


def test_a_nil_needs_the_tricks_of_its_player_only_in_a_row_that_can_be_scored() -> None:
    """Order of scoring, step 3: nils are judged by the tricks really taken; only a bid that stands is a nil."""
    nil: Json = {"bids": bids("ana 0, ben 3, cy 3, dee 3"), "tricks_won": {"ana+cy": 6, "ben+dee": 7}}
    assert refused(game(nil)) == [("#/rounds/0/tricks_won/ana+cy", "nil_needs_player")]
    unscored = ruled(game({**nil, "tricks_won": {"ana+cy": 6, "ben+dee": 6}}, {**nil, "bids": nil["bids"][:3]}))
    assert [each["complete"] for each in unscored["rounds"]] == [False, False]
    repeated = {**row(0, 7), "bids": [*bids(TURNS[0]), {"player": "dee", "tricks": 0}]}
    assert ruled(game(repeated))["rounds"][0]["complete"] is True


def test_the_first_round_may_still_bid_itself() -> None:
    """Parameters, bidding.first_round (C14): a row without bids is whole in round one, and lacks them in round two."""
    unbid = {**row(0, 7), "bids": []}
    ruleset = {"name": "pagat", "overrides": {"bidding": {"first_round": "bids_itself"}}}
    first, second = ruled(game(unbid, unbid, ruleset=ruleset))["rounds"]
    assert (first["complete"], first["findings"]) == (True, [])
    assert places(second["findings"]) == [("bid_missing", "#/rounds/1/bids")] * 4


def test_a_record_after_a_row_without_a_score() -> None:
    """Rulings, the sheet: a record is judged in full whatever the rows around it are worth."""
    record = in_game(legal_round(), dealer="dee")
    answer = ruled(game(ONE_SHORT, record))
    assert [each["complete"] for each in answer["rounds"]] == [False, True]
    assert answer["verdict"] == "inconsistent"
