"""The score sheet: what the record proves wrong in it, why, and what it leaves open."""

from __future__ import annotations

import pytest

from service.spades.record.model import Reported
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, with_hands
from tests.spades.builders.legal_rounds import LEGAL_WON
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import rules, small
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.sheets import (
    LEGAL,
    STOOD,
    differing,
    findings_of_sheet,
    found,
    judged_without_sheet,
    reported,
    seen,
    won,
)


@pytest.mark.parametrize(
    "sheet",
    [
        reported(),
        reported(tricks_won=LEGAL_WON),
        reported(tricks_won={"ana+cy": 6, "ben+dee": 7}),
        reported(tricks_won={"ana+cy": 6, "ana": 5, "cy": 1, "ben": 5, "dee": 2}),
        reported(tricks_won={"ana+cy": 6, "ben": 5, "dee": 2}),
        reported(points={"ana+cy": 51, "ben+dee": -48}),
        reported(points={"ben+dee": -48}),
        reported(score={"ana+cy": 388, "ben+dee": 242}, bags={"ana+cy": 8, "ben+dee": 1}),
    ],
)
def test_a_right_sheet_is_right(sheet: Reported) -> None:
    """Rulings, after the proof: only what is not as played is the scorer's mistake; rows may be left out."""
    assert found(STOOD, sheet) == []
    _, _, ruled = judged_without_sheet(STOOD)
    assert differing(STOOD, sheet, won(ruled), ruled.as_played) == []


@pytest.mark.parametrize(
    ("sheet", "wrong"),
    [
        (reported(tricks_won={**LEGAL_WON, "ana": 6}), [("wrong_tricks_won", "#/reported/tricks_won/ana", 6, 5)]),
        (
            reported(tricks_won={"ana+cy": 7, "ben+dee": 6}),
            [
                ("wrong_tricks_won", "#/reported/tricks_won/ana+cy", 7, 6),
                ("wrong_tricks_won", "#/reported/tricks_won/ben+dee", 6, 7),
            ],
        ),
        (
            reported(tricks_won={"ana+cy": 6, "ana": 4, "cy": 2, "ben": 5, "dee": 2}),
            [
                ("wrong_tricks_won", "#/reported/tricks_won/ana", 4, 5),
                ("wrong_tricks_won", "#/reported/tricks_won/cy", 2, 1),
            ],
        ),
        (
            reported(tricks_won={"ben": 5, "dee": 2, "ana": 6}),
            [
                ("wrong_tricks_won", "#/reported/tricks_won/ana", 6, 5),
                ("wrong_tricks_won", "#/reported/tricks_won", 0, 1),
            ],
        ),
        (reported(tricks_won={"ana+cy": 6}), [("wrong_tricks_won", "#/reported/tricks_won", 0, 7)]),
        (reported(points={"ana+cy": 50}), [("wrong_points", "#/reported/points/ana+cy", 50, 51)]),
        (reported(score={"ana+cy": 337}), [("wrong_score", "#/reported/score/ana+cy", 337, 388)]),
        (reported(bags={"ana+cy": 9}), [("wrong_bags", "#/reported/bags/ana+cy", 9, 8)]),
        (
            # Each row in the order in which it is given, the rows in the order of the sheet.
            reported(
                bags={"ana+cy": 0},
                score={"ben+dee": 0, "ana+cy": 0},
                points={"ben+dee": 0, "ana+cy": 51},
                tricks_won={**LEGAL_WON, "dee": 3, "ben": 4},
            ),
            [
                ("wrong_tricks_won", "#/reported/tricks_won/ben", 4, 5),
                ("wrong_tricks_won", "#/reported/tricks_won/dee", 3, 2),
                ("wrong_points", "#/reported/points/ben+dee", 0, -48),
                ("wrong_score", "#/reported/score/ben+dee", 0, 242),
                ("wrong_score", "#/reported/score/ana+cy", 0, 388),
                ("wrong_bags", "#/reported/bags/ana+cy", 0, 8),
            ],
        ),
    ],
)
def test_a_wrong_figure_is_found(sheet: Reported, wrong: list[tuple[str, str, int, int]]) -> None:
    """Rulings, after the proof: the findings compare `reported` with as_played; who is absent won no trick."""
    assert found(STOOD, sheet) == wrong


def test_a_finding_names_whose_figure_it_is() -> None:
    """Design, a ruling: a finding about a player names him and his team, one about a team the team."""
    sheet = reported(tricks_won={"ana": 4, "cy": 1, "ben+dee": 8}, points={"ana+cy": 0})
    named = [(finding.get("player"), finding["team"]) for finding in findings_of_sheet(STOOD, sheet).findings]
    assert named == [("ana", "ana+cy"), (None, "ben+dee"), (None, "ana+cy")]


