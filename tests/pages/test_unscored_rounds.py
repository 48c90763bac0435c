"""Rounds without a score, in words: why they have none, and what of the paper sheet was not compared."""

from __future__ import annotations

import json
from typing import Any

from service.media_types import MARKDOWN
from service.operations.runner import runner_of
from service.pages.game_standing import row_as_sent, sheet_in_words, unscored_in_words

Json = Any
SCORED: Json = {"as_ruled": [{}], "findings": [], "complete": True}
WRONG: Json = {
    "findings": [
        {"severity": "error", "pointer": (), "detail": "It was played after the end."},
        {"severity": "error", "pointer": ("tricks_won",), "detail": "The tricks add up to 12."},
        {"severity": "offence", "pointer": ("bids", 0), "detail": "A bid out of turn."},
    ],
    "complete": False,
    "summary": {"why": ["The record is not of a complete round: no score yet."]},
}
ROW: Json = {"bids_by_player": {"ana": 4}, "tricks_won": {"ana": 12}}
FIGURES = {"reported": {"score": {"ana": 40}}}
NOT_COMPARED = "Its points and totals on the paper sheet were not compared, later totals only line by line."


def test_a_game_with_all_its_scores_has_nothing_to_say() -> None:
    assert unscored_in_words({"rounds": [ROW]}, {"finished": False}, [SCORED]) == ""
    assert sheet_in_words({"rounds": [ROW | FIGURES]}, [SCORED]).startswith("Every figure of the paper sheet that was")


def test_a_round_without_a_score_says_why_and_what_is_not_compared() -> None:
    rounds = [{"number": number, **each} for number, each in enumerate([SCORED, WRONG, SCORED], 5)]
    for index, (unscored, sheet) in enumerate(
        [
            ("The tricks add up to 12.", "Every figure of the paper sheet before round 6 is right."),
            (f"The tricks add up to 12. {NOT_COMPARED}", ""),
            (f"The tricks add up to 12. {NOT_COMPARED}", ""),
        ]
    ):
        request: Json = {"rounds": [ROW | (FIGURES if place == index else {}) for place in range(3)]}
        assert unscored_in_words(request, {"finished": False}, rounds) == unscored
        assert unscored_in_words(request, {"finished": True}, rounds) == f"Round 6 has no score. {unscored}"
        assert sheet_in_words(request, rounds) == sheet


def test_an_unfinished_log_is_the_reason_whatever_else_was_found_in_it() -> None:
    request: Json = {"rounds": [{"bids": [], "tricks": []}]}
    said = "The record is not of a complete round: no score yet."
    assert unscored_in_words(request, {"finished": False}, [WRONG]) == said


def test_what_a_director_decided_is_shown_before_there_is_a_score() -> None:
    decided = [
        {"team": "N+S", "tricks": -3, "to": "E+W", "reason": "Talking"},
        {"team": "E+W", "points": 1, "reason": "x"},
    ]
    trick = {"leader": "N", "cards": ["KH", "2H", "3H", "4H"]}
    played = {"tricks": [trick], "bids_by_player": dict.fromkeys("NESW", 3), "adjustments": decided}
    table = {"ruleset": "pagat", "players": list("NESW")}
    for operation, body in (("auditRound", table | played), ("auditGame", table | {"rounds": [played]})):
        asked = runner_of(operation)
        page = asked.computation.pages[MARKDOWN](asked.run(json.dumps(body).encode())).decode()
        assert "once the round has a score" in page
        assert "N+S: \N{MINUS SIGN}3 tricks, to E+W. Talking" in page
        assert "E+W: +1 point. x" in page


def test_a_row_is_shown_as_it_was_sent() -> None:
    bids = [{"player": "ana", "tricks": 0, "kind": "blind_nil"}, {"team": "ben+dee", "tricks": 7}]
    assert row_as_sent({"bids": bids, "tricks_won": {"ana": 3, "ben+dee": 9}}) == (
        "No score. Bids: ana blind 0, ben+dee 7. Tricks: ana 3, ben+dee 9."
    )
    assert row_as_sent({"bids_by_player": {"ana": 4, "ben": 6}, "blind_bidders": ["ben"]}) == (
        "No score. Bids: ana 4, ben blind 6."
    )
    assert row_as_sent({}) == "No score."
