"""How the score sheet differs from the ruling."""

from __future__ import annotations

import pytest

from service.spades.record.model import Reported, Standing
from service.spades.ruling.score_sheet import Computed
from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import changed, with_hands, without
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.sheets import (
    STOOD,
    checked,
    differing,
    findings_of_sheet,
    judged_without_sheet,
    reported,
    won,
)


def test_differences_hold_the_sheet_against_the_score_as_ruled() -> None:
    """Rulings, after the proof: `differences` lists every reported value that is not the as_ruled one."""
    _, _, judged = judged_without_sheet(STOOD)
    assert judged.as_played is not None
    first, second = judged.as_played
    fined = first._replace(tricks=3, points=-50, after=Standing(287, 7))
    sheet = reported(
        tricks_won={"ana+cy": 6, "ana": 5, "ben": 4},
        points={"ben+dee": -48, "ana+cy": 51},
        score={"ana+cy": 388},
        bags={"ana+cy": 8, "ben+dee": 1},
    )
    assert differing(STOOD, sheet, won(judged), (fined, second)) == [
        ("#/reported/tricks_won/ana+cy", 6, 3),
        ("#/reported/tricks_won/ben", 4, 5),
        ("#/reported/points/ana+cy", 51, -50),
        ("#/reported/score/ana+cy", 388, 287),
        ("#/reported/bags/ana+cy", 8, 7),
    ]


def test_running_totals_differ_only_from_a_standing_that_is_known() -> None:
    """Rulings, the sheet: `differences` has running totals only where the standing before is known."""
    sheet = {"points": {"ana+cy": 60}, "score": {"ana+cy": 380}, "bags": {"ana+cy": 3}}
    known = ruling(changed(STOOD, reported=sheet))
    assert [each["pointer"] for each in known["differences"]] == [
        "#/reported/points/ana+cy",
        "#/reported/score/ana+cy",
        "#/reported/bags/ana+cy",
    ]
    unknown = ruling(without(changed(STOOD, reported=sheet), "before"))
    assert [each["pointer"] for each in unknown["differences"]] == ["#/reported/points/ana+cy"]
    right = {"points": {"ana+cy": 51}, "score": {"ana+cy": 380}}
    assert ruling(without(changed(STOOD, reported=right), "before"))["differences"] == []
    assert [each["pointer"] for each in unknown["undecided"]] == ["#/reported/score/ana+cy", "#/reported/bags/ana+cy"]


@pytest.mark.parametrize(
    ("sheet", "details"),
    [
        pytest.param(
            reported(points={"ana+cy": -50}, score={"ana+cy": 287}),
            [
                (
                    "The sheet gives ana+cy -50 points for the round; its bids and tricks make 51. "
                    "As ruled it is -50, as on the sheet."
                ),
                (
                    "The sheet gives ana+cy a score of 287; 337 before the round and 51 points in it make 388. "
                    "It adds up with the points that the sheet gives. As ruled it is 287, as on the sheet."
                ),
            ],
            id="the penalties are on the sheet",
        ),
        pytest.param(
            reported(tricks_won={"ana+cy": 3, "ben+dee": 7}, points={"ana+cy": 60}, bags={"ana+cy": 7}),
            [
                "The sheet gives ana+cy 3 tricks, but ana+cy won 6. As ruled it is 3, as on the sheet.",
                "The sheet gives ana+cy 60 points for the round; its bids and tricks make 51. As ruled it is -50.",
                (
                    "The sheet gives ana+cy 7 bags; 7 before the round and 1 in it make 8. "
                    "As ruled it is 7, as on the sheet."
                ),
            ],
            id="one figure is neither",
        ),
        pytest.param(reported(points={"ana+cy": 51}, score={"ana+cy": 388}), [], id="the cards are on the sheet"),
    ],
)
def test_where_the_scores_differ_a_wrong_figure_is_told_with_both(sheet: Reported, details: list[str]) -> None:
    """Rulings, after the proof: the findings hold the sheet against as_played, the differences against as_ruled."""
    _, _, judged = judged_without_sheet(STOOD)
    assert judged.as_played is not None
    first, second = judged.as_played
    fined = first._replace(tricks=3, points=-50, after=Standing(287, 7))
    answer = checked(STOOD, sheet, Computed(won(judged), as_played=judged.as_played, as_ruled=(fined, second)))
    assert [finding["detail"] for finding in answer.findings] == details


def test_a_round_without_a_score_as_ruled_differs_in_tricks_alone() -> None:
    """Rulings, severity: only a complete round has scores."""
    body = changed(STOOD, bids=[])
    _, _, judged = judged_without_sheet(body)
    sheet = reported(tricks_won={"ana+cy": 5, "ben": 5}, points={"ana+cy": 51}, bags={"ana+cy": 8})
    assert differing(body, sheet, won(judged), None) == [("#/reported/tricks_won/ana+cy", 5, 6)]
    assert differing(body, sheet, None, None) == []


def test_a_score_of_one_line_is_told_as_a_whole() -> None:
    """Design, principle 7: two names for one slip are no two slips."""
    body = changed(STOOD, bids=[{**bid, "tricks": 5} for bid in STOOD["bids"]])
    (finding,) = findings_of_sheet(body, reported(score={"ana+cy": 337})).findings
    assert finding["detail"].endswith(
        "337 before the round and -100 points in it make 237. That is the figure if the points of the round"
        " are not added."
    )
    (finding,) = findings_of_sheet(body, reported(points={"ana+cy": 100})).findings
    assert finding["detail"].endswith("That is the figure if the line 'contract set' (-100) has the wrong sign.")


def test_a_line_without_points_explains_no_slip() -> None:
    """Parameters, scoring.overtrick_points (F2): overtricks that score nothing explain nothing."""
    body = changed(STOOD, ruleset=rules(scoring={"overtrick_points": 0}))
    (finding,) = findings_of_sheet(body, reported(points={"ana+cy": 51})).findings
    assert finding["detail"].endswith("its bids and tricks make 50.")


def test_a_nil_is_not_scored_from_the_sheet() -> None:
    """Order of scoring, step 3: a nil is judged by the record's tricks, and its line is one that may be left out."""
    body = with_hands(
        record(
            honours(),
            "ana AH KH QH JH",
            "ana AC KC QC JC",
            "ana AD KD QD JD",
            "ana AS KS QS JS",
            bid="ana 4, ben 0, cy 0, dee 1",
            before={},
        )
    )
    (finding,) = findings_of_sheet(body, reported(points={"ana+cy": 40})).findings
    assert finding["detail"].endswith("That is the figure if the line 'nil made' (100) is left out.")