def test_every_finding_cites_a_rule() -> None:
    """Design, principle 7: every answer can be quoted."""
    sheet = reported(tricks_won={}, points={"ana+cy": 0}, score={"ana+cy": 0}, bags={"ana+cy": 0})
    unfinished = changed(cut(STOOD, 12), reported={"points": {"ana+cy": 51}})
    answers = (*findings_of_sheet(STOOD, sheet).findings, *ruling(unfinished)["findings"])
    assert {finding["code"] for finding in answers} == {
        "wrong_tricks_won",
        "wrong_points",
        "wrong_score",
        "wrong_bags",
        "missing_tricks",
    }
    assert all(finding["rule"]["text"] for finding in answers)


def test_a_team_is_looked_up_by_its_own_name() -> None:
    """Design, the contract: `teams` renames the sides; names in pointers are escaped (RFC 6901)."""
    teams = [{"name": "r/e~d %ü", "players": ["ana", "cy"]}, {"name": "blue", "players": ["ben", "dee"]}]
    body = changed(LEGAL, teams=teams, before={})
    sheet = reported(tricks_won={"r/e~d %ü": 7, "blue": 7}, points={"r/e~d %ü": 1})
    assert found(body, sheet) == [
        ("wrong_tricks_won", "#/reported/tricks_won/r~1e~0d%20%25%C3%BC", 7, 6),
        ("wrong_points", "#/reported/points/r~1e~0d%20%25%C3%BC", 1, 51),
    ]
    _, _, ruled = judged_without_sheet(body)
    assert differing(body, sheet, won(ruled), ruled.as_played) == [
        ("#/reported/tricks_won/r~1e~0d%20%25%C3%BC", 7, 6),
        ("#/reported/points/r~1e~0d%20%25%C3%BC", 1, 51),
    ]


@pytest.mark.parametrize(
    ("sheet", "detail"),
    [
        (
            reported(score={"ana+cy": 408}),
            "The sheet gives ana+cy a score of 408; 337 before the round and 51 points in it make 388.",
        ),
        (
            reported(points={"ben+dee": 52}),
            (
                "The sheet gives ben+dee 52 points for the round; its bids and tricks make -48. "
                "That is the figure if the line 'bag penalty' (-100) is left out."
            ),
        ),
        (
            reported(points={"ana+cy": 52}),
            (
                "The sheet gives ana+cy 52 points for the round; its bids and tricks make 51. "
                "That is the figure if the line 'overtricks' (1) is counted twice."
            ),
        ),
        (
            reported(points={"ana+cy": -49}),
            (
                "The sheet gives ana+cy -49 points for the round; its bids and tricks make 51. "
                "That is the figure if the line 'contract made' (50) has the wrong sign."
            ),
        ),
        (
            reported(points={"ana+cy": -48}),
            (
                "The sheet gives ana+cy -48 points for the round; its bids and tricks make 51. "
                "That is the figure if the figure of ben+dee is copied."
            ),
        ),
        (
            reported(score={"ana+cy": 337}),
            (
                "The sheet gives ana+cy a score of 337; 337 before the round and 51 points in it make 388. "
                "That is the figure if the points of the round are not added."
            ),
        ),
        (
            reported(score={"ana+cy": 439}),
            (
                "The sheet gives ana+cy a score of 439; 337 before the round and 51 points in it make 388. "
                "That is the figure if the points of the round are added twice."
            ),
        ),
        (
            reported(score={"ben+dee": 342}),
            (
                "The sheet gives ben+dee a score of 342; 290 before the round and -48 points in it make 242. "
                "That is the figure if the line 'bag penalty' (-100) is left out."
            ),
        ),
        (
            reported(bags={"ben+dee": 11}),
            (
                "The sheet gives ben+dee 11 bags; 9 before the round and 2 in it, less those that a penalty was paid "
                "for, make 1. "
                "That is the figure if the bags that a penalty was paid for are not taken off."
            ),
        ),
        (
            reported(bags={"ana+cy": 7}),
            (
                "The sheet gives ana+cy 7 bags; 7 before the round and 1 in it make 8. "
                "That is the figure if the bags of the round are not counted."
            ),
        ),
        (
            # 1 is what ana and cy gained, and what ben and dee have: two slips explain it, and neither is named.
            reported(bags={"ana+cy": 1}),
            "The sheet gives ana+cy 1 bag; 7 before the round and 1 in it make 8.",
        ),
        (
            reported(tricks_won={**LEGAL_WON, "cy": 0}),
            "The sheet gives cy 0 tricks, but cy won 1.",
        ),
    ],
)
def test_the_detail_says_what_went_wrong_where_one_slip_explains_it(sheet: Reported, detail: str) -> None:
    """Design, principle 7: a figure is shown beside what it should be made of; a guess among several is none."""
    (finding,) = findings_of_sheet(STOOD, sheet).findings
    assert finding["detail"] == detail


def test_a_score_that_adds_up_from_wrong_points_follows_from_them() -> None:
    """Rulings, cascades: one fault, one cause; the later finding names the earlier."""
    sheet = reported(points={"ana+cy": 60, "ben+dee": -48}, score={"ana+cy": 397, "ben+dee": 300})
    points, score, other = findings_of_sheet(STOOD, sheet, offset=4).findings
    assert (points.get("follows"), score["follows"], other.get("follows")) == (None, 4, None)
    assert (
        score["detail"] == "The sheet gives ana+cy a score of 397; 337 before the round and 51 points in it make 388. "
        "It adds up with the points that the sheet gives."
    )


class TestStandingNotKnown:
    """The contract, Before: without it the standing is not known, and scores start from 0."""

    def test_a_running_score_is_an_open_question(self) -> None:
        """Design, principle 6: what is not proved is no fault; what would decide it is said."""
        answer = findings_of_sheet(LEGAL, reported(score={"ana+cy": 388}, bags={"ana+cy": 8}))
        assert answer.findings == []
        assert [seen(each) for each in answer.undecided] == [
            ("wrong_score", "#/reported/score/ana+cy", 388, 51),
            ("wrong_bags", "#/reported/bags/ana+cy", 8, 1),
        ]
        assert {each["decided_by"] for each in answer.undecided} == {"#/before"}

    def test_what_starts_from_nought_is_right(self) -> None:
        """The contract, Before: a sheet that starts from 0 as well agrees with the score."""
        sheet = reported(score={"ana+cy": 51, "ben+dee": 52}, bags={"ana+cy": 1, "ben+dee": 2})
        assert found(LEGAL, sheet) == []

    @pytest.mark.parametrize(
        ("scoring", "points", "open_"),
        [
            ({}, -49, True),
            ({}, -149, False),
            ({}, 50, False),
            ({"bag_points_cancelled": True}, -59, True),
            ({"bag_points_cancelled": True}, -49, False),
            ({"bag_limit": 1}, 51, False),
            ({"bag_carry": "reset"}, -49, True),
            ({"bag_carry": "reset"}, -149, False),
            ({"bag_limit": 0}, -49, False),
        ],
    )
    def test_points_may_hold_a_bag_penalty(self, scoring: Json, points: int, open_: bool) -> None:
        """Order of scoring, step 7: how many bags there were before decides whether a limit is crossed."""
        body = changed(LEGAL, ruleset=rules(scoring=scoring))
        answer = findings_of_sheet(body, reported(points={"ana+cy": points}))
        assert (codes(answer.findings), codes(answer.undecided)) == (
            ([], ["wrong_points"]) if open_ else (["wrong_points"], [])
        )

    @pytest.mark.parametrize(("carry", "open_"), [("remainder", True), ("reset", False)])
    def test_points_may_hold_two_bag_penalties_unless_the_count_starts_again(self, carry: str, open_: bool) -> None:
        """F7: ben and dee bid 4 and took 7; with a bag before, their three reach the limit of 2 twice: 43 less 200."""
        others = [{**bid, "tricks": 1} if bid["player"] == "dee" else bid for bid in LEGAL["bids"]]
        body = changed(LEGAL, ruleset=rules(scoring={"bag_limit": 2, "bag_carry": carry}), bids=others)
        answer = findings_of_sheet(body, reported(points={"ben+dee": -157}))
        assert (codes(answer.findings), codes(answer.undecided)) == (
            ([], ["wrong_points"]) if open_ else (["wrong_points"], [])
        )

    @pytest.mark.parametrize(
        ("carry", "open_"),
        [("remainder", {0, 1, 3, 9}), ("reset", {0, 3, 9})],
    )
    def test_bags_may_have_been_counted_on_from_others(self, carry: str, open_: set[int]) -> None:
        """F7, the order of scoring, step 7: at the limit of 10 some stay, or none does; ben and dee took 2."""
        body = changed(LEGAL, ruleset=rules(scoring={"bag_carry": carry}))
        for bags in (0, 1, 3, 9, 10, 12):
            answer = findings_of_sheet(body, reported(bags={"ben+dee": bags}))
            assert (codes(answer.findings), codes(answer.undecided)) == (
                ([], ["wrong_bags"]) if bags in open_ else (["wrong_bags"], [])
            ), bags

    def test_a_known_standing_leaves_nothing_open(self) -> None:
        """The contract, Before: a team that is absent stands at 0."""
        sheet = reported(points={"ana+cy": -49}, score={"ana+cy": 388}, bags={"ana+cy": 8})
        assert [code for code, *_ in found(changed(LEGAL, before={}), sheet)] == [
            "wrong_points",
            "wrong_score",
            "wrong_bags",
        ]


def test_any_count_of_bags_is_right_if_none_are_counted() -> None:
    """Order of scoring, step 7: with bag_limit 0 no count is kept."""
    body = changed(STOOD, ruleset=rules(scoring={"bag_limit": 0}))
    sheet = reported(bags={"ana+cy": 8, "ben+dee": 11})
    assert found(body, sheet) == []
    _, _, ruled = judged_without_sheet(body)
    assert differing(body, sheet, won(ruled), ruled.as_played) == []


@pytest.mark.parametrize(
    ("sheet", "missing"),
    [
        ({"points": {"ana+cy": 51}}, True),
        ({"score": {"ana+cy": 388}}, True),
        ({"bags": {"ana+cy": 8}}, True),
        ({"tricks_won": LEGAL_WON}, True),
        ({"tricks_won": {"ana+cy": 6, "ben": 5, "dee": 2}}, True),
        ({"tricks_won": {"ana+cy": 6, "ana": 5, "cy": 1, "ben": 5}}, False),
        ({"tricks_won": {**LEGAL_WON, "ana": 4}}, False),
        ({"points": {}, "score": {}, "bags": {}}, False),
        ({}, False),
    ],
)
def test_a_sheet_of_a_finished_round_needs_every_trick(sheet: Json, missing: bool) -> None:
    """Rulings, completeness: missing_tricks only when `reported` claims a finished round."""
    body = changed(STOOD, reported=sheet)
    assert places(ruling(cut(body, 12))["findings"]) == ([("missing_tricks", "#/tricks")] if missing else [])
    assert "missing_tricks" not in codes(ruling(body)["findings"])


@pytest.mark.parametrize(
    ("plays", "told"),
    [(0, "the record has only 12."), (3, "the record has only 12 and the beginning of another."), (4, None)],
)
def test_a_short_last_trick_is_described_as_begun(plays: int, told: str | None) -> None:
    """Rulings, severity: a short last trick is unfinished; the record does not have 12 tricks when it shows 13."""
    body = changed(cut(STOOD, 12, plays), reported={"points": {"ana+cy": 51}})
    details = [each["detail"] for each in ruling(body)["findings"] if each["code"] == "missing_tricks"]
    assert details == ([] if told is None else [f"The sheet is for a finished round of 13 tricks, but {told}"])


def test_tricks_are_compared_without_bids() -> None:
    """Rulings, severity: without every bid there is no score, but each trick has its winner."""
    sheet = reported(tricks_won={**LEGAL_WON, "ana": 6}, points={"ana+cy": 0}, score={"ana+cy": 0}, bags={"ana+cy": 0})
    assert [code for code, *_ in found(changed(STOOD, bids=[]), sheet)] == ["wrong_tricks_won"]


def test_a_player_alone_has_one_figure() -> None:
    """Design, the contract: alone, a team's name is the player; `teams` may give it another."""
    body = with_hands(record(small(3, 2), "ana AH KH QH", "ana AC KC QC", players=3, before={}))
    sheet = reported(tricks_won={"ana": 1, "ben": 1}, points={"ana": 11})
    assert found(body, sheet) == [
        ("wrong_tricks_won", "#/reported/tricks_won/ana", 1, 2),
        ("wrong_tricks_won", "#/reported/tricks_won/ben", 1, 0),
    ]
    renamed = changed(body, teams=[{"name": "A", "players": ["ana"]}])
    assert found(renamed, reported(tricks_won={"A": 2})) == []
    assert found(renamed, reported(tricks_won={"ben": 0})) == [("wrong_tricks_won", "#/reported/tricks_won", 0, 2)]
    _, _, ruled = judged_without_sheet(renamed)
    assert ruled.as_played is not None
    fined = (ruled.as_played[0]._replace(tricks=0), *ruled.as_played[1:])
    both = reported(tricks_won={"A": 2, "ana": 2})
    assert differing(renamed, both, won(ruled, 2), fined) == [
        ("#/reported/tricks_won/A", 2, 0),
        ("#/reported/tricks_won/ana", 2, 0),
    ]
